#include "symmetry/reduce/arrangement.hpp"

namespace quotient {

Arrangement::Arrangement(const Scheme& scheme) : scheme_(scheme) {
  std::vector<std::vector<std::uint32_t>> inside(scheme.blocks().size());
  for (std::uint32_t s = 0; s < scheme.sets().size(); ++s) {
    const std::int32_t outer = scheme.blocks()[scheme.sets()[s].front()].outer;
    if (outer < 0) {
      outermost_.push_back(s);
    } else {
      inside[static_cast<std::size_t>(outer)].push_back(s);
    }
  }
  for (const auto& sets : inside) {
    begin_.push_back(static_cast<std::uint32_t>(inside_.size()));
    inside_.insert(inside_.end(), sets.begin(), sets.end());
  }
  begin_.push_back(static_cast<std::uint32_t>(inside_.size()));
}

std::span<const std::uint32_t> Arrangement::inside(BlockId m) const {
  return std::span(inside_).subspan(begin_[m], begin_[m + 1] - begin_[m]);
}

void Arrangement::by_colour(std::span<const std::uint64_t> colours, std::vector<BlockId>& images) {
  // By insertion: sets are small, and often nearly in order.
  const auto sort = [&](const std::vector<BlockId>& set, const std::vector<BlockId>& places) {
    order_.assign(set.begin(), set.end());
    for (std::size_t k = 1; k < order_.size(); ++k) {
      const BlockId m = order_[k];
      std::size_t at = k;
      for (; at > 0 && colours[order_[at - 1]] > colours[m]; --at) order_[at] = order_[at - 1];
      order_[at] = m;
    }
    for (std::size_t k = 0; k < places.size(); ++k) images[order_[k]] = places[k];
  };
  images.resize(scheme_.blocks().size());
  for (const std::uint32_t s : outermost_) place(s, s, sort, images);
}

void Arrangement::by_rank(std::span<const BlockColour> colours, std::vector<BlockId>& images) {
  const auto put = [&](const std::vector<BlockId>& set, const std::vector<BlockId>& places) {
    for (const BlockId m : set) images[m] = places[rank_of(colours[m])];
  };
  images.resize(scheme_.blocks().size());
  if (inside_.empty()) {
    for (const std::vector<BlockId>& set : scheme_.sets()) put(set, set);
    return;
  }
  for (const std::uint32_t s : outermost_) place(s, s, put, images);
}

/// The blocks of set `from` take the places of set `to`.
template <typename Put>
void Arrangement::place(std::uint32_t from, std::uint32_t to, const Put& put, std::vector<BlockId>& images) {
  put(scheme_.sets()[from], scheme_.sets()[to]);
  if (inside_.empty()) return;
  for (const BlockId m : scheme_.sets()[from]) {
    const std::span<const std::uint32_t> its = inside(m), theirs = inside(images[m]);
    for (std::size_t k = 0; k < its.size(); ++k) place(its[k], theirs[k], put, images);
  }
}

}  // namespace quotient
