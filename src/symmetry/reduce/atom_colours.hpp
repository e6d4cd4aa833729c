#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/successors.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient {

/// Atoms that every permutation moves alike, a process with its number and its channel, in whatever group: the same
/// unit. `of` has one for each atom.
struct AtomUnits {
  explicit AtomUnits(const Symmetry& symmetry);
  std::vector<std::uint32_t> of;
  std::vector<std::uint32_t> kinds;  // of each atom: its orbit
  std::uint32_t count = 0;
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

  const Symmetry& symmetry_;
  const AtomUnits& units_;
  StateActor* actor_;
  AtomTuples tuples_;
  std::vector<std::uint64_t> colours_, sums_, sorted_;
  std::vector<Relation> relations_;
  std::vector<std::uint32_t> related_;  // units
};

}  // namespace quotient
