#include "symmetry/reduce/local_search.hpp"

#include <cstring>

#include "base/stop_signal.hpp"
#include "symmetry/action/state_permutation.hpp"

namespace quotient {

namespace {

class LocalSearchKeyFunction final : public KeyFunction {
 public:
  LocalSearchKeyFunction(const Symmetry& symmetry, std::span<const StatePermutation> permutations)
      : symmetry_(symmetry), permutations_(permutations), actor_(symmetry.actor()) {}

  Key key(StateView state) override {
    if (!is_permuted(symmetry_, state)) return {state};
    here_.assign(state.begin(), state.end());
    least_ = here_;
    image_.resize(state.size());
    for (;;) {
      for (const StatePermutation& permutation : permutations_) {
        poll_stop();
        permutation.apply(here_, image_.data(), actor_.get());
        if (std::memcmp(image_.data(), least_.data(), state.size()) < 0) std::swap(image_, least_);
      }
      if (least_ == here_) return {here_};
      here_ = least_;
    }
  }
  void count(std::uint32_t) override {}

 private:
  const Symmetry& symmetry_;
  std::span<const StatePermutation> permutations_;
  std::unique_ptr<StateActor> actor_;
  std::vector<std::uint8_t> here_, least_, image_;
};

class LocalSearchReduction final : public Reduction {
 public:
  explicit LocalSearchReduction(const Symmetry& symmetry) : symmetry_(symmetry) {
    for (const Permutation& g : symmetry.group.generators()) {
      permutations_.emplace_back(symmetry, g);
      if (!(g.inverse() == g)) permutations_.emplace_back(symmetry, g.inverse());
    }
  }

  std::unique_ptr<KeyFunction> key_function() const override {
    return std::make_unique<LocalSearchKeyFunction>(symmetry_, permutations_);
  }
  bool exact() const override { return true; }

 private:
  const Symmetry& symmetry_;
  std::vector<StatePermutation> permutations_;
};

}  // namespace

std::unique_ptr<Reduction> local_search_reduction(const Symmetry& symmetry) {
  return std::make_unique<LocalSearchReduction>(symmetry);
}

}  // namespace quotient
