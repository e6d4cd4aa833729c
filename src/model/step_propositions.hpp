#pragma once

#include <vector>

#include "model/narrator.hpp"

namespace quotient {

/// A narrator whose formula also has propositions about steps ("the next action is a"). Their truth in a state of a run
/// depends on how the run goes on, which `Narrator::propositions` does not know; ask here where a narrator is one of
/// these.
class StepPropositions {
 public:
  virtual ~StepPropositions() = default;
  /// The same propositions in the same order. `next` is the state after `state` on the run; empty where the run has no
  /// further step, and propositions about steps are then false.
  virtual std::vector<Proposition> propositions_before(StateView state, StateView next) const = 0;
};

}  // namespace quotient
