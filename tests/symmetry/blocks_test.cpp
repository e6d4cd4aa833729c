#include "symmetry/group/blocks.hpp"

#include <gtest/gtest.h>

#include "families.hpp"

namespace quotient {
namespace {

using namespace families;

PointAction action_of(const Generators& generators) { return {generators.degree, generators.permutations}; }

TEST(Blocks, OfARingAreTheDivisorsOfItsLength) {
  const std::vector<BlockSystem> systems = block_systems(action_of(cyclic(12)));
  std::vector<std::size_t> counts;
  for (const BlockSystem& system : systems) counts.push_back(system.count);
  EXPECT_EQ(counts, (std::vector<std::size_t>{6, 4, 3, 2}));
  for (const BlockSystem& system : systems) {
    for (Point x = 0; x < 12; ++x) EXPECT_EQ(system.of[x], x % system.count);
  }
}

TEST(Blocks, PrimitiveGroupsHaveNone) {
  EXPECT_FALSE(minimal_block_system(action_of(symmetric(6))).has_value());
  EXPECT_FALSE(minimal_block_system(action_of(alternating(9))).has_value());
  EXPECT_FALSE(minimal_block_system(action_of(cyclic(13))).has_value());
  EXPECT_TRUE(block_systems(action_of(symmetric(6))).empty());
}

TEST(Blocks, OfAWreathProduct) {
  const PointAction action = action_of(wreath(symmetric(3), symmetric(4)));
  const std::vector<BlockSystem> systems = block_systems(action);
  ASSERT_EQ(systems.size(), 1U);
  EXPECT_EQ(systems[0].count, 4U);
  EXPECT_EQ(systems[0].members(2), (std::vector<Point>{6, 7, 8}));
  const PointAction on_blocks = action_on_blocks(action, systems[0]);
  EXPECT_EQ(Group(4, on_blocks.generators).order(), BigNumber(24));
  for (std::uint32_t block = 0; block < 4; ++block) {
    const PointAction within = action_within_block(action, systems[0], block);
    EXPECT_EQ(Group(3, within.generators).order(), BigNumber(6));
  }
}

TEST(Blocks, SystemsThatJoinThreePointsAtOnceAreFoundToo) {
  // The regular group of order 8 whose elements are all of order 2: seven systems of pairs, seven of fours.
  const Generators regular{8,
                           {from_rule(8, [](Point x) { return x ^ 1U; }), from_rule(8, [](Point x) { return x ^ 2U; }),
                            from_rule(8, [](Point x) { return x ^ 4U; })}};
  EXPECT_EQ(block_systems(action_of(regular)).size(), 14U);
}

TEST(PointAction, LinkedOrbits) {
  const Generators generators = linked(dihedral(5), 2);
  const Orbits both = orbits(generators.degree, generators.permutations);
  ASSERT_EQ(both.members.size(), 2U);
  const PointAction first = restricted_to(generators.permutations, both.members[0]);
  const PointAction second = restricted_to(generators.permutations, both.members[1]);
  EXPECT_EQ(equivariant_map(first, second, 2, 2), (std::vector<Point>{0, 1, 2, 3, 4}));
  EXPECT_FALSE(equivariant_map(first, second, 2, 3).has_value());
  EXPECT_TRUE(is_determined_by(generators.permutations, both.members[0], {{both.members[1]}}));
}

TEST(PointAction, WhatFollowsFromWhat) {
  const Generators generators = wreath(symmetric(2), symmetric(3), true);
  const Orbits both = orbits(generators.degree, generators.permutations);
  const std::vector<std::vector<Point>> clients{both.members[0]};
  const std::vector<std::vector<Point>> owners{both.members[1]};
  EXPECT_TRUE(is_determined_by(generators.permutations, owners[0], clients));
  EXPECT_FALSE(is_determined_by(generators.permutations, clients[0], owners));
  EXPECT_FALSE(is_determined_by(generators.permutations, clients[0], {}));
}

}  // namespace
}  // namespace quotient
