#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "search/coverage.hpp"
#include "search/levels/keyed_session.hpp"
#include "search/levels/proviso_marks.hpp"
#include "search/levels/violation_log.hpp"
#include "search/limits.hpp"
#include "search/search.hpp"
#include "search/store/budget.hpp"
#include "search/store/store.hpp"

namespace quotient {

struct Exploration;

/// Whoever keeps the steps of a search beside its states. One for each thread.
class StepSink {
 public:
  virtual ~StepSink() = default;
  /// The steps of `batch.source` are stored, `batch.entries` has where they lead. False where memory is lacking.
  [[nodiscard]] virtual bool stored(const Store::Batch& batch) = 0;
};

/// What a checkpoint has of the steps of a search, beside its states. Between two levels.
class StepArchive {
 public:
  /// By the ids of the store.
  struct Steps {
    std::uint32_t source, flags;
    std::span<const std::uint32_t> targets;
  };

  virtual ~StepArchive() = default;
  /// Visits the steps of each state that was expanded since this was last called.
  virtual void visit_new(const std::function<void(const Steps&)>& visit) = 0;
  /// Of a search that goes on; these are not visited. Returns false where memory is lacking.
  [[nodiscard]] virtual bool restore(const Steps& steps) = 0;
  /// A number that goes with it: when the graph is judged next.
  virtual std::uint64_t due() const = 0;
  virtual void restore_due(std::uint64_t due) = 0;
};

/// One thread of a search. Internal to this folder.
struct Worker {
  Worker(Exploration& shared, KeyFunction* key_function);

  void compute_initial(Store::Batch& batch);
  /// Computes the steps of a state, and notes what is wrong in the state itself. `state` is nullptr if it is to be
  /// loaded from the store.
  void expand(StateId id, const StateView* state, std::uint64_t depth, Store::Batch& batch);
  /// The same without `session.prepare`, which must follow.
  void compute_steps(StateId id, const StateView* state, std::uint64_t depth, Store::Batch& batch);
  /// The steps of a batch led nowhere new, and others were kept back: now the next group of them.
  void advance(Store::Batch& batch);

  /// Stores what the steps lead to, `depth` steps from the start, and notes what is wrong on the way. `arrivals` is
  /// asked for the `link(i)` that a new state gets (the same for all steps, unless it also knows their `origin(i)`),
  /// and notified of each state that was not known: `fresh(i, id)`, while that returns true. Where links are orders,
  /// it is also notified of states that are new on this level: `again(i, id)` if this step comes before those so far,
  /// `tie(i, id)` if it has the same order as one of those so far. If it has `later(i, steps)`, it is notified of
  /// states that are not known and lie so many steps behind the next, and these are not stored.
  template <typename Arrivals>
  StopReason arrive(Store::Batch& batch, std::uint64_t depth, Arrivals& arrivals);
  /// The same for a search that wants to know only of new states: `enter(i, id)`. The link is the parent.
  template <typename Enter>
  StopReason arrive_and(Store::Batch& batch, std::uint64_t depth, Enter enter);
  /// The same for steps that would leave the depth limit: only those to known states are taken. False where one leads
  /// on.
  bool arrive_at_depth_limit(Store::Batch& batch);
  /// Takes steps from another generator of the same system from now on: that for cycles.
  void use(std::unique_ptr<StepGenerator> other);
  /// Of steps that are cut off.
  StopReason why_cut_off(const Successors& steps);

  Exploration& e;
  std::unique_ptr<StepGenerator> generator;
  KeyedSession session;
  ViolationLog log;
  std::uint64_t transitions = 0;
  std::uint64_t expanded = 0;
  std::uint64_t partly_expanded = 0;
  std::uint64_t provisos = 0;  // groups of steps that the level proviso has asked for
  StepSink* sink = nullptr;    // may be none
  Finding too_much;            // what was too much work
  std::uint64_t flooded = 0;   // states in the store that need not be explored

 private:
  /// Enters what need not be explored once `state` is. False where the store refuses.
  bool flood(StateView state, Link link);

  template <typename Arrivals>
  StopReason arrive(Store::Batch& batch, std::size_t begin, std::size_t end, std::uint64_t depth, Arrivals& arrivals);
  template <typename Arrivals>
  bool enter(const Store::Batch& batch, std::size_t step, Arrivals& arrivals);
  void note_findings_on_steps(const Store::Batch& batch, std::size_t begin, std::size_t end, std::uint64_t depth);
  void note_finding_on_step(const Store::Batch& batch, std::size_t step, std::uint64_t depth);
  /// Where notable steps from this one on cannot be noted, the search ends; what they lead to has a parent all the
  /// same.
  StopReason abandon(const Store::Batch& batch, std::size_t notable);

