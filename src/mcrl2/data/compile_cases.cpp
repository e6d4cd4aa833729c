#include <algorithm>

#include "base/stop_signal.hpp"
#include "mcrl2/data/compiler.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr int deepest_cases = 4;        // cases within cases
constexpr std::size_t most_cases = 32;  // of one condition

bool is_one_of(const Expr& expr, std::initializer_list<Builtin> operations) {
  return expr.kind == ExprKind::builtin &&
         std::find(operations.begin(), operations.end(), static_cast<Builtin>(expr.symbol)) != operations.end();
}

}  // namespace

VarId Compiler::fresh_variable(const std::string& name, SortId sort) {
  return spec_.variable(name, sort, {VarLevel::Origin::compiler, next_variable_++}, true);
}

ExprId Compiler::variable_expression(VarId variable, SourceRange range) {
  return spec_.expressions.add(
      {ExprKind::variable, spec_.variables[variable.value].sort, variable.value, {}, {}, range});
}

/// The same with new names for all variables bound inside, so that nothing put into it is caught by them.
ExprId Compiler::with_fresh_binders(ExprId id) {
  Expr expr = spec_[id];
  if (expr.arguments.empty()) return id;
  for (ExprId& argument : expr.arguments) argument = with_fresh_binders(argument);
  if (!expr.variables.empty()) {
    Substitution renaming;
    for (VarId& v : expr.variables) {
      const VarInfo info = spec_.variables[v.value];
      const VarId fresh = fresh_variable(info.name, info.sort);
      renaming[v] = variable_expression(fresh, expr.range);
      v = fresh;
    }
    // Of a where clause only the body sees the new names.
    const std::size_t scope = expr.kind == ExprKind::where ? 1 : expr.arguments.size();
    for (std::size_t i = 0; i < scope; ++i) expr.arguments[i] = substitute(expr.arguments[i], renaming);
  }
  return spec_.expressions.add(std::move(expr));
}

/// Functions that look at the constructor of a term, such as projections and recognisers, where that is known.
ExprId Compiler::projected(ExprId id) {
  Expr expr = spec_[id];
  if (expr.arguments.empty()) return id;
  for (ExprId& argument : expr.arguments) argument = projected(argument);
  if (expr.kind != ExprKind::call || expr.arguments.size() != 1 || spec_.functions[expr.symbol].kind != FuncKind::map) {
    return spec_.expressions.add(std::move(expr));
  }
  const Expr inner = spec_[expr.arguments[0]];
  const bool known = inner.kind == ExprKind::call && spec_.functions[inner.symbol].kind == FuncKind::constructor &&
                     rules_of_[inner.symbol].empty();
  for (const std::uint32_t r : rules_of_[expr.symbol]) {
    const Rule& rule = spec_.rules[r];
    if (!known || rule.condition || rule.patterns.size() != 1) break;
    const Expr pattern = spec_[rule.patterns[0]];
    if (pattern.kind != ExprKind::call || spec_.functions[pattern.symbol].kind != FuncKind::constructor) break;
    if (pattern.symbol != inner.symbol) continue;
    Substitution values;
    for (std::size_t i = 0; i < pattern.arguments.size(); ++i) {
      const Expr& field = spec_[pattern.arguments[i]];
      if (field.kind != ExprKind::variable) break;
      values.emplace(VarId{field.symbol}, inner.arguments[i]);
    }
    if (values.size() != pattern.arguments.size()) break;  // it looks deeper than that
    return substitute(with_fresh_binders(rule.right), values);
  }
  return spec_.expressions.add(std::move(expr));
}

