#pragma once

#include "symmetry/symmetry.hpp"

namespace quotient {

/// The symmetries of a system of processes, found in its code: the automorphisms of the graph of the whole instantiated
/// system (`--detect system`). Sound by construction: whatever the graph does not understand, it keeps fixed.
Symmetry detect_symmetry(const Program& program);

}  // namespace quotient
