#include "promela/lower/condition.hpp"

#include <utility>

#include "promela/lower/claim.hpp"

namespace quotient::promela {

namespace {

constexpr std::size_t most_propositions = 16;  // each is a search of its own

Expression around(Operator op, Expression inner) {
  Expression x;
  x.kind = ExpressionKind::unary;
  x.op = op;
  x.range = inner.range;
  x.type = inner.type;
  x.operands.push_back(std::move(inner));
  return x;
}

bool is_operator(const Expression& x) { return x.kind == ExpressionKind::unary || x.kind == ExpressionKind::binary; }

class Weakener {
 public:
  explicit Weakener(const LtlFormula& formula) : formula_(formula) {}

  std::vector<Weakening> run() {
    const Expression& whole = formula_.formula;
    // Without an `always` around it an implication speaks of the first state, where not to hold is nothing unusual.
    if (is_operator(whole) && (whole.op == Operator::always || whole.op == Operator::logical_and)) conditions(whole);
    const std::size_t before = found_.size();
    walk(whole, true);
    if (found_.size() - before > most_propositions) found_.resize(before);
    return std::move(found_);
  }

 private:
  void conditions(const Expression& x) {
    if (!is_operator(x)) return;
    if (x.op == Operator::always) return conditions(x.operands[0]);
    if (x.op == Operator::logical_and) conditions(x.operands[0]);
    if (x.op == Operator::implies) {
      const Expression& condition = x.operands[0];
      if (!has_temporal(condition) && condition.kind != ExpressionKind::constant) {
        LtlFormula never{formula_.name, formula_.range,
                         around(Operator::always, around(Operator::logical_not, condition))};
        found_.push_back({&condition, std::move(never)});
      }
    }
    if (x.op == Operator::logical_and || x.op == Operator::implies) conditions(x.operands[1]);
  }

  /// `positive`: the formula holds in more cases the more often x does.
  void walk(const Expression& x, bool positive) {
    const auto operand = [&](std::size_t i, bool sign) {
      path_.push_back(i);
      walk(x.operands[i], sign);
      path_.pop_back();
    };
    if (!is_operator(x) || !is_logical(x.op)) {
      if (x.kind != ExpressionKind::constant) found_.push_back({&x, replaced(path_, !positive), true});
      return;
    }
    if (x.op == Operator::equivalent) return;  // both signs
    if (x.op == Operator::implies && positive && has_temporal(x.operands[0])) {
      std::vector<std::size_t> consequent = path_;
      consequent.push_back(1);
      found_.push_back({&x.operands[0], replaced(consequent, false)});
    }
    const bool turned = x.op == Operator::logical_not || x.op == Operator::implies;
    operand(0, turned != positive);
    if (x.operands.size() > 1) operand(1, positive);
  }

  static bool is_logical(Operator op) {
    return op >= Operator::always || op == Operator::logical_not || op == Operator::logical_and ||
           op == Operator::logical_or;
  }

  LtlFormula replaced(const std::vector<std::size_t>& path, bool value) const {
    LtlFormula made = formula_;
    Expression* at = &made.formula;
    for (const std::size_t i : path) at = &at->operands[i];
    Expression constant;
    constant.value = value ? 1 : 0;
    constant.range = at->range;
    constant.type.base = BaseType::boolean;
    *at = std::move(constant);
    return made;
  }

  const LtlFormula& formula_;
  std::vector<std::size_t> path_;
  std::vector<Weakening> found_;
};

}  // namespace

std::vector<Weakening> weakenings_of(const LtlFormula& formula) { return Weakener(formula).run(); }

}  // namespace quotient::promela
