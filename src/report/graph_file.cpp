#include "report/graph_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/stop_signal.hpp"
#include "report/state_cells.hpp"
#include "report/words.hpp"

namespace quotient {

namespace {

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Labels repeat from state to state: each is put into words once.
class Labels {
 public:
  Labels(const System& system, std::string (*quote)(std::string_view)) : system_(system), quote_(quote) {}
  const std::string& operator[](StepLabel label) {
    const auto [at, added] = known_.try_emplace(label.value);
    if (added) at->second = quote_(system_.narrator().label(label));
    return at->second;
  }

 private:
  const System& system_;
  std::string (*quote_)(std::string_view);
  std::unordered_map<std::uint32_t, std::string> known_;
};

/// A graph as all formats write it: with one initial state.
struct Rooted {
  const StateGraph& graph;
  std::uint64_t shift;  // 1 where a state was put before the initial ones

  explicit Rooted(const StateGraph& g) : graph(g), shift(g.initial_count() == 1 ? 0 : 1) {}
  std::uint64_t states() const { return graph.state_count() + shift; }
  std::uint64_t edges() const { return graph.edges().size() + (shift != 0 ? graph.initial_count() : 0); }

  template <typename Visit>
  void for_each_edge(Labels& labels, const std::string& initialise, Visit visit) const {
    for (std::uint64_t i = 0; shift != 0 && i < graph.initial_count(); ++i) visit(0, i + shift, initialise);
    for (const StateGraph::Edge& e : graph.edges()) {
      poll_stop();
      visit(e.source + shift, e.target + shift, labels[e.label]);
    }
  }
};

void write_aut(const System& system, const Rooted& g, OutputFile& out) {
  Labels labels(system, in_quotes);
  out.write(fmt::format("des (0,{},{})\n", g.edges(), g.states()));
  g.for_each_edge(labels, "\"initialise\"", [&](std::uint64_t source, std::uint64_t target, const std::string& label) {
    out.write(fmt::format("({},{},{})\n", source, label, target));
  });
}

void write_dot(const System& system, const Rooted& g, const std::string& order, OutputFile& out) {
  Labels labels(system, in_quotes);
  if (order != "1") out.write(fmt::format("// one state of every orbit, group of order {}\n", order));
  out.write("digraph states {\n  node [shape=circle];\n  start [shape=point];\n  start -> 0;\n");
  for (std::uint32_t i = 0; i < g.graph.state_count(); ++i) {
    poll_stop();
    std::string tip;
    for (const CellValue& cell : state_cells(system, g.graph.state(i))) {
      tip += fmt::format("{}{}={}", tip.empty() ? "" : " ", cell.cell, cell.value);
    }
    out.write(fmt::format("  {} [tooltip={}];\n", i + g.shift, in_quotes(tip)));
  }
  g.for_each_edge(labels, "\"initialise\"", [&](std::uint64_t source, std::uint64_t target, const std::string& label) {
    out.write(fmt::format("  {} -> {} [label={}];\n", source, target, label));
  });
  out.write("}\n");
}

void write_json(const System& system, const Rooted& g, const std::string& order, OutputFile& out) {
  Labels labels(system, json_text);
  out.write(fmt::format(
      "{{\n\"tool\": \"quotient\",\n\"symmetry\": {{\"order\": \"{}\"}},\n\"initial\": 0,\n\"states\": [\n{}", order,
      g.shift != 0 ? "  {\"id\": 0, \"cells\": []}" : ""));
  for (std::uint32_t i = 0; i < g.graph.state_count(); ++i) {
    poll_stop();
    std::string cells;
    for (const CellValue& cell : state_cells(system, g.graph.state(i))) {
      cells += fmt::format("{}[{}, {}]", cells.empty() ? "" : ", ", json_text(cell.cell), json_text(cell.value));
    }
    out.write(fmt::format("{}  {{\"id\": {}, \"cells\": [{}]}}", i + g.shift == 0 ? "" : ",\n", i + g.shift, cells));
  }
  out.write("\n],\n\"edges\": [\n");
  bool first = true;
  g.for_each_edge(labels, "\"initialise\"", [&](std::uint64_t source, std::uint64_t target, const std::string& label) {
    out.write(fmt::format("{}  {{\"source\": {}, \"label\": {}, \"target\": {}}}", first ? "" : ",\n", source, label,
                          target));
    first = false;
  });
  out.write("\n]\n}\n");
}

}  // namespace

std::optional<GraphFormat> graph_format(std::string_view path) {
  if (path.ends_with(".aut")) return GraphFormat::aut;
  if (path.ends_with(".dot") || path.ends_with(".gv")) return GraphFormat::dot;
  if (path.ends_with(".json")) return GraphFormat::json;
  return std::nullopt;
}

void write_graph(const System& system, const StateGraph& graph, GraphFormat format, const std::string& order,
                 OutputFile& out) {
  const Rooted rooted(graph);
  switch (format) {
    case GraphFormat::aut:
      return write_aut(system, rooted, out);
    case GraphFormat::dot:
      return write_dot(system, rooted, order, out);
    case GraphFormat::json:
      return write_json(system, rooted, order, out);
  }
}

}  // namespace quotient
