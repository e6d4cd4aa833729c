#pragma once

#include <span>

#include "symmetry/action/symmetry.hpp"

namespace quotient {

/// Keeps the subgroup that these elements of the group generate. What it does not move is no atom any more.
void narrow(Symmetry& symmetry, std::span<const Permutation> generators);

}  // namespace quotient
