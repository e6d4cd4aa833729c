#include <algorithm>
#include <set>
#include <utility>

#include "mcrl2/data/compiler.hpp"

namespace quotient::mcrl2 {

namespace {

bool is_builtin(const Expr& expr, Builtin op) {
  return expr.kind == ExprKind::builtin && static_cast<Builtin>(expr.symbol) == op;
}

}  // namespace

void Compiler::conjuncts(ExprId id, bool negated, std::vector<ExprId>& out) {
  const Expr expr = spec_[id];
  const auto rebuilt = [&](Builtin op, std::vector<ExprId> arguments) {
    return spec_.expressions.add({ExprKind::builtin,
                                  spec_.sorts.boolean(),
                                  static_cast<std::uint32_t>(op),
                                  std::move(arguments),
                                  {},
                                  expr.range});
  };
  if (expr.kind == ExprKind::truth) {
    if ((expr.symbol != 0) == negated) {
      out.push_back(spec_.expressions.add({ExprKind::truth, spec_.sorts.boolean(), 0, {}, {}, expr.range}));
    }
    return;
  }
  if (is_builtin(expr, Builtin::logic_not)) return conjuncts(expr.arguments[0], !negated, out);
  const Builtin split = negated ? Builtin::logic_or : Builtin::logic_and;
  if (is_builtin(expr, split)) {
    conjuncts(expr.arguments[0], negated, out);
    conjuncts(expr.arguments[1], negated, out);
    return;
  }
  if (negated && is_builtin(expr, Builtin::logic_implies)) {
    conjuncts(expr.arguments[0], false, out);
    conjuncts(expr.arguments[1], true, out);
    return;
  }
  if (!negated) {
    out.push_back(id);
  } else if (is_builtin(expr, Builtin::if_then_else)) {
    out.push_back(rebuilt(Builtin::if_then_else, {expr.arguments[0], rebuilt(Builtin::logic_not, {expr.arguments[1]}),
                                                  rebuilt(Builtin::logic_not, {expr.arguments[2]})}));
  } else if (expr.kind == ExprKind::forall) {
    Expr some = expr;
    some.kind = ExprKind::exists;
    some.arguments = {rebuilt(Builtin::logic_not, {expr.arguments[0]})};
    out.push_back(spec_.expressions.add(std::move(some)));
  } else if (is_builtin(expr, Builtin::less)) {
    out.push_back(rebuilt(Builtin::less_equal, {expr.arguments[1], expr.arguments[0]}));
  } else if (is_builtin(expr, Builtin::less_equal)) {
    out.push_back(rebuilt(Builtin::less, {expr.arguments[1], expr.arguments[0]}));
  } else if (is_builtin(expr, Builtin::not_equal)) {
    out.push_back(rebuilt(Builtin::equal, expr.arguments));
  } else if (is_builtin(expr, Builtin::equal)) {
    out.push_back(rebuilt(Builtin::not_equal, expr.arguments));
  } else {
    out.push_back(rebuilt(Builtin::logic_not, {id}));
  }
}

bool Compiler::is_variable(ExprId expr, VarId variable) const {
  const Expr& e = spec_.expressions[expr];
  return e.kind == ExprKind::variable && e.symbol == variable.value;
}

/// Takes an equality of terms apart where both sides have the same constructor: c(a, b) == c(d, e) is a == d and b ==
/// e.
void Compiler::equations(ExprId left, ExprId right, std::vector<std::pair<ExprId, ExprId>>& out) const {
  const Expr& a = spec_.expressions[left];
  const Expr& b = spec_.expressions[right];
  const bool constructor = a.kind == ExprKind::call && spec_.functions[a.symbol].kind == FuncKind::constructor &&
                           rules_of_[a.symbol].empty() && !a.arguments.empty();
  const bool cons = is_builtin(a, Builtin::list_prepend);
  const bool same = a.kind == b.kind && a.symbol == b.symbol && a.arguments.size() == b.arguments.size();
  if (!same || (!constructor && !cons && a.kind != ExprKind::list)) {
    out.emplace_back(left, right);
    return;
  }
  for (std::size_t i = 0; i < a.arguments.size(); ++i) equations(a.arguments[i], b.arguments[i], out);
}

/// Where in `pattern` the variable is, if that can be told from the value of the whole: below constructors.
bool Compiler::find_in(ExprId pattern, VarId variable, std::vector<PartStep>& path) {
  if (is_variable(pattern, variable)) return true;
  if (!mentions(pattern, variable)) return false;
  const Expr expr = spec_[pattern];
  const auto below = [&](std::size_t i, std::vector<PartStep> steps) {
    const std::size_t before = path.size();
    path.insert(path.end(), steps.begin(), steps.end());
    if (find_in(expr.arguments[i], variable, path)) return true;
    path.resize(before);
    return false;
  };
  if (expr.kind == ExprKind::call) {
    if (spec_.functions[expr.symbol].kind != FuncKind::constructor || !rules_of_[expr.symbol].empty()) return false;
    for (std::uint32_t i = 0; i < expr.arguments.size(); ++i) {
      if (below(i, {{FuncId{expr.symbol}, i}})) return true;
    }
    return false;
  }
  if (expr.kind == ExprKind::list) {
    std::vector<PartStep> steps;
    for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
      steps.push_back({std::nullopt, 0});
      if (below(i, steps)) return true;
      steps.back().index = 1;
    }
    return false;
  }
  if (expr.kind != ExprKind::builtin) return false;
  const auto op = static_cast<Builtin>(expr.symbol);
  if (op == Builtin::list_prepend) return below(0, {{std::nullopt, 0}}) || below(1, {{std::nullopt, 1}});
  // Conversions do not change a number.
  if (op >= Builtin::to_pos && op <= Builtin::to_real) return below(0, {});
  return false;
}

