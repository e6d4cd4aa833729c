#pragma once

#include <string>
#include <vector>

#include "symmetry/group/group.hpp"

namespace quotient {

/// How the slots of a factor are permuted.
enum class FactorKind {
  symmetric,    // in all ways: S_n
  alternating,  // by even permutations: A_n, n ≥ 4
  cyclic,       // as a ring: C_n, n ≥ 3; slot i follows slot i-1
  dihedral,     // as a ring that may be turned over: D_n (of order 2n), n ≥ 5; slots in the order of the ring
  hypercube,  // as the corners of a cube of dimension n ≥ 3: S2 ≀ S_n on 2^n slots; slots differ in one bit of their
              // numbers iff they are neighbours
  other  // in some other way; only the order is known
};

struct Factor;

/// What moves as one. points[k] of one slot corresponds to points[k] of any other slot of the same factor: they are the
/// linked orbits (a process, its channel, …).
struct Slot {
  std::vector<Point> points;
  /// Groups that act within this slot alone. inside[k] of one slot corresponds to inside[k] of any other, slot by slot.
  std::vector<Factor> inside;
};

/// A group acting on slots, and whatever acts inside the slots: a symmetric group where nothing does, a wreath product
/// (inside ≀ kind) where something does. Moving whole slots in a way the kind allows, all points along with them to
/// corresponding points, is an element of the group (up to the induced orbits, which follow).
struct Factor {
  FactorKind kind = FactorKind::other;
  BigNumber order;             // of the whole factor
  std::vector<Slot> slots;     // empty for `other` where it acts on several orbits at once
  std::vector<Point> support;  // all points that sit in the factor, ascending
};

/// A group as the direct product of its factors.
struct Structure {
  std::vector<Factor> factors;  // by their least point; none for the trivial group
  /// Orbits in no factor: how they move is determined by the factors (channels between every two processes).
  /// Group::element_with_base_images extends a permutation of the slots to them.
  std::vector<std::vector<Point>> induced;
  /// "S3 × (S2 ≀ S3)"; "trivial"; what is not recognised is "group of order N".
  std::string text;

  bool is_recognised() const;  // no factor of kind `other`, at any depth
};

/// Exact: the group is the product that the structure says, up to isomorphism and as it acts on the points. It is
/// proved by comparing orders: orbits, blocks and links are found from the generators, which makes the group a subgroup
/// of the product; an equal order makes it all of it. Milliseconds for some hundred points.
Structure recognise_structure(const Group& group);

}  // namespace quotient
