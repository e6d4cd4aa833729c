#include "symmetry/reduce/piece_match.hpp"

namespace quotient {

PieceMatch::PieceMatch(const Scheme& scheme)
    : scheme_(scheme),
      parts_(scheme.blocks().size()),
      to_(scheme.blocks().size(), nobody),
      from_(scheme.blocks().size(), nobody) {}

void PieceMatch::read(const Scanner& scanner) {
  for (std::vector<Part>& parts : parts_) parts.clear();
  related_.clear();
  for (const Findings::Relation& r : scanner.relations()) {
    const auto first = static_cast<std::uint32_t>(related_.size());
    const std::span<const BlockId> of = scanner.related(r);
    related_.insert(related_.end(), of.begin(), of.end());
    for (std::uint32_t k = 0; k < r.count; ++k) parts_[of[k]].push_back({r.salt, first, r.count, k, false});
  }
}

bool PieceMatch::match(std::span<const BlockColour> colours, BlockId a, BlockId b, std::vector<BlockId>& images) {
  met_.clear();
  bool matched = pair_up(colours, a, b);
  for (std::size_t k = 0; matched && k < met_.size(); ++k) matched = follow(colours, met_[k]);
  matched = matched && complete(images);
  for (const BlockId m : met_) {
    from_[to_[m]] = nobody;
    to_[m] = nobody;
  }
  return matched;
}

bool PieceMatch::pair_up(std::span<const BlockColour> colours, BlockId a, BlockId b) {
  if (to_[a] != nobody || from_[b] != nobody) return to_[a] == b;
  if (colours[a] != colours[b] || scheme_.blocks()[a].set != scheme_.blocks()[b].set) return false;
  to_[a] = b;
  from_[b] = a;
  met_.push_back(a);
  return true;
}

/// What a block has to do with others, its image has to do with theirs.
bool PieceMatch::follow(std::span<const BlockColour> colours, BlockId a) {
  std::vector<Part>&ours = parts_[a], &theirs = parts_[to_[a]];
  if (ours.size() != theirs.size() || ours.size() > most_parts) return false;
  for (Part& part : theirs) part.used = false;
  for (const Part& part : ours) {
    Part* like = nullptr;
    for (Part& other : theirs) {
      if (!other.used && fits(colours, part, other)) {
        like = &other;
        break;
      }
    }
    if (like == nullptr) return false;
    like->used = true;
    for (std::uint32_t k = 0; k < part.count; ++k) {
      const BlockId from = related_[part.first + k], to = related_[like->first + k];
      // Who stays and is like nobody else is no part of a piece.
      if (from == to && to_[from] == nobody && from_[from] == nobody) continue;
      if (!pair_up(colours, from, to)) return false;
    }
  }
  return true;
}

bool PieceMatch::fits(std::span<const BlockColour> colours, const Part& a, const Part& b) const {
  if (a.salt != b.salt || a.count != b.count || a.role != b.role) return false;
  for (std::uint32_t k = 0; k < a.count; ++k) {
    const BlockId from = related_[a.first + k], to = related_[b.first + k];
    if (colours[from] != colours[to]) return false;
    if ((to_[from] != nobody || from_[to] != nobody) && to_[from] != to) return false;
  }
  return true;
}

/// A piece goes to itself, or it changes places with another.
bool PieceMatch::complete(std::vector<BlockId>& images) const {
  std::size_t inside = 0;
  for (const BlockId m : met_) inside += to_[to_[m]] != nobody ? 1 : 0;
  if (inside != 0 && inside != met_.size()) return false;
  for (BlockId m = 0; m < images.size(); ++m) images[m] = m;
  for (const BlockId m : met_) {
    images[m] = to_[m];
    if (inside == 0) images[to_[m]] = m;
  }
  return true;
}

}  // namespace quotient
