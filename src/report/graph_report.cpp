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
      write_state(graph.state(i), out);
    }
    for (const StateGraph::Edge& e : graph.edges()) {
      poll_stop();
      write_edge(e.source, e.target, e.label, out);
    }
  }
  void write_state(StateView state, GraphReport::Graph& out) {
    std::vector<std::uint32_t>& told = out.states.emplace_back();
    for (const CellValue& cell : state_cells(system_, state)) {
      told.push_back(cells_[cell.cell]);
      told.push_back(values_[cell.value]);
    }
  }
  void write_edge(std::uint32_t source, std::uint32_t target, StepLabel label, GraphReport::Graph& out) {
    out.edges.push_back({source, target, labels_[system_.narrator().label(label)]});
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

/// The states of runs, then ring by ring those that a step leads to, and the steps between them.
class Neighbourhood {
 public:
  Neighbourhood(const System& system, const Reduction* reduction, Writer& writer, GraphReport::Graph& out)
      : generator_(system.generator()), writer_(writer), out_(out) {
    if (const StopSignal* stop = current_stop()) generator_->heed(*stop);
    if (reduction != nullptr) key_function_ = reduction->key_function();
  }

  std::uint32_t add(StateView state) {
    const auto [at, fresh] = numbers_.try_emplace(key(state), static_cast<std::uint32_t>(states_.size()));
    if (fresh) {
      states_.emplace_back(state.begin(), state.end());
      writer_.write_state(state, out_);
    }
    return at->second;
  }

  void grow(std::size_t most) {
    Successors steps;
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
      poll_stop();
      const StateBytes source = states_[i];
      generator_->successors(source, steps);
      poll_stop();
      steps.show_all();
      for (std::size_t k = 0; !steps.is_cut_off() && k < steps.size(); ++k) {
        if (!steps[k].completed) continue;
        const bool room = states_.size() < most;
        const std::uint32_t target = room ? add(steps[k].state) : look_up(numbers_, key(steps[k].state));
        if (target != GraphReport::no_state) writer_.write_edge(i, target, steps[k].label, out_);
      }
    }
  }

 private:
  std::string key(StateView state) {
    if (key_function_ == nullptr) return {state.begin(), state.end()};
    const Key key = key_function_->key(state);
    return {key.bytes.begin(), key.bytes.end()};
  }

  std::unique_ptr<StepGenerator> generator_;
  std::unique_ptr<KeyFunction> key_function_;
  Writer& writer_;
  GraphReport::Graph& out_;
  std::vector<StateBytes> states_;
  Numbers numbers_;
};

StateView view_of(const std::string& state) {
  return {reinterpret_cast<const std::uint8_t*>(state.data()), state.size()};
}

/// Of a graph that is too large. Empty if there is no run.
void draw_near_runs(const System& system, const Reduction* reduction, const std::vector<std::vector<std::string>>& runs,
                    Writer& writer, GraphReport& report) {
  GraphReport::Graph& out = reduction != nullptr ? report.reduced : report.expanded;
  Neighbourhood near(system, reduction, writer, out);
  for (std::size_t r = 0; r < runs.size(); ++r) {
    std::vector<std::uint32_t>& path = reduction != nullptr ? report.paths[r].reduced : report.paths[r].expanded;
    const bool fits = out.states.size() + runs[r].size() <= GraphReport::most_near_runs;
    for (const std::string& state : runs[r]) {
      path.push_back(fits && !state.empty() ? near.add(view_of(state)) : GraphReport::no_state);
    }
  }
  if (out.states.empty()) return;
  out.initial_count = 1;
  near.grow(GraphReport::most_near_runs);
  report.near_runs = true;
}

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
      draw_near_runs(system, reduction, runs, writer, report);
      return report;
    }
    writer.write(graph, report.reduced);
    quotient.emplace(*reduction, graph);
  }
  for (std::size_t r = 0; quotient && r < runs.size(); ++r) {
    for (const std::string& state : runs[r]) report.paths[r].reduced.push_back(quotient->orbit(view_of(state)));
  }

  const StateGraph graph(system, own);
  if (graph.stopped() != StopReason::nothing) {
    report.remark = (quotient ? "without symmetry: " : "") + why_not(graph.stopped(), own);
    if (!quotient) draw_near_runs(system, nullptr, runs, writer, report);
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
