#include "symmetry/reduce/least_image.hpp"

#include <cstring>

#include "base/stop_signal.hpp"
#include "symmetry/action/state_permutation.hpp"
#include "symmetry/group/enumerate.hpp"
#include "symmetry/reduce/orbit_counter.hpp"

namespace quotient {

namespace {

class LeastImageKeyFunction final : public KeyFunction {
 public:
  LeastImageKeyFunction(const Symmetry& symmetry, std::span<const StatePermutation> permutations)
      : symmetry_(symmetry), permutations_(permutations), actor_(symmetry.actor()), counter_(symmetry.group.order()) {}

  Key key(StateView state) override {
    if (!is_permuted(symmetry_, state)) return {state, counter_.fixed()};
    const std::uint64_t ways = find_least(state);
    return {least_, counter_.weight(ways)};
  }

  std::optional<Normalisation> normalise(StateView state, std::vector<std::uint8_t>& key) override {
    const Permutation identity = Permutation::identity(symmetry_.group.degree());
    if (!is_permuted(symmetry_, state)) {
      key.assign(state.begin(), state.end());
      return Normalisation{identity, symmetry_.group.order()};
    }
    const std::uint64_t ways = find_least(state);
    key = least_;
    return Normalisation{least_by_ == nullptr ? identity : least_by_->permutation(), ways};
  }

  void count(std::uint32_t weight) override { counter_.count(weight); }
  std::optional<BigNumber> represented() const override { return counter_.states(); }
  std::optional<std::uint64_t> passes() const override { return applied_ / applied_in_a_pass; }

 private:
  /// Returns in how many ways the least image is reached.
  std::uint64_t find_least(StateView state) {
    least_.assign(state.begin(), state.end());
    least_by_ = nullptr;
    image_.resize(state.size());
    std::uint64_t ways = 1;  // the identity, which is not among the permutations
    for (const StatePermutation& permutation : permutations_) {
      poll_stop();
      const int compared = lessen(state, permutation);
      if (compared == 0) ++ways;
      if (compared >= 0) continue;
      ways = 1;
      least_by_ = &permutation;
    }
    return ways;
  }

  /// As StateActor::lessen.
  int lessen(StateView state, const StatePermutation& permutation) {
    ++applied_;
    if (actor_ != nullptr) return actor_->lessen(state, permutation.permutation(), least_);
    permutation.apply(state, image_.data());
    const int compared = std::memcmp(image_.data(), least_.data(), state.size());
    if (compared < 0) std::swap(image_, least_);
    return compared;
  }

  /// Permuting moves cells and does not look at them.
  static constexpr std::uint64_t applied_in_a_pass = 2;

  const Symmetry& symmetry_;
  std::span<const StatePermutation> permutations_;
  std::unique_ptr<StateActor> actor_;
  OrbitCounter counter_;
  std::vector<std::uint8_t> least_, image_;
  const StatePermutation* least_by_ = nullptr;  // none: the identity
  std::uint64_t applied_ = 0;
};

class LeastImageReduction final : public Reduction {
 public:
  explicit LeastImageReduction(const Symmetry& symmetry) : symmetry_(symmetry) {
    for_each_element(symmetry.group, [&](const Permutation& element) {
      if (!element.is_identity()) permutations_.emplace_back(symmetry, element);
      return true;
    });
  }

  std::unique_ptr<KeyFunction> key_function() const override {
    return std::make_unique<LeastImageKeyFunction>(symmetry_, permutations_);
  }
  bool exact() const override { return true; }

 private:
  const Symmetry& symmetry_;
  std::vector<StatePermutation> permutations_;
};

}  // namespace

std::unique_ptr<Reduction> least_image_reduction(const Symmetry& symmetry, std::uint64_t most) {
  const std::optional<std::uint64_t> order = symmetry.group.order().to_word();
  if (!order || *order > most) return nullptr;
  return std::make_unique<LeastImageReduction>(symmetry);
}

}  // namespace quotient