/// The rules of a function applied to these arguments: the variables of each, what must hold for it to apply, and what
/// it yields. Empty where they cannot be told apart like this.
std::vector<Compiler::Unfolded> Compiler::unfolded(Expr call) {
  std::vector<Unfolded> result;
  if (call.kind != ExprKind::call || spec_.functions[call.symbol].kind != FuncKind::map) return {};
  for (const std::uint32_t r : rules_of_[call.symbol]) {
    const Rule& rule = spec_.rules[r];
    if (result.size() == most_cases) return {};
    Unfolded& made = result.emplace_back();
    Substitution values;
    const Expr right = spec_[with_fresh_binders(rule.right)];
    if (rule.patterns.empty() && right.kind == ExprKind::lambda && right.variables.size() == call.arguments.size()) {
      // f = lambda x: D. e
      for (std::size_t i = 0; i < right.variables.size(); ++i) values.emplace(right.variables[i], call.arguments[i]);
      if (rule.condition) conjuncts(rule.condition, false, made.conditions);
      made.value = projected(substitute(right.arguments[0], values));
      continue;
    }
    if (rule.patterns.size() != call.arguments.size()) return {};
    std::vector<ExprId> patterns;
    for (std::size_t i = 0; i < rule.patterns.size(); ++i) {
      const Expr pattern = spec_[rule.patterns[i]];
      const VarId v{pattern.symbol};
      if (pattern.kind == ExprKind::variable && values.try_emplace(v, call.arguments[i]).second) continue;
      for (const VarId inner : free_variables(rule.patterns[i])) {
        if (values.contains(inner)) continue;
        const VarInfo info = spec_.variables[inner.value];
        made.variables.push_back(fresh_variable(info.name, info.sort));
        values[inner] = variable_expression(made.variables.back(), pattern.range);
      }
      patterns.push_back(rule.patterns[i]);
      made.conditions.push_back(call.arguments[i]);
    }
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      made.conditions[i] = comparison(Builtin::equal, substitute(patterns[i], values), made.conditions[i]);
    }
    const auto applied = [&](ExprId part) { return projected(substitute(with_fresh_binders(part), values)); };
    if (rule.condition) conjuncts(applied(rule.condition), false, made.conditions);
    made.value = applied(rule.right);
  }
  return result;
}

/// Whether a condition cannot hold, whatever the values of variables are.
bool Compiler::never_holds(ExprId id) {
  const Expr expr = spec_[id];
  if (expr.kind == ExprKind::truth) return expr.symbol == 0;
  const bool equal = is_one_of(expr, {Builtin::equal});
  if (!equal && !is_one_of(expr, {Builtin::not_equal})) return false;
  const Expr a = spec_[expr.arguments[0]], b = spec_[expr.arguments[1]];
  const auto constant = [](const Expr& e) { return e.arguments.empty() && e.kind != ExprKind::function; };
  const auto left = literal(expr.arguments[0]), right = literal(expr.arguments[1]);
  if (left && right && constant(a) && constant(b)) return (*left == *right) != equal;
  const auto constructed = [&](const Expr& e) {
    return e.kind == ExprKind::call && spec_.functions[e.symbol].kind == FuncKind::constructor;
  };
  return equal && constructed(a) && constructed(b) && a.symbol != b.symbol && a.sort == b.sort &&
         rules_of_[a.symbol].empty() && rules_of_[b.symbol].empty();
}

