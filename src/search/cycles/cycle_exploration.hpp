#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "search/cycles/cycle_search.hpp"
#include "search/levels/exploration.hpp"

namespace quotient {

/// Whether a stored state belongs to what a search has found. Internal to this folder.
using StateFilter = std::function<bool(StateId)>;

/// What a search for cycles ended with. Internal to this folder.
struct CycleSearchEnd {
  StopReason stopped = StopReason::nothing;
  /// States that lie on one wrong cycle (though perhaps not the shortest); nothing where none was found. Valid as long
  /// as the search that found it.
  StateFilter on_cycle;
  /// Where `on_cycle` is of several components: which one a state of it is in. Empty where it is of one.
  std::function<std::uint32_t(StateId)> component;
  /// Where fairness is strong: more than any process that can move in a state of it.
  Actor processes = 0;
  /// Of a search that knows the runs themselves: what it found, the cycle closed and other findings.
  std::vector<Violation> violations;
};

/// A wrong cycle within `end.on_cycle`, and a way to it. Nullopt where there is none, which only a store that takes two
/// states for one can bring about. What it needs beyond the store is not counted in any budget: a violation that is
/// known must be told. With a reduction, that must be the one of the orbits.
std::optional<Violation> make_lasso(Exploration& e, const CycleProperty& property, const CycleSearchEnd& end);

/// Steps from a state to one that a permutation takes it to: goes round with all names changed, again and again, until
/// the last state is the first one. False where no permutation does that.
bool unroll(const StateOrbits* orbits, std::vector<StateBytes>& cycle);

/// A stem, and a cycle from its last state to that state again, as a violation. Where the cycle meets the stem earlier,
/// it begins there.
Violation lasso_of(const CycleProperty& property, std::vector<StateBytes> stem, std::vector<StateBytes> cycle);

/// The nearest wrong cycle, where it lies among the first states that a breadth-first search meets and makes a shorter
/// run than this: a depth-first search goes long ways.
Violation shortened(Exploration& e, const CycleProperty& property, Violation lasso);

/// Stores what the steps of a batch lead to.
inline StopReason arrive(Exploration& e, Store::Batch& batch, std::uint64_t depth) {
  return e.main().arrive_and(batch, depth, [](std::size_t, StateId) { return true; });
}

/// Expands a state, stores what its steps lead to, and notes what is wrong. `state` is nullptr where it is to be had
/// from the store.
inline StopReason expand_and_store(Exploration& e, StateId id, const StateView* state, std::uint64_t depth,
                                   Store::Batch& batch, bool& cut) {
  const StopReason stop = e.watch.check();
  if (stop != StopReason::nothing) return stop;
  if (depth > e.max_depth) e.max_depth = depth;
  ++batch.round;
  e.main().expand(id, state, depth, batch);
  if (depth < e.options.limits.max_depth) return arrive(e, batch, depth + 1);
  cut |= !e.main().arrive_at_depth_limit(batch);
  return StopReason::nothing;
}

}  // namespace quotient
