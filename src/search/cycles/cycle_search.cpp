#include "search/cycles/cycle_search.hpp"

#include <algorithm>
#include <utility>

#include "base/ensure.hpp"
#include "search/cycles/cycle_components.hpp"
#include "search/cycles/cycle_levels.hpp"
#include "search/cycles/cycle_nested.hpp"
#include "search/guarded.hpp"
#include "search/orbit_tally.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient {

namespace {

/// Keys and orbits are the same.
bool tells_orbits(const SearchOptions& options) {
  return options.reduction == nullptr || options.reduction == &options.orbits->reduction();
}

bool loses_states(const SearchOptions& options) {
  return options.store == StoreKind::bitstate || (options.reduction != nullptr && !options.reduction->exact());
}

/// Where an orbit can have several keys, the way from key to key depends on which of its states is entered for it. A
/// search that has one key for each finds what there is to show; it stores no more than the one before.
std::vector<Violation> search_orbits(const System& system, const CycleProperty& property, SearchOptions options,
                                     Result& result) {
  options.reduction = &options.orbits->reduction();
  const StopSignal* const stop = options.limits.stop;
  options.limits = {};
  options.limits.stop = stop;
  options.properties = PropertySet::none();
  options.paranoid = false;
  options.progress = nullptr;
  options.checkpoints = nullptr;
  const Result shown = find_cycles(system, property, options);
  result.stopped = shown.stopped;
  return shown.violations;
}

template <typename Search>
StopReason hunt(Exploration& e, const CycleProperty& property, Result& result) {
  Search search(e, property);
  const CycleSearchEnd end = search.run();
  if (!end.on_cycle) return end.stopped;
  if (tells_orbits(e.options)) {
    if (std::optional<Violation> lasso = make_lasso(e, property, end)) {
      result.violations.push_back(shortened(e, property, std::move(*lasso)));
      return end.stopped;
    }
    return StopReason::nothing;  // two states with one hash: nothing is known of what was not searched
  }
  result.violations = search_orbits(e.system, property, e.options, result);
  ensure(!result.violations.empty() || result.stopped != StopReason::nothing || e.options.store != StoreKind::exact,
         "a cycle of keys is none of orbits");
  return result.violations.empty() ? result.stopped : end.stopped;
}

/// A cycle, and a run to it, as short as that can soon be made: a nested search tells the long ways that it went
/// itself.
Violation shorter(Exploration& e, const CycleProperty& property, Violation lasso) {
  constexpr std::uint64_t most_states = 100'000;  // a longer run is better than one that is waited for
  SearchOptions options;
  options.limits = e.options.limits;
  options.limits.max_states = std::min(options.limits.max_states, most_states);
  options.properties = PropertySet::none();
  const Result other = find_cycles(e.system, property, options);
  if (other.violations.empty()) return shortened(e, property, std::move(lasso));
  return other.violations.front().states.size() < lasso.states.size() ? other.violations.front() : lasso;
}

StopReason hunt_nested(Exploration& e, const CycleProperty& property, Result& result) {
  NestedSearch search(e, property);
  CycleSearchEnd end = search.run();
  result.violations = std::move(end.violations);
  for (Violation& violation : result.violations) {
    if (violation.place == ViolationPlace::cycle) violation = shorter(e, property, std::move(violation));
  }
  return end.stopped;
}

Result search(const System& system, const CycleProperty& property, const SearchOptions& options,
              CycleAlgorithm algorithm) {
  Exploration e(system, options);
  Worker& worker = e.main();
  worker.use(system.cycle_generator());
  Result result;
  result.stopped = guarded(e.watch, [&] {
    switch (algorithm) {
      case CycleAlgorithm::nested:
        return hunt_nested(e, property, result);
      case CycleAlgorithm::levels:
        return hunt<LevelCycles>(e, property, result);
      case CycleAlgorithm::components:
        break;
    }
    return hunt<ComponentSearch>(e, property, result);
  });
  if (options.paranoid) {
    const StopReason ended = guarded(e.watch, [&] {
      audit(e, result.stopped);
      return StopReason::nothing;
    });
    if (result.complete()) result.stopped = ended;
  }
  const std::vector<Violation> noted = worker.log.collect([&e](StateId id) { return path_to(e, id); }, options.all);
  result.violations.insert(result.violations.end(), noted.begin(), noted.end());
  result.violation_count = worker.log.count();
  for (std::size_t i = 0; i + noted.size() < result.violations.size(); ++i) {
    result.violation_count += result.violations[i].count;
  }
  result.exact = options.store == StoreKind::exact;
  result.reduction_exact = options.reduction == nullptr || options.reduction->exact();
  result.shortcoming = system.shortcoming();
  result.assumptions = system.assumptions();
  result.verdict = result.judged();
  result.states = e.store.size();
  result.represents = OrbitTally(e.key_functions, result.states).text();
  for (const auto& each : e.workers) {
    result.transitions += each->transitions;
    result.partly_expanded += each->partly_expanded;
    if (!result.too_much) result.too_much = each->too_much;
  }
  if (result.partly_expanded > 0) result.represents.clear();
  result.max_depth = e.max_depth;
  result.memory_bytes = e.budget.peak();
  result.expected_omissions = e.store.expected_omissions();
  result.hash_factor = e.store.hash_factor();
  result.coverage = e.coverage().places();
  result.by_levels = algorithm == CycleAlgorithm::levels;
  result.seconds = e.earlier.seconds + e.watch.seconds();
  result.growth = std::move(e.growth).finished(e.progress(0, e.max_depth), result.complete());
  return result;
}

/// Depth-first as long as there are few states, and by levels what is larger.
Result probe_and_search(const System& system, const CycleProperty& property, const SearchOptions& options) {
  SearchOptions probe = options;
  probe.limits.max_states = std::min(options.limits.max_states, options.probed_states);
  Result probed = search(system, property, probe, CycleAlgorithm::components);
  const bool cut = probed.stopped == StopReason::states && probed.violations.empty();
  if (!cut || options.probed_states >= options.limits.max_states) return probed;
  SearchOptions rest = options;
  if (rest.limits.time) *rest.limits.time -= std::chrono::duration<double>(probed.seconds);
  Result result = search(system, property, rest, CycleAlgorithm::levels);
  result.seconds += probed.seconds;
  return result;
}

}  // namespace

