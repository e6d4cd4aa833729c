#include <algorithm>

#include "mcrl2/check/checker.hpp"

// The sort of {} is only known from what it is used with. Most operations do not need it; a complement does: what is
// not in a set depends on what there is. So the sort is handed down as soon as it is known.

namespace quotient::mcrl2 {

bool Checker::unsettled(SortId sort) const {
  if (is_unknown(sort)) return true;
  const SortKind kind = spec_.sorts.kind(sort);
  return kind >= SortKind::list && kind <= SortKind::fbag && unsettled(spec_.sorts.element(sort));
}

/// The same expression as one of this sort, which must be one that it can be used as.
ExprId Checker::settled(ExprId id, SortId sort) {
  Expr expr = spec_[id];
  const auto is_container = [&](SortId s) {
    return spec_.sorts.kind(s) >= SortKind::list && spec_.sorts.kind(s) <= SortKind::fbag;
  };
  if (!unsettled(expr.sort) || unsettled(sort) || !is_container(expr.sort) || !is_container(sort)) return id;
  const SortId element = spec_.sorts.element(sort);
  // Its own kind of container, with these elements.
  const auto with_element = [&](ExprId part) {
    const SortId own = spec_[part].sort;
    return is_container(own) ? settled(part, spec_.sorts.container(spec_.sorts.kind(own), element)) : part;
  };
  switch (expr.kind) {
    case ExprKind::list:
    case ExprKind::set:
      for (ExprId& part : expr.arguments) part = settled(part, element);
      break;
    case ExprKind::bag:
      for (std::size_t i = 0; i < expr.arguments.size(); i += 2)
        expr.arguments[i] = settled(expr.arguments[i], element);
      break;
    case ExprKind::builtin: {
      const auto op = static_cast<Builtin>(expr.symbol);
      for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
        const bool is_element = (op == Builtin::list_prepend && i == 0) || (op == Builtin::list_append && i == 1);
        if (op == Builtin::if_then_else && i == 0) continue;
        expr.arguments[i] = is_element ? settled(expr.arguments[i], element) : with_element(expr.arguments[i]);
      }
      break;
    }
    default:
      return id;
  }
  expr.sort = spec_.sorts.container(spec_.sorts.kind(expr.sort), element);
  return spec_.expressions.add(std::move(expr));
}

/// Operands of a built-in operation tell each other what they are.
void Checker::settle_operands(Builtin op, std::vector<ExprId>& arguments) {
  if (arguments.size() < 2 ||
      std::none_of(arguments.begin(), arguments.end(), [&](ExprId argument) { return unsettled(sort_of(argument)); })) {
    return;
  }
  ExprId& first = arguments[arguments.size() - 2];  // of `if` the second
  ExprId& second = arguments.back();
  const auto element_and_container = [&](ExprId& element, ExprId& container) {
    const auto joined = spec_.sorts.join(sort_of(element), spec_.sorts.element(sort_of(container)));
    if (!joined) return;
    element = settled(element, *joined);
    container = settled(container, spec_.sorts.container(spec_.sorts.kind(sort_of(container)), *joined));
  };
  switch (op) {
    case Builtin::list_prepend:
    case Builtin::list_contains:
    case Builtin::set_contains:
    case Builtin::bag_contains:
    case Builtin::bag_count:
      return element_and_container(first, second);
    case Builtin::list_append:
      return element_and_container(second, first);
    case Builtin::list_at:
    case Builtin::function_update:
      return;
    default:
      if (const auto joined = spec_.sorts.join(sort_of(first), sort_of(second))) {
        first = settled(first, *joined);
        second = settled(second, *joined);
      }
  }
}

}  // namespace quotient::mcrl2
