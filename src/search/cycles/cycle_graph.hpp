#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/cycle_property.hpp"
#include "search/levels/exploration.hpp"

namespace quotient {

/// The graph that a search has explored so far, by the ids of its store: where the steps of each state lead, each
/// target once, and what cycles are judged by. Threads write it without meeting; it is read between levels.
///
/// It may keep movers, too: a byte for each step, and each target once for each process that moves there. Only of
/// states in which all is simple: one process moves on each step, and just these can move, or else no process from 32
/// on. What is kept is then all that fairness asks for.
class CycleGraph {
 public:
  using Id = std::uint32_t;

  CycleGraph(MemoryBudget& budget, CycleKind kind, bool keeps_movers);
  ~CycleGraph();

  /// For one more thread. As long as the graph.
  StepSink& add_sink();
  /// Makes what was written since then readable; no thread may write meanwhile. False where memory is lacking.
  [[nodiscard]] bool index(std::size_t id_bound);

  /// See StepArchive.
  void visit_new(const std::function<void(const StepArchive::Steps&)>& visit);
  [[nodiscard]] bool restore(const StepArchive::Steps& steps);

  /// Whether its steps are known.
  bool is_expanded(Id id) const { return id < places_.size() && places_[id] != 0; }
  /// Of states that are expanded:
  bool counts(Id id) const { return (header(id) & counts_bit) != 0; }    // accepting, or without progress
  bool ends(Id id) const { return (header(id) & ends_bit) != 0; }        // accepting, and the run stays here
  bool allowed(Id id) const { return (header(id) & allowed_bit) != 0; }  // a wrong cycle may pass
  std::span<const Id> targets(Id id) const;
  bool keeps_movers(Id id) const { return (header(id) & movers_bit) != 0; }
  /// For each target who moves; empty where that was not kept.
  std::span<const std::uint8_t> movers(Id id) const;
  /// Where movers are kept: who can move.
  ProcessSet waiting(Id id) const;
  std::size_t id_bound() const { return places_.size(); }

 private:
  class Log;
  static constexpr std::uint32_t counts_bit = 1, ends_bit = 2, allowed_bit = 4, movers_bit = 8, waits_bit = 16,
                                 flag_bits = 5;

  const std::uint32_t* record(Id id) const;
  std::uint32_t header(Id id) const { return *record(id); }

  MemoryBudget& budget_;
  const CycleKind kind_;
  const bool keeps_movers_;
  std::vector<std::unique_ptr<Log>> logs_;
  BudgetedVector<std::uint64_t> places_;  // by id: which log, and where in it, plus one; 0: not expanded
};

}  // namespace quotient
