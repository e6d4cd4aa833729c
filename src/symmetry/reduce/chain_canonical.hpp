#pragma once

#include <memory>

#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// One key for every orbit, exactly, whatever the group: the base points of a stabiliser chain are given to atoms one
/// after the other, only to those that look rarest at that moment, and the least of the states at the ends is the key.
/// Automorphisms of the state that are found on the way prune it. Nothing is returned where the tables of the chain
/// would be too large. `symmetry` must outlive it.
std::unique_ptr<Reduction> chain_canonical_reduction(const Symmetry& symmetry);

}  // namespace quotient
