#pragma once

#include <memory>

#include "symmetry/reduce/reduction.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// Siblings change places, two at a time, as long as that makes the state smaller (`--symmetry sorted`, as TopSPIN
/// does). Complete; an orbit has several keys where the descent ends in different places.
std::unique_ptr<Reduction> sorted_reduction(std::unique_ptr<Scheme> scheme);

}  // namespace quotient
