#pragma once

#include <memory>

#include "symmetry/reduce/reduction.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// One key for every orbit, exactly (`--symmetry segmented`): blocks are sorted by what they have for themselves, all
/// orders of those that are tied are tried, and the least state is taken. Factorial in the number of tied blocks, so
/// nothing is returned for groups of more than `most` elements: the state where all are alike would take too long.
std::unique_ptr<Reduction> segmented_reduction(std::unique_ptr<Scheme> scheme, std::uint64_t most = 10'000'000);

}  // namespace quotient
