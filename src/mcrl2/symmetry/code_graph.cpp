#include "mcrl2/symmetry/code_graph.hpp"

#include <algorithm>

#include "base/stop_signal.hpp"
#include "mcrl2/data/typed_value.hpp"
#include "mcrl2/symmetry/code_tags.hpp"

namespace quotient::mcrl2 {

namespace {

EvaluationLimits cautious() {
  EvaluationLimits limits;
  limits.steps = 100'000;
  limits.enumerated = 100'000;
  return limits;
}

bool commutes(Builtin op) {
  switch (op) {
    case Builtin::logic_and:
    case Builtin::logic_or:
    case Builtin::equal:
    case Builtin::not_equal:
    case Builtin::add:
    case Builtin::multiply:
    case Builtin::maximum:
    case Builtin::minimum:
    case Builtin::set_union:
    case Builtin::set_intersection:
    case Builtin::bag_union:
    case Builtin::bag_intersection:
      return true;
    default:
      return false;
  }
}

bool is_idempotent(Builtin op) { return op == Builtin::logic_and || op == Builtin::logic_or; }

}  // namespace

CodeGraph::CodeGraph(const Model& model) : CodeGraph(model, Without{}) {}

CodeGraph::CodeGraph(const Model& model, Without without)
    : model_(model), spec_(model.spec), without_(std::move(without)), evaluator_(model.program, cautious()) {
  rules_of_.resize(spec_.functions.size());
  for (std::uint32_t r = 0; r < spec_.rules.size(); ++r) rules_of_[spec_.rules[r].head.value].push_back(r);
  find_lists_of_members();
  draw_network();
  draw_formula();
  for (const auto& [sort, function] : spec_.equalities) use(function);
  for (std::size_t i = 0; i < waiting_locations_.size(); ++i) draw_location(waiting_locations_[i]);
  for (std::size_t i = 0; i < waiting_functions_.size(); ++i) draw_function(waiting_functions_[i]);
  for (const FuncId f : pinned_) edge(vertex({pin_tag, f.value}), constant(f));
}

/// Functions with lists as results that are asked for nothing but what is in them (`p in others(n)`): the order of
/// these lists is not seen. Whatever else may look at a result, as a whole or as a part of something, is enough to see
/// it.
void CodeGraph::find_lists_of_members() {
  if (model_.formula != nullptr) return;
  for (std::uint32_t f = 0; f < spec_.functions.size(); ++f) {
    const FuncInfo& info = spec_.functions[f];
    if (info.kind != FuncKind::constructor && spec_.sorts.kind(info.codomain) == SortKind::list &&
        !rules_of_[f].empty())
      lists_of_members_.insert(FuncId{f});
  }
  const auto look_at = [this](ExprId id) {
    if (id && (spec_[id].kind == ExprKind::call || spec_[id].kind == ExprKind::function))
      lists_of_members_.erase(FuncId{spec_[id].symbol});
  };
  if (lists_of_members_.empty()) return;
  for (std::uint32_t e = 0; e < spec_.expressions.size(); ++e) {
    poll_stop();
    const Expr& expr = spec_[ExprId{e}];
    if (expr.kind == ExprKind::function) lists_of_members_.erase(FuncId{expr.symbol});
    const bool asks = expr.kind == ExprKind::builtin && static_cast<Builtin>(expr.symbol) == Builtin::list_contains;
    for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
      if (!asks || i != 1) look_at(expr.arguments[i]);
    }
  }
  for (const Rule& rule : spec_.rules) {
    look_at(rule.right);
    for (const ExprId pattern : rule.patterns) look_at(pattern);
  }
  for (const auto& here : model_.linear.locations) {
    for (const Summand& summand : here.summands) {
      for (const ActionCall& call : summand.actions)
        std::for_each(call.arguments.begin(), call.arguments.end(), look_at);
      std::for_each(summand.values.begin(), summand.values.end(), look_at);
    }
  }
  for (const Leaf& leaf : model_.network.leaves) std::for_each(leaf.values.begin(), leaf.values.end(), look_at);
}

