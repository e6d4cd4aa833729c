#include "symmetry/reduce/local_search.hpp"

#include <cstring>

#include "base/stop_signal.hpp"
#include "symmetry/action/rename.hpp"

namespace quotient {

namespace {

class LocalSearchKeyer final : public Keyer {
 public:
  LocalSearchKeyer(const Symmetry& symmetry, std::span<const Renaming> renamings)
      : symmetry_(symmetry), renamings_(renamings), actor_(symmetry.actor()) {}

  Key key(StateView state) override {
    if (!is_renamed(symmetry_, state)) return {state};
    here_.assign(state.begin(), state.end());
    least_ = here_;
    image_.resize(state.size());
    for (;;) {
      for (const Renaming& renaming : renamings_) {
        poll_stop();
        renaming.apply(here_, image_.data(), actor_.get());
        if (std::memcmp(image_.data(), least_.data(), state.size()) < 0) std::swap(image_, least_);
      }
      if (least_ == here_) return {here_};
      here_ = least_;
    }
  }
  void count(std::uint32_t) override {}

 private:
  const Symmetry& symmetry_;
  std::span<const Renaming> renamings_;
  std::unique_ptr<StateActor> actor_;
  std::vector<std::uint8_t> here_, least_, image_;
};

class LocalSearchReduction final : public Reduction {
 public:
  explicit LocalSearchReduction(const Symmetry& symmetry) : symmetry_(symmetry) {
    for (const Permutation& g : symmetry.group.generators()) {
      renamings_.emplace_back(symmetry, g);
      if (!(g.inverse() == g)) renamings_.emplace_back(symmetry, g.inverse());
    }
  }

  std::unique_ptr<Keyer> keyer() const override { return std::make_unique<LocalSearchKeyer>(symmetry_, renamings_); }
  bool exact() const override { return true; }
  std::string represented(std::span<const std::unique_ptr<Keyer>>) const override { return {}; }

 private:
  const Symmetry& symmetry_;
  std::vector<Renaming> renamings_;
};

}  // namespace

std::unique_ptr<Reduction> local_search_reduction(const Symmetry& symmetry) {
  return std::make_unique<LocalSearchReduction>(symmetry);
}

}  // namespace quotient
