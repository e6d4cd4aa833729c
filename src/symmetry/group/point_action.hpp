#pragma once

#include <optional>
#include <span>
#include <vector>

#include "symmetry/group/permutation.hpp"

namespace quotient {

/// How the generators of a group move the points of some set: `generators[k]` is the k-th generator of the group
/// whatever the set, so that actions of one group on several sets can be compared. Restrictions of an action to an
/// orbit, and its action on blocks, are actions again, with points renumbered from 0.
///
/// What this file computes needs the generators only, no stabiliser chain.
struct PointAction {
  std::size_t degree = 0;
  std::vector<Permutation> generators;
};

struct Orbits {
  std::vector<std::vector<Point>> members;  // points ascending; orbits by their least point; fixed points are orbits
  std::vector<std::uint32_t> of;            // by point: its orbit
};

Orbits orbits(std::size_t degree, std::span<const Permutation> generators);

/// The action on `points`, which must be a union of orbits; points[i] becomes i.
PointAction restricted_to(std::span<const Permutation> generators, std::span<const Point> points);

/// The map f of two transitive actions of the same group with f(from) = to and f(g x) = g f(x) for all generators g;
/// nothing where there is none. Both must have the same degree; f is then a bijection: the orbits are linked, the
/// group moves both in the same way.
std::optional<std::vector<Point>> equivariant_map(const PointAction& first, const PointAction& second, Point from,
                                                  Point to);

/// Whether an element of the group that fixes all of `others` must fix all of `orbit` (channels between every two
/// processes are determined by the processes). Shown by the orbits on pairs: a point is told apart from the rest of its
/// orbit by the points of `others` it is related to. `false` may also mean "not shown so, or too large to tell".
bool is_determined_by(std::span<const Permutation> generators, std::span<const Point> orbit,
                      std::span<const std::vector<Point>> others);

}  // namespace quotient
