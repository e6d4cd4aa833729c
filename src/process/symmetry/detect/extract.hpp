#pragma once

#include "process/instance.hpp"
#include "process/program.hpp"
#include "process/symmetry/detect/system_graph.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient::detect {

/// What the automorphisms of the graph do to states: atoms with names, the group, the places where atoms are named or
/// cells move along. `out` must be empty; it has no atoms where nothing moves that states can tell.
void extract_symmetry(const Program& program, const Instance& instance, const SystemGraph& graph, Symmetry& out);

}  // namespace quotient::detect