bool Compiler::find_equality(Search& search, std::size_t variable, Domain& domain) {
  const VarId v = search.variables[variable];
  for (const ExprId condition : search.conditions) {
    const Expr expr = spec_[condition];
    if (!is_builtin(expr, Builtin::equal) || !mentions(condition, v)) continue;
    std::vector<std::pair<ExprId, ExprId>> parts;
    equations(expr.arguments[0], expr.arguments[1], parts);
    for (const auto& [left, right] : parts) {
      for (const bool swapped : {false, true}) {
        const ExprId source = swapped ? left : right;
        std::vector<PartStep> path;
        if (!closed(search, source) || !find_in(swapped ? right : left, v, path)) continue;
        domain.kind = Domain::Kind::equal;
        domain.sources = {routine(source, search.layout)};
        domain.path = std::move(path);
        return true;
      }
      const auto sum = difference(search, left, right, v);
      if (!sum || sum->more || sum->less) continue;
      domain.kind = Domain::Kind::equal;
      domain.sources = {routine(root_of(*sum), search.layout)};
      return true;
    }
  }
  return false;
}

bool Compiler::find_membership(Search& search, std::size_t variable, Domain& domain) {
  const VarId v = search.variables[variable];
  for (std::size_t i = 0; i < search.conditions.size(); ++i) {
    const Expr expr = spec_[search.conditions[i]];
    const bool list = is_builtin(expr, Builtin::list_contains);
    const bool set = is_builtin(expr, Builtin::set_contains);
    const bool bag = is_builtin(expr, Builtin::bag_contains);
    if ((!list && !set && !bag) || !is_variable(expr.arguments[0], v) || !closed(search, expr.arguments[1])) continue;
    // A set may turn out not to be finite; where all values of the sort can be tried, nothing is gained.
    const SortKind kind = spec_.sorts.kind(spec_[expr.arguments[1]].sort);
    if (kind == SortKind::set && program_.finite(domain.sort)) continue;
    if (kind == SortKind::set || kind == SortKind::bag) {
      Search rest = search;
      rest.conditions.erase(rest.conditions.begin() + static_cast<std::ptrdiff_t>(i));
      Domain other = domain;
      if (find_membership(rest, variable, other) || find_range(rest, variable, other) ||
          find_cases(rest, variable, false, other)) {
        domain.instead.push_back(std::move(other));
      }
    }
    domain.kind = Domain::Kind::member;
    domain.container = list ? SortKind::list : set ? SortKind::set : SortKind::bag;
    domain.sources = {routine(expr.arguments[1], search.layout)};
    return true;
  }
  return false;
}

