#include <algorithm>
#include <set>

#include "mcrl2/compiler.hpp"

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

/// What is known while the order of the variables is being chosen.
struct Compiler::Search {
  std::vector<ExprId> conditions;
  std::vector<VarId> variables;
  std::vector<VarId> layout;  // captured, then variables: the locals of all routines
  std::set<VarId> known;
};

bool Compiler::is_variable(ExprId expr, VarId variable) const {
  const Expr& e = spec_.expressions[expr];
  return e.kind == ExprKind::variable && e.symbol == variable.value;
}

/// Whether `sum` >= variable because it is the variable plus things that are not negative.
bool Compiler::bounds_from_above(ExprId sum, VarId variable) {
  if (is_variable(sum, variable)) return true;
  const Expr expr = spec_[sum];
  if (!is_builtin(expr, Builtin::add)) return false;
  for (const ExprId part : expr.arguments) {
    if (spec_.sorts.kind(spec_[part].sort) > SortKind::nat) return false;
  }
  return bounds_from_above(expr.arguments[0], variable) || bounds_from_above(expr.arguments[1], variable);
}

/// Takes an equality of terms apart where both sides have the same constructor: c(a, b) == c(d, e) is a == d and b ==
/// e.
void Compiler::equations(ExprId left, ExprId right, std::vector<std::pair<ExprId, ExprId>>& out) const {
  const Expr& a = spec_.expressions[left];
  const Expr& b = spec_.expressions[right];
  const bool constructor = a.kind == ExprKind::call && spec_.functions[a.symbol].kind == FuncKind::constructor &&
                           !has_rules_[a.symbol] && !a.arguments.empty();
  const bool cons = is_builtin(a, Builtin::list_prepend);
  const bool same = a.kind == b.kind && a.symbol == b.symbol && a.arguments.size() == b.arguments.size();
  if (!same || (!constructor && !cons && a.kind != ExprKind::list)) {
    out.emplace_back(left, right);
    return;
  }
  for (std::size_t i = 0; i < a.arguments.size(); ++i) equations(a.arguments[i], b.arguments[i], out);
}

/// Where in `pattern` the variable is, if that can be told from the value of the whole, which is `source`: below
/// constructors, or in a sum of numbers, which then is brought to the other side.
bool Compiler::find_in(ExprId pattern, VarId variable, ExprId& source, std::vector<PartStep>& path) {
  if (is_variable(pattern, variable)) return true;
  const std::vector<VarId>& free = free_variables(pattern);
  if (std::find(free.begin(), free.end(), variable) == free.end()) return false;
  const Expr expr = spec_[pattern];
  const auto below = [&](std::size_t i, std::vector<PartStep> steps) {
    const std::size_t before = path.size();
    path.insert(path.end(), steps.begin(), steps.end());
    if (find_in(expr.arguments[i], variable, source, path)) return true;
    path.resize(before);
    return false;
  };
  if (expr.kind == ExprKind::call) {
    if (spec_.functions[expr.symbol].kind != FuncKind::constructor || has_rules_[expr.symbol]) return false;
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
  if (!path.empty() || (op != Builtin::add && op != Builtin::subtract) || !spec_.sorts.numeric(expr.sort)) return false;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const ExprId other = expr.arguments[1 - side];
    const std::vector<VarId>& others = free_variables(other);
    if (std::find(others.begin(), others.end(), variable) != others.end()) continue;
    const ExprId whole = source;
    const bool swapped = op == Builtin::subtract && side == 1;  // other - x == whole
    const Builtin inverse = op == Builtin::subtract && side == 0 ? Builtin::add : Builtin::subtract;
    const bool real =
        spec_.sorts.kind(expr.sort) == SortKind::real || spec_.sorts.kind(spec_[whole].sort) == SortKind::real;
    source = spec_.expressions.add({ExprKind::builtin,
                                    spec_.sorts.basic(real ? SortKind::real : SortKind::integer),
                                    static_cast<std::uint32_t>(inverse),
                                    {swapped ? other : whole, swapped ? whole : other},
                                    {},
                                    expr.range});
    if (find_in(expr.arguments[side], variable, source, path)) return true;
    source = whole;
  }
  return false;
}

bool Compiler::find_equality(Search& search, std::size_t variable, Domain& domain) {
  const auto closed = [&](ExprId e) {
    const auto& free = free_variables(e);
    return std::all_of(free.begin(), free.end(), [&](VarId v) { return search.known.contains(v); });
  };
  for (const ExprId condition : search.conditions) {
    const Expr expr = spec_[condition];
    if (!is_builtin(expr, Builtin::equal)) continue;
    std::vector<std::pair<ExprId, ExprId>> parts;
    equations(expr.arguments[0], expr.arguments[1], parts);
    for (const auto& [left, right] : parts) {
      for (const bool swapped : {false, true}) {
        ExprId source = swapped ? left : right;
        std::vector<PartStep> path;
        if (!closed(source) || !find_in(swapped ? right : left, search.variables[variable], source, path)) continue;
        if (!closed(source)) continue;  // a number on the other side may have variables of its own
        domain.kind = Domain::Kind::equal;
        domain.sources = {routine(source, search.layout)};
        domain.path = std::move(path);
        return true;
      }
    }
  }
  return false;
}