ColouredGraph CodeGraph::graph() const { return ColouredGraph(EdgeKind::directed, colour_of_, edges_); }

Point CodeGraph::vertex(Colour colour) {
  poll_stop();
  const auto [place, fresh] = colours_.try_emplace(std::move(colour), static_cast<std::uint32_t>(colours_.size()));
  colour_of_.push_back(place->second);
  return static_cast<Point>(colour_of_.size() - 1);
}

void CodeGraph::argument(Point parent, std::size_t position, Point child) {
  const Point between = vertex({argument_tag, static_cast<std::uint32_t>(position)});
  edge(parent, between);
  edge(between, child);
}

bool CodeGraph::is_constant(FuncId function) const {
  const FuncInfo& info = spec_.functions[function.value];
  return info.kind == FuncKind::constructor && info.domain.empty() &&
         spec_.sorts.kind(info.codomain) == SortKind::user && model_.program.functions[function.value].by_arity.empty();
}

Point CodeGraph::constant(FuncId function) {
  const auto known = constants_.find(function);
  if (known != constants_.end()) return known->second;
  // All of a sort together: a sum over it meets each.
  const SortId sort = spec_.functions[function.value].codomain;
  for (const FuncId each : spec_.constructors.at(sort)) {
    if (is_constant(each)) constants_[each] = vertex({constant_tag, sort.value});
  }
  return constants_.at(function);
}

Point CodeGraph::location(LocationId id) {
  const auto known = locations_.find(id);
  if (known != locations_.end()) return known->second;
  Colour colour{location_tag, id == model_.linear.done ? 1U : id == model_.linear.ended ? 2U : 0U};
  for (const VarId v : model_.linear.locations[id.value].variables) {
    colour.push_back(spec_.variables[v.value].sort.value);
  }
  waiting_locations_.push_back(id);
  return locations_[id] = vertex(std::move(colour));
}

void CodeGraph::use(FuncId function) {
  if (used_.insert(function).second) waiting_functions_.push_back(function);
}

void CodeGraph::meet(SortId sort) {
  std::vector<SortId> todo{sort};
  while (!todo.empty()) {
    const SortId s = todo.back();
    todo.pop_back();
    if (!met_.insert(s).second) continue;
    const std::vector<SortId>& parts = spec_.sorts.arguments(s);
    todo.insert(todo.end(), parts.begin(), parts.end());
    const auto constructors = spec_.constructors.find(s);
    if (constructors == spec_.constructors.end()) continue;
    for (const FuncId f : constructors->second) {
      if (is_constant(f)) constant(f);
      const std::vector<SortId>& fields = spec_.functions[f.value].domain;
      todo.insert(todo.end(), fields.begin(), fields.end());
    }
  }
}

void CodeGraph::pin(FuncId function) {
  if (is_constant(function)) pinned_.insert(function);
}

/// All constants in values of a sort: they are compared in the order of their declaration.
void CodeGraph::pin_sort(SortId sort, std::set<SortId>& seen) {
  if (!seen.insert(sort).second) return;
  if (spec_.sorts.kind(sort) != SortKind::user) {
    for (const SortId part : spec_.sorts.arguments(sort)) pin_sort(part, seen);
    return;
  }
  const auto constructors = spec_.constructors.find(sort);
  if (constructors == spec_.constructors.end()) return;
  for (const FuncId f : constructors->second) {
    pin(f);
    for (const SortId part : spec_.functions[f.value].domain) pin_sort(part, seen);
  }
}

/// Functions that are listed are updates of one that names a constant.
void CodeGraph::pin_results_of_functions(SortId sort) {
  if (!model_.program.listed_functions.contains(sort)) return;
  std::set<SortId> seen;
  pin_sort(spec_.sorts.codomain(sort), seen);
}

