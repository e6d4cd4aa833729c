#include "temporal/linear.hpp"

#include <fmt/format.h>
#include <vector>

#include "base/ensure.hpp"
#include "ltl/hide.hpp"
#include "ltl/translate.hpp"
#include "temporal/lowering.hpp"

namespace quotient::temporal {

namespace {

class ToLinear {
 public:
  ToLinear(const Tree& tree, ltl::Formulas& formulas, std::uint32_t dead, std::uint32_t propositions)
      : tree_(tree), formulas_(formulas), dead_(formulas.proposition(dead)), next_proposition_(propositions) {}

  ltl::Formula run() { return formula(tree_.root); }
  const std::vector<ltl::Formula>& constraints() const { return constraints_; }
  std::uint32_t proposition_count() const { return next_proposition_; }

 private:
  ltl::Formula formula(NodeId id) {
    const Node& node = tree_[id];
    std::vector<ltl::Formula> f;
    for (const NodeId operand : node.operands) f.push_back(formula(operand));
    const auto negated = [this](ltl::Formula g) { return formulas_.negation(g); };
    switch (node.op) {
      case Operator::verum:
        return formulas_.constant(true);
      case Operator::falsum:
        return formulas_.constant(false);
      case Operator::atom:
        return formulas_.proposition(node.atom);
      case Operator::negation:
        return negated(f[0]);
      case Operator::conjunction:
        return formulas_.conjunction(f);
      case Operator::disjunction:
        return formulas_.disjunction(f);
      case Operator::implication:
        return formulas_.implies(f[0], f[1]);
      case Operator::equivalence:
        return formulas_.equivalent(f[0], f[1]);
      case Operator::next:
        return formulas_.conjunction(negated(dead_), formulas_.next(f[0]));
      case Operator::eventually:
        return formulas_.eventually(f[0]);
      case Operator::always:
        return formulas_.always(f[0]);
      case Operator::until:
        return formulas_.until(f[0], f[1]);
      case Operator::weak_until:
        return formulas_.weak_until(f[0], f[1]);
      case Operator::release:
        return formulas_.release(f[0], f[1]);
      case Operator::yesterday:
        return before([&](ltl::Formula) { return f[0]; });
      case Operator::once:
        return since(formulas_.constant(true), f[0]);
      case Operator::historically:
        return negated(since(formulas_.constant(true), negated(f[0])));
      case Operator::since:
        return since(f[0], f[1]);
      case Operator::trigger:
        return negated(since(negated(f[0]), negated(f[1])));
      case Operator::for_all:
      case Operator::exists:
        break;
    }
    report_bug("a quantifier that was not lowered");
  }

  /// A proposition that holds where there is a place before and `value` held there. The value may depend on it.
  template <typename Value>
  ltl::Formula before(Value value) {
    const ltl::Formula was = formulas_.proposition(next_proposition_++);
    const ltl::Formula now = value(was);
    constraints_.push_back(formulas_.negation(was));
    const ltl::Formula will = formulas_.next(was);
    const ltl::Formula steps = formulas_.disjunction(dead_, formulas_.equivalent(will, now));
    const ltl::Formula stays = formulas_.implies(dead_, formulas_.equivalent(will, was));
    constraints_.push_back(formulas_.always(formulas_.conjunction(steps, stays)));
    return was;
  }
  ltl::Formula since(ltl::Formula f, ltl::Formula g) {
    const auto holds = [&](ltl::Formula was) { return formulas_.disjunction(g, formulas_.conjunction(f, was)); };
    return holds(before(holds));
  }

  const Tree& tree_;
  ltl::Formulas& formulas_;
  ltl::Formula dead_;
  std::uint32_t next_proposition_;
  std::vector<ltl::Formula> constraints_;
};

}  // namespace

LinearTranslation translate_violations(const Tree& tree, std::uint32_t dead, std::uint32_t proposition_count) {
  ltl::Formulas formulas;
  ToLinear made(tree, formulas, dead, proposition_count);
  std::vector<ltl::Formula> all{formulas.negation(made.run())};
  all.insert(all.end(), made.constraints().begin(), made.constraints().end());
  if (made.proposition_count() > most_propositions) {
    return {{},
            fmt::format("the formula has more than {} different atoms and operators of the past", most_propositions)};
  }
  const ltl::TranslationResult result = ltl::translate(formulas, formulas.conjunction(all));
  if (!result.translation) return {{}, result.error};
  std::uint64_t hidden = 0;
  for (std::uint32_t i = proposition_count; i < made.proposition_count(); ++i) hidden |= std::uint64_t{1} << i;
  return {hidden == 0 ? result.translation->automaton : ltl::hide(result.translation->automaton, hidden), ""};
}

}  // namespace quotient::temporal
