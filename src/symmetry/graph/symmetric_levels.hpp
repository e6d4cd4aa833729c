#pragma once

#include <optional>
#include <span>
#include <vector>

#include "symmetry/graph/graph.hpp"

namespace quotient {

/// Generators of the automorphism group of a large graph in which only the identity leaves all of `named` where they
/// are, where that group is made of few full symmetric groups; nullopt where it is not, or where `named` does not tell
/// all vertices apart. Each has been certified, edge by edge, or is a product of such.
///
/// A search for automorphisms goes down to a leaf for each generator, and there is one for each process: for n
/// processes whose texts grow with n, that is n^3 steps. Here one leaf is reached for a transposition and one for a
/// cycle of each family, and the others are products of these.
///
/// Completeness. Let b1, b2, … be the named vertices that are told apart one after the other until no two vertices are
/// alike, and Ci the cell that holds bi before. The stabiliser of b1 … b(i-1) takes bi only to members of Ci, and only
/// the identity stabilises all of them. So the group has at most |C1| |C2| … elements, and exactly so many are
/// generated if for each i every member of Ci is the image of bi under something generated that fixes b1 … b(i-1).
/// [Sims 1970]
std::optional<std::vector<Permutation>> symmetric_levels(const ColouredGraph& graph, std::span<const Point> named);

}  // namespace quotient
