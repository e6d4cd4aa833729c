#include <fmt/format.h>
#include <set>

#include "mcrl2/check/checker.hpp"

namespace quotient::mcrl2 {

/// Whether this compares values of a sort whose order the language does not know.
bool Checker::orders_user_values(const Expr& expr) const {
  const auto op = static_cast<Builtin>(expr.symbol);
  return (op == Builtin::less || op == Builtin::less_equal) &&
         spec_.sorts.kind(sort_of(expr.arguments[0])) == SortKind::user;
}

/// Whether these are made of different constructors, whatever their variables are.
bool Checker::clash(ExprId a, ExprId b) const {
  const Expr& left = spec_.expressions[a];
  const Expr& right = spec_.expressions[b];
  const auto constructed = [&](const Expr& expr) {
    return expr.kind == ExprKind::call && spec_.functions[expr.symbol].kind == FuncKind::constructor;
  };
  if (!constructed(left) || !constructed(right)) return false;
  if (left.symbol != right.symbol) return true;
  for (std::size_t i = 0; i < left.arguments.size(); ++i) {
    if (clash(left.arguments[i], right.arguments[i])) return true;
  }
  return false;
}

/// Whether an equation of == or != says that different constructors make equal values. Values are equal here if they
/// are made alike, so such a sort would have more values than it is meant to have.
bool Checker::makes_constructors_equal(const Expr& left, const Rule& rule) const {
  const auto op = static_cast<Builtin>(left.symbol);
  const Expr& right = spec_.expressions[rule.right];
  if ((op != Builtin::equal && op != Builtin::not_equal) || right.kind != ExprKind::truth) return false;
  return (right.symbol == 1) == (op == Builtin::equal) && clash(left.arguments[0], left.arguments[1]);
}

/// The map to which an equation of == or != belongs, where the sort has no constructors: then only equations say what
/// is equal.
std::optional<FuncId> Checker::equality_defined(const Expr& left) {
  const auto op = static_cast<Builtin>(left.symbol);
  if (left.kind != ExprKind::builtin || (op != Builtin::equal && op != Builtin::not_equal)) return std::nullopt;
  const SortId sort = sort_of(left.arguments[0]);
  if (spec_.sorts.kind(sort) != SortKind::user || spec_.constructors.contains(sort)) return std::nullopt;
  const auto [place, fresh] =
      spec_.equalities.try_emplace(sort, FuncId{static_cast<std::uint32_t>(spec_.functions.size())});
  if (fresh) {
    spec_.functions.push_back({"==", {sort, sort}, spec_.sorts.boolean(), FuncKind::map, 0, left.range, true});
  }
  return place->second;
}

void Checker::check_equation(const ast::Equation& equation) {
  // Of several functions of one name the right side may say which is meant.
  SortId expected = spec_.sorts.unknown();
  if (is_overloaded(*equation.left) && !is_overloaded(*equation.right)) {
    expected = expected_operand("==", sort_of(infer(*equation.right, expected)));
  }
  const ExprId left = infer(*equation.left, expected);
  if (is_unknown(sort_of(left))) {
    infer(*equation.right, spec_.sorts.unknown());
    return;
  }
  Rule rule;
  rule.range = equation.range;
  if (equation.condition) rule.condition = check(*equation.condition, spec_.sorts.boolean());
  rule.right = check(*equation.right, sort_of(left));
  // f(a)(b) = … : peel the applications off.
  ExprId head = left;
  while (spec_.expressions[head].kind == ExprKind::apply) {
    const auto& arguments = spec_.expressions[head].arguments;
    rule.patterns.insert(rule.patterns.begin(), arguments.begin() + 1, arguments.end());
    head = arguments.front();
  }
  const Expr top = spec_.expressions[head];
  if (top.kind == ExprKind::builtin && makes_constructors_equal(top, rule)) {
    diagnostics_.error(equation.left->range,
                       "values that are made by different constructors are different; this equation cannot make them "
                       "equal");
    return;
  }
  const std::optional<FuncId> equality = equality_defined(top);
  if (top.kind == ExprKind::builtin && !equality && !orders_user_values(top)) {
    diagnostics_.caution(equation.left->range,
                         "this equation is not used: built-in operations have their meaning already");
    return;
  }
  if (!equality && top.kind != ExprKind::call && top.kind != ExprKind::function) {
    const bool variable = top.kind == ExprKind::variable;
    diagnostics_.error(equation.left->range,
                       variable ? "the left side of an equation cannot be a variable"
                                : "an equation defines a map; built-in operations already have their meaning");
    return;
  }
  rule.head = equality.value_or(FuncId{top.symbol});
  if (equality && static_cast<Builtin>(top.symbol) == Builtin::not_equal) {
    const auto negation = static_cast<std::uint32_t>(Builtin::logic_not);
    rule.right = spec_.expressions.add(
        {ExprKind::builtin, spec_.sorts.boolean(), negation, {rule.right}, {}, equation.right->range});
  }
  rule.patterns.insert(rule.patterns.begin(), top.arguments.begin(), top.arguments.end());
  // Variables of the right side and the condition must get their values from the left.
  std::set<std::uint32_t> bound;
  std::vector<ExprId> todo = rule.patterns;
  while (!todo.empty()) {
    const Expr& e = spec_.expressions[todo.back()];
    todo.pop_back();
    if (e.kind == ExprKind::variable) bound.insert(e.symbol);
    todo.insert(todo.end(), e.arguments.begin(), e.arguments.end());
  }
  for (const auto* part : {&equation.right, &equation.condition}) {
    if (!*part) continue;
    std::set<ExprId> seen;
    todo = {part == &equation.right ? rule.right : rule.condition};
    while (!todo.empty()) {
      const ExprId id = todo.back();
      todo.pop_back();
      if (!seen.insert(id).second) continue;
      const Expr& e = spec_.expressions[id];
      if (e.kind == ExprKind::variable && !spec_.variables[e.symbol].bound && bound.insert(e.symbol).second) {
        diagnostics_.error((*part)->range, fmt::format("variable '{}' does not occur on the left side of the equation",
                                                       spec_.variables[e.symbol].name));
      }
      todo.insert(todo.end(), e.arguments.begin(), e.arguments.end());
    }
  }
  spec_.rules.push_back(std::move(rule));
}

void Checker::check_equations() {
  for (const ast::EquationBlock& block : tree_.equations) {
    const Scope scope(*this);
    refuse_twice(block.variables);
    for (const ast::Variable& variable : block.variables) bind(variable, false);
    for (const ast::Equation& equation : block.equations) check_equation(equation);
  }
}

}  // namespace quotient::mcrl2
