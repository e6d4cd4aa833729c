#include <algorithm>
#include <cmath>

#include "bmethod/compile/planner.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

/// Binary logarithm of the number of elements, as far as the text tells.
double Planner::log_size(const Expr* set) const {
  const Type* type = builder_.type_of(set->type);
  const Type* element = type->first;
  const double whole = element->flat() ? std::log2(static_cast<double>(element->cardinality)) : 60;
  const auto count = [&](const Expr* e) { return std::exp2(std::min(log_size(e), 30.0)); };
  double result = whole;
  switch (set->op) {
    case Op::identifier:
      if (set->symbol->kind != Symbol::Kind::given_set) result = element->flat() ? whole / 2 : 3;
      break;
    case Op::bool_set:
      result = 1;
      break;
    case Op::empty_set:
      result = 0;
      break;
    case Op::set_extension:
      result = std::log2(static_cast<double>(set->args.size()));
      break;
    case Op::interval:
      result = 4;
      if (set->args[0]->op == Op::number && set->args[1]->op == Op::number) {
        result =
            std::log2(static_cast<double>(std::max<std::int64_t>(set->args[1]->number - set->args[0]->number, 0)) + 1);
      }
      break;
    case Op::int_set:
    case Op::nat_set:
    case Op::nat1_set: {
      const Limits& limits = builder_.program.limits;
      result = std::max(6.0, std::log2(static_cast<double>(limits.max_int) - static_cast<double>(limits.min_int) + 1));
      break;
    }
    case Op::pow:
    case Op::pow1:
    case Op::fin:
    case Op::fin1:
      result = count(set->args[0]);
      break;
    case Op::product:
      result = log_size(set->args[0]) + log_size(set->args[1]);
      break;
    case Op::difference:
    case Op::intersection:
      result = std::max(log_size(set->args[0]) - 0.5, 0.0);
      break;
    case Op::set_union:
      result = std::max(log_size(set->args[0]), log_size(set->args[1])) + 0.5;
      break;
    default:
      result = element->flat() ? whole / 2 : 4;
      if (is_arrow(set->op)) {
        const double choices =
            relation_kind(set->op).functional ? std::max(log_size(set->args[1]), 1.0) : count(set->args[1]);
        result = count(set->args[0]) * choices;
      }
  }
  return std::min(result, element->flat() ? whole : 1e6);
}

}  // namespace quotient::bmethod
