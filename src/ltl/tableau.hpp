#pragma once

#include <optional>

#include "ltl/automaton.hpp"
#include "ltl/formula.hpp"
#include "ltl/implication.hpp"

namespace quotient::ltl {

struct TableauLimits {
  std::size_t states;
  std::size_t transitions;
};

/// The generalised automaton of a formula in negation normal form, made on the fly: a state is a set of formulas that
/// all have to hold from here on, and each until has a condition that says it is not put off for ever. [Couvreur 1999;
/// Gastin, Oddoux 2001]
///
/// Nullopt if a limit is exceeded. The formula has at most 64 untils, and no proposition above 63.
std::optional<GeneralisedAutomaton> make_tableau(Formulas& formulas, Implication& implication, Formula formula,
                                                 const TableauLimits& limits);

/// The untils of a formula in negation normal form, of which each becomes a condition.
std::vector<Formula> untils_of(const Formulas& formulas, Formula formula);

}  // namespace quotient::ltl
