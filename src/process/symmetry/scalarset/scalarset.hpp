#pragma once

#include <span>

#include "process/program.hpp"
#include "process/scalarset.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient {

/// The symmetry that the user has declared, as far as it is certified: all permutations of the members of each
/// scalarset without offences. An exchange of two members counts if the group `whole`, which `--detect system` found
/// knowing the same sets, has an element that exchanges the processes they belong to and leaves those of the other
/// members alone (channels and the like go along); where they belong to no processes, the values themselves. broken_by
/// names every offence with its place; and where members turn out to differ, which, and where some are named.
Symmetry declared_symmetry(const Program& program, const Symmetry& whole, std::span<const Scalarset> sets);

}  // namespace quotient
