#include "promela/parse/operator_row.hpp"

#include <algorithm>
#include <bit>

namespace quotient::promela {

namespace {

/// Rows up to this length are left as they are written.
constexpr std::size_t longest_left_row = 200;

bool may_regroup(Operator first, Operator next) {
  switch (next) {
    case Operator::logical_and:
    case Operator::logical_or:
    case Operator::bit_and:
    case Operator::bit_or:
    case Operator::bit_xor:
    case Operator::multiply:
      return next == first;
    case Operator::add:
    case Operator::subtract:
      return true;
    default:
      return false;
  }
}

Operator opposite(Operator op) { return op == Operator::add ? Operator::subtract : Operator::add; }

}  // namespace

OperatorRow::OperatorRow(Expression first, int height) : left_height_(height), highest_operand_(height) {
  terms_.push_back({Operator::none, std::nullopt, std::move(first)});
}

void OperatorRow::append(Operator op, std::optional<SourceRange> expansion, Expression operand, int height) {
  terms_.push_back({op, expansion, std::move(operand)});
  regroups_ = regroups_ && may_regroup(terms_[1].op, op);
  left_height_ = std::max(left_height_, height) + 1;
  highest_operand_ = std::max(highest_operand_, height);
  balanced_height_ = highest_operand_ + static_cast<int>(std::bit_width(terms_.size()));
}

bool OperatorRow::is_balanced() const { return regroups_ && terms_.size() > longest_left_row; }

Expression OperatorRow::combine(Expression left, const Term& joint, Operator op, Expression right) const {
  Expression both;
  both.kind = ExpressionKind::binary;
  both.op = op;
  both.range = join(left.range, right.range);
  if (joint.expansion) both.range = join(both.range, *joint.expansion);
  both.operands.reserve(2);
  both.operands.push_back(std::move(left));
  both.operands.push_back(std::move(right));
  return both;
}

/// `negated`: the row stands behind a minus, so that what it adds is to be subtracted, and the other way round.
Expression OperatorRow::balanced(std::size_t begin, std::size_t end, bool negated) {
  if (end - begin == 1) return std::move(terms_[begin].operand);
  const std::size_t middle = begin + (end - begin + 1) / 2;
  const Term& joint = terms_[middle];
  Expression left = balanced(begin, middle, negated);
  Expression right = balanced(middle, end, joint.op == Operator::subtract);
  return combine(std::move(left), joint, negated ? opposite(joint.op) : joint.op, std::move(right));
}

Expression OperatorRow::build() && {
  if (is_balanced()) return balanced(0, terms_.size(), false);
  Expression left = std::move(terms_.front().operand);
  for (std::size_t k = 1; k < terms_.size(); ++k) {
    left = combine(std::move(left), terms_[k], terms_[k].op, std::move(terms_[k].operand));
  }
  return left;
}

}  // namespace quotient::promela
