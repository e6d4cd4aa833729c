#include "search/search.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "search/cluster/cluster_search.hpp"
#include "search/guarded.hpp"
#include "search/levels/exploration.hpp"
#include "search/levels/supertrace.hpp"
#include "search/orbit_tally.hpp"

namespace quotient {

namespace {

StopReason run(Exploration& e) {
  return e.options.order == SearchOrder::breadth_first ? breadth_first(e) : depth_first(e);
}

std::vector<Violation> violations_of(Exploration& e) {
  return e.main().log.collect([&](StateId source) { return path_to(e, source); }, e.options.all);
}

/// A bitstate store does not know where states came from. The same search again takes the same steps, and now remembers
/// them; it ends where the first one did, and has that much less memory for everything else.
std::vector<Violation> search_again(const Exploration& first) {
  SearchOptions options = first.options;
  options.limits.time.reset();
  options.limits.stop = &first.watch;
  options.limits.memory = Limits::none;
  options.limits.max_states = first.store.size();
  options.bitstate_bytes = first.store.field_bytes();
  options.checkpoints = nullptr;
  options.progress = nullptr;
  Exploration e(first.system, options);
  e.records_origins = true;
  guarded(e.watch, [&e] { return run(e); });
  std::vector<Violation> violations = violations_of(e);
  if (!violations.empty()) return violations;
  // A limit has ended it before: what was found is known all the same.
  return first.main().log.collect([](StateId) { return std::vector<StateBytes>(); }, options.all);
}

/// Whether some run goes deeper than parents were put in order.
bool shows_any_parents(const Exploration& e, const std::vector<Violation>& violations) {
  const bool ordered = e.as_met || e.always_orders || e.options.order == SearchOrder::depth_first;
  return !ordered && std::any_of(violations.begin(), violations.end(),
                                 [&e](const Violation& violation) { return violation.length() > e.ordered_depth; });
}

/// Which of equally short runs is shown must not depend on threads. A second search, as deep as the violations are,
/// puts all parents in order. Where a limit ends it, the runs are as good as any.
void put_runs_in_order(const System& system, const SearchOptions& first, const Watch& watch,
                       std::vector<Violation>& violations) {
  SearchOptions options = first;
  options.limits.time.reset();
  options.limits.stop = &watch;
  options.limits.max_depth = 0;
  options.checkpoints = nullptr;
  options.progress = nullptr;
  options.entered = nullptr;
  for (const Violation& violation : violations) {
    options.limits.max_depth = std::max<std::uint64_t>(options.limits.max_depth, violation.length());
  }
  Exploration e(system, options);
  e.always_orders = true;
  const StopReason stopped = guarded(e.watch, [&e] { return run(e); });
  if (stopped == StopReason::time || stopped == StopReason::memory || stopped == StopReason::interrupted ||
      stopped == StopReason::refused) {
    return;
  }
  for (Violation& again : violations_of(e)) {
    const auto same = [&again](const Violation& v) {
      return v.finding == again.finding && v.place == again.place && v.length() == again.length();
    };
    const auto at = std::find_if(violations.begin(), violations.end(), same);
    if (at != violations.end() && !again.without_run) at->states = std::move(again.states);
  }
}

/// Whether only the runs depend on which states of their orbits are explored: there is one key for each orbit, so that
/// the steps of any two of its states lead to the same orbits. Not where a violation does not end the search (which of
/// several like places it is counted for depends on the state), nor where a number of states or steps cuts the search
/// off, or it shows its states to others.
bool may_explore_any_of_orbit(const Exploration& e) {
  const SearchOptions& options = e.options;
  const bool has_one_key = options.reduction != nullptr && options.reduction->exact() && !e.floods &&
                           e.key_functions.front()->represented().has_value();
  const bool shows_states = options.entered || options.checkpoints != nullptr || options.partial_orders;
  return has_one_key && !shows_states && !options.all && options.store == StoreKind::exact &&
         options.limits.max_states == Limits::none && options.limits.max_depth == Limits::none &&
         options.order == SearchOrder::breadth_first;
}

/// Whether something that is shown depends on which states of their orbits were explored, or may: where terms are not
/// evaluated, steps of alike states need not be.
bool shows_any_of_orbit(const Exploration& e, const Result& result) {
  const bool is_in_order = e.store.size() <= e.options.ordered_states || e.ordered_depth > e.max_depth;
  if (!e.any_of_orbit || is_in_order) return false;
  const bool shows_run = std::any_of(result.violations.begin(), result.violations.end(),
                                     [&e](const Violation& v) { return v.length() >= e.ordered_depth; });
  return shows_run || (result.shortcoming && result.complete());
}

bool is_cut_short(const Result& result) {
  return result.stopped == StopReason::time || result.stopped == StopReason::memory ||
         result.stopped == StopReason::interrupted || result.stopped == StopReason::refused;
}

/// The same search with all parents in order, and so with the states that others would explore. Where a limit ends it,
/// what was found is as good.
Result search_in_order(const System& system, SearchOptions options, const Watch& watch, Result first) {
  options.limits.time.reset();
  options.limits.stop = &watch;
  options.ordered_states = Limits::none;
  options.progress = nullptr;
  Result again = explore(system, options);
  return is_cut_short(again) ? std::move(first) : std::move(again);
}

}  // namespace

Result explore(const System& system, const SearchOptions& options) {
  if (options.ranks != nullptr) return explore_on_ranks(system, options);
  const Watch watch(options.limits);  // outlives the exploration
  std::optional<Exploration> exploration(std::in_place, system, options);
  Exploration& e = *exploration;
  e.any_of_orbit = may_explore_any_of_orbit(e);
  Result result;
  if (options.store == StoreKind::bitstate && options.order == SearchOrder::depth_first) {
    Supertrace search(e);
    result.stopped = guarded(e.watch, [&search] { return search.run(); });
    result.violation_count = search.findings().count();
    result.violations = std::move(search.findings().violations());
  } else {
    result.stopped = guarded(e.watch, [&e] { return run(e); });
    if (options.paranoid) {
      const StopReason ended = guarded(e.watch, [&] {
        audit(e, result.stopped);
        return StopReason::nothing;
      });
      if (result.complete()) result.stopped = ended;
    }
    const bool again = options.store == StoreKind::bitstate && !e.main().log.empty();
    result.violations = again ? search_again(e) : violations_of(e);
    result.violation_count = e.main().log.count();
  }
  result.exact = options.store == StoreKind::exact;
  result.reduction_exact = options.reduction == nullptr || options.reduction->exact();
  result.shortcoming = system.shortcoming();
  result.assumptions = system.assumptions();
  result.verdict = result.judged();
  result.states = e.store.size();
  std::uint64_t settled = 0;  // a state may be expanded again where it is met at another depth
  for (const auto& worker : e.workers) {
    result.transitions += worker->transitions;
    settled += worker->expanded + worker->flooded;
    result.partly_expanded += worker->partly_expanded;
    result.provisos += worker->provisos;
    if (!result.too_much) result.too_much = worker->too_much;
  }
  // Which states partial orders leave out is not known, and so not what is left stands for.
  if (result.partly_expanded > 0) {
    result.represents.clear();
  } else {
    result.represents = OrbitTally(e.key_functions, result.states).text();
  }
  if (!result.complete() && settled < result.states) result.unexpanded = result.states - settled;
  result.max_depth = e.max_depth;
  result.memory_bytes = e.budget.peak();
  result.expected_omissions = e.store.expected_omissions();
  result.hash_factor = e.store.hash_factor();
  result.coverage = e.coverage().places();
  const double earlier_seconds = e.earlier.seconds;
  result.growth = std::move(e.growth).finished(e.progress(0, e.max_depth), result.complete());
  if (shows_any_of_orbit(e, result)) {
    exploration.reset();  // its memory is needed
    result = search_in_order(system, options, watch, std::move(result));
  } else if (shows_any_parents(e, result.violations)) {
    exploration.reset();  // its memory is needed
    put_runs_in_order(system, options, watch, result.violations);
  }
  result.seconds = earlier_seconds + watch.seconds();
  return result;
}

}  // namespace quotient
