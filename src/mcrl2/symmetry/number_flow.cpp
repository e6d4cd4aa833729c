#include "mcrl2/symmetry/number_flow.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "base/stop_signal.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr std::uint32_t largest_name = 1000;

bool is_order(Builtin op) { return op == Builtin::less || op == Builtin::less_equal; }

}  // namespace

NumberFlow::NumberFlow(const Specification& spec) : spec_(spec), one_number_(spec) {
  for (const FuncInfo& info : spec.functions) {
    std::vector<Shape>& shapes = functions_.emplace_back();
    for (const SortId sort : info.domain) shapes.push_back(fresh(sort));
    shapes.push_back(fresh(info.codomain));
  }
  for (const ActInfo& info : spec.actions) {
    std::vector<Shape>& shapes = actions_.emplace_back();
    for (const SortId sort : info.arguments) shapes.push_back(fresh(sort));
  }
  rules_of_.resize(spec.functions.size());
  for (std::uint32_t r = 0; r < spec.rules.size(); ++r) rules_of_[spec.rules[r].head.value].push_back(r);
  find_scopes();
  for (std::size_t r = 0; r < spec.rules.size(); ++r) follow_rule(r);
  for (std::uint32_t p = 0; p < spec.processes.size(); ++p) {
    for (const VarId v : spec.processes[p].parameters) declared(v, scopes_[p]);
    follow_process(spec.processes[p].body, scopes_[p]);
  }
  follow_process(spec.init, of_init());
  follow_formula();
  // What 'glob' declares has some value, which is not ours to choose.
  for (const VarId global : spec.globals) {
    for (std::size_t f = 0; f < spec.functions.size(); ++f) {
      if (spec.functions[f].name == spec.variables[global.value].name) compute(functions_[f].back());
    }
  }
  close_tables();
}

NumberFlow::Place NumberFlow::find(Place place) const {
  while (parent_[place] != place) place = parent_[place] = parent_[parent_[place]];
  return place;
}

std::size_t NumberFlow::places_in(SortId sort) const {
  if (spec_.sorts.numeric(sort)) return 1;
  std::size_t count = 0;
  if (spec_.sorts.kind(sort) == SortKind::user) return 0;
  for (const SortId part : spec_.sorts.arguments(sort)) count += places_in(part);
  return count;
}

NumberFlow::Shape NumberFlow::fresh(SortId sort) {
  if (spec_.sorts.numeric(sort)) {
    const auto place = static_cast<Place>(parent_.size());
    const SortKind kind = spec_.sorts.kind(sort);
    parent_.push_back(place);
    classes_.push_back(
        {kind == SortKind::real, {}, kind == SortKind::pos, kind == SortKind::nat, kind == SortKind::integer, {}});
    return {place};
  }
  Shape shape;
  if (spec_.sorts.kind(sort) == SortKind::user) return shape;
  for (const SortId part : spec_.sorts.arguments(sort)) {
    const Shape inner = fresh(part);
    shape.insert(shape.end(), inner.begin(), inner.end());
  }
  return shape;
}

void NumberFlow::unite(const Shape& a, const Shape& b) {
  poll_stop();
  if (a.empty() || b.empty()) return;  // [] and {} have no elements
  if (a.size() != b.size()) {
    compute(a);
    compute(b);
    return;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Place x = find(a[i]);
    const Place y = find(b[i]);
    if (x == y) continue;
    parent_[y] = x;
    Class& into = classes_[x];
    Class& from = classes_[y];
    if (!into.cause) into.cause = from.cause;
    into.computed = into.computed || from.computed;
    into.has_pos = into.has_pos || from.has_pos;
    into.has_nat = into.has_nat || from.has_nat;
    into.has_int = into.has_int || from.has_int;
    into.names.merge(from.names);
  }
}

void NumberFlow::compute(const Shape& shape, ExprId cause) {
  for (const Place place : shape) {
    Class& numbers = classes_[find(place)];
    if (!numbers.cause) numbers.cause = cause;
    numbers.computed = true;
  }
}

