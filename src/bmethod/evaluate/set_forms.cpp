#include "bmethod/evaluate/set_forms.hpp"

#include <algorithm>

#include "bmethod/syntax/endless.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

bool is_symbolic(Op op) {
  switch (op) {
    case Op::integers:
    case Op::naturals:
    case Op::naturals1:
    case Op::int_set:
    case Op::nat_set:
    case Op::nat1_set:
    case Op::string_set:
    case Op::pow:
    case Op::pow1:
    case Op::fin:
    case Op::fin1:
    case Op::seq:
    case Op::seq1:
    case Op::iseq:
    case Op::iseq1:
    case Op::perm:
    case Op::record_set:
      return true;
    default:
      return is_arrow(op);
  }
}

bool hands_on_use(Op op) {
  return is_symbolic(op) || op == Op::product || op == Op::set_union || op == Op::intersection ||
         op == Op::difference || op == Op::identity;
}

bool is_infinite(const Node& node) {
  const auto told = is_endless(node.op, [&](std::size_t i) { return node.args[i]->infinite; });
  if (told) return *told;
  return hands_on_use(node.op) && std::ranges::any_of(node.args, [](const Node* each) { return each->infinite; });
}

bool is_power_set(const Node* set) {
  const bool power = set->op == Op::pow || set->op == Op::pow1 || set->op == Op::fin || set->op == Op::fin1;
  return power && !set->constant;
}

bool is_set_of_sequences(Op op) {
  return op == Op::seq || op == Op::seq1 || op == Op::iseq || op == Op::iseq1 || op == Op::perm;
}

bool has_only_infinite_elements(const Node* set) {
  if (!is_arrow(set->op)) return false;
  const RelationKind kind = relation_kind(set->op);
  return (kind.total && set->args[0]->infinite) || (kind.surjective && set->args[1]->infinite);
}

bool is_full(const Node& node) {
  switch (node.op) {
    case Op::bool_set:
    case Op::integers:
    case Op::string_set:
      return true;
    case Op::pow:
    case Op::fin:
    case Op::relations:
    case Op::product:
    case Op::record_set:
      return std::ranges::all_of(node.args, [](const Node* each) { return each->full; });
    default:
      return false;
  }
}

}  // namespace quotient::bmethod
