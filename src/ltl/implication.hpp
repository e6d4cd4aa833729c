#pragma once

#include <cstdint>
#include <unordered_map>

#include "ltl/formula.hpp"

namespace quotient::ltl {

/// What follows from what, as far as the shape of formulas shows. All formulas given to it, and by it, are in negation
/// normal form. Answers are remembered; they do not depend on what was asked before.
class Implication {
 public:
  explicit Implication(Formulas& formulas) : formulas_(formulas) {}

  /// The negation: every operator replaced by its dual. `negate(negate(f)) == f`.
  Formula negate(Formula f);

  /// Whether every word that satisfies `a` satisfies `b`. True is certain, false may mean "not seen".
  bool holds(Formula a, Formula b);
  /// Whether no word satisfies both, with the same reservation.
  bool excludes(Formula a, Formula b) { return holds(a, negate(b)); }

 private:
  Formula negate_one(Formula f);
  bool decide(Formula a, Formula b);
  bool decide_by_left(Formula a, Formula b);
  bool decide_by_right(Formula a, Formula b);

  Formulas& formulas_;
  std::unordered_map<std::uint32_t, Formula> negations_;
  std::unordered_map<std::uint64_t, bool> known_;
};

}  // namespace quotient::ltl
