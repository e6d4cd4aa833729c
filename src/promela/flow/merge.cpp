#include <algorithm>
#include <unordered_set>

#include "base/stop_signal.hpp"
#include "promela/flow/flow_edges.hpp"

namespace quotient::promela {

namespace {

bool blocks(const Element& e) {
  return e.kind == ElementKind::condition || e.kind == ElementKind::receive || e.kind == ElementKind::send;
}

/// A chain of statements is executed as one step if it cannot be observed: each but the first is always executable, has
/// one way on, and touches only local data (or is inside an atomic sequence anyhow). `merge` of an element is the
/// location where the chain that begins with it ends; `merge_single` that of an eligible statement with no chain behind
/// it; `merge_start` that of the chain which a blocking statement in front of it may take along.
class Merger {
 public:
  Merger(Flow& flow, FlowGraph& graph, const Visibility& visibility)
      : flow_(flow), graph_(graph), visibility_(visibility) {}

  void run(bool has_rendezvous) {
    count_arrivals();
    for (auto at = graph_.order.rbegin(); at != graph_.order.rend(); ++at) {
      poll_stop();
      const std::uint32_t number = *at;
      for (FlowEdge& e : graph_.nodes[number].edges) {
        if (e.step == nullptr || e.step->merge != 0 || blocks(*e.step)) continue;
        if (!eligible(number, e)) continue;
        const FlowEdge* next = first_edge(e.to);
        if (next == nullptr || !eligible(e.to, *next)) {
          e.step->merge_single = e.to;
        } else {
          chain(number, e);
        }
      }
    }
    for (auto at = graph_.order.rbegin(); at != graph_.order.rend(); ++at) {
      poll_stop();
      const std::uint32_t number = *at;
      for (FlowEdge& e : graph_.nodes[number].edges) {
        if (e.step == nullptr || e.step->merge != 0 || !may_start(*e.step, has_rendezvous)) continue;
        if (!alone(number, e)) continue;
        const FlowEdge* next = first_edge(e.to);
        if (next == nullptr || next->step == nullptr) continue;
        e.step->merge_start = next->step->merge != 0 ? next->step->merge : next->step->merge_single;
      }
    }
  }

 private:
  void count_arrivals() {
    for (const FlowNode& node : graph_.nodes) {
      for (const FlowEdge& e : node.edges) {
        if (e.step != nullptr) e.step->arrivals = node.incoming;
      }
    }
    Element* start = flow_.start();
    settle(start, start->in_atomic)->arrivals = 1;
  }

  const FlowEdge* first_edge(std::uint32_t number) const {
    const auto& edges = graph_.nodes[number].edges;
    return number == 0 || edges.empty() ? nullptr : &edges.front();
  }

  /// The last in the list of its node has no alternative after it; SPIN looks no further, and so must we.
  bool has_alternatives(std::uint32_t from, const FlowEdge& e) const {
    const auto& edges = graph_.nodes[from].edges;
    return &e != &edges.back();
  }

  /// Its only way on, no escape, not looked at from outside, and nothing global unless it is in an atomic sequence.
  bool alone(std::uint32_t from, const FlowEdge& e) const {
    const Element& s = *e.step;
    if (has_alternatives(from, e) || !s.escapes.empty() || s.remotely_referenced) return false;
    return s.in_atomic || s.ends_atomic || !visibility_.is_global(s);
  }

  bool eligible(std::uint32_t from, const FlowEdge& e) const {
    if (e.step == nullptr) return false;
    switch (e.step->kind) {
      case ElementKind::assign:
      case ElementKind::assertion:
      case ElementKind::print:
      case ElementKind::jump:
      case ElementKind::join:
      case ElementKind::leave:
        return !e.step->labelled && !is_break_target(*e.step) && alone(from, e);
      default:
        return false;
    }
  }

  /// SPIN gives the end of a loop a label of its own, which counts as one here.
  static bool is_break_target(const Element& e) { return e.kind == ElementKind::leave; }

  /// SPIN never merges on from a rendezvous (it passes control), nor from `run` (the new process may have priority).
  static bool may_start(const Element& e, bool has_rendezvous) {
    switch (e.kind) {
      case ElementKind::condition:
        return !contains_run(e.statement->expressions[0]);
      case ElementKind::receive:
        return true;
      case ElementKind::send:
        return !has_rendezvous;
      default:
        return false;
    }
  }

  /// Follows the chain that begins with `e` and writes its end into every statement of it. A cycle is cut where it
  /// closes.
  void chain(std::uint32_t from, FlowEdge& e) {
    std::vector<FlowEdge*> path;
    std::unordered_set<const FlowEdge*> on_path;
    std::uint32_t end = 0;
    FlowEdge* at = &e;
    while (at != nullptr && at->step != nullptr) {
      if (at->step->merge != 0) {
        end = at->step->merge;
        break;
      }
      if (!eligible(from, *at) || !on_path.insert(at).second) break;
      path.push_back(at);
      from = at->to;
      auto& edges = graph_.nodes[from].edges;
      at = from == 0 || edges.empty() ? nullptr : &edges.front();
    }
    for (auto step = path.rbegin(); step != path.rend(); ++step) {
      if (end == 0) end = (*step)->to;
      (*step)->step->merge = end;
    }
  }

  Flow& flow_;
  FlowGraph& graph_;
  const Visibility& visibility_;
};

}  // namespace

void merge_statements(Flow& flow, FlowGraph& graph, const Visibility& visibility, bool has_rendezvous) {
  Merger(flow, graph, visibility).run(has_rendezvous);
}

}  // namespace quotient::promela
