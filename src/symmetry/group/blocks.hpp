#pragma once

#include <optional>
#include <vector>

#include "symmetry/group/point_action.hpp"

namespace quotient {

/// A partition of the points of a transitive action that the group respects: it maps blocks to blocks, all of the same
/// size. `of[x]` is the block of x. Systems found here number blocks by their least points.
struct BlockSystem {
  std::size_t count = 0;
  std::vector<std::uint32_t> of;

  bool is_trivial() const { return count <= 1 || count == of.size(); }
  std::vector<Point> members(std::uint32_t block) const;
  friend bool operator==(const BlockSystem&, const BlockSystem&) = default;
};

/// Every point a block of its own.
BlockSystem single_points(std::size_t degree);

/// A system `coarse` of the action on the blocks of `fine`, as a system of the points.
BlockSystem lifted(const BlockSystem& coarse, const BlockSystem& fine);

/// The finest system with a and b in one block (Atkinson). About degree · generators steps.
BlockSystem block_system_joining(const PointAction& action, Point a, Point b);

/// A system that is not trivial and has no finer one that is not; nothing for a primitive action.
std::optional<BlockSystem> minimal_block_system(const PointAction& action);

/// The systems that are not trivial, those with small blocks first. All of them, if there are no more than `most`
/// (regular groups can have a great many); the minimal ones in any case.
std::vector<BlockSystem> block_systems(const PointAction& action, std::size_t most = 100);

PointAction action_on_blocks(const PointAction& action, const BlockSystem& system);

/// Generators, by Schreier's lemma, of how the elements that keep a block move its points, renumbered in the order of
/// system.members(block). No longer one for one with the generators of the group.
PointAction action_within_block(const PointAction& action, const BlockSystem& system, std::uint32_t block);

}  // namespace quotient