bool Compiler::find_membership(Search& search, std::size_t variable, Domain& domain) {
  for (const ExprId condition : search.conditions) {
    const Expr expr = spec_[condition];
    const bool list = is_builtin(expr, Builtin::list_contains);
    const bool set = is_builtin(expr, Builtin::set_contains);
    const bool bag = is_builtin(expr, Builtin::bag_contains);
    if ((!list && !set && !bag) || !is_variable(expr.arguments[0], search.variables[variable])) continue;
    const auto& free = free_variables(expr.arguments[1]);
    if (!std::all_of(free.begin(), free.end(), [&](VarId v) { return search.known.contains(v); })) continue;
    // A set may turn out not to be finite; where all values of the sort can be tried, nothing is gained.
    if (spec_.sorts.kind(spec_[expr.arguments[1]].sort) == SortKind::set && program_.finite(domain.sort)) continue;
    domain.kind = Domain::Kind::member;
    domain.container = list ? SortKind::list : set ? SortKind::set : SortKind::bag;
    domain.sources = {routine(expr.arguments[1], search.layout)};
    return true;
  }
  return false;
}

bool Compiler::find_range(Search& search, std::size_t variable, Domain& domain) {
  const SortKind kind = spec_.sorts.kind(domain.sort);
  if (kind < SortKind::pos || kind > SortKind::integer) return false;
  const VarId v = search.variables[variable];
  const auto closed = [&](ExprId e) {
    const auto& free = free_variables(e);
    return std::all_of(free.begin(), free.end(), [&](VarId u) { return search.known.contains(u); });
  };
  Domain found = domain;
  found.kind = Domain::Kind::range;
  for (const ExprId condition : search.conditions) {
    const Expr expr = spec_[condition];
    const bool strict = is_builtin(expr, Builtin::less);
    if (strict || is_builtin(expr, Builtin::less_equal)) {
      if (bounds_from_above(expr.arguments[0], v) && closed(expr.arguments[1])) {
        found.sources.push_back(routine(expr.arguments[1], search.layout));
        found.sources_strict.push_back(strict && is_variable(expr.arguments[0], v));
      }
      if (is_variable(expr.arguments[1], v) && closed(expr.arguments[0])) {
        found.lower.push_back(routine(expr.arguments[0], search.layout));
        found.lower_strict.push_back(strict);
      }
    }
    if (!is_builtin(expr, Builtin::equal)) continue;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      if (!bounds_from_above(expr.arguments[side], v) || !closed(expr.arguments[1 - side])) continue;
      found.sources.push_back(routine(expr.arguments[1 - side], search.layout));
      found.sources_strict.push_back(false);
    }
  }
  if (found.sources.empty() || (kind == SortKind::integer && found.lower.empty())) return false;
  domain = std::move(found);
  return true;
}

/// Lists over a finite sort whose length is bounded: #l < 4.
bool Compiler::find_length(Search& search, std::size_t variable, Domain& domain) {
  if (spec_.sorts.kind(domain.sort) != SortKind::list || !program_.finite(spec_.sorts.element(domain.sort)))
    return false;
  const auto closed = [&](ExprId e) {
    const auto& free = free_variables(e);
    return std::all_of(free.begin(), free.end(), [&](VarId u) { return search.known.contains(u); });
  };
  const auto is_length = [&](ExprId e) {
    const Expr expr = spec_[e];
    return is_builtin(expr, Builtin::list_length) && is_variable(expr.arguments[0], search.variables[variable]);
  };
  for (const ExprId condition : search.conditions) {
    const Expr expr = spec_[condition];
    const bool strict = is_builtin(expr, Builtin::less);
    const bool equal = is_builtin(expr, Builtin::equal);
    if (!strict && !equal && !is_builtin(expr, Builtin::less_equal)) continue;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      if ((side == 1 && !equal) || !is_length(expr.arguments[side]) || !closed(expr.arguments[1 - side])) continue;
      domain.kind = Domain::Kind::lists;
      domain.sources.push_back(routine(expr.arguments[1 - side], search.layout));
      domain.sources_strict.push_back(strict);
    }
  }
  return domain.kind == Domain::Kind::lists;
}

/// Greedy: what is fixed by an equation first, then what is in a container, then ranges and finite sorts in the order
/// of the text.
Solver Compiler::solver(std::span<const VarId> variables, std::span<const ExprId> conditions,
                        std::span<const VarId> captured, SourceRange range) {
  Solver result;
  result.captured = static_cast<std::uint32_t>(captured.size());
  result.range = range;
  Search search;
  search.conditions.assign(conditions.begin(), conditions.end());
  search.variables.assign(variables.begin(), variables.end());
  search.layout.assign(captured.begin(), captured.end());
  search.layout.insert(search.layout.end(), variables.begin(), variables.end());
  search.known.insert(captured.begin(), captured.end());
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
      const auto& free = free_variables(condition);
      if (!std::all_of(free.begin(), free.end(), [&](VarId v) { return search.known.contains(v); })) continue;
      if (checked.insert(condition).second) checks.push_back(routine(condition, search.layout));
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
    if (chosen == open.size()) {
      if (result.bounded) result.unbounded_variable = static_cast<std::uint32_t>(open.front());
      result.bounded = false;
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
