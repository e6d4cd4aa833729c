#include <algorithm>

#include "base/stop_signal.hpp"
#include "mcrl2/symmetry/code_graph.hpp"
#include "mcrl2/symmetry/code_tags.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr std::uint64_t largest_table = 2048;
constexpr std::size_t most_entries = 50'000;  // of all tables

}  // namespace

void CodeGraph::draw_network() {
  location(model_.linear.done);
  location(model_.linear.ended);
  const std::vector<Group>& groups = model_.network.groups;
  std::vector<Point> vertices;
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    vertices.push_back(vertex({group_tag, g == model_.network.root ? 1U : 0U}));
    for (std::size_t i = 0; i < groups[g].operators.size(); ++i) {
      edge(vertices.back(), draw_operator(groups[g].operators[i], i));
    }
  }
  for (std::size_t p = 0; p < model_.processes.size(); ++p) {
    processes_.push_back(vertex({process_tag, without_.kinds.empty() ? 0 : without_.kinds[p]}));
  }
  std::vector<std::uint32_t> reachable{model_.network.root};
  for (std::size_t i = 0; i < reachable.size(); ++i) {
    for (const Child& child : groups[reachable[i]].children) {
      edge(vertices[reachable[i]], child.leaf ? processes_[child.index] : vertices[child.index]);
      if (!child.leaf) reachable.push_back(child.index);
    }
  }
  for (std::size_t p = 0; p < model_.processes.size(); ++p) {
    const Process& process = model_.processes[p];
    const Point next = vertex({next_tag});
    edge(processes_[p], next);
    edge(next, location(process.start));
    const std::vector<VarId>& variables = model_.linear.locations[process.start.value].variables;
    for (std::size_t i = 0; i < process.initial.size(); ++i) {
      const SortId sort = spec_.variables[variables[i].value].sort;
      const Value start = evaluator_.run(process.initial[i], {});
      if (without_.initial && !is_constant_value(start, sort)) continue;
      argument(next, i, value(start, sort));
      if (is_drawable(start, sort) || !model_.has_steps(p)) continue;
      // A function that was written in place: what it is made of counts as well.
      Scope scope;
      argument(next, process.initial.size() + i, expression(model_.network.leaves[p].values[i], scope));
    }
  }
}

/// The name of actions. What they are called is not seen, unless something outside speaks of it.
Point CodeGraph::name(ActName name) {
  const auto [place, fresh] = names_.try_emplace(name);
  if (!fresh) return place->second;
  const bool stays = !without_.names && (model_.spoken_of.empty() || model_.spoken_of[name.value]);
  return place->second = vertex({name_tag, stays ? name.value + 1 : 0});
}

/// What an operator of the network makes of names, in whatever order it lists them.
Point CodeGraph::draw_operator(const NameOperator& op, std::size_t position) {
  const Point made = vertex({operator_tag, static_cast<std::uint32_t>(op.kind), static_cast<std::uint32_t>(position)});
  if (without_.operators) return made;
  for (const NameRule& rule : std::set<NameRule>(op.names.begin(), op.names.end())) {
    const Point row = vertex({name_rule_tag});
    edge(made, row);
    std::map<ActName, std::uint32_t> counts;
    for (const ActName from : rule.from) ++counts[from];
    for (const auto& [from, count] : counts) {
      const Point often = vertex({often_tag, count});
      edge(row, often);
      edge(often, name(from));
    }
    if (op.kind != ProcKind::comm && op.kind != ProcKind::rename) continue;
    const Point result = vertex({result_tag});
    edge(row, result);
    edge(result, name(rule.to));
  }
  return made;
}

/// Each position, variable and datum of a formula stays what it is: what the formula says of a state it must say, with
/// permuted values, of the permuted state.
void CodeGraph::draw_formula() {
  if (model_.formula == nullptr) return;
  for (std::uint32_t i = 0; i < model_.formula->positions.size(); ++i) {
    edge(vertex({formula_tag, 0, i}), location({model_.first_position.value + i}));
  }
  for (const CompiledNode& node : model_.formula->nodes) {
    pin_listed_functions(node.choice.solver);
    std::vector<const CompiledTest*> todo;
    for (const CompiledTest& test : node.tests) todo.push_back(&test);
    while (!todo.empty()) {
      const CompiledTest& test = *todo.back();
      todo.pop_back();
      pin_listed_functions(test.choice.solver);
      for (const CompiledTest& operand : test.operands) todo.push_back(&operand);
    }
  }
  Scope scope;
  for_each_variable(spec_.formula, [&](VarId v) {
    const auto [place, fresh] = scope.variables.try_emplace(v);
    if (fresh) place->second = vertex({formula_variable_tag, v.value});
    meet(spec_.variables[v.value].sort);
  });
  for_each_term(spec_.formula, [&](ExprId term, const FormulaTermPlace& place) {
    edge(vertex({formula_tag, 1, place.number}), expression(term, scope));
  });
}

