#pragma once

#include <vector>

#include "model/system.hpp"
#include "process/symmetry/rules/rewriter.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient {

/// For each instance of the rules, numbered as a Rewriter does, whether it does to the states of a program just what
/// some permutation of its group does. `found` is what `--detect system` found in the program: a permutation of that
/// group is an automorphism, and so is then the instance, without a single state having been looked at. The only states
/// that are looked at are those before all processes exist, of which the group says nothing: there are few, and all
/// instances are tried on each of them. `system` runs the program, and with `with_labels` has a cycle generator.
///
/// False tells nothing: there are symmetries that no graph shows.
std::vector<bool> instances_in_group(const System& system, const Program& program, const RewriteRules& rules,
                                     const Symmetry& found, bool with_labels);

}  // namespace quotient
