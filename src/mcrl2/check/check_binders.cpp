#include <algorithm>
#include <fmt/format.h>

#include "mcrl2/check/checker.hpp"

// Expressions with elements or variables of their own: lists, sets and bags, lambda, quantifiers, updates, whr.

namespace quotient::mcrl2 {

namespace {

using ast::DataExpr;

}  // namespace

/// [..], {..}, {a: n}: the elements share the least sort above all of theirs.
ExprId Checker::infer_container(const DataExpr& expr, SortId hint) {
  const bool bag = expr.kind == DataExpr::Kind::bag;
  const SortKind hint_kind = spec_.sorts.kind(hint);
  const bool hinted = expr.kind == DataExpr::Kind::list  ? hint_kind == SortKind::list
                      : expr.kind == DataExpr::Kind::set ? hint_kind == SortKind::set || hint_kind == SortKind::fset
                                                         : hint_kind == SortKind::bag || hint_kind == SortKind::fbag;
  const SortId element_hint = hinted ? spec_.sorts.element(hint) : spec_.sorts.unknown();
  SortId element = spec_.sorts.unknown();
  std::vector<ExprId> arguments;
  for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
    if (bag && i % 2 == 1) {
      arguments.push_back(check(*expr.arguments[i], spec_.sorts.basic(SortKind::nat)));
      continue;
    }
    arguments.push_back(infer(*expr.arguments[i], element_hint));
    const SortId found = sort_of(arguments.back());
    if (const auto joined = spec_.sorts.join(element, found)) {
      element = *joined;
    } else if (hinted && !spec_.sorts.distance(found, element_hint)) {
      report_mismatch(*expr.arguments[i], element_hint, found);
    } else {
      diagnostics_.error(expr.arguments[i]->range,
                         fmt::format("this element has sort {}, but those before it have sort {}",
                                     spec_.sorts.text(found), spec_.sorts.text(element)));
    }
  }
  if (hinted && spec_.sorts.distance(element, element_hint)) element = element_hint;
  for (std::size_t i = 0; i < arguments.size(); i += bag ? 2 : 1) arguments[i] = settled(arguments[i], element);
  const SortKind kind = expr.kind == DataExpr::Kind::list  ? SortKind::list
                        : expr.kind == DataExpr::Kind::set ? SortKind::fset
                                                           : SortKind::fbag;
  const ExprKind expr_kind = expr.kind == DataExpr::Kind::list  ? ExprKind::list
                             : expr.kind == DataExpr::Kind::set ? ExprKind::set
                                                                : ExprKind::bag;
  return spec_.expressions.add(
      {expr_kind, spec_.sorts.container(kind, element), 0, std::move(arguments), {}, expr.range});
}

ExprId Checker::infer_binder(const DataExpr& expr, SortId hint) {
  const Scope scope(*this);
  refuse_twice(expr.variables);
  std::vector<VarId> variables;
  std::vector<SortId> domain;
  for (const ast::Variable& variable : expr.variables) {
    variables.push_back(bind(variable, true));
    domain.push_back(spec_.variables[variables.back().value].sort);
  }
  const DataExpr& inner = *expr.arguments.front();
  if (expr.kind == DataExpr::Kind::lambda) {
    const bool hinted = spec_.sorts.kind(hint) == SortKind::function;
    const SortId body_hint = hinted ? spec_.sorts.codomain(hint) : spec_.sorts.unknown();
    const ExprId body = settled(infer(inner, body_hint), body_hint);
    const SortId sort = spec_.sorts.function(domain, sort_of(body));
    return spec_.expressions.add({ExprKind::lambda, sort, 0, {body}, std::move(variables), expr.range});
  }
  if (expr.kind == DataExpr::Kind::comprehension) {
    const ExprId body = infer(inner, spec_.sorts.unknown());
    const bool bag = spec_.sorts.numeric(sort_of(body));
    if (bag && !spec_.sorts.distance(sort_of(body), spec_.sorts.basic(SortKind::nat))) {
      report_mismatch(inner, spec_.sorts.basic(SortKind::nat), sort_of(body));
    } else if (!bag && !spec_.sorts.distance(sort_of(body), spec_.sorts.boolean())) {
      report_mismatch(inner, spec_.sorts.boolean(), sort_of(body));
    }
    const SortId sort = spec_.sorts.container(bag ? SortKind::bag : SortKind::set, domain.front());
    const ExprKind kind = bag ? ExprKind::bag_of : ExprKind::set_of;
    return spec_.expressions.add({kind, sort, 0, {body}, std::move(variables), expr.range});
  }
  const ExprId body = check(inner, spec_.sorts.boolean());
  const ExprKind kind = expr.kind == DataExpr::Kind::forall ? ExprKind::forall : ExprKind::exists;
  return spec_.expressions.add({kind, spec_.sorts.boolean(), 0, {body}, std::move(variables), expr.range});
}

ExprId Checker::infer_update(const DataExpr& expr, SortId hint) {
  const ExprId function = infer(*expr.arguments[0], hint);
  const SortId sort = sort_of(function);
  const bool fits = spec_.sorts.kind(sort) == SortKind::function && spec_.sorts.arguments(sort).size() == 2;
  if (!fits && !is_unknown(sort)) {
    diagnostics_.error(
        expr.arguments[0]->range,
        fmt::format("only functions of one argument can be updated, but this has sort {}", spec_.sorts.text(sort)));
  }
  const ExprId key = check(*expr.arguments[1], fits ? spec_.sorts.arguments(sort)[0] : spec_.sorts.unknown());
  const ExprId value = check(*expr.arguments[2], fits ? spec_.sorts.codomain(sort) : spec_.sorts.unknown());
  if (!fits) return broken(expr.range);
  return make(Builtin::function_update, sort, {function, key, value}, expr.range);
}

ExprId Checker::infer_where(const DataExpr& expr, SortId hint) {
  // The values do not see the new names, not even those before them.
  std::vector<ExprId> arguments{ExprId{}};
  for (const ast::Assignment& assignment : expr.assignments) {
    arguments.push_back(infer(*assignment.value, spec_.sorts.unknown()));
  }
  const Scope scope(*this);
  std::vector<VarId> variables;
  for (std::size_t i = 0; i < expr.assignments.size(); ++i) {
    variables.push_back(bind(expr.assignments[i].name, sort_of(arguments[i + 1]), true, expr.assignments[i].range));
  }
  arguments[0] = infer(*expr.arguments[0], hint);
  const SortId sort = sort_of(arguments[0]);
  return spec_.expressions.add({ExprKind::where, sort, 0, std::move(arguments), std::move(variables), expr.range});
}

}  // namespace quotient::mcrl2
