#pragma once

#include "search/levels/exploration.hpp"
#include "search/levels/path_findings.hpp"
#include "search/levels/state_stack.hpp"

namespace quotient {

/// Depth-first search with a bitstate store, as SPIN's "supertrace" does it [Holzmann 1988]: a state is entered unless
/// the bits of its hash are set, and they are set when it is entered. The path is all that is kept of states, and is
/// the counterexample where something is wrong. Internal to this folder.
class Supertrace {
 public:
  explicit Supertrace(Exploration& e);

  /// What ended it early, if anything.
  StopReason run();
  PathFindings& findings() { return findings_; }

 private:
  struct Frame {
    std::uint64_t state;    // where it begins in `path_bytes_`
    std::uint64_t waiting;  // how many waited before its successors
  };

  StopReason enter();
  bool push_steps(std::uint64_t depth);
  bool is_known(StateView state);
  std::vector<StateBytes> path() const;

  Exploration& e_;
  PathFindings findings_;
  BudgetedVector<Frame> path_;
  BudgetedVector<std::uint8_t> path_bytes_;
  StateStack waiting_;
  std::uint64_t waiting_count_ = 0;
  StateBytes state_;
  Successors steps_;
  Store::Batch single_;  // for one state on its way into the store
  bool cut_ = false;
};

}  // namespace quotient
