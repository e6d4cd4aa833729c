#include "promela/lower/claim.hpp"

#include <fmt/format.h>

#include "ltl/formula.hpp"
#include "ltl/translate.hpp"
#include "promela/check/check_expression.hpp"
#include "promela/syntax/statement_text.hpp"

namespace quotient::promela {

namespace {

bool is_temporal(Operator op) { return op >= Operator::always; }

class FormulaReader {
 public:
  explicit FormulaReader(ltl::Formulas& formulas) : formulas_(formulas) {}

  ltl::Formula read(const Expression& x) {
    // What has no temporal operator in it is one proposition, however large.
    if (!has_temporal(x)) return proposition(x);
    const Expression& first = x.operands[0];
    switch (x.op) {
      case Operator::logical_not:
        return formulas_.negation(read(first));
      case Operator::always:
        return formulas_.always(read(first));
      case Operator::eventually:
        return formulas_.eventually(read(first));
      case Operator::next:
        return formulas_.next(read(first));
      default:
        break;
    }
    const ltl::Formula left = read(first);
    const ltl::Formula right = read(x.operands[1]);
    switch (x.op) {
      case Operator::logical_and:
        return formulas_.conjunction(left, right);
      case Operator::logical_or:
        return formulas_.disjunction(left, right);
      case Operator::implies:
        return formulas_.implies(left, right);
      case Operator::equivalent:
        return formulas_.equivalent(left, right);
      case Operator::until:
        return formulas_.until(left, right);
      case Operator::weak_until:
        return formulas_.weak_until(left, right);
      case Operator::release:
        return formulas_.release(left, right);
      default:
        if (number_ == nullptr) number_ = &x;
        return formulas_.constant(false);
    }
  }

  /// Where a temporal formula is used as a number; null where none is.
  const Expression* number() const { return number_; }
  std::vector<const Expression*> propositions() { return std::move(propositions_); }

 private:
  ltl::Formula proposition(const Expression& x) {
    if (x.kind == ExpressionKind::constant) return formulas_.constant(x.value != 0);
    propositions_.push_back(&x);
    return formulas_.proposition(static_cast<std::uint32_t>(propositions_.size() - 1));
  }

  ltl::Formulas& formulas_;
  std::vector<const Expression*> propositions_;
  const Expression* number_ = nullptr;
};

}  // namespace

bool has_temporal(const Expression& x) {
  if ((x.kind == ExpressionKind::unary || x.kind == ExpressionKind::binary) && is_temporal(x.op)) return true;
  for (const Expression& operand : x.operands) {
    if (has_temporal(operand)) return true;
  }
  return false;
}

namespace {

/// `[] x == 1` compares `[] x` with 1, as in SPIN: temporal operators bind more strongly than comparisons do.
void report_number(const SourceMap& sources, const Expression& x, Diagnostics& diagnostics) {
  Diagnostic& error = diagnostics.error(x.range, "a temporal formula cannot be used as a number");
  const Expression* first = x.operands.empty() ? nullptr : &x.operands[0];
  const bool prefix = first != nullptr && first->kind == ExpressionKind::unary && is_temporal(first->op) &&
                      !first->parenthesised && x.kind == ExpressionKind::binary;
  if (!prefix) return;
  const std::string_view op = operator_text(first->op);
  error.notes.push_back({x.range, fmt::format("'{}' binds more strongly than '{}': write '{} ({} {} {})'", op,
                                              operator_text(x.op), op, expression_text(sources, first->operands[0]),
                                              operator_text(x.op), expression_text(sources, x.operands[1]))});
}

}  // namespace

std::optional<FormulaClaim> translate_formula(const SourceMap& sources, const LtlFormula& formula,
                                              Diagnostics& diagnostics) {
  ltl::Formulas formulas;
  FormulaReader reader(formulas);
  const ltl::Formula violated = formulas.negation(reader.read(formula.formula));
  if (reader.number() != nullptr) {
    report_number(sources, *reader.number(), diagnostics);
    return std::nullopt;
  }
  const ltl::TranslationResult result = ltl::translate(formulas, violated);
  if (!result.translation) {
    diagnostics.error(formula.formula.range,
                      fmt::format("'{}' cannot be translated: {}", formula.name.text, result.error));
    return std::nullopt;
  }
  return FormulaClaim{result.translation->automaton, reader.propositions(), formulas.shape(violated).next_free};
}

}  // namespace quotient::promela