/// Of the places in a sort of functions or containers, those in its i-th part.
NumberFlow::Shape NumberFlow::part(const Shape& whole, SortId sort, std::size_t i) const {
  const std::vector<SortId>& parts = spec_.sorts.arguments(sort);
  std::size_t before = 0;
  for (std::size_t k = 0; k < i; ++k) before += places_in(parts[k]);
  const std::size_t size = places_in(parts[i]);
  if (whole.size() < before + size) return {};
  const auto first = whole.begin() + static_cast<std::ptrdiff_t>(before);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

/// Processes that call each other in sequence share their locations, and so must agree on their variables.
void NumberFlow::find_scopes() {
  std::vector<std::uint32_t> parent(spec_.processes.size() + 1);  // of each process, and last of init
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t p) {
    while (parent[p] != p) p = parent[p] = parent[parent[p]];
    return p;
  };
  for (std::uint32_t p = 0; p < parent.size(); ++p) {
    const ProcExprId body = p < spec_.processes.size() ? spec_.processes[p].body : spec_.init;
    for (const ProcId called : sequential_calls(body)) parent[root(called.value)] = root(p);
  }
  const auto first = static_cast<Scope>(spec_.rules.size());
  for (std::uint32_t p = 0; p < parent.size(); ++p) scopes_.push_back(first + root(p));
}

/// The processes that this one may become; those that are only run in parallel share nothing with it.
std::vector<ProcId> NumberFlow::sequential_calls(ProcExprId process) const {
  std::vector<ProcId> result;
  std::vector<std::pair<ProcExprId, bool>> todo{{process, true}};
  while (!todo.empty()) {
    const auto [id, at_top] = todo.back();
    todo.pop_back();
    if (!id) continue;
    const ProcExpr& expr = spec_[id];
    if (expr.kind == ProcKind::call && !at_top) result.push_back(expr.process);
    const bool parallel = expr.kind == ProcKind::parallel || expr.kind >= ProcKind::block;
    for (const ProcExprId operand : expr.operands) todo.emplace_back(operand, at_top && parallel);
  }
  return result;
}

std::optional<std::int64_t> NumberFlow::fixed(ExprId id) const {
  const Expr* expr = &spec_[id];
  if (expr->kind == ExprKind::builtin) {  // -1
    const auto reading = one_number_.read(id);
    const auto value = reading && !reading->leaf ? one_number_.value(id, 0) : std::nullopt;
    return value && std::abs(*value) <= largest_name ? value : std::nullopt;
  }
  if (expr->kind == ExprKind::call && spec_.functions[expr->symbol].kind == FuncKind::map && expr->arguments.empty()) {
    if (expr->symbol >= rules_of_.size() || rules_of_[expr->symbol].size() != 1) return std::nullopt;
    const Rule& only = spec_.rules[rules_of_[expr->symbol].front()];
    if (only.condition || !only.patterns.empty()) return std::nullopt;
    expr = &spec_[only.right];
  }
  if (expr->kind != ExprKind::number) return std::nullopt;
  const std::string& digits = spec_.expressions.digits(*expr);
  std::uint32_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = read.ec == std::errc{} && read.ptr == digits.data() + digits.size();
  return whole && value <= largest_name ? std::optional<std::int64_t>(value) : std::nullopt;
}

namespace {

void conjuncts(const Specification& spec, ExprId id, std::vector<ExprId>& out) {
  const Expr& expr = spec[id];
  if (expr.kind != ExprKind::builtin || static_cast<Builtin>(expr.symbol) != Builtin::logic_and) {
    out.push_back(id);
    return;
  }
  for (const ExprId operand : expr.arguments) conjuncts(spec, operand, out);
}

}  // namespace

/// Integers that a conjunction bounds from both sides: `0 <= i && i < 3`.
std::vector<NumberFlow::Range> NumberFlow::ranges(ExprId conjunction) const {
  std::vector<ExprId> operands;
  conjuncts(spec_, conjunction, operands);
  std::map<ExprId, std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>> bounds;
  for (const ExprId operand : operands) {
    const Expr& expr = spec_[operand];
    if (expr.kind != ExprKind::builtin || !is_order(static_cast<Builtin>(expr.symbol))) continue;
    const auto low = fixed(expr.arguments[0]), high = fixed(expr.arguments[1]);
    const ExprId what = expr.arguments[low ? 1 : 0];
    if (low.has_value() == high.has_value() || spec_.sorts.kind(spec_[what].sort) != SortKind::integer) continue;
    const std::int64_t strict = static_cast<Builtin>(expr.symbol) == Builtin::less ? 1 : 0;
    auto& [first, last] = bounds[what];
    if (low) first = std::max(first.value_or(*low + strict), *low + strict);
    if (high) last = std::min(last.value_or(*high - strict), *high - strict);
  }
  std::vector<Range> out;
  for (const auto& [what, bound] : bounds) {
    if (bound.first && bound.second) out.push_back({what, *bound.first, *bound.second});
  }
  return out;
}

