#pragma once

#include <span>

#include "process/program.hpp"
#include "process/scalarset.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient {

/// The symmetries of a system of processes, found in its code: the automorphisms of the graph of the whole instantiated
/// system (`--detect system`). Sound by construction: whatever the graph does not understand, it keeps fixed. Values of
/// declared scalarsets are atoms like those that stand for processes; whether they are alike is for the graph to say.
Symmetry detect_symmetry(const Program& program, std::span<const Scalarset> declared = {});

/// What keeps processes from being interchangeable: statements, initial values and the like.
/// Each one breaks the symmetry of what is not named; there may be others to choose. Added to symmetry.broken_by. Takes
/// about `seconds` at most, and names less then.
void explain_breaks(const Program& program, Symmetry& symmetry, std::span<const Scalarset> declared = {},
                    double seconds = 1);

}  // namespace quotient
