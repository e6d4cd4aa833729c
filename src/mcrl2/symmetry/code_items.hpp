#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mcrl2/symmetry/code_graph.hpp"
#include "symmetry/action/symmetry.hpp"
#include "symmetry/group/permutation.hpp"

/// What of a CodeGraph can be an atom, and what automorphisms do to it.
namespace quotient::mcrl2 {

/// A vertex that can be an atom.
struct Item {
  enum class Kind : std::uint8_t { constant, process, location };
  Kind kind;
  std::uint32_t number;
  Point vertex;
};

std::vector<Item> items_of(const CodeGraph& graph);

/// Permutations of a specification, as its graph shows them.
struct ItemAutomorphisms {
  /// Only the identity leaves all items where they are: like summands, and what else has no name, keep their order.
  std::vector<Permutation> automorphisms;
  /// Constants of which too many look alike.
  std::vector<FuncId> kept_in_place;
};

/// Of so many constants or locations that look alike, and no more, it is found out whether they are: n interchangeable
/// ones are a group whose description alone takes n² words, and more time than that. A search among so many would not
/// come far anyhow.
inline constexpr std::size_t most_alike = 1'000;

ItemAutomorphisms automorphisms_of(const CodeGraph& code);

/// What automorphisms do to some of the vertices, which are a union of orbits; those that do nothing are left out.
std::vector<Permutation> restricted(std::span<const Permutation> automorphisms, std::span<const Item> items);

Atom atom_of(const Model& model, const Item& item);

}  // namespace quotient::mcrl2
