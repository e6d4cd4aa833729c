#pragma once

#include <span>
#include <vector>

#include "symmetry/graph/graph.hpp"

namespace quotient {

/// Generators of a group of automorphisms of `graph` in which only the identity leaves all of `named` where they are.
///
/// In the graph of a system most vertices have no name: control locations, pieces of code. Automorphisms that move only
/// such (an `if` with a thousand equal options has 1000! of them) take no state that people can speak of to another,
/// and cost group theory everything. Vertices that nothing but their number tells apart once all names are known
/// therefore keep their order. Every permutation of `named` that some automorphism brings about is still found, unless
/// the unnamed parts it moves are numbered differently in a way that no exchange of alike ones mends.
std::vector<Permutation> named_automorphisms(const ColouredGraph& graph, std::span<const Point> named);

}  // namespace quotient
