#include "bmethod/evaluate/infinite_sets.hpp"

namespace quotient::bmethod {
namespace {

/// N1 <: N <: Z, the rank of each; 0 for what is none of them.
int rank(Op op) { return op == Op::naturals1 ? 1 : op == Op::naturals ? 2 : op == Op::integers ? 3 : 0; }

}  // namespace

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