void CodeGraph::pin_constants_in(ExprId id) {
  const Expr& expr = spec_[id];
  if (expr.kind == ExprKind::call) pin(FuncId{expr.symbol});
  for (const ExprId argument : expr.arguments) pin_constants_in(argument);
}

void CodeGraph::bind(Point parent, const std::vector<VarId>& variables, Scope& scope, bool ordered) {
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const SortId sort = spec_.variables[variables[i].value].sort;
    pin_results_of_functions(sort);
    const auto [place, fresh] = scope.variables.try_emplace(variables[i]);
    if (fresh) place->second = vertex({bound_tag, sort.value});
    if (ordered) {
      argument(parent, i, place->second);
    } else {
      edge(parent, place->second);
    }
  }
}

/// The operands of nested applications of one operator: a && (b && c).
void CodeGraph::operands(ExprId id, std::uint32_t symbol, std::vector<ExprId>& out) const {
  const Expr& expr = spec_[id];
  if (expr.kind != ExprKind::builtin || expr.symbol != symbol) {
    out.push_back(id);
    return;
  }
  for (const ExprId argument : expr.arguments) operands(argument, symbol, out);
}

Point CodeGraph::builtin(const Expr& expr, Scope& scope) {
  const auto op = static_cast<Builtin>(expr.symbol);
  const Point made = vertex({expression_tag, static_cast<std::uint32_t>(expr.kind), expr.symbol, expr.sort.value});
  if (op == Builtin::less || op == Builtin::less_equal || op == Builtin::set_pick) {  // by the order of values
    std::set<SortId> seen;
    for (const ExprId argument : expr.arguments) pin_sort(spec_[argument].sort, seen);
  }
  if (op == Builtin::list_contains && spec_[expr.arguments[1]].kind == ExprKind::list) {
    // x in [a, b, c] is x == a || x == b || x == c: in which order they are listed is not seen.
    argument(made, 0, expression(expr.arguments[0], scope));
    for (const ExprId element : spec_[expr.arguments[1]].arguments) edge(made, expression(element, scope));
  } else if (is_idempotent(op)) {
    std::vector<ExprId> all;
    for (const ExprId argument : expr.arguments) operands(argument, expr.symbol, all);
    for (const ExprId each : all) edge(made, expression(each, scope));
  } else if (commutes(op)) {
    for (const ExprId argument : expr.arguments) edge(made, expression(argument, scope));
  } else {
    for (std::size_t i = 0; i < expr.arguments.size(); ++i) argument(made, i, expression(expr.arguments[i], scope));
  }
  return made;
}

Point CodeGraph::expression(ExprId id, Scope& scope) {
  const auto known = scope.known.find(id);
  if (known != scope.known.end()) return known->second;
  const Expr& expr = spec_[id];
  const auto plain = [&] {
    return vertex({expression_tag, static_cast<std::uint32_t>(expr.kind), expr.symbol, expr.sort.value});
  };
  Point made = 0;
  switch (expr.kind) {
    case ExprKind::variable: {
      const auto [place, fresh] = scope.variables.try_emplace(VarId{expr.symbol});
      if (fresh) place->second = vertex({rule_variable_tag, expr.sort.value});
      return place->second;
    }
    case ExprKind::builtin:
      made = builtin(expr, scope);
      break;
    case ExprKind::call:
      if (is_constant(FuncId{expr.symbol})) return constant(FuncId{expr.symbol});
      [[fallthrough]];
    case ExprKind::function:
      use(FuncId{expr.symbol});
      [[fallthrough]];
    default:
      made = plain();
      if (!expr.variables.empty())
        bind(made, expr.variables, scope, expr.kind != ExprKind::forall && expr.kind != ExprKind::exists);
      for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
        const Point child = expression(expr.arguments[i], scope);
        if (expr.kind == ExprKind::set) {
          edge(made, child);
        } else {
          argument(made, i, child);
        }
      }
  }
  const bool comprehension = expr.kind == ExprKind::set_of || expr.kind == ExprKind::bag_of;
  const bool endless = comprehension && std::any_of(expr.variables.begin(), expr.variables.end(), [&](VarId v) {
                         return !model_.program.finite(spec_.variables[v.value].sort);
                       });
  if (expr.kind == ExprKind::lambda || endless) pin_constants_in(expr.arguments[0]);
  return scope.known[id] = made;
}

