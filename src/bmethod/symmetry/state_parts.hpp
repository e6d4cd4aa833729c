#pragma once

#include <vector>

#include "bmethod/evaluate/program.hpp"
#include "bmethod/symmetry/parts.hpp"
#include "model/successors.hpp"

namespace quotient::bmethod {

/// What permutations of elements are to a machine: which elements there are, and where they stand in a state. Immutable
/// once made.
class MachineSymmetry {
 public:
  /// `phased` machines have states that begin with a byte for the phase.
  MachineSymmetry(const Program& program, const std::vector<GivenSet>& sets, bool phased);
  MachineSymmetry(const MachineSymmetry&) = delete;
  MachineSymmetry& operator=(const MachineSymmetry&) = delete;

  const Elements& elements() const { return elements_; }
  /// Of what the slots of the program hold.
  const std::vector<const Shape*>& slots() const { return slots_; }
  /// The shape of a type that something in a slot has inside; null for any other.
  const Shape* shape(const Type* type) const { return shapes_.known(type); }

  /// Whether a constant or variable can relate elements to each other, or hold sets of them inside of other values.
  bool relates_elements() const;

  /// Takes a state apart. Returns how many bytes come before the first part: they are plain.
  std::size_t read(StateView state, Arena& arena, std::vector<Part>& into) const;

 private:
  Elements elements_;
  Shapes shapes_;
  std::vector<const Shape*> constants_, variables_, slots_;
  bool phased_;
};

}  // namespace quotient::bmethod
