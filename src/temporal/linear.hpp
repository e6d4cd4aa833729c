#pragma once

#include <cstdint>
#include <string>

#include "ltl/automaton.hpp"
#include "temporal/formula.hpp"

namespace quotient::temporal {

struct LinearTranslation {
  ltl::Automaton automaton;  // of the runs that violate the formula
  std::string error;         // why there is none, for the user; else empty
};

/// The runs that violate a linear formula over propositions. A run that ends stays in its last state for ever, and
/// there `dead`, which must be a proposition, holds. What is defined on runs with an end [Plagge & Leuschel 2010] is
/// kept: `X f` is false in the last state, whatever f is, and the past of the last state does not grow while it
/// repeats.
///
/// Operators of the past become propositions of their own, which the automaton guesses and which are then hidden: the
/// past determines them, so there is one right guess.
LinearTranslation translate_violations(const Tree& tree, std::uint32_t dead, std::uint32_t proposition_count);

}  // namespace quotient::temporal
