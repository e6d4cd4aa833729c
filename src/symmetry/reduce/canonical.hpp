#pragma once

#include <memory>

#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// One key for every orbit, exactly (`--symmetry canonical`). For products of symmetric groups: the least of the states
/// that are left when blocks are put in the order of their colours, and ties are broken in all ways that matter. For
/// others along a stabiliser chain, or, where there are few, by trying all permutations. Nothing is returned where that
/// would need too much memory. `symmetry` must outlive it.
std::unique_ptr<Reduction> canonical_reduction(const Symmetry& symmetry);

}  // namespace quotient
