#include "promela/flow/flow_edges.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/stop_signal.hpp"
#include "promela/flow/liveness.hpp"

namespace quotient::promela {

namespace {

enum class Use { read, write };

/// Collects the plain local variables that a step uses.
class UseCollector {
 public:
  explicit UseCollector(FlowEdge& edge) : edge_(edge) {}

  void element(const Element& e) {
    if (e.statement == nullptr || e.no_effect) return;
    const Statement& s = *e.statement;
    switch (e.kind) {
      case ElementKind::condition:
      case ElementKind::assertion:
      case ElementKind::print:
      case ElementKind::set_priority:
        for (const Expression& x : s.expressions) expression(x);
        break;
      case ElementKind::assign:
        reference(s.target, Use::write);
        for (const Expression& x : s.expressions) expression(x);
        break;
      case ElementKind::send:
        reference(s.target, Use::read);
        for (const Expression& x : s.expressions) expression(x);
        break;
      case ElementKind::receive:
        reference(s.target, Use::read);
        for (const Expression& x : s.expressions) argument(x, Use::write);
        break;
      default:
        break;
    }
  }

 private:
  /// An argument of a receive: a variable is written, an eval reads.
  void argument(const Expression& x, Use use) {
    if (x.kind == ExpressionKind::eval) {
      expression(x.operands[0]);
    } else if (x.kind == ExpressionKind::variable && use == Use::write) {
      reference(x.reference, Use::write);
    }
  }

  void expression(const Expression& x) {
    switch (x.kind) {
      case ExpressionKind::variable:
      case ExpressionKind::length:
      case ExpressionKind::full:
      case ExpressionKind::nfull:
      case ExpressionKind::empty:
      case ExpressionKind::nempty:
        reference(x.reference, Use::read);
        break;
      case ExpressionKind::poll:
        reference(x.reference, Use::read);
        for (const Expression& a : x.operands) argument(a, Use::read);
        break;
      default:
        for (const Expression& operand : x.operands) expression(operand);
        break;
    }
  }

  void reference(const Reference& r, Use use) {
    for (const Reference::Part& part : r.parts) {
      for (const Expression& index : part.index) expression(index);
    }
    const Variable* v = r.variable;
    if (v == nullptr || v->owner == nullptr || v->predefined != Predefined::no || v->is_array ||
        v->type.base == BaseType::channel || v->type.base == BaseType::structure) {
      return;
    }
    auto& list = use == Use::read ? edge_.reads : edge_.writes;
    if (std::find(list.begin(), list.end(), v) == list.end()) list.push_back(v);
  }

  FlowEdge& edge_;
};

class GraphBuilder {
 public:
  GraphBuilder(Flow& flow, FlowGraph& graph) : flow_(flow), graph_(graph) {}

  void build() {
    graph_.nodes.resize(flow_.location_count);
    graph_.present.assign(flow_.location_count, 0);
    sequence(flow_.body);
    for (FlowNode& n : graph_.nodes) std::reverse(n.edges.begin(), n.edges.end());  // as the analyses expect
  }

 private:
  FlowNode& node(std::uint32_t number) {
    if (graph_.present[number] == 0) {
      graph_.present[number] = 1;
      graph_.nodes[number].number = number;
      graph_.order.push_back(number);
    }
    return graph_.nodes[number];
  }

  void edge(std::uint32_t from, std::uint32_t to, Element* step) {
    FlowEdge e;
    e.to = to;
    e.step = step;
    if (step != nullptr) UseCollector(e).element(*step);
    FlowNode& source = node(from);
    source.edges.push_back(std::move(e));
    ++node(to).incoming;
  }

  static bool never_taken(const Element& e) {
    return e.kind == ElementKind::condition && e.statement->expressions[0].kind == ExpressionKind::constant &&
           e.statement->expressions[0].value == 0 && e.escapes.empty();
  }

  void sequence(Sequence* s) {
    for (Element* e = s->first; e != nullptr; e = e->next) {
      if (done_.insert(e).second) element(e);
      if (e == s->last) break;
    }
  }

  void element(Element* e) {
    if (e->kind == ElementKind::unless) {
      sequence(e->options[0]);
    } else if (!e->options.empty()) {
      for (Sequence* option : e->options) {
        Element* first = first_of(option->first);
        if (!never_taken(*first)) edge(e->number, first->number, e);
      }
      for (Sequence* option : e->options) sequence(option);
    } else if (e->body != nullptr) {
      Element* first = first_of(e->body->first);
      e->body->last->next = e->next;
      edge(e->number, first->number, e);
      sequence(e->body);
    } else {
      Element* after = e->kind == ElementKind::jump ? e->target : e->next;
      edge(e->number, after != nullptr ? settle(after, e->in_atomic)->number : 0, e);
      if (e->kind != ElementKind::jump && e->kind != ElementKind::join) {
        for (Sequence* escape : e->escapes) {
          edge(e->number, first_of(escape->first)->number, nullptr);
          sequence(escape);
        }
      }
    }
  }

  Flow& flow_;
  FlowGraph& graph_;
  std::unordered_set<const Element*> done_;
};

bool assigns_zero(const Element& e) {
  return e.kind == ElementKind::assign && !e.no_effect &&
         e.statement->expressions[0].kind == ExpressionKind::constant && e.statement->expressions[0].value == 0;
}

}  // namespace

FlowGraph build_flow_graph(Flow& flow) {
  FlowGraph graph;
  GraphBuilder(flow, graph).build();
  return graph;
}

namespace {

/// The variables that are dead behind an edge that uses them.
using DeadUses = std::set<std::pair<const FlowEdge*, const Variable*>>;

DeadUses find_dead_uses(const FlowGraph& graph) {
  std::vector<std::vector<std::uint32_t>> targets(graph.nodes.size());
  std::unordered_map<const Variable*, std::vector<Liveness::Use>> uses;
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    for (const FlowEdge& e : graph.nodes[n].edges) {
      const auto edge = static_cast<std::uint32_t>(targets[n].size());
      targets[n].push_back(e.to);
      const auto use_of = [&](const Variable* v) -> Liveness::Use& {
        std::vector<Liveness::Use>& all = uses[v];
        if (all.empty() || all.back().node != n || all.back().edge != edge) all.push_back({n, edge, false, false});
        return all.back();
      };
      for (const Variable* v : e.reads) use_of(v).reads = true;
      for (const Variable* v : e.writes) use_of(v).overwrites = true;
    }
  }
  DeadUses dead;
  Liveness liveness(std::move(targets));
  for (const auto& [v, all] : uses) {
    poll_stop();
    liveness.look_at(all, Liveness::Edges::to_first_write);
    for (const Liveness::Use& use : all) {
      const FlowEdge& e = graph.nodes[use.node].edges[use.edge];
      if (!liveness.is_live(e.to)) dead.insert({&e, v});
    }
  }
  return dead;
}

}  // namespace

void mark_dead_variables(const FlowGraph& graph) {
  const DeadUses dead = find_dead_uses(graph);
  for (const FlowNode& node : graph.nodes) {
    poll_stop();
    for (const FlowEdge& e : node.edges) {
      if (e.step == nullptr) continue;
      const bool may_reset_read = e.step->kind == ElementKind::condition || e.step->kind == ElementKind::receive;
      for (const Variable* v : e.reads) {
        if (may_reset_read && dead.count({&e, v}) != 0) e.step->dead.push_back(v);
      }
      for (const Variable* v : e.writes) {
        if (!assigns_zero(*e.step) && dead.count({&e, v}) != 0) e.step->dead.push_back(v);
      }
    }
  }
}

}  // namespace quotient::promela
