#include "search/cycles/cycle_judge.hpp"

#include <algorithm>

#include "base/stop_signal.hpp"

namespace quotient {

std::string judge_cycle(const System& system, std::span<const StateBytes> cycle, CycleKind kind, Fairness fairness) {
  const std::unique_ptr<StepGenerator> generator = system.cycle_generator();
  if (generator == nullptr) return "the model has no acceptance and no progress";
  if (cycle.empty() || cycle.front() != cycle.back()) return "the cycle does not come back to where it began";
  const bool ends = cycle.size() == 1;
  bool accepting = false;
  OwedMoves owed(fairness);
  Successors steps;
  for (std::size_t i = 0; i == 0 || i + 1 < cycle.size(); ++i) {
    poll_stop();
    generator->successors(cycle[i], steps);
    const CycleFacts& facts = steps.cycle_facts;
    if (kind == CycleKind::non_progress && (facts.progress || ends)) return "the cycle makes progress";
    if (ends && !facts.stands_still) return "the run does not end where it is said to stay";
    accepting |= facts.accepting;
    owed.visit(facts.waiting);
    // A run may take another of several steps to the same state each time round, so that each of them counts.
    for (std::size_t k = 0; !ends && k < steps.size(); ++k) {
      const StateView next = steps[k].state;
      if (steps[k].completed && std::ranges::equal(next, cycle[i + 1])) owed.move(steps.moved(k));
    }
  }
  if (kind == CycleKind::acceptance && !accepting) return "no state of the cycle is accepting";
  if (!owed.left().empty()) {
    return fairness == Fairness::weak ? "a process waits forever although it can always move"
                                      : "a process waits forever although it can move again and again";
  }
  return {};
}

}  // namespace quotient
