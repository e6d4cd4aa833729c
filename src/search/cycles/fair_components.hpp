#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "model/cycle_property.hpp"
#include "search/cycles/cycle_graph.hpp"
#include "search/cycles/cycle_sets.hpp"
#include "search/cycles/graph_components.hpp"

namespace quotient {

/// Decides whether a strongly connected component has a fair cycle, up to symmetry (docs/liveness.md has the proof).
///
/// In the quotient nobody keeps his name: a step r → t is followed by the permutation that takes t to the
/// representative of its orbit. So a process is followed along: the *threaded* graph has nodes (r, i), and for such a
/// step an edge from each (r, i) to where the permutation takes i. It covers a strongly connected graph, so its parts
/// are found by union-find, and what fairness asks of each process it asks of each part. [Emerson & Sistla 1997]
/// [Gyuris & Sistla 1999] The permutations are computed anew, for the steps inside of components alone. Without
/// symmetry the graph knows who moves, of most states.
class FairComponents {
 public:
  using Id = CycleGraph::Id;
  /// Is told of a component that is fair as a whole; ends everything by returning false.
  using Found = std::function<bool(std::span<const Id>)>;

  FairComponents(Exploration& e, const CycleGraph& graph, Fairness fairness);
  ~FairComponents();

  /// The fair components within a component: this one or none where fairness is weak, the largest ones where it is
  /// strong. `members` is from a search with another GraphComponents.
  StopReason search(std::span<const Id> members, const Found& found);
  /// More than any process that matters in what was judged so far.
  Actor processes() const { return processes_; }

 private:
  class Threads;

  StopReason judge(std::span<const Id> members, const Found& found, std::vector<std::vector<Id>>& rest);
  /// Puts members and inner steps into `threads`. `more_processes`: there are more than these are for, so that it is to
  /// be done again.
  StopReason thread(std::span<const Id> members, Threads& threads, bool& more_processes);
  /// What the graph knows of a state, or else a second look at it; `number`: among the members.
  void thread_kept(Id id, std::size_t number, Threads& threads);
  void thread_steps(std::size_t number, Threads& threads);
  StopReason expand(Id id);
  /// Whether weak fairness is owed something by these alone, as far as the graph knows: somebody whom no permutation
  /// moves can move in all of them, and does so on no step inside. Each such process is a part of its own.
  bool neglects_somebody(std::span<const Id> members) const;

  Exploration& e_;
  const CycleGraph& graph_;
  const Fairness fairness_;
  std::unique_ptr<StepGenerator> generator_;
  std::unique_ptr<KeyFunction> key_function_;
  GraphComponents components_;
  BudgetedVector<std::uint32_t> place_;  // by id: its number among the members, plus one
  Actor processes_ = 0;                  // more than any that was met so far
  OpenState open_;
  Successors steps_;               // of the state expanded last
  std::vector<Actor> images_;      // of processes, by the permutation of a step
  std::vector<std::uint8_t> key_;  // of a target
  ProcessSets sets_;
  std::vector<ProcessSets::Number> waiting_;  // of the members, where fairness is strong
};

}  // namespace quotient
