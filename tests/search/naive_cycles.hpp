#pragma once

#include <map>
#include <string>
#include <vector>

#include "search/cycles/cycle_search.hpp"

namespace quotient::naive {

/// All states and steps of a system in memory, and what cycles are judged by. For graphs of a few thousand states.
struct WholeGraph {
  struct Edge {
    std::size_t source, target;
    ProcessSet moved;
  };
  std::vector<StateBytes> states;
  std::vector<CycleFacts> facts;
  std::vector<Edge> edges;

  explicit WholeGraph(const System& system) {
    std::map<std::string, std::size_t> numbers;
    const auto number = [&](StateView state) {
      const auto [at, added] = numbers.try_emplace(std::string(state.begin(), state.end()), states.size());
      if (added) states.emplace_back(state.begin(), state.end());
      return at->second;
    };
    const auto generator = system.cycle_generator();
    Successors steps;
    generator->initial(steps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].completed) number(steps[i].state);
    }
    for (std::size_t s = 0; s < states.size(); ++s) {
      generator->successors(states[s], steps);
      facts.push_back(steps.cycle_facts);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].completed) edges.push_back({s, number(steps[i].state), steps.moved(i)});
      }
    }
  }
};

/// Whether there is a wrong cycle among the states of which `kept` is true, by the definition: a table of who reaches
/// whom, and each strongly connected component judged as a whole. Where strong fairness finds somebody in it who can
/// move and never does, no cycle passes states where he can: so these are left out, and the rest is judged again
/// (Streett).
inline bool has_wrong_cycle(const WholeGraph& graph, const std::vector<bool>& kept, const CycleProperty& property) {
  const std::size_t n = graph.states.size();
  const bool by_progress = property.kind == CycleKind::non_progress;
  std::vector<std::vector<std::uint64_t>> rows(n, std::vector<std::uint64_t>(n / 64 + 1, 0));
  // In one step or more.
  const auto reaches = [&rows](std::size_t from, std::size_t to) {
    return (rows[from][to / 64] >> (to % 64) & 1U) != 0;
  };
  for (const WholeGraph::Edge& e : graph.edges) {
    if (kept[e.source] && kept[e.target]) rows[e.source][e.target / 64] |= std::uint64_t{1} << (e.target % 64);
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!reaches(i, k)) continue;
      for (std::size_t word = 0; word < rows[i].size(); ++word) rows[i][word] |= rows[k][word];
    }
  }
  std::vector<bool> judged(n, false);
  for (std::size_t s = 0; s < n; ++s) {
    if (judged[s] || !kept[s] || !reaches(s, s) || (!by_progress && !graph.facts[s].accepting)) continue;
    const auto inside = [&](std::size_t t) { return kept[t] && reaches(s, t) && reaches(t, s); };
    ProcessSet always = ProcessSet::everything(), sometimes, moved;
    for (const WholeGraph::Edge& e : graph.edges) {
      if (!inside(e.source) || !inside(e.target)) continue;
      judged[e.source] = true;
      always &= graph.facts[e.source].waiting;
      sometimes |= graph.facts[e.source].waiting;
      moved |= e.moved;
    }
    if (property.fairness == Fairness::none) return true;
    if (property.fairness == Fairness::weak) {
      if ((always -= moved).empty()) return true;
      continue;
    }
    if ((sometimes -= moved).empty()) return true;
    std::vector<bool> rest(n, false);
    for (std::size_t t = 0; t < n; ++t) {
      ProcessSet left_out = graph.facts[t].waiting;
      rest[t] = inside(t) && (left_out &= sometimes).empty();
    }
    if (has_wrong_cycle(graph, rest, property)) return true;
  }
  return false;
}

inline bool has_wrong_cycle(const System& system, const CycleProperty& property) {
  const WholeGraph graph(system);
  const bool by_progress = property.kind == CycleKind::non_progress;
  std::vector<bool> kept;
  for (const CycleFacts& facts : graph.facts) {
    if (!by_progress && facts.accepting && facts.stands_still) return true;
    kept.push_back(!by_progress || !facts.progress);
  }
  return has_wrong_cycle(graph, kept, property);
}

}  // namespace quotient::naive
