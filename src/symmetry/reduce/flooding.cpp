#include "symmetry/reduce/flooding.hpp"

#include "base/stop_signal.hpp"
#include "symmetry/action/state_permutation.hpp"
#include "symmetry/group/enumerate.hpp"

namespace quotient {

namespace {

class FloodingKeyFunction final : public KeyFunction {
 public:
  FloodingKeyFunction(const Symmetry& symmetry, std::span<const StatePermutation> permutations)
      : symmetry_(symmetry), permutations_(permutations), actor_(symmetry.actor()) {}

  Key key(StateView state) override { return {state}; }
  void count(std::uint32_t) override { ++states_; }
  bool flood(StateView state, const Enter& enter) override {
    if (!is_permuted(symmetry_, state)) return true;
    image_.resize(state.size());
    for (const StatePermutation& permutation : permutations_) {
      poll_stop();
      permutation.apply(state, image_.data(), actor_.get());
      switch (enter(image_)) {
        case Entered::fresh:
          ++states_;
          break;
        case Entered::known:
          break;
        case Entered::refused:
          return false;
      }
    }
    return true;
  }
  std::optional<BigNumber> represented() const override { return states_; }

 private:
  const Symmetry& symmetry_;
  std::span<const StatePermutation> permutations_;
  std::unique_ptr<StateActor> actor_;
  std::uint64_t states_ = 0;  // entered, by the search or by a flood
  std::vector<std::uint8_t> image_;
};

class FloodingReduction final : public Reduction {
 public:
  explicit FloodingReduction(const Symmetry& symmetry) : symmetry_(symmetry) {
    for_each_element(symmetry.group, [&](const Permutation& element) {
      if (!element.is_identity()) permutations_.emplace_back(symmetry, element);
      return true;
    });
  }

  std::unique_ptr<KeyFunction> key_function() const override {
    return std::make_unique<FloodingKeyFunction>(symmetry_, permutations_);
  }
  bool exact() const override { return true; }
  bool floods() const override { return true; }

 private:
  const Symmetry& symmetry_;
  std::vector<StatePermutation> permutations_;
};

}  // namespace

std::unique_ptr<Reduction> flooding_reduction(const Symmetry& symmetry, std::uint64_t most) {
  const std::optional<std::uint64_t> order = symmetry.group.order().to_word();
  if (!order || *order > most) return nullptr;
  return std::make_unique<FloodingReduction>(symmetry);
}

}  // namespace quotient
