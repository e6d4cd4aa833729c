#pragma once

#include "symmetry/symmetry.hpp"

namespace quotient {

/// The symmetries of a system of processes, found in its code: the automorphisms of the graph of the whole instantiated
/// system (`--detect system`). Sound by construction: whatever the graph does not understand, it keeps fixed.
Symmetry detect_symmetry(const Program& program);

/// What keeps processes from being interchangeable: statements and initial values without which more of them would be.
/// Added to symmetry.broken_by. Tries one after the other, within about `seconds`.
void explain_breaks(const Program& program, Symmetry& symmetry, double seconds = 1);

}  // namespace quotient
