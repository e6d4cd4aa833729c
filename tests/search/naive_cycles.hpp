#pragma once

#include <map>
#include <string>
#include <vector>

#include "search/cycles/cycle_search.hpp"

namespace quotient::naive {

/// Whether a system has a wrong cycle, by the definition: all its states and steps in memory, a table of who reaches
/// whom, and each strongly connected component judged as a whole. For graphs of a few thousand states.
inline bool has_wrong_cycle(const System& system, const CycleProperty& property) {
  struct Edge {
    std::size_t source, target;
    ProcessSet moved;
  };
  std::map<std::string, std::size_t> numbers;
  std::vector<StateBytes> states;
  std::vector<CycleFacts> facts;
  std::vector<Edge> edges;
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

  const std::size_t n = states.size();
  const bool by_progress = property.kind == CycleKind::non_progress;
  const auto kept = [&](std::size_t s) { return !by_progress || !facts[s].progress; };
  std::vector<std::vector<std::uint64_t>> rows(n, std::vector<std::uint64_t>(n / 64 + 1, 0));
  // In one step or more.
  const auto reaches = [&rows](std::size_t from, std::size_t to) {
    return (rows[from][to / 64] >> (to % 64) & 1U) != 0;
  };
  for (const Edge& e : edges) {
    if (kept(e.source) && kept(e.target)) rows[e.source][e.target / 64] |= std::uint64_t{1} << (e.target % 64);
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!reaches(i, k)) continue;
      for (std::size_t word = 0; word < rows[i].size(); ++word) rows[i][word] |= rows[k][word];
    }
  }
  std::vector<bool> judged(n, false);
  for (std::size_t s = 0; s < n; ++s) {
    if (!by_progress && facts[s].accepting && facts[s].stands_still) return true;
    if (judged[s]) continue;
    if (!reaches(s, s) || (!by_progress && !facts[s].accepting)) continue;
    ProcessSet unserved = ProcessSet::everything();
    for (const Edge& e : edges) {
      const auto inside = [&](std::size_t t) { return reaches(s, t) && reaches(t, s); };
      if (!inside(e.source) || !inside(e.target)) continue;
      judged[e.source] = true;
      ProcessSet left = facts[e.source].waiting;
      unserved &= (left -= e.moved);
    }
    if (!property.weak_fairness || unserved.empty()) return true;
  }
  return false;
}

}  // namespace quotient::naive
