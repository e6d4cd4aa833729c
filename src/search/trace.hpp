#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/system.hpp"
#include "search/result.hpp"

namespace quotient {

/// A run as the choices that make it: what is saved, and what can be run again.
struct Trace {
  /// The index of the initial state, then of the step taken in each state.
  std::vector<std::uint32_t> choices;
  Finding finding;
  ViolationPlace place = ViolationPlace::state;
  /// Of the last state, so that a trace of another version of the model is recognised.
  std::uint64_t digest = 0;
  /// Where the place is a cycle: after which of the choices it begins, and which fairness it has.
  std::uint32_t cycle_start = 0;
  Fairness fairness = Fairness::none;
};

/// One step of a run, ready to be printed.
struct ToldStep {
  std::vector<TraceEvent> events;
  /// The state after the step; empty where it did not complete.
  StateBytes state;
  bool completed = true;
};

/// A run in full: the way to the initial state first, then a step for each choice.
struct ToldRun {
  std::vector<ToldStep> steps;
  /// The steps behind this one repeat for ever; where there are none, the run stays where it ends.
  std::optional<std::size_t> cycle_start;
};

/// Runs the model along a violation that a search has found. The model must really take these steps, and really fail at
/// the end: otherwise the search has a bug, and the program ends. A weakly fair cycle goes round as often as it takes
/// to see everybody move who must: where two processes take the same step, now the one and now the other does.
Trace retrace(const System& system, const Violation& violation);

/// Runs the model along a trace. The trace may come from outside: where the model cannot follow it, or does not end as
/// it says, returns nullopt and puts the reason into `error`. What a state or a step is found to be, the model itself
/// says; what a cycle is found to be, `cycle`: nothing where only labels are looked at, so that it is of acceptance or
/// progress without a site.
std::optional<ToldRun> replay(const System& system, const Trace& trace, std::string& error,
                              std::optional<Finding> cycle = std::nullopt);

/// Describes a step of a run or, if `from` is empty, how an initial state came about. `parallel_before`: as many steps
/// to the same state come before it.
ToldStep tell(const System& system, const StateBytes* from, const Successor& step, std::size_t parallel_before = 0);

/// The same on every machine and in every version.
std::uint64_t digest(const System& system, StateView state);

}  // namespace quotient
