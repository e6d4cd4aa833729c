#pragma once

#include <deque>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "lts/lts.hpp"
#include "mcrl2/mcrl2.hpp"

namespace quotient::mcrl2::testing {

/// A state space as numbers and words.
struct Graph {
  std::size_t states = 0;
  std::size_t transitions = 0;
  std::size_t deadlocks = 0;
  std::vector<std::tuple<std::size_t, std::string, std::size_t>> edges;
  std::set<std::string> labels;
  std::vector<std::string> findings;  // once each; limits too
  std::string errors;                 // of loading
};

/// To be compared with others.
inline Lts lts_of(const Graph& graph) {
  Lts result;
  result.state_count = static_cast<std::uint32_t>(graph.states);
  for (const auto& [from, label, to] : graph.edges) {
    result.edges.push_back({static_cast<std::uint32_t>(from), result.label(label), static_cast<std::uint32_t>(to)});
  }
  return result;
}

/// Loads and explores breadth first, the plainest way there is.
inline Graph explore(std::string text, const Options& options = {}, std::size_t most = 1'000'000,
                     bool keep_edges = true) {
  Graph graph;
  SourceMap sources;
  const FileId file = sources.add("m.mcrl2", std::move(text));
  Diagnostics diagnostics;
  const auto system = load(sources, file, options, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::error) graph.errors += render(sources, d, false);
  }
  if (!system) return graph;
  const auto generator = system->generator();
  std::unordered_map<std::string, std::size_t> seen;
  std::deque<std::string> todo;
  Successors out;
  std::set<std::string> findings;
  const auto visit = [&](StateView state) {
    const std::string bytes(state.begin(), state.end());
    const auto [place, fresh] = seen.try_emplace(bytes, seen.size());
    if (fresh) todo.push_back(bytes);
    return place->second;
  };
  const auto note = [&](Finding finding) {
    const FindingText described = system->narrator().describe(finding);
    findings.insert(described.at.file.empty() ? described.message
                                              : fmt::format("{}:{}: {}", described.at.position.line,
                                                            described.at.position.column, described.message));
  };
  const auto note_limit = [&] {
    if (out.is_cut_off() && out.cut_off_reason()) note(out.cut_off_reason());
  };
  generator->initial(out);
  note_limit();
  for (const Finding finding : out.findings()) note(finding);
  for (std::size_t i = 0; i < out.size(); ++i) visit(out[i].state);
  for (std::size_t number = 0; !todo.empty() && seen.size() <= most; ++number) {
    const std::string state = std::move(todo.front());
    todo.pop_front();
    const StateView view(reinterpret_cast<const std::uint8_t*>(state.data()), state.size());
    generator->successors(view, out);
    note_limit();
    for (const Finding finding : out.findings()) {
      graph.deadlocks += finding.kind == FindingKind::deadlock ? 1 : 0;
      note(finding);
    }
    graph.transitions += out.size();
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (out[i].finding) note(out[i].finding);
      const std::size_t to = visit(out[i].state);
      if (keep_edges) graph.edges.emplace_back(number, system->narrator().label(out[i].label), to);
    }
  }
  graph.states = seen.size();
  for (const auto& [from, label, to] : graph.edges) graph.labels.insert(label);
  graph.findings.assign(findings.begin(), findings.end());
  return graph;
}

/// The dining philosophers of the paper for any number: all take the left fork first.
inline std::string philosophers(int n, bool allow) {
  std::string phil;
  std::string fork;
  std::string equations;
  std::string processes;
  for (int i = 1; i <= n; ++i) {
    phil += fmt::format("{}p{}", i == 1 ? "" : " | ", i);
    fork += fmt::format("{}f{}", i == 1 ? "" : " | ", i);
    equations += fmt::format("  rightFork(p{}) = f{};\n  leftFork(p{}) = f{};\n", i, i, i, i % n + 1);
    processes += fmt::format("{}P_Fork(f{}) || P_Phil(p{})", i == 1 ? "" : " || ", i, i);
  }
  const std::string communications = "comm({get|up->lock, put|down->free}, " + processes + ")";
  return fmt::format(R"(
sort Phil = struct {};
     Fork = struct {};
map leftFork, rightFork: Phil -> Fork;
eqn
{}
act get, put, up, down, lock, free: Phil # Fork;
    eat: Phil;
proc P_Phil(p: Phil) = get(p, leftFork(p)) . get(p, rightFork(p)) . eat(p) .
                       put(p, leftFork(p)) . put(p, rightFork(p)) . P_Phil(p);
     P_Fork(f: Fork) = sum p: Phil. up(p, f) . down(p, f) . P_Fork(f);
init {};
)",
                     phil, fork, equations,
                     allow ? "allow({lock, free, eat}, " + communications + ")"
                           : "block({get, put, up, down}, " + communications + ")");
}

}  // namespace quotient::mcrl2::testing