bool can_find_cycles(const CycleProperty& property, const SearchOptions& options) {
  if (options.reduction != nullptr && options.reduction->floods()) return false;
  if (property.fairness == Fairness::none) return true;
  // To follow processes along permutations takes keys that are permuted states.
  if (options.reduction != nullptr && (!tells_orbits(options) || options.orbits->actors() == nullptr)) return false;
  const bool weak_alone = property.fairness == Fairness::weak && options.reduction == nullptr;
  return options.store == StoreKind::exact || (weak_alone && options.store == StoreKind::compact);
}

bool begins_by_levels(const CycleProperty& property, const SearchOptions& options) {
  // What goes deep knows no moment that it could be saved at.
  const bool asked = property.fairness != Fairness::none || options.checkpoints != nullptr;
  return asked && options.store == StoreKind::exact && !loses_states(options);
}

Result find_cycles(const System& system, const CycleProperty& property, const SearchOptions& options,
                   std::optional<CycleAlgorithm> wanted) {
  ensure(can_find_cycles(property, options), "a search for cycles that would not be sound");
  ensure(options.reduction == nullptr || options.orbits != nullptr, "cycles of keys, and nobody knows the orbits");
  const bool fair = property.fairness != Fairness::none;
  const bool exact = options.store == StoreKind::exact;
  SearchOptions unsaved = options;
  unsaved.checkpoints = nullptr;
  if (loses_states(options)) return search(system, property, unsaved, CycleAlgorithm::nested);
  const bool by_levels = begins_by_levels(property, options);
  ensure(!fair || by_levels || wanted != CycleAlgorithm::nested, "the nested search knows no fairness");
  // Whoever looks at the states as they are entered sees each once.
  const bool chooses = !wanted && exact && !options.entered;
  Result result = by_levels ? search(system, property, options, CycleAlgorithm::levels)
                  : chooses ? probe_and_search(system, property, unsaved)
                            : search(system, property, unsaved, wanted.value_or(CycleAlgorithm::components));
  if (options.paranoid && !fair && wanted != CycleAlgorithm::nested && tells_orbits(options)) {
    const Result other = search(system, property, unsaved, CycleAlgorithm::nested);
    const bool both_ended = result.verdict != Verdict::incomplete && other.verdict != Verdict::incomplete;
    ensure(!both_ended || result.verdict == other.verdict, "two searches for cycles disagree");
  }
  return result;
}

}  // namespace quotient
