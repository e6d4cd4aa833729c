#include "search/guarded.hpp"
#include "search/levels/delayed.hpp"
#include "search/levels/exploration.hpp"
#include "search/levels/frontier.hpp"
#include "search/levels/level_arrivals.hpp"
#include "search/levels/level_journal.hpp"
#include "search/levels/pipeline.hpp"
#include "search/levels/team.hpp"

namespace quotient {

namespace {

/// Explores levels with one thread.
class OneThread {
 public:
  OneThread(Exploration& e, DelayedArrivals& delayed)
      : e_(e), delayed_(delayed), pipeline_(e.main()), arrivals_(e, 0) {}

  StopReason explore_level(Frontier& level, Frontier& next, std::uint64_t depth) {
    return e_.orders_parents ? explore_in_order(level, next, depth) : explore_as_met(level, next, depth);
  }
  /// Whether a step was left out because it would have gone too deep.
  bool cut() const { return pipeline_.cut(); }

 private:
  /// Parents by their orders. However it ends, all states have parents afterwards.
  StopReason explore_in_order(Frontier& level, Frontier& next, std::uint64_t depth) {
    LevelArrivals& arrivals = arrivals_;
    arrivals.depth = depth;
    const StopReason stop = guarded(e_.watch, [&] {
      return expand_all(level, depth, arrivals.list,
                        [&](Store::Batch& batch) { return arrivals.store(e_.main(), batch); });
    });
    LevelArrivals* const parts[] = {&arrivals};
    const bool settled = arrivals.settle();
    const bool joined = join(e_, parts, next, delayed_);
    return stop == StopReason::nothing && !(settled && joined) ? StopReason::memory : stop;
  }

  /// The first state that leads to another is its parent.
  StopReason explore_as_met(Frontier& level, Frontier& next, std::uint64_t depth) {
    struct Arrivals {
      Frontier& next;
      DelayedArrivals& delayed;
      MemoryBudget& budget;
      std::uint64_t depth;
      const Store::Batch* batch = nullptr;
      Link link(std::size_t) const { return Link::to(batch->source); }
      bool fresh(std::size_t i, StateId id) { return next.push(id, batch->steps[i].state); }
      bool later(std::size_t i, std::uint32_t steps) {
        DelayedArrival arrival = DelayedArrivals::make(budget, *batch, i, depth + 1 + steps);
        if (arrival.bytes == nullptr) return false;
        delayed.push(std::move(arrival));
        return true;
      }
    } arrivals{next, delayed_, e_.budget, depth};
    return expand_all(level, depth, next, [&](Store::Batch& batch) {
      arrivals.batch = &batch;
      return e_.main().arrive(batch, depth + 1, arrivals);
    });
  }

  template <typename Found, typename Store>
  StopReason expand_all(Frontier& level, std::uint64_t depth, const Found& found, Store store) {
    pipeline_.begin(depth);
    std::uint64_t expanded = 0;
    for (std::size_t position = 0; position < level.extent(); ++position) {
      if (level.is_struck(position)) continue;
      StopReason stop = e_.watch.check();
      if (stop != StopReason::nothing) return stop;
      if (e_.watch.time_to_report())
        e_.report_progress(level.size() - expanded + found.size() + delayed_.size(), depth);
      stop = pipeline_.expand(level, position, store);
      if (stop != StopReason::nothing) return stop;
      ++expanded;
      level.drop_before(position);  // what was expanded, but for a block that may still be read
    }
    return pipeline_.finish(store);
  }

