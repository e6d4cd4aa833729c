#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "bmethod/symmetry/reduction.hpp"
#include "symmetry/reduce/orbit_counter.hpp"

namespace quotient::bmethod {
namespace {

// More permutations than this cost more than they save.
constexpr std::uint64_t most_tried = 1'000'000;

/// Calls f with every permutation of the elements within their sets.
template <typename F>
void for_each_permutation(const Elements& elements, std::vector<Element>& images, F&& f) {
  images.resize(elements.count());
  std::iota(images.begin(), images.end(), Element{0});
  const auto& families = elements.families();
  for (;;) {
    f();
    // The next one: the first set that has a next order takes it, those before it start again.
    std::size_t at = 0;
    for (; at < families.size(); ++at) {
      const auto begin = images.begin() + families[at].first;
      if (std::next_permutation(begin, begin + families[at].size)) break;
    }
    if (at == families.size()) return;
  }
}

/// Paper 001 floods the state space with the permuted states of each one that is new; the first met stands for them.
/// Here the least stands for them, so that threads need not agree on who was first.
class LeastKeyer final : public Keyer {
 public:
  LeastKeyer(const MachineSymmetry& symmetry, bool flood)
      : symmetry_(symmetry), flood_(flood), counter_(symmetry.elements().order()) {}

  Key key(StateView state) override {
    if (flood_) {
      text_.assign(reinterpret_cast<const char*>(state.data()), state.size());
      const auto known = flooded_.find(text_);
      if (known != flooded_.end()) return {keys_[known->second].bytes, keys_[known->second].weight};
    }
    arena_.rewind({});
    const std::size_t before = symmetry_.read(state, arena_, parts_);
    least_.assign(state.begin(), state.end());
    if (parts_.empty()) return {least_, counter_.fixed()};
    std::uint64_t ways = 0;
    for_each_permutation(symmetry_.elements(), images_, [&] {
      image_.assign(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(before));
      renamer_.encode_renamed(parts_, images_, image_);
      if (flood_) flooded_.emplace(std::string(image_.begin(), image_.end()), keys_.size());
      if (image_ < least_) ways = 0;
      if (image_ > least_) return;
      ++ways;
      least_ = image_;
    });
    const std::uint32_t weight = counter_.weight(ways);
    if (!flood_) return {least_, weight};
    keys_.push_back({least_, weight});
    return {keys_.back().bytes, weight};
  }

  void count(std::uint32_t weight) override { counter_.count(weight); }
  const OrbitCounter& counter() const { return counter_; }

 private:
  struct Known {
    std::vector<std::uint8_t> bytes;
    std::uint32_t weight;
  };

  const MachineSymmetry& symmetry_;
  const bool flood_;
  OrbitCounter counter_;
  Renamer renamer_;
  Arena arena_;
  std::vector<Part> parts_;
  std::vector<Element> images_;
  std::vector<std::uint8_t> least_, image_;
  std::string text_;
  std::unordered_map<std::string, std::size_t> flooded_;
  std::deque<Known> keys_;
};

class LeastStates final : public Reduction {
 public:
  LeastStates(const MachineSymmetry& symmetry, bool flood) : symmetry_(symmetry), flood_(flood) {}

  std::unique_ptr<Keyer> keyer() const override { return std::make_unique<LeastKeyer>(symmetry_, flood_); }
  bool exact() const override { return true; }
  std::string represented(std::span<const std::unique_ptr<Keyer>> keyers) const override {
    BigNumber sum;
    for (const auto& keyer : keyers) sum += static_cast<const LeastKeyer&>(*keyer).counter().states();
    return sum.to_string();
  }

 private:
  const MachineSymmetry& symmetry_;
  const bool flood_;
};

}  // namespace

std::unique_ptr<Reduction> least_states(const MachineSymmetry& symmetry, bool flood) {
  const std::optional<std::uint64_t> order = symmetry.elements().order().to_word();
  if (!order || *order > most_tried) return nullptr;
  return std::make_unique<LeastStates>(symmetry, flood);
}

}  // namespace quotient::bmethod