  KeyFunction* key_function_;
  KeyHash order_of(const Store::Batch& batch);
  void note_findings(const Store::Batch& batch, std::uint64_t depth);
};

/// What every order of search works with. Internal to this folder.
struct Exploration {
  Exploration(const System& explored, const SearchOptions& chosen);

  /// Whether one violation is enough and there is one.
  bool satisfied() const { return !options.all && !main().log.empty(); }
  /// Whether states cannot be loaded from the store, and must be kept while they wait.
  bool keeps_states() const { return options.reduction != nullptr || options.store != StoreKind::exact; }

  Worker& main() { return *workers.front(); }
  const Worker& main() const { return *workers.front(); }
  Worker& add_worker();

  /// Of all workers.
  Coverage coverage() const;
  Progress progress(std::uint64_t waiting, std::uint64_t depth) const;
  void report_progress(std::uint64_t waiting, std::uint64_t depth);
  /// What a search that knows no levels does before it expands a state: notes how it grows, reports now and then.
  void look_around(std::uint64_t waiting, std::uint64_t depth) {
    if (growth.due(store.size())) growth.note(progress(waiting, depth));
    if (watch.time_to_report()) report_progress(waiting, depth);
  }

  /// Is called for each thread that joins the first one; may be empty.
  std::function<void(Worker&)> equip;
  /// Of a breadth-first search: is asked before each level whether to go on; may be empty.
  std::function<StopReason()> between_levels;
  /// Of a search that keeps steps: has them for checkpoints. May be none.
  StepArchive* archive = nullptr;

  /// The way to a state in a bitstate store, which keeps no states: from where, and by which step. Kept only when the
  /// search is repeated because there is something to show.
  struct Origin {
    StateId parent;
    std::uint32_t choice;
  };