/// Where all functions of a sort are tried, their results are written down somewhere.
void CodeGraph::pin_listed_functions(const Solver& solver) {
  for (const Domain& domain : solver.domains) {
    if (domain.kind == Domain::Kind::all) pin_results_of_functions(domain.sort);
    for (const Solver& one : domain.cases) pin_listed_functions(one);
    for (const Domain& other : domain.instead) {
      for (const Solver& one : other.cases) pin_listed_functions(one);
    }
  }
}

void CodeGraph::draw_location(LocationId id) {
  const Point here = location(id);
  const ControlLocation& where = model_.linear.locations[id.value];
  std::vector<Point> variables;
  for (std::size_t i = 0; i < where.variables.size(); ++i) {
    meet(spec_.variables[where.variables[i].value].sort);
    variables.push_back(vertex({location_variable_tag, static_cast<std::uint32_t>(i)}));
    edge(here, variables.back());
  }
  for (std::size_t s = 0; s < where.summands.size(); ++s) {
    const CompiledSummand& compiled = model_.locations[id.value].summands[s];
    if (without_.summands.count(compiled.place) != 0) continue;
    summands_.push_back(
        {draw_summand(here, where.summands[s], variables, where.variables), {compiled.place}, compiled.place});
    pin_listed_functions(compiled.solver);
  }
}

Point CodeGraph::draw_summand(Point owner, const Summand& summand, const std::vector<Point>& variables,
                              const std::vector<VarId>& names) {
  const Point made = vertex({summand_tag});
  edge(owner, made);
  Scope scope;
  for (std::size_t i = 0; i < names.size(); ++i) scope.variables[names[i]] = variables[i];
  for (const VarId v : summand.variables) {
    const Point variable = vertex({sum_variable_tag, spec_.variables[v.value].sort.value});
    meet(spec_.variables[v.value].sort);
    scope.variables[v] = variable;
    edge(made, variable);
  }
  for (const ExprId condition : summand.conditions) {
    const Point root = vertex({condition_tag});
    edge(made, root);
    edge(root, expression(condition, scope));
  }
  for (const ActionCall& call : summand.actions) {
    const ActInfo& info = spec_.actions[call.action.value];
    Colour colour{action_tag};
    for (const SortId sort : info.arguments) colour.push_back(sort.value);
    const Point action = vertex(std::move(colour));
    edge(made, action);
    edge(action, name(info.name));
    for (std::size_t i = 0; i < call.arguments.size(); ++i) argument(action, i, expression(call.arguments[i], scope));
  }
  if (summand.time) {
    const Point time = vertex({time_tag});
    edge(made, time);
    edge(time, expression(summand.time, scope));
  }
  for (const ExprId weight : summand.weights) {
    const Point root = vertex({weight_tag});
    edge(made, root);
    edge(root, expression(weight, scope));
  }
  const Point next = vertex({next_tag});
  edge(made, next);
  edge(next, location(summand.next));
  for (std::size_t i = 0; i < summand.values.size(); ++i) argument(next, i, expression(summand.values[i], scope));
  return made;
}

void CodeGraph::draw_function(FuncId function) {
  const FuncInfo& info = spec_.functions[function.value];
  if (info.kind == FuncKind::constructor && model_.program.functions[function.value].by_arity.empty()) return;
  if (!draw_table(function)) draw_rules(function);
}

