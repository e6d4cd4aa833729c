#include "symmetry/group/transitive.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "symmetry/group/enumerate.hpp"

namespace quotient {

namespace {

std::vector<Point> ascending(std::size_t degree) {
  std::vector<Point> points(degree);
  std::iota(points.begin(), points.end(), Point{0});
  return points;
}

/// An element that moves all points in one cycle, in a group small enough to look at every element.
std::optional<Permutation> find_rotation(const Group& group) {
  std::optional<Permutation> rotation;
  for_each_element(group, [&](const Permutation& g) {
    const auto cycles = g.cycles();
    if (cycles.size() == 1 && cycles[0].size() == group.degree()) rotation = g;
    return !rotation;
  });
  return rotation;
}

std::optional<std::vector<Point>> arrange_as_ring(const Group& group, FactorKind kind) {
  const std::optional<Permutation> rotation = find_rotation(group);
  if (!rotation) return std::nullopt;
  if (kind == FactorKind::dihedral) {
    // The rotations are half of the group, and regular: the other half holds the stabiliser of a point, of order two.
    const Permutation back = rotation->inverse();
    const Group stabiliser = group.stabiliser(std::vector<Point>{0});
    for (const Permutation& g : stabiliser.generators()) {
      if (rotation->conjugated_by(g) != back) return std::nullopt;
    }
  }
  return rotation->cycles()[0];
}

/// Coordinates for a graph that may be that of a cube, `neighbours` by point: 0 for point 0, powers of two for its
/// neighbours, and for points further away all bits of their neighbours that are nearer.
std::optional<std::vector<Point>> cube_coordinates(std::span<const std::vector<Point>> neighbours) {
  constexpr std::uint32_t unset = 0xffffffffU;
  std::vector<std::uint32_t> distance(neighbours.size(), unset);
  std::vector<Point> corner(neighbours.size());
  std::vector<Point> reached{0};
  distance[0] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Point x = reached[i];
    for (std::size_t k = 0; k < neighbours[x].size(); ++k) {
      const Point y = neighbours[x][k];
      if (distance[y] == unset) {
        distance[y] = distance[x] + 1;
        reached.push_back(y);
      }
      if (distance[y] == distance[x] + 1) corner[y] |= x == 0 ? 1U << k : corner[x];
    }
  }
  std::vector<Point> arrangement(neighbours.size(), unset);
  for (Point x = 0; x < neighbours.size(); ++x) {
    if (corner[x] >= arrangement.size() || arrangement[corner[x]] != unset) return std::nullopt;
    arrangement[corner[x]] = x;
    for (const Point y : neighbours[x]) {
      if (std::popcount(corner[x] ^ corner[y]) != 1) return std::nullopt;
    }
  }
  return arrangement;
}

/// The group acts as the symmetries of a cube of this dimension: it keeps the edges between a point and one orbit of
/// its stabiliser, these make a cube, and it has as many elements as the cube has symmetries.
std::optional<std::vector<Point>> arrange_as_cube(const Group& group, std::uint32_t dimension) {
  const Group stabiliser = group.stabiliser(std::vector<Point>{0});
  for (const std::vector<Point>& around : stabiliser.orbits().members) {
    if (around.size() != dimension) continue;
    std::vector<std::vector<Point>> neighbours(group.degree());
    for (Point x = 0; x < group.degree(); ++x) {
      const std::optional<Permutation> to_x = group.element_mapping(0, x);
      for (const Point y : around) neighbours[x].push_back((*to_x)[y]);
    }
    if (auto arrangement = cube_coordinates(neighbours)) return arrangement;
  }
  return std::nullopt;
}

/// The name of the group as a whole, or nothing.
std::optional<TransitiveKind> named_kind(const Group& group) {
  const auto degree = static_cast<std::uint32_t>(group.degree());
  BigNumber all = factorial(degree);
  if (group.order() == all) return TransitiveKind{FactorKind::symmetric, ascending(degree)};
  all.divide_by(2);
  if (degree >= 4 && group.order() == all) return TransitiveKind{FactorKind::alternating, ascending(degree)};
  if (group.order() == BigNumber(degree)) {
    if (auto ring = arrange_as_ring(group, FactorKind::cyclic)) {
      return TransitiveKind{FactorKind::cyclic, std::move(*ring)};
    }
  }
  // D4 is also S2 ≀ S2 on its four points; the wreath product says more (two pairs, and who is in which).
  if (degree >= 5 && group.order() == BigNumber(2 * std::uint64_t{degree})) {
    if (auto ring = arrange_as_ring(group, FactorKind::dihedral)) {
      return TransitiveKind{FactorKind::dihedral, std::move(*ring)};
    }
  }
  if (degree >= 8 && std::has_single_bit(degree)) {
    const auto dimension = static_cast<std::uint32_t>(std::countr_zero(degree));
    if (group.order() == factorial(dimension) * degree) {
      if (auto cube = arrange_as_cube(group, dimension)) {
        return TransitiveKind{FactorKind::hypercube, std::move(*cube)};
      }
    }
  }
  return std::nullopt;
}

}  // namespace

TransitiveKind classify_transitive(const Group& group) {
  return named_kind(group).value_or(TransitiveKind{FactorKind::other, ascending(group.degree())});
}

Tower recognised_tower(const PointAction& action) {
  const Group group(action.degree, action.generators);
  if (named_kind(group)) return {single_points(action.degree)};
  // Small blocks first: what acts inside the first that fit is no wreath product itself.
  for (const BlockSystem& system : block_systems(action)) {
    const PointAction on_blocks = action_on_blocks(action, system);
    const PointAction within = action_within_block(action, system, 0);
    const Group top(on_blocks.degree, on_blocks.generators);
    const Group inside(within.degree, within.generators);
    if (power(inside.order(), static_cast<std::uint32_t>(system.count)) * top.order() != group.order()) continue;
    Tower tower = recognised_tower(on_blocks);
    for (BlockSystem& coarse : tower) coarse = lifted(coarse, system);
    tower.push_back(single_points(action.degree));
    return tower;
  }
  return {single_points(action.degree)};
}

}  // namespace quotient
