#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "ltl/automaton.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// A formula as an automaton that watches for its violation. Proposition i is `propositions[i]`.
struct FormulaClaim {
  ltl::Automaton automaton;
  std::vector<const Expression*> propositions;
  bool ignores_stuttering = false;
};

/// Whether a part of a formula refers to more than one state, or joins parts as formulas do (->, <->).
bool has_temporal(const Expression& x);

/// The automaton of the negation of a formula. Nothing, and an error in `diagnostics`, where it is too large. The
/// result refers to the formula.
std::optional<FormulaClaim> translate_formula(const SourceMap& sources, const LtlFormula& formula,
                                              Diagnostics& diagnostics);

}  // namespace quotient::promela