/// What a function yields for all arguments, where they are few: then it does not matter how its equations say so.
bool CodeGraph::draw_table(FuncId function) {
  const FuncInfo& info = spec_.functions[function.value];
  std::uint64_t size = 1;
  for (const SortId sort : info.domain) {
    const auto count = model_.program.cardinality[sort.value];
    if (!count || *count > largest_table) return false;
    size *= *count;
    if (size > largest_table) return false;
  }
  if (table_entries_ + size > most_entries) return false;
  // Nothing is drawn before all is known.
  std::vector<std::pair<std::vector<Value>, Value>> rows;
  try {
    std::vector<const std::vector<Value>*> domains;
    for (const SortId sort : info.domain) domains.push_back(&evaluator_.values_of(sort));
    for (std::uint64_t n = 0; n < size; ++n) {
      std::vector<Value> arguments;
      std::uint64_t rest = n;
      for (const auto* domain : domains) {
        arguments.push_back((*domain)[rest % domain->size()]);
        rest /= domain->size();
      }
      const Value result = evaluator_.call(function, arguments);
      if (!is_drawable(result, info.codomain)) return false;
      rows.emplace_back(std::move(arguments), result);
    }
  } catch (const EvaluationError&) {
    return false;
  }
  table_entries_ += size;
  for (const auto& [arguments, result] : rows) {
    const Point row = vertex({table_tag, function.value});
    for (std::size_t i = 0; i < arguments.size(); ++i) argument(row, i, value(arguments[i], info.domain[i]));
    const Point outcome = vertex({result_tag});
    edge(row, outcome);
    if (lists_of_members_.count(function) == 0) {
      edge(outcome, value(result, info.codomain));
      continue;
    }
    const Point members = vertex({result_tag, 1});
    edge(outcome, members);
    for (Value rest = result; is_op(rest, node_op::cons); rest = (*rest.node())[1])
      edge(members, value((*rest.node())[0], spec_.sorts.element(info.codomain)));
  }
  return true;
}

/// The first equation that fits is applied. Equations that can fit the same arguments keep their order.
void CodeGraph::draw_rules(FuncId function) {
  EarlierRules earlier(rules_of_[function.value], spec_.rules, [this](ExprId pattern) { return head_of(pattern); });
  std::map<std::uint32_t, Point> drawn;
  for (const std::uint32_t r : rules_of_[function.value]) {
    const Rule& rule = spec_.rules[r];
    drawn_rules_.push_back(r);
    if (without_.rules.count(r) != 0) continue;
    const Point made = vertex({rule_tag, function.value, static_cast<std::uint32_t>(rule.patterns.size())});
    Scope scope;
    for (std::size_t i = 0; i < rule.patterns.size(); ++i) argument(made, i, expression(rule.patterns[i], scope));
    if (rule.condition) {
      const Point condition = vertex({condition_tag});
      edge(made, condition);
      edge(condition, expression(rule.condition, scope));
    }
    const Point outcome = vertex({result_tag});
    edge(made, outcome);
    edge(outcome, expression(rule.right, scope));
    for (const std::uint32_t candidate : earlier.candidates(r)) {
      if (!may_overlap(spec_.rules[candidate], rule)) continue;
      const Point before = vertex({before_tag});
      edge(drawn.at(candidate), before);
      edge(before, made);
    }
    earlier.add(r);
    drawn.emplace(r, made);
  }
}

bool CodeGraph::is_free_constructor(FuncId function) const {
  return spec_.functions[function.value].kind == FuncKind::constructor &&
         model_.program.functions[function.value].by_arity.empty();
}

std::optional<PatternHead> CodeGraph::head_of(ExprId pattern) const {
  const Expr& expr = spec_[pattern];
  if (expr.kind == ExprKind::number || expr.kind == ExprKind::truth) return PatternHead{expr.kind, expr.symbol};
  if (expr.kind == ExprKind::call && is_free_constructor(FuncId{expr.symbol})) {
    return PatternHead{expr.kind, expr.symbol};
  }
  return std::nullopt;
}

/// Whether no value fits both patterns.
bool CodeGraph::excludes(ExprId a, ExprId b) const {
  const Expr& x = spec_[a];
  const Expr& y = spec_[b];
  const auto fixed = [](const Expr& e) { return e.kind == ExprKind::number || e.kind == ExprKind::truth; };
  if (fixed(x) && fixed(y)) return x.kind != y.kind || x.symbol != y.symbol;
  const auto constructor = [&](const Expr& e) {
    return e.kind == ExprKind::call && is_free_constructor(FuncId{e.symbol});
  };
  if (!constructor(x) || !constructor(y)) return false;
  if (x.symbol != y.symbol) return true;
  for (std::size_t i = 0; i < x.arguments.size() && i < y.arguments.size(); ++i) {
    if (excludes(x.arguments[i], y.arguments[i])) return true;
  }
  return false;
}

bool CodeGraph::may_overlap(const Rule& a, const Rule& b) const {
  poll_stop();
  if (a.patterns.size() != b.patterns.size()) return true;
  for (std::size_t i = 0; i < a.patterns.size(); ++i) {
    if (excludes(a.patterns[i], b.patterns[i])) return false;
  }
  return true;
}

}  // namespace quotient::mcrl2
