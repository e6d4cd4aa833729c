#include "promela/lower/condition.hpp"

#include <utility>

#include "promela/lower/claim.hpp"

namespace quotient::promela {

namespace {

void collect(const Expression& x, std::vector<const Expression*>& out) {
  if (x.kind != ExpressionKind::unary && x.kind != ExpressionKind::binary) return;
  switch (x.op) {
    case Operator::always:
      return collect(x.operands[0], out);
    case Operator::logical_and:
      collect(x.operands[0], out);
      return collect(x.operands[1], out);
    case Operator::implies:
      if (!has_temporal(x.operands[0]) && x.operands[0].kind != ExpressionKind::constant) {
        out.push_back(&x.operands[0]);
      }
      return collect(x.operands[1], out);
    default:
      return;
  }
}

}  // namespace

std::vector<const Expression*> conditions_of(const LtlFormula& formula) {
  std::vector<const Expression*> out;
  // Without an `always` around it an implication is about the first state, where a false condition is not unusual.
  if (formula.formula.op == Operator::always || formula.formula.op == Operator::logical_and) {
    collect(formula.formula, out);
  }
  return out;
}

LtlFormula never_holds(const LtlFormula& formula, const Expression& condition) {
  const auto around = [](Operator op, Expression inner) {
    Expression x;
    x.kind = ExpressionKind::unary;
    x.op = op;
    x.range = inner.range;
    x.type = inner.type;
    x.operands.push_back(std::move(inner));
    return x;
  };
  return {formula.name, formula.range, around(Operator::always, around(Operator::logical_not, condition))};
}

}  // namespace quotient::promela
