#include "bmethod/infinite.hpp"

#include <algorithm>

#include "bmethod/compiler.hpp"
#include "bmethod/relation_kind.hpp"

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

bool mentions(const Expr* expr, const Symbol* symbol) {
  return expr->symbol == symbol ||
         std::ranges::any_of(expr->args, [&](const Expr* arg) { return mentions(arg, symbol); });
}

/// The variable, or a couple with it inside.
bool is_or_holds(const Expr* expr, const Symbol* variable) {
  if (expr->op != Op::maplet) return expr->symbol == variable;
  return is_or_holds(expr->args[0], variable) || is_or_holds(expr->args[1], variable);
}

/// Whether a conjunct leaves only so many values of a variable, once everything else is known.
bool bounds(const TypeTable& types, const Expr* conjunct, const Symbol* variable, bool& low, bool& high) {
  if (conjunct->op == Op::exists) return mentions(conjunct, variable);  // may say where it is from
  if (conjunct->args.size() != 2) return false;
  const Expr* left = conjunct->args[0];
  const Expr* right = conjunct->args[1];
  switch (conjunct->op) {
    case Op::equal:
      return (is_or_holds(left, variable) && !mentions(right, variable)) ||
             (is_or_holds(right, variable) && !mentions(left, variable));
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

/// N1 <: N <: Z, the rank of each; 0 for what is none of them.
int rank(Op op) { return op == Op::naturals1 ? 1 : op == Op::naturals ? 2 : op == Op::integers ? 3 : 0; }

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

bool is_surely_infinite(const Node* set) {
  switch (set->op) {
    case Op::integers:
    case Op::naturals:
    case Op::naturals1:
      return true;
    case Op::string_set:
      return set->type->first->kind == Type::Kind::string;
    case Op::pow:
    case Op::pow1:
    case Op::fin:
    case Op::fin1:
    case Op::identity:
    case Op::seq:
    case Op::seq1:
      return is_surely_infinite(set->args[0]);
    case Op::set_union:
      return is_surely_infinite(set->args[0]) || is_surely_infinite(set->args[1]);
    default:
      return false;
  }
}

std::optional<bool> is_within(const Node* set, const Node* other) {
  if (other->full) return true;
  if (rank(set->op) != 0 && rank(other->op) != 0) return rank(set->op) <= rank(other->op);
  const bool finite = other->constant || other->op == Op::interval || other->op == Op::set_extension;
  if (finite && is_surely_infinite(set)) return false;
  const bool same_form = set->op == other->op && set->args.size() == other->args.size() && !set->args.empty();
  if (!same_form || (set->op != Op::pow && set->op != Op::fin && set->op != Op::seq && set->op != Op::product &&
                     set->op != Op::record_set)) {
    return std::nullopt;
  }
  // What is within part by part is within as a whole; where it is not nothing is known.
  for (std::size_t i = 0; i < set->args.size(); ++i) {
    if (is_within(set->args[i], other->args[i]) != true) return std::nullopt;
  }
  return true;
}

std::optional<bool> is_same(const Node* set, const Node* other) {
  const std::optional<bool> there = is_within(set, other);
  const std::optional<bool> back = is_within(other, set);
  if (there == false || back == false) return false;
  if (there == true && back == true) return true;
  return std::nullopt;
}

}  // namespace quotient::bmethod
