#pragma once

#include <memory>

#include "symmetry/reduce/reduction.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// Whatever refers to a block is blanked, then blocks are sorted (`--symmetry flattened`, section 4 of [Bosnacki
/// 2009]): one key for every orbit, but many orbits share theirs.
std::unique_ptr<Reduction> flattened_reduction(std::unique_ptr<Scheme> scheme);

}  // namespace quotient