const NumberFlow::Shape& NumberFlow::declared(VarId variable, Scope scope) {
  const auto [place, added] = variables_.try_emplace({scope, variable});
  if (added) place->second = fresh(spec_.variables[variable.value].sort);
  return place->second;
}

NumberFlow::Shape NumberFlow::apply(SortId function_sort, const Shape& function, const std::vector<Shape>& arguments) {
  if (spec_.sorts.kind(function_sort) != SortKind::function) return {};
  for (std::size_t i = 0; i < arguments.size(); ++i) unite(part(function, function_sort, i), arguments[i]);
  return part(function, function_sort, spec_.sorts.arguments(function_sort).size() - 1);
}

void NumberFlow::follow_rule(std::size_t number) {
  const Rule& rule = spec_.rules[number];
  const Scope scope = of_rule(number);
  const FuncInfo& head = spec_.functions[rule.head.value];
  std::vector<Shape> patterns;
  for (std::uint32_t i = 0; i < rule.patterns.size(); ++i) {
    patterns.push_back(follow(rule.patterns[i], {scope, Position::Of::pattern, 0, i}));
  }
  std::size_t next = 0;
  for (; next < patterns.size() && next < head.domain.size(); ++next) {
    unite(functions_[rule.head.value][next], patterns[next]);
  }
  Shape result = functions_[rule.head.value].back();
  SortId sort = head.codomain;
  if (rule.patterns.size() < head.domain.size()) {  // f = g: as a function
    result.clear();
    for (const Shape& shape : functions_[rule.head.value]) result.insert(result.end(), shape.begin(), shape.end());
  }
  // f(a)(b): what is more than the declaration takes is applied to the result.
  while (next < patterns.size() && spec_.sorts.kind(sort) == SortKind::function) {
    const std::size_t count = std::min(spec_.sorts.arguments(sort).size() - 1, patterns.size() - next);
    const auto first = patterns.begin() + static_cast<std::ptrdiff_t>(next);
    result = apply(sort, result, {first, first + static_cast<std::ptrdiff_t>(count)});
    sort = spec_.sorts.codomain(sort);
    next += count;
  }
  if (rule.condition) follow(rule.condition, {scope});
  unite(result, follow(rule.right, {scope, Position::Of::right_side}));
}

/// Actions that communicate, and those that they become.
void NumberFlow::follow_names(const NameRule& rule) {
  std::vector<ActName> names = rule.from;
  names.push_back(rule.to);
  std::vector<std::uint32_t> actions;
  for (std::uint32_t a = 0; a < spec_.actions.size(); ++a) {
    if (std::find(names.begin(), names.end(), spec_.actions[a].name) != names.end()) actions.push_back(a);
  }
  for (const std::uint32_t a : actions) {
    for (const std::uint32_t b : actions) {
      if (a >= b || spec_.actions[a].arguments != spec_.actions[b].arguments) continue;
      for (std::size_t i = 0; i < actions_[a].size(); ++i) unite(actions_[a][i], actions_[b][i]);
    }
  }
}

void NumberFlow::follow_process(ProcExprId process, Scope scope) {
  std::vector<ProcExprId> todo{process};
  while (!todo.empty()) {
    const ProcExprId id = todo.back();
    todo.pop_back();
    if (!id || !followed_.insert({scope, id}).second) continue;
    const ProcExpr& expr = spec_[id];
    for (const VarId v : expr.variables) declared(v, scope);
    for (std::uint32_t a = 0; a < expr.actions.size(); ++a) {
      const ActionCall& call = expr.actions[a];
      for (std::uint32_t i = 0; i < call.arguments.size(); ++i) {
        unite(actions_[call.action.value][i], follow(call.arguments[i], {scope, Position::Of::action, id.value, i, a}));
      }
    }
    for (std::uint32_t i = 0; i < expr.arguments.size(); ++i) {
      const Shape shape = follow(expr.arguments[i], {scope, Position::Of::process, id.value, i});
      if (expr.kind == ProcKind::at || expr.kind == ProcKind::dist)
        compute(shape, expr.arguments[i]);  // times and weights are numbers
      if (expr.kind != ProcKind::call) continue;
      unite(declared(spec_.processes[expr.process.value].parameters[i], of_process(expr.process)), shape);
    }
    if (expr.kind == ProcKind::comm || expr.kind == ProcKind::rename) {
      for (const NameRule& rule : expr.names) follow_names(rule);
    }
    todo.insert(todo.end(), expr.operands.begin(), expr.operands.end());
  }
}

