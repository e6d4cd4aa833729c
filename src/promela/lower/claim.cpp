#include "promela/lower/claim.hpp"

#include <fmt/format.h>

#include "ltl/formula.hpp"
#include "ltl/hide.hpp"
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
      case Operator::previously:
        return before([&, f = read(first)](ltl::Formula) { return f; });
      case Operator::once:
        return since(formulas_.constant(true), read(first));
      case Operator::historically:
        return formulas_.negation(since(formulas_.constant(true), formulas_.negation(read(first))));
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
      case Operator::since:
        return since(left, right);
      default:
        if (number_ == nullptr) number_ = &x;
        return formulas_.constant(false);
    }
  }

  /// Where a temporal formula is used as a number; null where none is.
  const Expression* number() const { return number_; }
  std::vector<const Expression*> propositions() { return std::move(propositions_); }
  /// What is guessed of the past, and what makes the guesses right.
  std::uint64_t hidden() const { return hidden_; }
  const std::vector<ltl::Formula>& constraints() const { return constraints_; }
  bool has_too_many() const { return propositions_.size() + constraints_.size() / 2 > most_propositions; }

 private:
  static constexpr std::uint32_t most_propositions = 64;

  /// A proposition of its own, which holds where `value` held one place before; `value` may refer to it. Nothing held
  /// before the beginning. The past determines it, so that there is one right guess.
  template <typename Value>
  ltl::Formula before(Value value) {
    const auto number = static_cast<std::uint32_t>(most_propositions - 1 - constraints_.size() / 2 % most_propositions);
    const ltl::Formula was = formulas_.proposition(number);
    hidden_ |= std::uint64_t{1} << number;
    const std::size_t place = constraints_.size();
    constraints_.resize(place + 2, formulas_.negation(was));
    constraints_[place + 1] = formulas_.always(formulas_.equivalent(formulas_.next(was), value(was)));
    return was;
  }
  ltl::Formula since(ltl::Formula f, ltl::Formula g) {
    const auto holds = [&](ltl::Formula was) { return formulas_.disjunction(g, formulas_.conjunction(f, was)); };
    return holds(before(holds));
  }

  ltl::Formula proposition(const Expression& x) {
    if (x.kind == ExpressionKind::constant) return formulas_.constant(x.value != 0);
    propositions_.push_back(&x);
    return formulas_.proposition(static_cast<std::uint32_t>(propositions_.size() - 1));
  }

  ltl::Formulas& formulas_;
  std::vector<const Expression*> propositions_;
  std::uint64_t hidden_ = 0;
  std::vector<ltl::Formula> constraints_;  // two for each that is hidden
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
  std::vector<ltl::Formula> all{formulas.negation(reader.read(formula.formula))};
  all.insert(all.end(), reader.constraints().begin(), reader.constraints().end());
  if (reader.number() != nullptr) {
    report_number(sources, *reader.number(), diagnostics);
    return std::nullopt;
  }
  const auto refuse = [&](const std::string& why) {
    diagnostics.error(formula.formula.range, fmt::format("'{}' cannot be translated: {}", formula.name.text, why));
    return std::nullopt;
  };
  if (reader.has_too_many()) return refuse("it has too many propositions and operators of the past");
  const ltl::Formula violated = formulas.conjunction(all);
  const ltl::TranslationResult result = ltl::translate(formulas, violated);
  if (!result.translation) return refuse(result.error);
  const ltl::Automaton& automaton = result.translation->automaton;
  // The past is told by what is next, so that a formula with it counts as one that counts steps.
  return FormulaClaim{reader.hidden() == 0 ? automaton : ltl::hide(automaton, reader.hidden()), reader.propositions(),
                      formulas.shape(violated).next_free};
}

}  // namespace quotient::promela
