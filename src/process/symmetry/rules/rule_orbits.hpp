#pragma once

#include <memory>

#include "process/symmetry/rules/rewriter.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient {

/// States that rules make of each other are taken for one ([Nalumasu & Gopalakrishnan 1995], section 5). `checked`:
/// every instance is known to take steps to steps. `program` and `rules`, which must have passed `check_rules`, must
/// outlive it.
///
/// For orbits, all states that instances make of a state, again and again, are looked at, and the least is the normal
/// form: there is one for all of them. That is what is used where there is one rule.
///
/// With several, `reduction_by_rewriting` applies whatever makes the state less until nothing does. That ends, since
/// each state has finitely many less than it, but two states that rules make of each other may end differently. The
/// orbits are then those of all rules together.
std::unique_ptr<StateOrbits> rule_orbits(const Program& program, const RewriteRules& rules, bool checked);
std::unique_ptr<Reduction> reduction_by_rewriting(const Program& program, const RewriteRules& rules, bool checked);

}  // namespace quotient
