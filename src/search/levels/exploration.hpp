#pragma once

#include <memory>
#include <vector>

#include "search/levels/violation_log.hpp"
#include "search/limits.hpp"
#include "search/search.hpp"
#include "search/store/budget.hpp"
#include "search/store/store.hpp"

namespace quotient {

struct Exploration;

/// One thread of a search. Internal to this folder.
struct Worker {
  Worker(Exploration& shared, Keyer* keyer);

  void compute_initial(Store::Batch& batch);
  /// Computes the steps of a state, and notes what is wrong in the state itself. `state` is nullptr where it is to be
  /// had from the store.
  void expand(StateId id, const StateView* state, std::uint64_t depth, Store::Batch& batch);
  /// The steps of a batch led nowhere new, and others were kept back: now the next group of them.
  void advance(Store::Batch& batch);

  /// Stores what the steps lead to, `depth` steps from the start, and notes what is wrong on the way. `arrivals` is
  /// asked for the `link(i)` that a new state gets, and told of each state that was `found(i, id)`, or not known:
  /// `fresh(i, id)`, as long as that returns true. Where it knows how to be `later(i, steps)`, it is told of states
  /// that are not known and lie so many steps behind the next, and these are not stored.
  template <typename Arrivals>
  StopReason arrive(Store::Batch& batch, std::uint64_t depth, Arrivals& arrivals);
  /// The same for a search that wants to know only of new states: `enter(i, id)`. The link is the parent.
  template <typename Enter>
  StopReason arrive_and(Store::Batch& batch, std::uint64_t depth, Enter enter);
  /// The same for steps that would leave the depth limit: only those to known states are taken. False where one leads
  /// on.
  bool arrive_at_depth_limit(Store::Batch& batch);
  /// Of steps that are cut off.
  StopReason why_cut_off(const Successors& steps);

  Exploration& e;
  std::unique_ptr<StepGenerator> generator;
  Store::Session session;
  ViolationLog log;
  std::uint64_t transitions = 0;
  std::uint64_t expanded = 0;
  std::uint64_t partly_expanded = 0;
  Finding too_much;           // what was too much work
  std::uint64_t flooded = 0;  // states in the store that need not be explored

 private:
  /// Enters what need not be explored once `state` is. False where the store refuses.
  bool flood(StateView state, std::uint32_t link);

  Keyer* keyer_;
  void note_findings(const Store::Batch& batch, std::uint64_t depth);
};

/// What every order of search works with. Internal to this folder.
struct Exploration {
  Exploration(const System& explored, const SearchOptions& chosen);

  /// Whether one violation is enough and there is one.
  bool satisfied() const { return !options.all && !main().log.empty(); }
  /// Whether states are not to be had from the store, and must be kept as long as they wait.
  bool keeps_states() const { return options.reduction != nullptr || options.store != StoreKind::exact; }

  Worker& main() { return *workers.front(); }
  const Worker& main() const { return *workers.front(); }
  Worker& add_worker();

  Progress progress(std::uint64_t waiting, std::uint64_t depth) const;
  void report_progress(std::uint64_t waiting, std::uint64_t depth);
  /// What a search that knows no levels does before it expands a state: notes how it grows, reports now and then.
  void look_around(std::uint64_t waiting, std::uint64_t depth) {
    if (growth.due(store.size())) growth.note(progress(waiting, depth));
    if (watch.time_to_report()) report_progress(waiting, depth);
  }

  /// The way to a state in a bitstate store, which keeps no states: from where, and by which step. Kept only when the
  /// search is repeated because there is something to show.
  struct Origin {
    std::uint32_t parent;
    std::uint32_t choice;
  };

  const System& system;
  const SearchOptions& options;
  Watch watch;
  MemoryBudget budget;
  Store store;
  std::vector<std::unique_ptr<Keyer>> keyers;
  std::vector<std::unique_ptr<Worker>> workers;
  GrowthLog growth;
  std::uint64_t max_depth = 0;
  bool floods = false;  // the reduction does
  /// Partial orders may leave steps out on this level: somebody sees to it that none is for ever.
  bool leaves_out = false;
  bool in_order_of_length = false;  // states are met by a shortest way first
  bool records_origins = false;
  BudgetedVector<Origin> origins{budget};
};

template <typename Arrivals>
StopReason Worker::arrive(Store::Batch& batch, std::uint64_t depth, Arrivals& arrivals) {
  constexpr bool knows_later = requires { arrivals.later(std::size_t{}, std::uint32_t{}); };
  const bool delays = knows_later && batch.steps.has_passed();
  for (std::size_t i = 0; i < batch.prepared.size(); ++i) {
    if constexpr (knows_later) {
      if (delays && batch.steps.passed(i) > 0) {
        if (session.find(batch, i).outcome == Store::Outcome::found) {
          ++transitions;
        } else if (!arrivals.later(i, batch.steps.passed(i))) {
          return StopReason::memory;
        }
        continue;
      }
    }
    const Successor step = batch.steps[i];
    if (e.options.properties.wants(step.finding)) [[unlikely]] {
      const Occasion moment{batch.round, batch.position, batch.steps_before + static_cast<std::uint32_t>(i + 1), 0};
      log.note_step(step.finding, moment, batch.source, step, depth);
    }
    const Store::Entry& entry = session.insert(batch, i, arrivals.link(i));
    switch (entry.outcome) {
      case Store::Outcome::found:
        ++transitions;
        arrivals.found(i, entry.id);
        break;
      case Store::Outcome::fresh:
        ++transitions;
        if (e.records_origins) [[unlikely]] {
          Exploration::Origin origin{batch.source.value, static_cast<std::uint32_t>(i)};
          if constexpr (requires { arrivals.origin(i); }) origin = arrivals.origin(i);
          if (!e.origins.push(origin)) return StopReason::memory;
        }
        if (e.options.entered) [[unlikely]]
          e.options.entered(step.state);
        if (e.floods && !flood(step.state, arrivals.link(i))) [[unlikely]]
          return StopReason::memory;
        if (!arrivals.fresh(i, entry.id)) return StopReason::memory;
        break;
      case Store::Outcome::refused:
        return e.store.size() >= e.options.limits.max_states ? StopReason::states : StopReason::memory;
      case Store::Outcome::skipped:
        break;
    }
  }
  return batch.steps.is_cut_off() ? why_cut_off(batch.steps) : StopReason::nothing;
}

template <typename Enter>
StopReason Worker::arrive_and(Store::Batch& batch, std::uint64_t depth, Enter enter) {
  struct Arrivals {
    std::uint32_t source;
    Enter& enter;
    std::uint32_t link(std::size_t) const { return source; }
    void found(std::size_t, StateId) const {}
    bool fresh(std::size_t i, StateId id) { return enter(i, id); }
  } arrivals{batch.source.value, enter};
  return arrive(batch, depth, arrivals);
}

/// Each says what ended it early, if anything.
StopReason breadth_first(Exploration& e);
StopReason depth_first(Exploration& e);

/// The states from an initial one to `last`, along parents: those that the search explored.
std::vector<StateBytes> path_to(Exploration& e, StateId last);

/// Checks an exploration against a second generator; a disagreement is a bug of ours and ends the program.
void audit(Exploration& e, StopReason stopped);

}  // namespace quotient
