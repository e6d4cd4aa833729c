#pragma once

#include <vector>

#include "symmetry/graph/graph.hpp"

namespace quotient {

/// Generators of the automorphism group of a graph; none where only the identity is one. Each has been certified, edge
/// by edge. The same graph gives the same generators. May be called from several threads.
std::vector<Permutation> automorphism_generators(const ColouredGraph& graph);

struct CanonicalForm {
  /// Gives isomorphic graphs the same form: graph.relabelled(labelling) of one is equal to that of the other. The form
  /// may change with the version of the library behind this: compare forms, do not store them.
  Permutation labelling;
  std::vector<Permutation> generators;  // as of automorphism_generators, found on the way
};
CanonicalForm canonical_form(const ColouredGraph& graph);

}  // namespace quotient
