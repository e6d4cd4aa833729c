#pragma once

#include "process/instance.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient::detect {

/// Where a system can begin in several ways, permutations that leave its steps as they are may still lead from states
/// that can be reached to others that cannot. Those generators of the group which are seen not to: all first states are
/// taken to states that can be reached, which is looked for among some thousand.
std::vector<Permutation> closed_generators(const Program& program, const Instance& instance, const Symmetry& symmetry);

}  // namespace quotient::detect
