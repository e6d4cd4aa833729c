#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "model/system.hpp"

namespace quotient {

/// Checks by trying that what partial orders leave out may wait (--paranoid): whatever up to three steps of others do,
/// the actors of the chosen set can do the same as before, and could have done it first. A disagreement is a bug of
/// ours and ends the program. Each thread has its own.
class StubbornCheck {
 public:
  /// `ignores_loops`: steps back to where they begin may be listed as anybody's (Independence::lists_equal_steps_once).
  StubbornCheck(std::unique_ptr<StepGenerator> whole, bool ignores_loops)
      : whole_(std::move(whole)), ignores_loops_(ignores_loops) {}

  /// Does nothing for most states: they are sampled, the first ones more often.
  void check(StateView state, const std::function<bool(Actor)>& is_chosen);

 private:
  struct Step {
    Actor actor = no_actor;
    StepLabel label;
    Finding finding;
    bool completed = true;
    std::vector<std::uint8_t> state;

    bool is_like(const Step& other) const { return actor == other.actor && label == other.label; }
  };
  using Steps = std::vector<Step>;

  Steps steps_of(StateView state);
  bool is_erroneous() const;
  void follow_others(const Steps& here, const Steps& chosen, unsigned depth,
                     const std::function<bool(Actor)>& is_chosen);
  void check_order(const Steps& here, const Step& chosen, const Step& other);

  std::unique_ptr<StepGenerator> whole_;
  const bool ignores_loops_;
  Successors room_;
  std::uint64_t looked_at_ = 0;
  unsigned effort_ = 0;  // expansions left for the present state
};

}  // namespace quotient