/// Ways in which a condition can hold, of which at least one then does: each with variables of its own. Empty where
/// it says nothing of this kind.
std::vector<Compiler::Case> Compiler::ways(ExprId id, VarId variable) {
  poll_stop();
  const Expr expr = spec_[id];
  std::vector<Case> result;
  const auto way = [&](std::initializer_list<std::pair<ExprId, bool>> parts) {
    Case& made = result.emplace_back();
    for (const auto& [part, negated] : parts) conjuncts(part, negated, made.conditions);
  };
  // Of a copy: expressions are added.
  const auto by_rules = [&](const Expr& call, const auto& use) {
    for (Unfolded& rule : unfolded(call)) {
      Case& made = result.emplace_back(Case{std::move(rule.variables), std::move(rule.conditions)});
      use(rule.value, made.conditions);
    }
  };
  if (expr.kind == ExprKind::exists) {
    const Expr renamed = spec_[with_fresh_binders(id)];
    Case& made = result.emplace_back(Case{renamed.variables, {}});
    conjuncts(renamed.arguments[0], false, made.conditions);
    return result;
  }
  if (expr.kind == ExprKind::call) {
    by_rules(expr, [&](ExprId value, std::vector<ExprId>& out) { conjuncts(value, false, out); });
    return result;
  }
  if (expr.kind != ExprKind::builtin) return result;
  const auto op = static_cast<Builtin>(expr.symbol);
  switch (op) {
    case Builtin::logic_or:
      way({{expr.arguments[0], false}});
      way({{expr.arguments[1], false}});
      return result;
    case Builtin::logic_implies:
      way({{expr.arguments[0], true}});
      way({{expr.arguments[0], false}, {expr.arguments[1], false}});
      return result;
    case Builtin::if_then_else:
      way({{expr.arguments[0], false}, {expr.arguments[1], false}});
      way({{expr.arguments[0], true}, {expr.arguments[2], false}});
      return result;
    case Builtin::logic_not:
      by_rules(Expr(spec_[expr.arguments[0]]),
               [&](ExprId value, std::vector<ExprId>& out) { conjuncts(value, true, out); });
      return result;
    case Builtin::list_contains:
    case Builtin::set_contains:
    case Builtin::bag_contains: {
      const Expr container = spec_[expr.arguments[1]];
      if (is_one_of(container, {Builtin::set_union, Builtin::bag_union, Builtin::list_concatenate})) {
        for (const ExprId part : container.arguments) {
          result.push_back({{}, {comparison(op, expr.arguments[0], part)}});
        }
      } else if (!is_variable(expr.arguments[0], variable) && mentions(expr.arguments[0], variable)) {
        const VarId element = fresh_variable("e", spec_.sorts.element(container.sort));
        const ExprId e = variable_expression(element, expr.range);
        result.push_back(
            {{element}, {comparison(op, e, expr.arguments[1]), comparison(Builtin::equal, expr.arguments[0], e)}});
      }
      return result;
    }
    case Builtin::equal:
    case Builtin::less:
    case Builtin::less_equal:
      break;
    default:
      return result;
  }
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const Expr part = spec_[expr.arguments[side]];
    if (!result.empty() || !mentions(expr.arguments[side], variable)) continue;
    const auto with = [&](ExprId value) {
      return side == 0 ? comparison(op, value, expr.arguments[1]) : comparison(op, expr.arguments[0], value);
    };
    if (is_one_of(part, {Builtin::if_then_else})) {
      way({{part.arguments[0], false}, {with(part.arguments[1]), false}});
      way({{part.arguments[0], true}, {with(part.arguments[2]), false}});
    } else if (part.kind == ExprKind::call && op == Builtin::equal &&
               spec_.functions[part.symbol].kind == FuncKind::constructor && rules_of_[part.symbol].empty()) {
      // c(x + 1) == t: c(z) == t and x + 1 == z.
      Case made;
      Expr pattern = part;
      for (ExprId& argument : pattern.arguments) {
        made.variables.push_back(fresh_variable("z", spec_[argument].sort));
        const ExprId z = variable_expression(made.variables.back(), part.range);
        made.conditions.push_back(comparison(Builtin::equal, argument, z));
        argument = z;
      }
      made.conditions.push_back(with(spec_.expressions.add(pattern)));
      result.push_back(std::move(made));
    } else if (part.kind == ExprKind::call) {
      by_rules(part, [&](ExprId value, std::vector<ExprId>& out) { conjuncts(with(value), false, out); });
    }
  }
  return result;
}