void NumberFlow::follow_formula() {
  const Scope scope = of_formula();
  for_each_variable(spec_.formula, [&](VarId v) { declared(v, scope); });
  for_each_term(spec_.formula, [&](ExprId term, const FormulaTermPlace& place) {
    const Shape shape = follow(term, {scope, Position::Of::formula, place.number});
    if (place.action != nullptr) unite(actions_[place.action->value][place.argument], shape);
    if (place.parameter != nullptr) unite(declared(*place.parameter, scope), shape);
  });
}

const NumberFlow::Shape& NumberFlow::follow(ExprId id, const Position& position) {
  poll_stop();
  const Expr& expr = spec_[id];
  if (expr.kind == ExprKind::number) {
    const auto [place, added] = numbers_.try_emplace(position);
    if (!added) return place->second;
    place->second = fresh(expr.sort);
    // 1 is a Pos, and goes wherever a Nat does: only what can hold it says what it may be.
    classes_[place->second.front()].has_pos = classes_[place->second.front()].has_nat = false;
    const auto name = fixed(id);
    if (name) {
      classes_[place->second.front()].names.insert(*name);
    } else {
      compute(place->second);
    }
    return place->second;
  }
  const auto known = shapes_.find({position.scope, id});
  if (known != shapes_.end()) return known->second;
  Shape shape = follow_expr(id, position.scope);
  return shapes_[{position.scope, id}] = std::move(shape);
}

const NumberFlow::Shape& NumberFlow::follow(ExprId parent, std::size_t i, Scope scope) {
  const auto index = static_cast<std::uint32_t>(i);
  return follow(spec_[parent].arguments[i], {scope, Position::Of::expression, parent.value, index});
}

NumberFlow::Shape NumberFlow::follow_expr(ExprId id, Scope scope) {
  if (const auto reading = one_number_.read(id)) return follow_table(id, scope, *reading);
  const Expr& expr = spec_[id];
  Shape shape;
  const auto append = [&](const Shape& more) { shape.insert(shape.end(), more.begin(), more.end()); };
  switch (expr.kind) {
    case ExprKind::variable:
      return declared(VarId{expr.symbol}, scope);
    case ExprKind::number:
    case ExprKind::truth:
      return shape;
    case ExprKind::call:
      for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
        unite(functions_[expr.symbol][i], follow(id, i, scope));
      }
      return functions_[expr.symbol].back();
    case ExprKind::function:
      for (const Shape& part : functions_[expr.symbol]) append(part);
      return shape;
    case ExprKind::builtin:
      return follow_builtin(id, scope);
    case ExprKind::apply: {
      const Shape head = follow(id, 0, scope);
      std::vector<Shape> arguments;
      for (std::size_t i = 1; i < expr.arguments.size(); ++i) arguments.push_back(follow(id, i, scope));
      return apply(spec_[expr.arguments[0]].sort, head, arguments);
    }
    case ExprKind::list:
    case ExprKind::set:
    case ExprKind::bag:
      shape = fresh(expr.sort);
      for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
        const Shape element = follow(id, i, scope);
        if (expr.kind == ExprKind::bag && i % 2 == 1) {
          compute(element);
        } else {
          unite(shape, element);
        }
      }
      return shape;
    case ExprKind::set_of:
    case ExprKind::bag_of:
      // Whether all of them can be listed depends on the sort; it stays what it is.
      shape = declared(expr.variables.front(), scope);
      compute(shape, id);
      compute(follow(id, 0, scope));
      return shape;
    case ExprKind::lambda:
      for (const VarId v : expr.variables) append(declared(v, scope));
      append(follow(id, 0, scope));
      return shape;
    case ExprKind::forall:
    case ExprKind::exists:
      for (const VarId v : expr.variables) declared(v, scope);
      follow(id, 0, scope);
      return shape;
    case ExprKind::where:
      for (std::size_t i = 0; i < expr.variables.size(); ++i) {
        unite(declared(expr.variables[i], scope), follow(id, i + 1, scope));
      }
      return follow(id, 0, scope);
  }
  return shape;
}

