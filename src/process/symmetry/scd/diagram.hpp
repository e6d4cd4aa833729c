#pragma once

#include "process/outline.hpp"
#include "symmetry/graph/graph.hpp"
#include "symmetry/group/group.hpp"

namespace quotient::scd {

/// The static channel diagram ([Donaldson & Miller 2009], Definition 11): processes coloured by their types, channels
/// by their signatures, an edge from a process to a channel it sends to and from a channel to who receives. Vertices
/// are items.
ColouredGraph channel_diagram(const Outline& outline);

/// Generators like those that searches for automorphisms find, and independent of which program does: strong generators
/// for the base of all points in order, from the last base point up, each taking its base point to the next one that is
/// not yet in its orbit and otherwise as early in the order as the group allows. For a symmetric group these are the
/// transpositions of neighbours. Which generators are valid decides how far Algorithm 1 has to go.
std::vector<Permutation> ordered_generators(const Group& group);

}  // namespace quotient::scd
