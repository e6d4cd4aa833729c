#pragma once

#include <memory>
#include <vector>

#include "search/budget.hpp"
#include "search/limits.hpp"
#include "search/search.hpp"
#include "search/store.hpp"
#include "search/violation_log.hpp"

namespace quotient {

/// What every order of search works with. Internal to this folder.
struct Exploration {
  Exploration(const System& explored, const SearchOptions& chosen)
      : system(explored),
        options(chosen),
        watch(chosen.limits),
        budget(chosen.limits.memory),
        store(budget),
        generator(explored.generator()) {
    store.limit_states(chosen.limits.max_states);
  }

  /// Whether one violation is enough and there is one.
  bool satisfied() const { return !options.all && !log.empty(); }

  void compute_initial(Store::Batch& batch) {
    batch.source = no_state;
    generator->initial(batch.steps);
    note_findings(batch, 0);
    store.prepare(batch);
  }

  /// Computes the steps of a stored state, and notes what is wrong in the state itself.
  void expand(StateId id, std::uint64_t depth, Store::Batch& batch) {
    batch.source = id;
    generator->successors(store.load(id), batch.steps);
    note_findings(batch, depth);
    store.prepare(batch);
  }

  /// Stores what the steps lead to, `depth` steps from the start, and notes what is wrong on the way. Calls `enter(id)`
  /// for each state that was not known, as long as it returns true.
  template <typename Enter>
  StopReason arrive(Store::Batch& batch, std::uint64_t depth, Enter enter) {
    store.insert(batch);
    for (std::size_t i = 0; i < batch.entries.size(); ++i) {
      const Successor step = batch.steps[i];
      if (options.properties.wants(step.finding)) [[unlikely]]
        log.note_step(step.finding, batch.source, step, depth);
      switch (batch.entries[i].outcome) {
        case Store::Outcome::found:
          ++transitions;
          break;
        case Store::Outcome::fresh:
          ++transitions;
          if (!enter(batch.entries[i].id)) return StopReason::memory;
          break;
        case Store::Outcome::refused:
          return store.size() >= options.limits.max_states ? StopReason::states : StopReason::memory;
        case Store::Outcome::skipped:
          break;
      }
    }
    return StopReason::nothing;
  }

  /// The same for steps that would leave the depth limit: only those to known states are taken. False where one leads
  /// on.
  bool arrive_at_depth_limit(Store::Batch& batch) {
    store.limit_states(store.size());
    store.insert(batch);
    store.limit_states(options.limits.max_states);
    bool stayed = true;
    for (const Store::Entry& entry : batch.entries) {
      if (entry.outcome == Store::Outcome::found) {
        ++transitions;
      } else {
        stayed = false;
      }
    }
    return stayed;
  }

  void note_findings(const Store::Batch& batch, std::uint64_t depth) {
    for (const Finding finding : batch.steps.findings()) {
      if (options.properties.wants(finding)) log.note_state(finding, batch.source, depth);
    }
  }

  void report_progress(std::uint64_t waiting, std::uint64_t depth) {
    if (options.progress) {
      options.progress({store.size(), transitions, waiting, depth, budget.used(), watch.seconds()});
    }
  }

  const System& system;
  const SearchOptions& options;
  Watch watch;
  MemoryBudget budget;
  Store store;
  std::unique_ptr<StepGenerator> generator;
  ViolationLog log;
  std::uint64_t transitions = 0;
  std::uint64_t max_depth = 0;
};

/// Each says what ended it early, if anything.
StopReason breadth_first(Exploration& e);
StopReason depth_first(Exploration& e);

/// Checks an exploration against a second generator; a disagreement is a bug of ours and ends the program.
void audit(const Exploration& e, StopReason stopped);

}  // namespace quotient
