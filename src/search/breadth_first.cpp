#include <array>

#include "search/exploration.hpp"
#include "search/frontier.hpp"

namespace quotient {

namespace {

/// States that are expanded before the steps of the first of them are stored. Meanwhile the memory fetches what storing
/// them will read. Measured with bench/search_overhead: 1 is slowest, more than 8 gains nothing.
constexpr std::size_t pipeline_length = 8;
constexpr std::size_t approach_after = pipeline_length / 2;

/// One level: expands its states in order, and stores their steps in the same order, a few states later.
class LevelRun {
 public:
  LevelRun(Exploration& e, Frontier& next, std::uint64_t depth)
      : e_(e), next_(next), depth_(depth), deepest_(depth >= e.options.limits.max_depth) {}

  StopReason expand(StateId id) {
    if (expanded_ - stored_ == pipeline_length) {
      const StopReason stop = store_oldest();
      if (stop != StopReason::nothing) return stop;
    }
    e_.expand(id, depth_, batches_[expanded_++ % pipeline_length]);
    if (expanded_ - stored_ > approach_after) {
      e_.store.approach(batches_[(expanded_ - 1 - approach_after) % pipeline_length]);
    }
    return StopReason::nothing;
  }
  StopReason finish() {
    while (stored_ < expanded_) {
      const StopReason stop = store_oldest();
      if (stop != StopReason::nothing) return stop;
    }
    return StopReason::nothing;
  }
  std::uint64_t expanded() const { return expanded_; }
  /// Whether a step was left out because it would have gone too deep.
  bool cut() const { return cut_; }

 private:
  StopReason store_oldest() {
    Store::Batch& batch = batches_[stored_++ % pipeline_length];
    if (deepest_) {
      cut_ |= !e_.arrive_at_depth_limit(batch);
      return StopReason::nothing;
    }
    return e_.arrive(batch, depth_ + 1, [this](StateId id) { return next_.push(id); });
  }

  Exploration& e_;
  Frontier& next_;
  std::uint64_t depth_;
  bool deepest_;
  bool cut_ = false;
  std::array<Store::Batch, pipeline_length> batches_;
  std::uint64_t expanded_ = 0;
  std::uint64_t stored_ = 0;
};

}  // namespace

/// Level by level. A level is always finished, even when a violation was met in it: only then is the violation reported
/// known to be a shortest one, and what is counted does not depend on where in the level it was.
StopReason breadth_first(Exploration& e) {
  Frontier level(e.budget), next(e.budget);
  Store::Batch initial;
  e.compute_initial(initial);
  StopReason stop = e.arrive(initial, 0, [&next](StateId id) { return next.push(id); });
  if (stop != StopReason::nothing) return stop;

  bool cut = false;
  for (std::uint64_t depth = 0; !next.empty(); ++depth) {
    if (e.satisfied()) return StopReason::first_violation;
    e.max_depth = depth;
    level.clear();
    swap(level, next);
    LevelRun run(e, next, depth);
    for (std::size_t b = 0; b < level.block_count(); ++b) {
      for (const StateId id : level.block(b)) {
        stop = e.watch.check();
        if (stop != StopReason::nothing) return stop;
        if (e.watch.time_to_report()) e.report_progress(level.size() - run.expanded() + next.size(), depth);
        stop = run.expand(id);
        if (stop != StopReason::nothing) return stop;
      }
      level.drop_block(b);
    }
    stop = run.finish();
    if (stop != StopReason::nothing) return stop;
    cut |= run.cut();
  }
  return cut ? StopReason::depth : StopReason::nothing;
}

}  // namespace quotient