  Exploration& e_;
  DelayedArrivals& delayed_;
  Pipeline pipeline_;
  LevelArrivals arrivals_;
};

/// Near the limit of states, which are the last ones depends on the order in which states are expanded: so that must
/// be one that no thread can change, and one thread decides.
bool is_near_limit(const Exploration& e, const Frontier& level) {
  const std::uint64_t most = e.options.limits.max_states;
  return most != Limits::none && level.size() >= (most - std::min(most, e.store.size())) / 16;
}

/// Of the next level. Where the store has states, not keys, what is explored does not depend on parents, and where any
/// state of an orbit may be explored, nothing else depends on it. Partial orders ask which states are of the next
/// level, and orders say so.
bool orders_parents(const Exploration& e) {
  if (e.as_met) return false;
  const bool parents_matter = e.always_orders || e.options.partial_orders || (e.keeps_states() && !e.any_of_orbit);
  return parents_matter || e.store.size() <= e.options.ordered_states;
}

/// A search from its initial states, or from where it was saved, to its end.
class Levels {
 public:
  explicit Levels(Exploration& e)
      : e_(e),
        level_(e.budget, e.keeps_states()),
        next_(e.budget, e.keeps_states()),
        delayed_(e),
        alone_(e, delayed_),
        team_(e, delayed_),
        journal_(e, delayed_) {}

  /// However the search ends, the journal learns of it.
  StopReason run() {
    StopReason stop = journal_.objection();
    if (stop == StopReason::nothing) stop = guarded(e_.watch, [this] { return go_through(); });
    if (stop == StopReason::nothing && is_cut()) stop = StopReason::depth;
    journal_.end(stop, depth_, is_cut());
    return stop;
  }

 private:
  bool is_cut() const { return alone_.cut() || team_.cut() || journal_.was_cut(); }

  StopReason go_through() {
    bool is_prepared = journal_.can_restore();
    StopReason stop = is_prepared ? journal_.restore(next_, depth_) : store_initial();
    for (; stop == StopReason::nothing && !(next_.empty() && delayed_.empty()); ++depth_) {
      if (!is_prepared) {
        stop = prepare_level();
        if (stop != StopReason::nothing) break;
        if (next_.empty()) continue;
        journal_.begin_level(next_, depth_, is_cut());
      }
      is_prepared = false;
      stop = explore_level();
    }
    return stop;
  }

  StopReason store_initial() {
    Store::Batch initial;
    e_.main().compute_initial(initial);
    return e_.main().arrive_and(initial, 0,
                                [&](std::size_t i, StateId id) { return next_.push(id, initial.steps[i].state); });
  }

  /// Behind the states of a level that were met on the level before come those that were met earlier, by longer steps.
  StopReason prepare_level() {
    if (next_.empty()) depth_ = delayed_.first_level();  // nothing happens before
    if (e_.growth.due(e_.store.size())) e_.growth.note(e_.progress(next_.size() + delayed_.size(), depth_));
    if (e_.satisfied()) return StopReason::first_violation;
    if (e_.store.size() >= e_.options.enough_states) return StopReason::states;
    if (e_.between_levels) {
      const StopReason stop = e_.between_levels();
      if (stop != StopReason::nothing) return stop;
    }
    if (depth_ > e_.options.limits.max_depth) {
      if (!delayed_.release_known()) return StopReason::depth;
      next_.clear();
      return StopReason::nothing;
    }
    return delayed_.release(depth_, next_);
  }

  StopReason explore_level() {
    e_.max_depth = depth_;
    level_.clear();
    swap(level_, next_);
    e_.orders_parents = orders_parents(e_);
    e_.leaves_out = e_.orders_parents && e_.options.partial_orders;
    const bool near_limit = !e_.as_met && is_near_limit(e_, level_);
    if (near_limit && !sort_level(e_, level_)) return StopReason::memory;
    const StopReason stop = !near_limit && team_.worth_it(level_) ? team_.explore_level(level_, next_, depth_)
                                                                  : alone_.explore_level(level_, next_, depth_);
    if (e_.orders_parents) e_.ordered_depth = depth_ + 1;
    return stop;
  }

  Exploration& e_;
  Frontier level_, next_;
  DelayedArrivals delayed_;
  OneThread alone_;
  Team team_;
  LevelJournal journal_;
  std::uint64_t depth_ = 0;
};

}  // namespace

/// Level by level. A level is always finished, even when a violation was met in it: only then is the violation reported
/// known to be a shortest one, and what is counted does not depend on where in the level it was.
StopReason breadth_first(Exploration& e) {
  e.in_order_of_length = true;
  e.as_met = e.store.kind() == StoreKind::bitstate || e.floods;
  return Levels(e).run();
}

}  // namespace quotient
