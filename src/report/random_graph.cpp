#include "report/random_graph.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <vector>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

namespace {

/// A distribution: where it leads, and how probable that is.
using Targets = std::vector<std::pair<std::uint32_t, std::string>>;

std::string distribution_text(Targets targets) {
  std::sort(targets.begin(), targets.end());
  std::string text;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    text += std::to_string(targets[i].first);
    if (i + 1 < targets.size()) text += " " + targets[i].second + " ";
  }
  return text;
}

std::string quoted_label(const std::string& label) {
  std::string text = "\"";
  for (const char c : label) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

/// Initial states are numbered first, in the order in which they are listed.
Targets initial_targets(const System& system, const RandomSteps& random, const StateGraph& graph) {
  Successors first;
  system.generator()->initial(first);
  ensure(first.size() == graph.initial_count(), "initial states are listed once each");
  Targets targets;
  for (std::uint32_t i = 0; i < first.size(); ++i) targets.emplace_back(i, random.share(first[i].label).probability);
  return targets;
}

}  // namespace

std::uint64_t write_random_aut(const System& system, const RandomSteps& random, const StateGraph& graph,
                               OutputFile& out) {
  struct Step {
    std::uint32_t source;
    std::string label;
    Targets targets;
  };
  std::vector<Step> steps;
  std::map<std::pair<std::string, std::uint32_t>, std::size_t> open;  // of the state at hand: by label and way
  std::uint32_t source = UINT32_MAX;
  for (const StateGraph::Edge& edge : graph.edges()) {
    poll_stop();
    if (edge.source != source) open.clear();
    source = edge.source;
    const RandomSteps::Share share = random.share(edge.label);
    if (share.way == 0) {
      steps.push_back({source, share.label, {{edge.target, share.probability}}});
      continue;
    }
    const auto [place, fresh] = open.try_emplace({share.label, share.way}, steps.size());
    if (fresh) steps.push_back({source, share.label, {}});
    steps[place->second].targets.emplace_back(edge.target, share.probability);
  }
  out.write(fmt::format("des ({},{},{})\n", distribution_text(initial_targets(system, random, graph)), steps.size(),
                        graph.state_count()));
  for (const Step& step : steps) {
    out.write(fmt::format("({},{},{})\n", step.source, quoted_label(step.label), distribution_text(step.targets)));
  }
  return steps.size();
}

}  // namespace quotient
