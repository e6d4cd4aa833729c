#include "search/exploration.hpp"
#include "search/frontier.hpp"

namespace quotient {

/// Level by level. A level is always finished, even when a violation was met in it: only then is the violation reported
/// known to be a shortest one, and what is counted does not depend on where in the level it was.
StopReason breadth_first(Exploration& e) {
  Frontier level(e.budget), next(e.budget);
  const auto enter = [&next](StateId id) { return next.push(id); };

  e.generator->initial(e.steps);
  for (const Finding finding : e.steps.findings()) {
    if (e.options.properties.wants(finding)) e.log.note_state(finding, no_state, 0);
  }
  StopReason stop = e.arrive(no_state, 0, enter);
  if (stop != StopReason::nothing) return stop;

  bool cut = false;
  for (std::uint64_t depth = 0; !next.empty(); ++depth) {
    if (e.satisfied()) return StopReason::first_violation;
    e.max_depth = depth;
    level.clear();
    swap(level, next);
    const bool deepest = depth >= e.options.limits.max_depth;
    std::uint64_t done = 0;
    for (std::size_t b = 0; b < level.block_count(); ++b) {
      for (const StateId id : level.block(b)) {
        stop = e.watch.check();
        if (stop != StopReason::nothing) return stop;
        if (e.watch.time_to_report()) e.report_progress(level.size() - done + next.size(), depth);
        e.expand(id, depth);
        if (deepest) {
          cut |= !e.arrive_at_depth_limit(id);
        } else {
          stop = e.arrive(id, depth + 1, enter);
          if (stop != StopReason::nothing) return stop;
        }
        ++done;
      }
      level.drop_block(b);
    }
  }
  return cut ? StopReason::depth : StopReason::nothing;
}

}  // namespace quotient
