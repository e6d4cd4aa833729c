#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/system.hpp"
#include "search/limits.hpp"
#include "search/result.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// A state graph to be drawn. Texts are in tables, since they repeat from state to state.
struct GraphReport {
  /// A larger graph shows nothing any more.
  static constexpr std::uint64_t most_states = 2000;
  /// Of a graph that is too large, this much around the runs.
  static constexpr std::size_t most_near_runs = 300;
  static std::string too_many();  // why it is not drawn
  static constexpr std::uint32_t no_state = 0xffff'ffff;

  struct Edge {
    std::uint32_t source = 0, target = 0, label = 0;
  };
  struct Graph {
    std::uint32_t initial_count = 0;
    /// For each state in turn a cell, its value, the next cell, …
    std::vector<std::vector<std::uint32_t>> states;
    std::vector<Edge> edges;
    bool drawn() const { return !states.empty(); }
  };
  /// Where a counterexample goes, one state for each of its steps, the first state included.
  struct Path {
    std::vector<std::uint32_t> reduced, expanded;
  };

  std::vector<std::string> cells, values, labels;
  Graph reduced;   // empty where there is no reduction, or it is too large
  Graph expanded;  // without reduction; empty where it is too large
  /// For each state of the expanded graph the reduced one that represents it.
  std::vector<std::uint32_t> orbit;
  std::vector<Path> paths;  // of the violations, in their order
  /// The graph is too large: only the states of the runs and those near them are drawn, as `reduced` or, without a
  /// reduction, as `expanded`. Steps to other states are left out.
  bool near_runs = false;
  std::string remark;  // why something is missing
};

/// Explores `system` once more, with the reduction, which may be null, and without. `runs` are counterexamples, their
/// states as bytes.
GraphReport make_graph_report(const System& system, const Reduction* reduction, const Limits& limits,
                              const std::vector<std::vector<std::string>>& runs);

}  // namespace quotient
