#include "search/search.hpp"

#include "search/exploration.hpp"

namespace quotient {

Result explore(const System& system, const SearchOptions& options) {
  Exploration e(system, options);
  Result result;
  result.stopped = options.order == SearchOrder::breadth_first ? breadth_first(e) : depth_first(e);
  if (options.paranoid) audit(e, result.stopped);
  result.violations = e.log.collect(e.store, options.all);
  result.violation_count = e.log.count();
  if (!result.violations.empty()) {
    result.verdict = Verdict::violated;
  } else {
    result.verdict = result.complete() ? Verdict::verified : Verdict::incomplete;
  }
  result.states = e.store.size();
  result.transitions = e.transitions;
  result.max_depth = e.max_depth;
  result.memory_bytes = e.budget.peak();
  const std::span<const std::uint8_t> coverage = e.generator->coverage();
  result.coverage.assign(coverage.begin(), coverage.end());
  result.seconds = e.watch.seconds();
  return result;
}

}  // namespace quotient
