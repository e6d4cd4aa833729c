#pragma once

#include <vector>

#include "ltl/formula.hpp"
#include "ltl/implication.hpp"

namespace quotient::ltl {

/// Rewrites formulas to equivalent ones whose automata tend to be smaller, in negation normal form.
///
/// Only rules for conjunction and until are written down; those for disjunction and release are their duals, applied to
/// the negated operands.
class Simplifier {
 public:
  Simplifier(Formulas& formulas, Implication& implication) : formulas_(formulas), implication_(implication) {}

  /// An equivalent formula in negation normal form; the same for the same formula, whatever else the arena holds.
  Formula simplify(Formula f);
  /// Negation normal form and nothing else.
  Formula normal_form(Formula f);

 private:
  using Operands = std::vector<Formula>;

  Formula rebuild(Formula f);
  Formula conjunction(Operands operands);
  Formula disjunction(const Operands& operands);
  Formula next(Formula f);
  Formula until(Formula a, Formula b);
  Formula release(Formula a, Formula b);

  bool join_operands(Operands& operands);
  bool join_pair(Formula a, Formula b, Formula& joined);
  bool fold_always(Operands& operands);
  bool drop_implied(Operands& operands);
  bool drop_impossible_choices(Operands& operands);
  bool contradictory(const Operands& operands);

  Formula until_left(Formula a, Formula b);
  bool until_right(Formula a, Formula b, Formula& result);
  bool eventually_always(Formula body, Formula& result);

  Operands alternatives(Formula f) const;
  Operands conjuncts(Formula f) const;

  Formulas& formulas_;
  Implication& implication_;
};

}  // namespace quotient::ltl
