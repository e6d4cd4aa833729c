#include "report/graph_report.hpp"

#include <fmt/format.h>
#include <optional>
#include <unordered_map>

#include "base/stop_signal.hpp"
#include "report/state_cells.hpp"
#include "report/words.hpp"
#include "search/graph.hpp"

namespace quotient {

namespace {

/// A page is not waited for longer than this.
constexpr std::chrono::duration<double> patience{5.0};

using Numbers = std::unordered_map<std::string, std::uint32_t>;

std::uint32_t look_up(const Numbers& numbers, const std::string& key) {
  const auto at = numbers.find(key);
  return at == numbers.end() ? GraphReport::no_state : at->second;
}

/// Texts by number, each once.
class Table {
 public:
  explicit Table(std::vector<std::string>& texts) : texts_(texts) {}
  std::uint32_t operator[](const std::string& text) {
    const auto [at, fresh] = numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (fresh) texts_.push_back(text);
    return at->second;
  }

 private:
  std::vector<std::string>& texts_;
  Numbers numbers_;
};

class Writer {
 public:
  Writer(const System& system, GraphReport& out)
      : system_(system), cells_(out.cells), values_(out.values), labels_(out.labels) {}

  void write(const StateGraph& graph, GraphReport::Graph& out) {
    out.initial_count = graph.initial_count();
    for (std::uint32_t i = 0; i < graph.state_count(); ++i) {
      poll_stop();
      std::vector<std::uint32_t>& told = out.states.emplace_back();
      for (const CellValue& cell : state_cells(system_, graph.state(i))) {
        told.push_back(cells_[cell.cell]);
        told.push_back(values_[cell.value]);
      }
    }
    for (const StateGraph::Edge& e : graph.edges()) {
      poll_stop();
      out.edges.push_back({e.source, e.target, labels_[system_.narrator().label(e.label)]});
    }
  }

 private:
  const System& system_;
  Table cells_, values_, labels_;
};

std::string why_not(StopReason reason, const Limits& limits) {
  if (reason == StopReason::states) return GraphReport::too_many();
  return in_words(reason, limits);
}

}  // namespace

std::string GraphReport::too_many() { return fmt::format("there are more than {} states", with_commas(most_states)); }

namespace {

/// The graph up to symmetry, and where in it the orbit of a state is.
class Quotient {
 public:
  Quotient(const Reduction& reduction, const StateGraph& graph) : key_function_(reduction.key_function()) {
    for (std::uint32_t i = 0; i < graph.state_count(); ++i) numbers_.emplace(key(graph.state(i)), i);
  }
  std::uint32_t orbit(StateView state) { return look_up(numbers_, key(state)); }

 private:
  std::string key(StateView state) {
    const Key key = key_function_->key(state);
    return {key.bytes.begin(), key.bytes.end()};
  }

  std::unique_ptr<KeyFunction> key_function_;
  Numbers numbers_;
};

}  // namespace

GraphReport make_graph_report(const System& system, const Reduction* reduction, const Limits& limits,
                              const std::vector<std::vector<std::string>>& runs) {
  GraphReport report;
  report.paths.resize(runs.size());
  Limits own;
  own.stop = limits.stop;
  own.memory = limits.memory;
  own.max_states = GraphReport::most_states;
  own.time = patience;
  if (reduction != nullptr && reduction->floods()) reduction = nullptr;
  Writer writer(system, report);
  std::optional<Quotient> quotient;
  if (reduction != nullptr) {
    const StateGraph graph(system, own, reduction);
    if (graph.stopped() != StopReason::nothing) {
      report.remark = why_not(graph.stopped(), own);
      return report;
    }
    writer.write(graph, report.reduced);
    quotient.emplace(*reduction, graph);
  }
  const auto reduced_path = [&](const std::string& state) {
    return quotient->orbit({reinterpret_cast<const std::uint8_t*>(state.data()), state.size()});
  };
  for (std::size_t r = 0; quotient && r < runs.size(); ++r) {
    for (const std::string& state : runs[r]) report.paths[r].reduced.push_back(reduced_path(state));
  }

  const StateGraph graph(system, own);
  if (graph.stopped() != StopReason::nothing) {
    report.remark = (quotient ? "without symmetry: " : "") + why_not(graph.stopped(), own);
    return report;
  }
  writer.write(graph, report.expanded);
  Numbers numbers;
  for (std::uint32_t i = 0; i < graph.state_count(); ++i) {
    poll_stop();
    const StateView state = graph.state(i);
    numbers.emplace(std::string(state.begin(), state.end()), i);
    if (quotient) report.orbit.push_back(quotient->orbit(state));
  }
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (const std::string& state : runs[r]) report.paths[r].expanded.push_back(look_up(numbers, state));
  }
  return report;
}

}  // namespace quotient