/// x < 4, with a fixed number: which names these are is known. A variable that it bounds takes all numbers below.
void NumberFlow::follow_order(ExprId id, Scope scope) {
  const Expr& expr = spec_[id];
  const auto low = fixed(expr.arguments[0]);
  const auto high = fixed(expr.arguments[1]);
  const SortKind kind = spec_.sorts.kind(spec_[expr.arguments[low ? 1 : 0]].sort);
  const bool is_whole = kind == SortKind::pos || kind == SortKind::nat || kind == SortKind::integer;
  if (low.has_value() == high.has_value() || !is_whole) {
    compute(follow(id, 0, scope), id);
    compute(follow(id, 1, scope), id);
    return;
  }
  const std::size_t side = low ? 1 : 0;
  if (kind == SortKind::integer) {  // below a number there is no end of integers: see ranges
    follow(id, side, scope);
    return;
  }
  std::set<std::int64_t>& names = classes_[find(follow(id, side, scope).front())].names;
  const bool positive = kind == SortKind::pos;
  const bool bound_itself = static_cast<Builtin>(expr.symbol) == (low ? Builtin::less : Builtin::less_equal);
  const std::int64_t end = (low ? *low : *high) + (bound_itself ? 1 : 0);
  for (std::int64_t n = positive ? 1 : 0; n < end; ++n) names.insert(n);
}

NumberFlow::Shape NumberFlow::follow_builtin(ExprId id, Scope scope) {
  const Expr& expr = spec_[id];
  const auto op = static_cast<Builtin>(expr.symbol);
  if (is_order(op)) {
    follow_order(id, scope);
    return {};
  }
  std::vector<Shape> arguments;
  for (std::size_t i = 0; i < expr.arguments.size(); ++i) arguments.push_back(follow(id, i, scope));
  switch (op) {
    case Builtin::logic_and:
      for (const Range& range : ranges(id)) {
        std::set<std::int64_t>& names = classes_[find(follow(range.what, {scope}).front())].names;
        for (std::int64_t n = range.first; n <= range.last; ++n) names.insert(n);
      }
      return {};
    case Builtin::logic_not:
    case Builtin::logic_or:
    case Builtin::logic_implies:
      return {};
    case Builtin::if_then_else: {
      Shape shape = fresh(expr.sort);
      unite(shape, arguments[1]);
      unite(shape, arguments[2]);
      return shape;
    }
    case Builtin::equal:
    case Builtin::not_equal:
    case Builtin::subset_less:
    case Builtin::subset_less_equal:
    case Builtin::bag_less:
    case Builtin::bag_less_equal:
    case Builtin::list_contains:
    case Builtin::set_contains:
    case Builtin::bag_contains:
      unite(arguments[0], arguments[1]);
      return {};
    case Builtin::list_prepend:
    case Builtin::list_append:
    case Builtin::list_concatenate:
    case Builtin::list_head:
    case Builtin::list_tail:
    case Builtin::list_last:
    case Builtin::list_front:
    case Builtin::set_union:
    case Builtin::set_intersection:
    case Builtin::set_difference:
    case Builtin::set_complement:
    case Builtin::bag_union:
    case Builtin::bag_intersection:
    case Builtin::bag_difference:
    case Builtin::set_to_bag:
    case Builtin::bag_to_set: {
      Shape shape = fresh(expr.sort);
      for (const Shape& argument : arguments) unite(shape, argument);
      return shape;
    }
    case Builtin::list_at: {
      compute(arguments[1], id);
      Shape shape = fresh(expr.sort);
      unite(shape, arguments[0]);
      return shape;
    }
    case Builtin::list_length:
    case Builtin::set_size:
    case Builtin::bag_size:
    case Builtin::bag_count: {
      if (op == Builtin::bag_count) unite(arguments[0], arguments[1]);
      Shape shape = fresh(expr.sort);
      compute(shape);
      return shape;
    }
    case Builtin::function_update: {
      const SortId sort = spec_[expr.arguments[0]].sort;
      apply(sort, arguments[0], {arguments[1]});
      unite(part(arguments[0], sort, 1), arguments[2]);
      return arguments[0];
    }
    default: {  // arithmetic
      Shape shape = fresh(expr.sort);
      compute(shape);
      for (const Shape& argument : arguments) compute(argument, id);
      return shape;
    }
  }
}

}  // namespace quotient::mcrl2