bool CodeGraph::is_constant_value(Value v, SortId sort) const {
  if (!v.is_small() || spec_.sorts.kind(sort) != SortKind::user) return false;
  const auto constructors = spec_.constructors.find(sort);
  return constructors != spec_.constructors.end() &&
         is_constant(constructors->second[static_cast<std::size_t>(v.small())]);
}

/// Closures are code, which `value` does not look into.
bool CodeGraph::is_drawable(Value v, SortId sort) const {
  if (!has_known_sorts(v, sort, model_.program)) return false;
  std::vector<Value> todo{v};
  while (!todo.empty()) {
    const Value each = todo.back();
    todo.pop_back();
    if (each.is_small() || is_op(each, node_op::big)) continue;
    if (is_op(each, node_op::closure)) return false;
    for (const Value part : each.node()->arguments()) todo.push_back(part);
  }
  return true;
}

/// A datum without variables.
Point CodeGraph::value(Value v, SortId sort) {
  if (v.is_small()) {
    if (spec_.sorts.kind(sort) == SortKind::user) {
      const auto constructors = spec_.constructors.find(sort);
      if (constructors != spec_.constructors.end()) {
        const FuncId f = constructors->second[static_cast<std::size_t>(v.small())];
        if (is_constant(f)) return constant(f);
      }
    }
    return vertex(
        {word_tag, sort.value, static_cast<std::uint32_t>(v.bits()), static_cast<std::uint32_t>(v.bits() >> 32U)});
  }
  const Node* node = v.node();
  if (node->op == node_op::big) {
    Colour colour{number_tag};
    for (const Value word : node->arguments()) {
      colour.push_back(static_cast<std::uint32_t>(word.bits()));
      colour.push_back(static_cast<std::uint32_t>(word.bits() >> 32U));
    }
    return vertex(std::move(colour));
  }
  const Point made = vertex({node_tag, node->op, node->size});
  if (node->op == node_op::function) use(FuncId{static_cast<std::uint32_t>((*node)[0].small())});
  if (node->op >= node_op::first_function) use(FuncId{node->op - node_op::first_function});
  const auto part = [&](std::size_t i) {
    const auto known = part_sort(node, sort, i, model_.program);
    if (!known) throw EvaluationError{"a term without value", {}};
    return known->plain ? vertex({word_tag, 0, static_cast<std::uint32_t>((*node)[i].small())})
                        : value((*node)[i], known->sort);
  };
  const std::size_t stride = node->op == node_op::set || node->op == node_op::co_set   ? 1
                             : node->op == node_op::bag || node->op == node_op::update ? 2
                                                                                       : 0;
  if (node->op == node_op::cons) {  // one cell after the other: lists can be long
    Point cell = made;
    for (;;) {
      argument(cell, 0, value((*v.node())[0], part_sort(v.node(), sort, 0, model_.program)->sort));
      v = (*v.node())[1];
      if (!is_op(v, node_op::cons)) break;
      const Point next = vertex({node_tag, node_op::cons, 2});
      argument(cell, 1, next);
      cell = next;
    }
    argument(cell, 1, value(v, sort));
    return made;
  }
  if (stride == 0) {
    for (std::size_t i = 0; i < node->size; ++i) argument(made, i, part(i));
    return made;
  }
  std::size_t i = 0;
  if (node->op == node_op::update) argument(made, 0, part(i++));
  for (; i < node->size; i += stride) {
    const Point row = vertex({row_tag});
    edge(made, row);
    for (std::size_t k = 0; k < stride; ++k) argument(row, k, part(i + k));
  }
  return made;
}

}  // namespace quotient::mcrl2
