#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/successors.hpp"
#include "symmetry/action/symmetry.hpp"
#include "symmetry/group/point_action.hpp"

namespace quotient {

/// Atoms that every permutation moves alike, a process with its number and its channel, in whatever group: the same
/// unit. `of` has one for each atom.
struct AtomUnits {
  explicit AtomUnits(const Symmetry& symmetry);
  std::vector<std::uint32_t> of;
  std::vector<std::uint32_t> kinds;  // of each atom: its orbit
  std::uint32_t count = 0;
  /// What the group keeps of units whatever the state (neighbours in a cube, in a ring): pairs of one orbit on pairs
  /// are of one kind. Only orbits of few pairs.
  struct Pair {
    std::uint32_t kind, first, second;
  };
  std::vector<Pair> pairs;

 private:
  void find_pairs(const PointAction& action, std::uint32_t first);
  std::uint32_t kinds_of_pairs_ = 0;
};

/// Colours units by what a state says of them and of those that they have to do with. Permutations that keep the
/// colours given at first keep those that come out. Owns scratch memory.
class AtomColours {
 public:
  /// `actor` reads states with structured values, and may be null.
  AtomColours(const Symmetry& symmetry, const AtomUnits& units, StateActor* actor = nullptr);

  /// `labels` has a number for each atom.
  void colour(StateView state, std::span<const std::uint32_t> labels);
  std::uint64_t of(Point atom) const { return colours_[units_.of[atom]]; }

 private:
  struct Relation {
    std::uint64_t salt;
    std::uint32_t first, count;  // in related_
  };
  void read(StateView state);
  void read_tuples(StateView state);
  std::size_t count_colours();
  void forget_state();

  const Symmetry& symmetry_;
  const AtomUnits& units_;
  StateActor* actor_;
  AtomTuples tuples_;
  std::vector<std::uint64_t> colours_, sums_;
  std::vector<std::uint64_t> met_;  // a hash table of colours; 0: a free place
  std::vector<std::uint64_t> first_role_,
      second_role_;  // of each unit: its colour as the first or second of a relation
  std::vector<Relation> relations_;
  std::vector<std::uint32_t> related_;  // units
};

}  // namespace quotient
