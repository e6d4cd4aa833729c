#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "symmetry/group/blocks.hpp"

namespace quotient {

/// The block systems of one orbit that a tower keeps, coarsest first, as positions in the orbit; the last is the points
/// themselves. Each refines the one before it.
using Tower = std::vector<BlockSystem>;

/// All the way down: minimal blocks, minimal blocks of those blocks, …, so that the group acts primitively between any
/// two neighbours. Takes one of the smallest blocks where there is a choice. `action` must be transitive, of degree at
/// least 2.
Tower finest_tower(const PointAction& action);

/// A set of slots that the group permutes. Points that move together sit in one slot; slots of a child sit in slots of
/// their parent and move with them. Example: three load balancers, each with a channel and two clients:
///   node 0: 3 slots, each with a balancer and its channel;  node 1, child of 0: 6 slots, each with a client.
struct SlotNode {
  std::optional<std::size_t> parent;       // a node, or none: permuted directly by the group
  std::vector<std::uint32_t> parent_slot;  // by slot; empty without a parent
  std::vector<Point> carrier;              // by slot: a point of the orbit whose blocks the slots are
  std::vector<std::uint32_t> slot_of;      // by point of that orbit: its slot; `none` elsewhere
  PointAction action;                      // on the slots
  std::vector<std::vector<Point>> linked;  // each a whole orbit, by slot: the points that sit in the slots

  static constexpr std::uint32_t none = 0xffffffffU;
  std::size_t slot_count() const { return carrier.size(); }
};

/// The structure that the orbits and blocks of a group suggest, from its generators alone. The group permutes the slots
/// of every node and respects parents; so it is a subgroup of the product of the iterated wreath products of what it
/// does at each node. It is all of it if and only if the orders are equal.
struct SlotTree {
  std::vector<SlotNode> nodes;              // parents before children
  std::vector<std::vector<Point>> induced;  // orbits that sit in no slot: determined by the points in slots

  std::size_t parent_slot_count(const SlotNode& node) const {
    return node.parent ? nodes[*node.parent].slot_count() : 1;
  }
  /// How many slots of a node sit in each slot of its parent.
  std::size_t branching(const SlotNode& node) const { return node.slot_count() / parent_slot_count(node); }
  /// The ancestor without a parent.
  std::size_t top(std::size_t node) const;
};

SlotTree build_slot_tree(std::size_t degree, std::span<const Permutation> generators,
                         const std::function<Tower(const PointAction&)>& tower_of_orbit);

/// No less than the order of the group; equal to it for products and wreath products of symmetric groups, linked or
/// not, for alternating groups and where only signs of permutations are tied together.
BigNumber order_bound(std::size_t degree, std::span<const Permutation> generators);

}  // namespace quotient
