#include "promela/flow/flow_edges.hpp"

#include <algorithm>
#include <set>

#include "base/stop_signal.hpp"

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
    source.edges.insert(source.edges.begin(), std::move(e));  // newest first, as the analyses expect
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
  std::set<const Element*> done_;
};

/// True where no path from `from` reads `v` before writing it.
class DeathWatch {
 public:
  explicit DeathWatch(const FlowGraph& graph) : graph_(graph), seen_(graph.nodes.size()) {}

  bool is_dead(std::uint32_t from, const Variable* v) {
    std::fill(seen_.begin(), seen_.end(), 0);
    return visit(from, v);
  }

 private:
  // Depth of recursion is bounded by the number of control locations; the explicit stack keeps long bodies safe.
  bool visit(std::uint32_t from, const Variable* v) {
    std::vector<std::uint32_t> stack = {from};
    while (!stack.empty()) {
      poll_stop();
      const std::uint32_t number = stack.back();
      stack.pop_back();
      if (number == 0 || seen_[number] != 0) continue;
      seen_[number] = 1;
      for (const FlowEdge& e : graph_.nodes[number].edges) {
        if (contains(e.reads, v)) return false;
        if (contains(e.writes, v)) break;
        stack.push_back(e.to);
      }
    }
    return true;
  }

  static bool contains(const std::vector<const Variable*>& list, const Variable* v) {
    return std::find(list.begin(), list.end(), v) != list.end();
  }

  const FlowGraph& graph_;
  std::vector<std::uint8_t> seen_;
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

void mark_dead_variables(const FlowGraph& graph) {
  DeathWatch watch(graph);
  for (const FlowNode& node : graph.nodes) {
    poll_stop();
    for (const FlowEdge& e : node.edges) {
      if (e.step == nullptr) continue;
      const bool may_reset_read = e.step->kind == ElementKind::condition || e.step->kind == ElementKind::receive;
      for (const Variable* v : e.reads) {
        if (may_reset_read && watch.is_dead(e.to, v)) e.step->dead.push_back(v);
      }
      for (const Variable* v : e.writes) {
        if (!assigns_zero(*e.step) && watch.is_dead(e.to, v)) e.step->dead.push_back(v);
      }
    }
  }
}

}  // namespace quotient::promela
