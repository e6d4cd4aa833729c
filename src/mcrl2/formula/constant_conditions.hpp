#pragma once

#include "base/diagnostics.hpp"
#include "mcrl2/formula/compiled_formula.hpp"

namespace quotient::mcrl2 {

/// Reports conditions without variables that have no value, as 1 / 0 == 1: the formula has no truth value. A condition
/// that constants before it make irrelevant is not looked at: val(n > 0) => val(10 / n == 2), where n is a constant.
/// What takes long to evaluate is left to the search.
void check_constant_conditions(const CompiledFormula& formula, const Program& program, Diagnostics& diagnostics);

}  // namespace quotient::mcrl2
