#include "ltl/implication.hpp"

#include <algorithm>

namespace quotient::ltl {

namespace {

/// Deeper pairs are not looked into: the recursion stays shallow on any input.
constexpr std::uint32_t deepest = 400;

}  // namespace

Formula Implication::negate_one(Formula f) {
  const auto operands = formulas_.operands(f);
  std::vector<Formula> negated;
  for (const Formula inner : operands) {
    if (formulas_.op(f) != Operator::negation) negated.push_back(negations_.at(inner.id));
  }
  switch (formulas_.op(f)) {
    case Operator::falsum:
    case Operator::verum:
    case Operator::proposition:
      return formulas_.negation(f);
    case Operator::negation:
      return operands[0];
    case Operator::conjunction:
      return formulas_.disjunction(negated);
    case Operator::disjunction:
      return formulas_.conjunction(negated);
    case Operator::next:
      return formulas_.next(negated[0]);
    case Operator::until:
      return formulas_.release(negated[0], negated[1]);
    case Operator::release:
      return formulas_.until(negated[0], negated[1]);
  }
  return f;
}

Formula Implication::negate(Formula f) {
  std::vector<Formula> pending{f};  // not recursive: a chain of operators can be long
  while (!pending.empty()) {
    const Formula top = pending.back();
    if (negations_.contains(top.id)) {
      pending.pop_back();
      continue;
    }
    const std::size_t before = pending.size();
    if (formulas_.op(top) != Operator::negation) {
      for (const Formula inner : formulas_.operands(top)) {
        if (!negations_.contains(inner.id)) pending.push_back(inner);
      }
    }
    if (pending.size() > before) continue;
    const Formula negated = negate_one(top);
    negations_.emplace(top.id, negated);
    negations_.emplace(negated.id, top);
    pending.pop_back();
  }
  return negations_.at(f.id);
}

bool Implication::holds(Formula a, Formula b) {
  if (a == b || formulas_.is_false(a) || formulas_.is_true(b)) return true;
  if (formulas_.is_true(a) || formulas_.is_false(b)) return false;
  if (formulas_.is_literal(a) && formulas_.is_literal(b)) return false;
  if (formulas_.depth(a) + formulas_.depth(b) > deepest) return false;
  const std::uint64_t key = (static_cast<std::uint64_t>(a.id) << 32) | b.id;
  if (const auto it = known_.find(key); it != known_.end()) return it->second;
  const bool answer = decide(a, b);
  known_.emplace(key, answer);
  return answer;
}

/// The rules of [Somenzi, Bloem 2000, 4.1], with those for eventual and universal formulas added. Each looks at a
/// smaller pair, so this ends.
bool Implication::decide(Formula a, Formula b) {
  const Operator op_a = formulas_.op(a), op_b = formulas_.op(b);
  if (op_a == Operator::disjunction) {
    const auto parts = formulas_.operands(a);
    return std::all_of(parts.begin(), parts.end(), [&](Formula part) { return holds(part, b); });
  }
  if (op_b == Operator::conjunction) {
    const auto parts = formulas_.operands(b);
    return std::all_of(parts.begin(), parts.end(), [&](Formula part) { return holds(a, part); });
  }
  if (op_a == op_b && (op_a == Operator::until || op_a == Operator::release)) {  // both operators are monotone
    if (holds(formulas_.operand(a, 0), formulas_.operand(b, 0)) &&
        holds(formulas_.operand(a, 1), formulas_.operand(b, 1))) {
      return true;
    }
  }
  if (op_a == Operator::next && op_b == Operator::next && holds(formulas_.operand(a, 0), formulas_.operand(b, 0))) {
    return true;
  }
  return decide_by_left(a, b) || decide_by_right(a, b);
}

bool Implication::decide_by_left(Formula a, Formula b) {
  const auto parts = formulas_.operands(a);
  switch (formulas_.op(a)) {
    case Operator::conjunction:
      return std::any_of(parts.begin(), parts.end(), [&](Formula part) { return holds(part, b); });
    case Operator::until:
      if (formulas_.shape(b).eventual && holds(parts[1], b)) return true;
      return holds(parts[0], b) && holds(parts[1], b);
    case Operator::release:
      return holds(parts[1], b);
    case Operator::next:
      return formulas_.shape(b).eventual && holds(parts[0], b);
    default:
      return false;
  }
}

bool Implication::decide_by_right(Formula a, Formula b) {
  const auto parts = formulas_.operands(b);
  switch (formulas_.op(b)) {
    case Operator::disjunction:
      return std::any_of(parts.begin(), parts.end(), [&](Formula part) { return holds(a, part); });
    case Operator::until:
      return holds(a, parts[1]);
    case Operator::release:
      if (formulas_.shape(a).universal && holds(a, parts[1])) return true;
      return holds(a, parts[0]) && holds(a, parts[1]);
    case Operator::next:
      return formulas_.shape(a).universal && holds(a, parts[0]);
    default:
      return false;
  }
}

}  // namespace quotient::ltl
