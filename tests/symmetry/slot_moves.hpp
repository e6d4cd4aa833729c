#pragma once

#include <bit>
#include <gtest/gtest.h>
#include <vector>

#include "families.hpp"
#include "symmetry/group/structure.hpp"

namespace quotient {

namespace slot_moves {

inline std::vector<Permutation> moves_of_kind(const Factor& factor) {
  const std::size_t n = factor.slots.size();
  switch (factor.kind) {
    case FactorKind::symmetric:
      return families::symmetric(n).permutations;
    case FactorKind::alternating:
      return families::alternating(n).permutations;
    case FactorKind::cyclic:
      return families::cyclic(n).permutations;
    case FactorKind::dihedral:
      return families::dihedral(n).permutations;
    case FactorKind::hypercube:
      return families::hypercube(static_cast<std::size_t>(std::countr_zero(n))).permutations;
    case FactorKind::other:
      break;
  }
  return {};
}

inline void map_slot(const Slot& from, const Slot& to, std::vector<Point>& images) {
  for (std::size_t k = 0; k < from.points.size(); ++k) images[from.points[k]] = to.points[k];
  for (std::size_t k = 0; k < from.inside.size(); ++k) {
    for (std::size_t i = 0; i < from.inside[k].slots.size(); ++i) {
      map_slot(from.inside[k].slots[i], to.inside[k].slots[i], images);
    }
  }
}

inline void collect(const Factor& factor, std::size_t degree, std::vector<std::vector<Point>>& moves) {
  for (const Permutation& move : moves_of_kind(factor)) {
    std::vector<Point>& images = moves.emplace_back();
    for (Point x = 0; x < degree; ++x) images.push_back(x);
    for (Point i = 0; i < factor.slots.size(); ++i) map_slot(factor.slots[i], factor.slots[move[i]], images);
  }
  for (const Slot& slot : factor.slots) {
    for (const Factor& inner : slot.inside) collect(inner, degree, moves);
  }
}

}  // namespace slot_moves

/// What a reducer would do with a structure: for every factor, whole slots moved by generators of its kind, all that is
/// in them to what corresponds; and so inside the slots. Extended to the induced orbits by the group. Together these
/// generate the group if and only if the structure is right. Every kind must be known.
inline std::vector<Permutation> moves_of_slots(const Group& group, const Structure& structure) {
  std::vector<std::vector<Point>> moves;
  std::vector<Point> in_slots;
  for (const Factor& factor : structure.factors) {
    slot_moves::collect(factor, group.degree(), moves);
    in_slots.insert(in_slots.end(), factor.support.begin(), factor.support.end());
  }
  const Group with_slots_as_base = group.with_base(in_slots);
  EXPECT_EQ(with_slots_as_base.base().size(), in_slots.size()) << "the points in slots must determine the others";
  std::vector<Permutation> result;
  for (const std::vector<Point>& images : moves) {
    std::vector<Point> targets;
    for (const Point x : in_slots) targets.push_back(images[x]);
    std::optional<Permutation> element = with_slots_as_base.element_with_base_images(targets);
    EXPECT_TRUE(element.has_value()) << "moving slots must be in the group";
    if (element) result.push_back(std::move(*element));
  }
  return result;
}

}  // namespace quotient
