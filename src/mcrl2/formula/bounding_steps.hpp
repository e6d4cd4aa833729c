#pragma once

#include <vector>

#include "mcrl2/check/formula.hpp"

/// Where what is done says which values of a quantified variable matter.
namespace quotient::mcrl2 {

/// What decides an action test for values of the variables of a quantifier: `not a(n)` for all n is decided by the n
/// with which the step is a(n), and so is `a(n) and b` for some n. Null where there is nothing of the kind.
const ActionTest* binder(const ActionTest& test, ActionTest::Kind quantifier);

/// The actions that a step must be to pass a modality; null where there are none.
const ActionTest* pattern_of(const FormulaNode& modality);

/// Adds the modalities that a junction for all (for some) values comes down to: where no step is as one of them says,
/// it is decided for these values, and what was passed on the way to it with it.
void add_sources(const StateFormula& formula, FormulaId id, bool universal, std::vector<const FormulaNode*>& out);

}  // namespace quotient::mcrl2
