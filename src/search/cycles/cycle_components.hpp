#pragma once

#include "search/cycles/cycle_exploration.hpp"
#include "search/cycles/cycle_sets.hpp"
#include "search/levels/state_stack.hpp"

namespace quotient {

/// Looks for a strongly connected component that holds a wrong cycle, in one depth-first search [Couvreur 1999, Gabow
/// 2000]: each state is expanded once, and a component is judged as soon as it closes, before it is complete.
///
/// Weak fairness is a generalised acceptance condition here, one for each process: a component is fair unless some
/// process waits in all its states and moves on none of its steps. So it costs no copies of the states.
///
/// Where non-progress is looked for, states with progress are cut out of the graph: what lies behind them is searched
/// later, from new roots.
///
/// With a reduction the graph is that of the keys, with the steps of the one state that is entered for each. An
/// infinite run of the model goes through it up to permutations, and a cycle in it is one of the model as soon as one
/// has gone round it often enough: so the one has a wrong cycle where the other has.
class ComponentSearch {
 public:
  ComponentSearch(Exploration& e, const CycleProperty& property);

  CycleSearchEnd run();

 private:
  // Many are kept: ids as the store counts them.
  struct Waiting {
    std::uint32_t id;
    ProcessSets::Number moved;
  };
  struct Frame {
    std::uint64_t begin;  // of its successors in `waiting_`
    std::uint32_t id;
    ProcessSets::Number waiting;  // processes that wait in this state
  };
  /// A component, as far as it is known. `unserved` are the processes that wait in all its states and move on none of
  /// its steps: everything, where it has no step of its own yet.
  struct Root {
    std::uint32_t order;
    ProcessSets::Number unserved;
    ProcessSets::Number arc;  // unserved on the step that led into it
    bool accepting;
  };
  struct Entry {
    StateId id;
    StateId source;  // from where it was reached
    std::uint64_t depth;
  };

  StopReason search_from(Entry entry);
  /// `state_` is what is entered, where the store has only keys.
  StopReason visit(StateId id, StateId source, ProcessSets::Number arc);
  StopReason note_entries(std::uint64_t depth);
  StopReason descend(StateId id);
  void close(std::uint32_t order, ProcessSets::Number unserved);
  void leave();
  bool is_wrong(const Root& root) const { return root.accepting && root.unserved == ProcessSets::nothing; }

  Exploration& e_;
  const CycleProperty& property_;
  Store::Batch batch_;
  ProcessSets sets_;
  BudgetedVector<std::uint32_t> order_;  // by id: when it was entered; 0: not yet; `finished`: not on any open path
  BudgetedVector<std::uint32_t> live_;   // states of components that are not complete, in the order of their entry
  BudgetedVector<Waiting> waiting_;
  BudgetedVector<Frame> path_;
  BudgetedVector<Root> roots_;
  BudgetedVector<Entry> entries_;
  // The states that go with `waiting_` and `entries_`, where the store has only keys.
  const bool keeps_states_;
  StateStack waiting_states_, entry_states_;
  StateBytes state_;
  std::uint32_t entered_ = 0;
  std::uint64_t entry_depth_ = 0;
  StateId still_ = no_state;  // where the run ends in an accepting state
  bool found_ = false;
  bool cut_ = false;
};

}  // namespace quotient
