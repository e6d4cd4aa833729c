#pragma once

#include <optional>
#include <span>

#include "symmetry/group/stabiliser_chain.hpp"

namespace quotient {

/// A complete chain, with these base points first, of a group that is visibly a direct product of symmetric groups,
/// each of which permutes blocks of equally many points: like processes, each with its channels, or the constructors of
/// a sort. Nullopt where the generators do not show this. That is the group most models have, with hundreds of points,
/// and takes base length × degree steps here; from random elements it would take the cube of the degree.
///
/// Generators fall into components that move no point in common. One component is shown to be a symmetric group where
/// - each of its generators exchanges two points of each orbit and fixes the others: connected transpositions generate
///   all permutations of an orbit;
/// - all its orbits are moved in the same way, by a bijection that commutes with every generator: what fixes one orbit
///   fixes all of them.
std::optional<StabiliserChain> symmetric_product_chain(std::size_t degree, std::span<const Permutation> generators,
                                                       std::span<const Point> base);

}  // namespace quotient
