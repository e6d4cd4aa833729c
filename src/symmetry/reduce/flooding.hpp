#pragma once

#include <memory>

#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// Keys are the states themselves; whenever one is new, the search enters all its permuted states as seen (`--symmetry
/// flooding`, permutation flooding in section 2 of [Leuschel, Butler, Spermann, Turner 2007]). Exact: one state of
/// every orbit is explored, but all are stored. Nothing is returned for groups of more than `most` elements. `symmetry`
/// must outlive it.
std::unique_ptr<Reduction> flooding_reduction(const Symmetry& symmetry, std::uint64_t most = 50'000);

}  // namespace quotient
