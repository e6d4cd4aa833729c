#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/successors.hpp"
#include "symmetry/group/permutation.hpp"

namespace quotient {

/// What a state says of atoms: which of them have to do with one another, and a digest of what that is.
struct AtomTuples {
  struct Tuple {
    std::uint64_t salt;
    std::uint32_t first, count;  // in `atoms`
  };
  std::vector<Tuple> tuples;
  std::vector<Point> atoms;

  void clear() {
    tuples.clear();
    atoms.clear();
  }
};

/// How permutations act on states that hold structured values, beside those made of flat cells (Symmetry::places). One
/// for each thread: it owns scratch memory, and remembers.
class StateActor {
 public:
  virtual ~StateActor() = default;
  /// Fills `out`. Permuting a state permutes the atoms of its tuples, and changes neither salts nor the order of atoms
  /// within a tuple. Together the tuples say everything about the state, but for what ties of sets leave open.
  virtual void scan(StateView state, AtomTuples& out) = 0;
  /// The permuted state, of the same length. `out` must not overlap `state`.
  virtual void permute(StateView state, const Permutation& permutation, std::uint8_t* out) = 0;
  /// The same for a permutation that comes again and again. It must stay in its place as long as the actor lives.
  virtual void permute_often(StateView state, const Permutation& permutation, std::uint8_t* out) = 0;
  /// Compares the permuted state with `least`, which becomes it where it is less. Negative, zero or positive as it was
  /// less, the same or greater. The permutation must stay in its place as above.
  virtual int lessen(StateView state, const Permutation& permutation, std::span<std::uint8_t> least) = 0;
};

/// Makes actors. Immutable, shared by all threads.
class StateAction {
 public:
  virtual ~StateAction() = default;
  /// Must not outlive the action.
  virtual std::unique_ptr<StateActor> actor() const = 0;
  /// Whether a state can have tuples of several atoms, or sets of atoms inside of other values. Where not, it is
  /// determined by what it says of each atom for itself.
  virtual bool relates_atoms() const { return true; }
};

}  // namespace quotient
