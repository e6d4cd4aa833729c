#pragma once

#include <memory>

#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// From a state to the least of its neighbours, those that one generator or its inverse leads to, until none is smaller
/// (`--symmetry local-search`). For every group, and complete; an orbit has as many keys as the descent has ends.
/// `symmetry` must outlive it.
std::unique_ptr<Reduction> local_search_reduction(const Symmetry& symmetry);

}  // namespace quotient
