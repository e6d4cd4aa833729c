#include "search/levels/delayed.hpp"
#include "search/levels/exploration.hpp"
#include "search/levels/frontier.hpp"
#include "search/levels/pipeline.hpp"
#include "search/levels/team.hpp"

namespace quotient {

namespace {

/// One level by one thread.
StopReason explore_level(Exploration& e, Pipeline& pipeline, Frontier& level, Frontier& next, DelayedArrivals& delayed,
                         std::uint64_t depth) {
  Worker& worker = e.main();
  struct Arrivals {
    const Store::Batch* batch = nullptr;
    Frontier& next;
    DelayedArrivals& delayed;
    MemoryBudget& budget;
    std::uint64_t depth;
    std::uint32_t link(std::size_t) const { return batch->source.value; }
    void found(std::size_t, StateId) const {}
    bool fresh(std::size_t i, StateId id) { return next.push(id, batch->steps[i].state); }
    bool later(std::size_t i, std::uint32_t steps) {
      DelayedArrival arrival = DelayedArrivals::make(budget, *batch, i, depth + 1 + steps);
      if (arrival.bytes == nullptr) return false;
      delayed.push(std::move(arrival));
      return true;
    }
  } arrivals{nullptr, next, delayed, e.budget, depth};
  const auto store = [&](Store::Batch& batch) {
    arrivals.batch = &batch;
    return worker.arrive(batch, depth + 1, arrivals);
  };
  pipeline.begin(depth);
  for (std::size_t position = 0; position < level.size(); ++position) {
    StopReason stop = e.watch.check();
    if (stop != StopReason::nothing) return stop;
    if (e.watch.time_to_report()) e.report_progress(level.size() - position + next.size() + delayed.size(), depth);
    stop = pipeline.expand(level, position, store);
    if (stop != StopReason::nothing) return stop;
    level.drop_before(position);  // what was expanded, but for a block that may still be read
  }
  return pipeline.finish(store);
}

}  // namespace

/// Level by level. A level is always finished, even when a violation was met in it: only then is the violation reported
/// known to be a shortest one, and what is counted does not depend on where in the level it was. Behind the states of a
/// level that were met on the level before come those that were met earlier, by longer steps.
StopReason breadth_first(Exploration& e) {
  Frontier level(e.budget, e.keeps_states()), next(e.budget, e.keeps_states());
  e.in_order_of_length = true;
  Store::Batch initial;
  e.main().compute_initial(initial);
  StopReason stop =
      e.main().arrive_and(initial, 0, [&](std::size_t i, StateId id) { return next.push(id, initial.steps[i].state); });
  if (stop != StopReason::nothing) return stop;

  Pipeline pipeline(e.main());
  DelayedArrivals delayed(e);
  Team team(e, delayed);
  for (std::uint64_t depth = 0; !next.empty() || !delayed.empty(); ++depth) {
    if (next.empty()) depth = delayed.first_level();  // nothing happens before
    if (e.growth.due(e.store.size())) e.growth.note(e.progress(next.size() + delayed.size(), depth));
    if (e.satisfied()) return StopReason::first_violation;
    if (e.store.size() >= e.options.enough_states) return StopReason::states;
    if (depth > e.options.limits.max_depth) {
      if (!delayed.release_known()) return StopReason::depth;
      break;
    }
    stop = delayed.release(depth, next);
    if (stop != StopReason::nothing) return stop;
    if (next.empty()) continue;
    e.max_depth = depth;
    level.clear();
    swap(level, next);
    const bool together = team.worth_it(level);
    e.leaves_out = together && e.options.partial_orders;
    stop = together ? team.explore_level(level, next, depth) : explore_level(e, pipeline, level, next, delayed, depth);
    if (stop != StopReason::nothing) return stop;
  }
  return pipeline.cut() || team.cut() ? StopReason::depth : StopReason::nothing;
}

}  // namespace quotient