/// The constructors of the sort of a variable, where a condition looks inside of its value.
std::vector<Compiler::Case> Compiler::constructor_ways(const Search& search, VarId variable) {
  const SortId sort = spec_.variables[variable.value].sort;
  const auto constructors = spec_.constructors.find(sort);
  if (constructors == spec_.constructors.end() || spec_.unlisted.contains(sort)) return {};
  const auto looks_inside = [&](const auto& self, ExprId id) -> bool {
    if (!mentions(id, variable)) return false;
    const Expr& expr = spec_[id];
    if (expr.kind == ExprKind::call && spec_.functions[expr.symbol].kind == FuncKind::map &&
        !rules_of_[expr.symbol].empty() && expr.arguments.size() == 1 && is_variable(expr.arguments[0], variable)) {
      return true;
    }
    const std::vector<ExprId> arguments = expr.arguments;
    return std::any_of(arguments.begin(), arguments.end(), [&](ExprId a) { return self(self, a); });
  };
  const auto& conditions = search.conditions;
  if (std::none_of(conditions.begin(), conditions.end(), [&](ExprId c) { return looks_inside(looks_inside, c); })) {
    return {};
  }
  std::vector<Case> result;
  for (const FuncId constructor : constructors->second) {
    if (!rules_of_[constructor.value].empty() || result.size() == most_cases) return {};
    Case& made = result.emplace_back();
    Expr term{ExprKind::call, sort, constructor.value, {}, {}, spec_[conditions.front()].range};
    for (const SortId field : std::vector<SortId>(spec_.functions[constructor.value].domain)) {
      made.variables.push_back(fresh_variable("z", field));
      term.arguments.push_back(variable_expression(made.variables.back(), term.range));
    }
    const SourceRange range = term.range;
    const ExprId value = spec_.expressions.add(std::move(term));
    for (const ExprId condition : conditions) {
      conjuncts(projected(substitute(with_fresh_binders(condition), {{variable, value}})), false, made.conditions);
    }
    made.conditions.push_back(comparison(Builtin::equal, variable_expression(variable, range), value));
  }
  return result;
}

/// Cases that the values of a variable can be found by, one after the other: where a condition is a disjunction, those
/// of both sides. Where some of the cases are not bounded they may never apply: `partly` allows for that.
bool Compiler::find_cases(Search& search, std::size_t variable, bool partly, Domain& domain) {
  if (search.depth == deepest_cases) return false;
  const VarId v = search.variables[variable];
  const auto try_cases = [&](const std::vector<Case>& cases, const std::vector<ExprId>& others) {
    Domain found = domain;
    found.kind = Domain::Kind::cases;
    bool any = false;
    for (const Case& one : cases) {
      const auto never = [&](ExprId condition) { return never_holds(condition); };
      if (std::any_of(one.conditions.begin(), one.conditions.end(), never)) {
        any = true;
        continue;
      }
      if (cases_left_ == 0) return false;
      --cases_left_;
      std::vector<ExprId> conditions = others;
      for (const ExprId condition : one.conditions) {
        if (std::find(conditions.begin(), conditions.end(), condition) == conditions.end())
          conditions.push_back(condition);
      }
      Search inner;
      inner.depth = search.depth + 1;
      inner.variables = {v};
      inner.variables.insert(inner.variables.end(), one.variables.begin(), one.variables.end());
      inner.layout = search.layout;
      inner.known = search.known;
      Solver solver = solve(std::move(inner), conditions, search.range);
      // What is known already may rule the case out.
      const bool may_be_out = std::any_of(one.conditions.begin(), one.conditions.end(),
                                          [&](ExprId condition) { return closed(search, condition); });
      if (!solver.bounded && (!partly || (!solver.enumerable && !may_be_out))) return false;
      any = any || solver.bounded;
      found.cases.push_back(std::move(solver));
    }
    if (!any) return false;
    domain = std::move(found);
    return true;
  };
  for (const ExprId condition : search.conditions) {
    if (!mentions(condition, v)) continue;
    const std::vector<Case> cases = ways(condition, v);
    if (cases.empty()) continue;
    std::vector<ExprId> others = search.conditions;
    std::erase(others, condition);
    if (try_cases(cases, others)) return true;
  }
  const std::vector<Case> cases = constructor_ways(search, v);
  return !cases.empty() && try_cases(cases, {});
}

}  // namespace quotient::mcrl2
