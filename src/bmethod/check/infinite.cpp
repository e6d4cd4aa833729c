#include "bmethod/check/infinite.hpp"

#include <algorithm>

#include "bmethod/check/formulas.hpp"
#include "bmethod/syntax/endless.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

bool has_end(const TypeTable& types, TypeRef type) {
  switch (types.kind(type)) {
    case TypeTable::Kind::integer:
    case TypeTable::Kind::string:
      return false;
    case TypeTable::Kind::set:
      return has_end(types, types.element(type));
    case TypeTable::Kind::pair:
      return has_end(types, types.first(type)) && has_end(types, types.second(type));
    case TypeTable::Kind::record:
      return std::ranges::all_of(types.fields(type), [&](const auto& field) { return has_end(types, field.second); });
    default:
      return true;
  }
}

bool names_symbol(const Expr* expr, const Symbol* symbol) {
  return expr->symbol == symbol ||
         std::ranges::any_of(expr->args, [&](const Expr* arg) { return names_symbol(arg, symbol); });
}

/// The variable, or a couple with it inside.
bool is_or_holds(const Expr* expr, const Symbol* variable) {
  if (expr->op != Op::maplet) return expr->symbol == variable;
  return is_or_holds(expr->args[0], variable) || is_or_holds(expr->args[1], variable);
}

/// Whether a conjunct leaves only so many values of a variable, once everything else is known.
bool bounds(const TypeTable& types, const Expr* conjunct, const Symbol* variable, bool& low, bool& high) {
  if (conjunct->op == Op::exists) return names_symbol(conjunct, variable);  // may say where it is from
  if (conjunct->args.size() != 2) return false;
  const Expr* left = conjunct->args[0];
  const Expr* right = conjunct->args[1];
  switch (conjunct->op) {
    case Op::equal:
      return (is_or_holds(left, variable) && !names_symbol(right, variable)) ||
             (is_or_holds(right, variable) && !names_symbol(left, variable));
    case Op::member:
      if (left->symbol == variable && (right->op == Op::naturals || right->op == Op::naturals1)) low = true;
      return is_or_holds(left, variable) && !looks_infinite(types, right);
    case Op::subset:
    case Op::strict_subset:
      return left->symbol == variable && !looks_infinite(types, right);
    case Op::less:
    case Op::less_equal:
      high = high || left->symbol == variable;
      low = low || right->symbol == variable;
      return false;
    case Op::greater:
    case Op::greater_equal:
      low = low || left->symbol == variable;
      high = high || right->symbol == variable;
      return false;
    default:
      return false;
  }
}

bool binder_looks_infinite(const TypeTable& types, const Expr* set) {
  std::vector<const Expr*> conjuncts;
  flatten_conjunction(set->args[0], conjuncts);
  return std::ranges::any_of(set->bound, [&](const Symbol* variable) {
    if (has_end(types, variable->type)) return false;
    bool low = false;
    bool high = false;
    const bool bounded = std::ranges::any_of(
        conjuncts, [&](const Expr* conjunct) { return bounds(types, conjunct, variable, low, high); });
    return !bounded && !(low && high);
  });
}

}  // namespace

bool looks_infinite(const TypeTable& types, const Expr* set) {
  const auto told = is_endless(set->op, [&](std::size_t i) { return looks_infinite(types, set->args[i]); });
  if (told) return *told;
  const auto any = [&] {
    return std::ranges::any_of(set->args, [&](const Expr* each) { return looks_infinite(types, each); });
  };
  switch (set->op) {
    case Op::comprehension:
    case Op::lambda:
      return binder_looks_infinite(types, set);
    case Op::set_union:
    case Op::product:
    case Op::identity:
    case Op::pow:
    case Op::pow1:
    case Op::fin:
    case Op::fin1:
    case Op::iseq:
    case Op::iseq1:
    case Op::record_set:
    case Op::domain:
    case Op::override_relation:
      return any();
    default:
      return is_arrow(set->op) && any();
  }
}

}  // namespace quotient::bmethod
