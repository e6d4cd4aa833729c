#pragma once

#include <memory>

#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// One key for every orbit, exactly: the least of all permuted states (`--symmetry enumerate`). Every permutation is
/// tried, so this is for small groups; nothing is returned for those of more than `most` elements. `symmetry` must
/// outlive it.
std::unique_ptr<Reduction> least_image_reduction(const Symmetry& symmetry, std::uint64_t most = 50'000);

}  // namespace quotient
