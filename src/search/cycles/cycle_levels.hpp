#pragma once

#include "search/cycles/cycle_exploration.hpp"
#include "search/cycles/cycle_graph.hpp"
#include "search/cycles/fair_components.hpp"
#include "search/cycles/graph_components.hpp"

namespace quotient {

/// Looks for wrong cycles level by level: all threads explore as they do for anything else and write down where steps
/// lead; between two levels, each time the graph has grown a few times larger, its strongly connected components are
/// judged, with any fairness, also up to symmetry. Levels do not depend on threads, so neither does what is found.
class LevelCycles final : private StepArchive {
 public:
  /// The workers of `e` are from now on for cycles.
  LevelCycles(Exploration& e, const CycleProperty& property);
  LevelCycles(const LevelCycles&) = delete;
  LevelCycles& operator=(const LevelCycles&) = delete;
  ~LevelCycles() override;

  CycleSearchEnd run();

 private:
  using Id = CycleGraph::Id;

  void visit_new(const std::function<void(const Steps&)>& visit) override { graph_.visit_new(visit); }
  bool restore(const Steps& steps) override { return graph_.restore(steps); }
  std::uint64_t due() const override { return due_; }
  void restore_due(std::uint64_t due) override { due_ = due; }

  StopReason judge_when_due();
  StopReason judge();
  bool keep(std::span<const Id> members);
  bool is_wrong(StateId id) const { return id.value < component_.size() && component_[id.value] != 0; }

  Exploration& e_;
  const CycleProperty& property_;
  CycleGraph graph_;
  GraphComponents components_;
  std::unique_ptr<FairComponents> fair_;     // where fairness is asked for
  BudgetedVector<std::uint32_t> component_;  // by id: the number of the wrong component that it is in, from 1; 0: none
  std::uint32_t wrong_ = 0;                  // components
  std::uint64_t due_;                        // when there are this many states
};

}  // namespace quotient
