#include "symmetry/reduce/flooding.hpp"

#include "base/stop_signal.hpp"
#include "symmetry/action/rename.hpp"
#include "symmetry/group/enumerate.hpp"

namespace quotient {

namespace {

class FloodingKeyer final : public Keyer {
 public:
  FloodingKeyer(const Symmetry& symmetry, std::span<const Renaming> renamings)
      : symmetry_(symmetry), renamings_(renamings), actor_(symmetry.actor()) {}

  Key key(StateView state) override { return {state}; }
  void count(std::uint32_t) override { ++states_; }
  bool flood(StateView state, const Enter& enter) override {
    if (!is_renamed(symmetry_, state)) return true;
    image_.resize(state.size());
    for (const Renaming& renaming : renamings_) {
      poll_stop();
      renaming.apply(state, image_.data(), actor_.get());
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
  std::uint64_t states() const { return states_; }

 private:
  const Symmetry& symmetry_;
  std::span<const Renaming> renamings_;
  std::unique_ptr<StateActor> actor_;
  std::uint64_t states_ = 0;  // entered, by the search or by a flood
  std::vector<std::uint8_t> image_;
};

class FloodingReduction final : public Reduction {
 public:
  explicit FloodingReduction(const Symmetry& symmetry) : symmetry_(symmetry) {
    for_each_element(symmetry.group, [&](const Permutation& element) {
      if (!element.is_identity()) renamings_.emplace_back(symmetry, element);
      return true;
    });
  }

  std::unique_ptr<Keyer> keyer() const override { return std::make_unique<FloodingKeyer>(symmetry_, renamings_); }
  bool exact() const override { return true; }
  bool floods() const override { return true; }
  std::string represented(std::span<const std::unique_ptr<Keyer>> keyers) const override {
    std::uint64_t sum = 0;
    for (const auto& k : keyers) sum += static_cast<const FloodingKeyer&>(*k).states();
    return std::to_string(sum);
  }

 private:
  const Symmetry& symmetry_;
  std::vector<Renaming> renamings_;
};

}  // namespace

std::unique_ptr<Reduction> flooding_reduction(const Symmetry& symmetry, std::uint64_t most) {
  const std::optional<std::uint64_t> order = symmetry.group.order().to_word();
  if (!order || *order > most) return nullptr;
  return std::make_unique<FloodingReduction>(symmetry);
}

}  // namespace quotient
