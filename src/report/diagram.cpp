#include "report/diagram.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "base/stop_signal.hpp"
#include "search/graph.hpp"

namespace quotient {

namespace {

constexpr std::uint64_t observed_states = 300;
constexpr std::chrono::duration<double> observed_time{1.0};
/// Explaining a step takes all steps of its state: those of a wide choice cost the square of their number.
constexpr std::uint64_t most_looks = 200'000;

/// "2" of "client(2)"; a name without a number stands for itself.
std::string number_in(const std::string& process) {
  const std::size_t open = process.rfind('(');
  if (open == std::string::npos || !process.ends_with(')')) return process;
  return process.substr(open + 1, process.size() - open - 2);
}

class Observer {
 public:
  void see(const TraceEvent& event) {
    if (!event.process.empty()) item(event.process, false);
    for (const MessageEvent& m : event.messages) {
      const std::uint32_t channel = item(m.channel, true);
      if (!m.sender.empty()) links_.insert({item(m.sender, false), channel});
      if (!m.receiver.empty()) links_.insert({channel, item(m.receiver, false)});
    }
  }

  /// Processes by their numbers, then channels as they came.
  ChannelDiagram finish(std::uint64_t states) {
    std::vector<std::uint32_t> order(out_.items.size()), place(out_.items.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto rank = [this](std::uint32_t i) {
      const ChannelDiagram::Item& item = out_.items[i];
      return item.is_channel ? std::tuple(true, std::size_t{0}, std::string())
                             : std::tuple(false, item.token.size(), item.token);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&rank](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
    ChannelDiagram sorted;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      sorted.items.push_back(out_.items[order[i]]);
    }
    for (const ChannelDiagram::Link& l : links_) sorted.links.push_back({place[l.from], place[l.to]});
    std::sort(sorted.links.begin(), sorted.links.end());
    sorted.observed_states = states;
    return sorted;
  }

 private:
  std::uint32_t item(const std::string& name, bool is_channel) {
    const auto [at, fresh] = known_.try_emplace({is_channel, name}, static_cast<std::uint32_t>(out_.items.size()));
    if (fresh) out_.items.push_back({name, is_channel ? name : number_in(name), "", is_channel});
    return at->second;
  }

  ChannelDiagram out_;
  std::map<std::pair<bool, std::string>, std::uint32_t> known_;
  std::set<ChannelDiagram::Link> links_;
};

}  // namespace

ChannelDiagram observed_diagram(const System& system) {
  Limits limits;
  limits.max_states = observed_states;
  limits.time = observed_time;
  const StateGraph graph(system, limits);
  Observer observer;
  std::vector<std::uint8_t> from, to;
  std::vector<std::uint64_t> steps(graph.state_count(), 0);
  for (const StateGraph::Edge& edge : graph.edges()) ++steps[edge.source];
  std::uint64_t looks = 0;
  std::set<std::uint64_t> seen;
  for (const StateGraph::Edge& edge : graph.edges()) {
    poll_stop();
    looks += steps[edge.source];
    if (looks > most_looks) return observer.finish(seen.size());
    seen.insert(edge.source);
    const StateView source = graph.state(edge.source);
    from.assign(source.begin(), source.end());
    const StateView target = graph.state(edge.target);
    to.assign(target.begin(), target.end());
    for (const TraceEvent& event : system.narrator().explain(from, to, {})) observer.see(event);
  }
  return observer.finish(graph.state_count());
}

}  // namespace quotient
