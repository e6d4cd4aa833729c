#pragma once

#include <vector>

#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// What must hold now and then for a formula to ask for anything: `a` in `[] (a -> b)`, and in what is put together
/// from such by && and inside of b. Only conditions on a single state; the result refers to the formula.
std::vector<const Expression*> conditions_of(const LtlFormula& formula);

/// `[] !condition`, with the name and the place of the formula.
LtlFormula never_holds(const LtlFormula& formula, const Expression& condition);

}  // namespace quotient::promela
