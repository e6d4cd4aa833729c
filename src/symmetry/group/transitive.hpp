#pragma once

#include <vector>

#include "symmetry/group/group.hpp"
#include "symmetry/group/slot_tree.hpp"
#include "symmetry/group/structure.hpp"

namespace quotient {

/// A transitive group by name, and its points in an order that shows it: along the ring for cyclic and dihedral groups,
/// as binary numbers for hypercubes, ascending for the rest.
struct TransitiveKind {
  FactorKind kind = FactorKind::other;
  std::vector<Point> arrangement;
};

/// Exact, see FactorKind. The group must be transitive, of degree at least 2.
TransitiveKind classify_transitive(const Group& group);

/// The blocks that show a transitive group as an iterated wreath product in its imprimitive action, as finely as it
/// is one; the points alone where it is none, or has a name of its own as a whole (FactorKind).
Tower recognised_tower(const PointAction& action);

}  // namespace quotient