  const System& system;
  const SearchOptions& options;
  Watch watch;
  MemoryBudget budget;
  const std::unique_ptr<Store> owned_store;
  Store& store;
  std::vector<std::unique_ptr<KeyFunction>> key_functions;
  std::vector<std::unique_ptr<Worker>> workers;
  GrowthLog growth;
  /// Of a search that was restored: what it came to before, and no worker knows.
  struct Earlier {
    double seconds = 0;
    Coverage coverage;
  } earlier;
  std::uint64_t max_depth = 0;
  bool floods = false;  // the reduction does
  /// Partial orders may leave steps out on this level: the level proviso makes sure that none is ignored for ever.
  bool leaves_out = false;
  /// Where steps are left out; else null.
  std::unique_ptr<ProvisoMarks> marks;
  bool in_order_of_length = false;  // states are met by a shortest way first
  /// Of several parents of a state on one level the one with the least order counts, else any one that is met.
  bool orders_parents = false;
  bool always_orders = false;  // also where nothing but the way to a state depends on it
  /// Which state of an orbit is explored changes nothing but the way to it, and what is found there.
  bool any_of_orbit = false;
  /// What is explored depends on what was met before, or the store knows no parents: one thread, in the order in which
  /// states are met.
  bool as_met = false;
  /// So far: up to this depth all states have the parents with the least orders.
  std::uint64_t ordered_depth = 0;
  bool records_origins = false;
  BudgetedVector<Origin> origins{budget};
};

inline void Worker::note_findings_on_steps(const Store::Batch& batch, std::size_t begin, std::size_t end,
                                           std::uint64_t depth) {
  for (std::size_t i = begin; i < end; ++i) {
    if (e.options.properties.wants(batch.steps[i].finding)) [[unlikely]]
      note_finding_on_step(batch, i, depth);
  }
}

template <typename Arrivals>
StopReason Worker::arrive(Store::Batch& batch, std::uint64_t depth, Arrivals& arrivals) {
  constexpr bool knows_later = requires { arrivals.later(std::size_t{}, std::uint32_t{}); };
  constexpr bool has_origins = requires { arrivals.origin(std::size_t{}); };
  const bool delays = knows_later && batch.steps.has_passed();
  const std::size_t count = batch.prepared.size();
  // One call for all steps, unless something has to be done in between.
  const bool at_once = !has_origins && !delays && !e.floods;
  if (at_once && count > 0) {
    const StopReason stop = arrive(batch, 0, count, depth, arrivals);
    if (stop != StopReason::nothing) return stop;
  }
  for (std::size_t i = at_once ? count : 0; i < count; ++i) {
    if constexpr (knows_later) {
      if (batch.steps.passed(i) > 0) {
        if (session.find(batch, i).was_known()) {
          ++transitions;
        } else if (!arrivals.later(i, batch.steps.passed(i))) {
          return StopReason::memory;
        }
        continue;
      }
    }
    const StopReason stop = arrive(batch, i, i + 1, depth, arrivals);
    if (stop != StopReason::nothing) return stop;
  }
  if (sink != nullptr && !batch.steps.is_cut_off() && batch.source != no_state && !sink->stored(batch)) {
    return StopReason::memory;
  }
  return batch.steps.is_cut_off() ? why_cut_off(batch.steps) : StopReason::nothing;
}

/// The steps from `begin` to before `end`.
template <typename Arrivals>
StopReason Worker::arrive(Store::Batch& batch, std::size_t begin, std::size_t end, std::uint64_t depth,
                          Arrivals& arrivals) {
  constexpr bool has_orders = requires { arrivals.again(std::size_t{}, StateId{}); };
  session.insert(batch, begin, end, arrivals.link(begin));
  transitions += batch.arrived;
  const bool refused = !batch.notable.empty() && batch.entries[batch.notable.back()].outcome == Store::Outcome::refused;
  note_findings_on_steps(batch, begin, refused ? batch.notable.back() + 1 : end, depth);
  for (std::size_t k = 0; k < batch.notable.size(); ++k) {
    const std::size_t i = batch.notable[k];
    const Store::Entry& entry = batch.entries[i];
    switch (entry.outcome) {
      case Store::Outcome::fresh:
        if (!enter(batch, i, arrivals) || !arrivals.fresh(i, entry.id))
          return has_orders ? abandon(batch, k) : StopReason::memory;
        break;
      case Store::Outcome::lowered:
        if constexpr (has_orders) {
          if (!arrivals.again(i, entry.id)) return abandon(batch, k);
        }
        break;
      case Store::Outcome::tied:
        if constexpr (has_orders) arrivals.tie(i, entry.id);
        break;
      case Store::Outcome::refused:
        return e.store.size() >= e.options.limits.max_states ? StopReason::states : StopReason::memory;
      case Store::Outcome::found:
      case Store::Outcome::skipped:
        break;
    }
  }
  return StopReason::nothing;
}

/// What else is done about a new state. Returns false if memory runs out.
template <typename Arrivals>
bool Worker::enter(const Store::Batch& batch, std::size_t step, Arrivals& arrivals) {
  constexpr bool has_orders = requires { arrivals.again(std::size_t{}, StateId{}); };
  if (e.records_origins) [[unlikely]] {
    Exploration::Origin origin{batch.source, static_cast<std::uint32_t>(step)};
    if constexpr (requires { arrivals.origin(step); }) origin = arrivals.origin(step);
    if (!e.origins.push(origin)) return false;
  }
  if constexpr (!has_orders) {
    if (e.options.entered) [[unlikely]]
      e.options.entered(batch.steps[step].state);
  }
  return !e.floods || flood(batch.steps[step].state, arrivals.link(step));
}

template <typename Enter>
StopReason Worker::arrive_and(Store::Batch& batch, std::uint64_t depth, Enter enter) {
  struct Arrivals {
    Link parent;
    Enter& enter;
    Link link(std::size_t) const { return parent; }
    bool fresh(std::size_t i, StateId id) { return enter(i, id); }
  } arrivals{Link::to(batch.source), enter};
  return arrive(batch, depth, arrivals);
}

/// Each says what ended it early, if anything.
StopReason breadth_first(Exploration& e);
StopReason depth_first(Exploration& e);

/// The states from an initial one to `last`, along parents: those that the search explored. Empty where a limit ends
/// that.
std::vector<StateBytes> path_to(Exploration& e, StateId last);
/// The last of them.
StateBytes explored_state(Exploration& e, StateId id);

/// Checks an exploration against a second generator; a disagreement is a bug of ours and ends the program.
void audit(Exploration& e, StopReason stopped);

}  // namespace quotient
