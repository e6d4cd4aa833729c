#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "search/cycles/cycle_exploration.hpp"
#include "search/levels/path_findings.hpp"
#include "search/levels/state_stack.hpp"

namespace quotient {

/// Looks for a wrong cycle by two nested depth-first searches, with early detection [Schwoon, Esparza 2005]. The outer
/// one goes through all states; from each accepting state that it leaves, the inner one looks for a way back to the
/// outer one's path. What the inner one has seen it never enters again, so that no state is expanded more than twice.
/// Where non-progress is looked for, the inner search begins at every state, keeps to states without progress, and
/// looks for a way back to its own path: what it looks for is then any cycle of that part of the graph.
///
/// Both searches have the states of their paths, and of the store ask only whether something was seen before. So this
/// works with every store, `bitstate` too (as "supertrace" does), and with reductions that lose states: a cycle of keys
/// counts only where it is one of states.
class NestedSearch {
 public:
  NestedSearch(Exploration& e, const CycleProperty& property);

  CycleSearchEnd run();

 private:
  struct Frame {
    StateBytes state;
    std::string key;
    StateId id;            // of the outer search
    std::uint64_t begin;   // how many waited before its successors
    std::uint32_t wanted;  // accepting states on the path so far, this one included
    bool counts;           // the inner search begins here
  };
  /// A path, what waits beside it, and where on it each key is.
  struct Path {
    explicit Path(MemoryBudget& shared) : budget(shared), waiting(shared) {}
    ~Path();
    [[nodiscard]] bool push(Frame frame);
    void pop();
    [[nodiscard]] bool wait(StateView state);

    MemoryBudget& budget;
    std::vector<Frame> frames;
    std::unordered_map<std::string, std::size_t> places;
    StateStack waiting;
    std::uint64_t waiting_count = 0;
  };

  StopReason search();
  StopReason enter(StateBytes state, std::string key);
  StopReason leave();
  StopReason search_inside();
  StopReason enter_inside(StateBytes state, std::string key);
  std::string key_of(StateView state);
  Store::Entry insert(KeyedSession& session, StateView state, StateId parent);
  bool was_entered(StateView state);
  StopReason refusal(const Store& store) const;
  /// Findings in the state just expanded, nothing where that are the initial ones, and on its steps.
  void note_findings(const StateBytes* state);
  bool satisfied() const { return !e_.options.all && !noted_.empty(); }
  /// Whether each state has a step to the next, and no progress where that is looked for.
  bool is_run(const std::vector<StateBytes>& states);
  /// Whether going on from the last state, which has the key of a state on one of the paths, really closes a cycle.
  bool close(std::size_t outer_from, const std::size_t* inner_from, const StateBytes& last);

  Exploration& e_;
  const CycleProperty& property_;
  const bool by_progress_;
  std::unique_ptr<KeyFunction> key_function_, inner_key_function_;
  const std::unique_ptr<Store> inner_seen_;
  KeyedSession inner_session_;
  Store::Batch single_;  // for one state on its way into a store
  Successors steps_;
  Path outer_, inner_;
  PathFindings noted_;
  std::optional<Violation> lasso_;
  bool cut_ = false;
};

}  // namespace quotient