Solver Compiler::solver(std::span<const VarId> variables, std::span<const ExprId> conditions,
                        std::span<const VarId> captured, SourceRange range) {
  constexpr std::uint32_t most_cases_tried = 64;
  const std::uint32_t before = std::exchange(cases_left_, most_cases_tried);  // compiling a quantifier comes back here
  Search search;
  search.variables.assign(variables.begin(), variables.end());
  search.layout.assign(captured.begin(), captured.end());
  search.known.insert(captured.begin(), captured.end());
  Solver result = solve(std::move(search), conditions, range);
  cases_left_ = before;
  return result;
}

/// Greedy: what is fixed by an equation first, then what is in a container, then ranges and finite sorts in the order
/// of the text, then what falls into such cases.
Solver Compiler::solve(Search search, std::span<const ExprId> conditions, SourceRange range) {
  const std::vector<VarId> variables = search.variables;
  Solver result;
  result.captured = static_cast<std::uint32_t>(search.layout.size());
  result.range = search.range = range;
  search.layout.insert(search.layout.end(), variables.begin(), variables.end());
  search.conditions.assign(conditions.begin(), conditions.end());
  if (!variables.empty()) {
    // Twice: an implication may stand before what it needs.
    for (const int round : {1, 2}) {
      (void)round;
      for (std::size_t i = 0, count = search.conditions.size(); i < count; ++i) {
        add_implied(search.conditions[i], search.conditions);
      }
    }
  }
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    result.sorts.push_back(spec_.variables[variables[i].value].sort);
    result.names.push_back(spec_.variables[variables[i].value].name);
    open.push_back(i);
  }
  std::set<ExprId> checked;
  const auto add_checks = [&] {
    std::vector<RoutineId> checks;
    for (const ExprId condition : conditions) {
      if (closed(search, condition) && checked.insert(condition).second) {
        checks.push_back(routine(condition, search.layout));
      }
    }
    result.checks.push_back(std::move(checks));
  };
  add_checks();
  while (!open.empty()) {
    Domain domain;
    std::size_t chosen = open.size();
    const auto attempt = [&](auto&& find) {
      for (std::size_t i = 0; i < open.size() && chosen == open.size(); ++i) {
        domain = {};
        domain.variable = static_cast<std::uint32_t>(open[i]);
        domain.sort = result.sorts[open[i]];
        if (find(open[i])) chosen = i;
      }
    };
    attempt([&](std::size_t v) { return find_equality(search, v, domain); });
    attempt([&](std::size_t v) { return find_membership(search, v, domain); });
    attempt([&](std::size_t v) {
      return find_range(search, v, domain) || find_length(search, v, domain) || program_.finite(domain.sort);
    });
    attempt([&](std::size_t v) { return find_cases(search, v, false, domain); });
    if (chosen == open.size()) {
      if (result.bounded) result.unbounded_variable = static_cast<std::uint32_t>(open.front());
      result.bounded = false;
      attempt([&](std::size_t v) { return find_cases(search, v, true, domain); });
    }
    if (chosen == open.size()) {
      result.enumerable = result.enumerable && program_.listed_functions.contains(result.sorts[open.front()]);
      chosen = 0;
      domain = {};
      domain.variable = static_cast<std::uint32_t>(open.front());
      domain.sort = result.sorts[open.front()];
    }
    search.known.insert(variables[open[chosen]]);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(chosen));
    result.domains.push_back(std::move(domain));
    add_checks();
  }
  return result;
}

}  // namespace quotient::mcrl2
