#include "symmetry/group/structure.hpp"

#include <gtest/gtest.h>

#include "families.hpp"
#include "slot_moves.hpp"

namespace quotient {
namespace {

using namespace families;

std::string text_of(const Generators& generators) { return recognise_structure(generators.group()).text; }

TEST(Structure, NamesTheFamilies) {
  EXPECT_EQ(text_of({5, {}}), "trivial");
  EXPECT_EQ(text_of(symmetric(2)), "S2");
  EXPECT_EQ(text_of(symmetric(7)), "S7");
  EXPECT_EQ(text_of(symmetric(40)), "S40");
  EXPECT_EQ(text_of(alternating(4)), "A4");
  EXPECT_EQ(text_of(alternating(30)), "A30");
  EXPECT_EQ(text_of(cyclic(3)), "C3");
  EXPECT_EQ(text_of(cyclic(12)), "C12");
  EXPECT_EQ(text_of(dihedral(4)), "S2 ≀ S2");
  EXPECT_EQ(text_of(dihedral(9)), "D9");
  EXPECT_EQ(text_of(dihedral(12)), "D12");
  EXPECT_EQ(text_of(hypercube(3)), "S2 ≀ S3");
  EXPECT_EQ(text_of(hypercube(5)), "S2 ≀ S5");
}

TEST(Structure, NamesProductsAndWreathProducts) {
  EXPECT_EQ(text_of(product(symmetric(3), symmetric(4))), "S3 × S4");
  EXPECT_EQ(text_of(product(symmetric(3), wreath(symmetric(2), symmetric(3)))), "S3 × (S2 ≀ S3)");
  EXPECT_EQ(text_of(wreath(wreath(symmetric(2), symmetric(3)), symmetric(4))), "S2 ≀ S3 ≀ S4");
  EXPECT_EQ(text_of(wreath(product(symmetric(2), symmetric(3)), symmetric(3))), "(S2 × S3) ≀ S3");
  EXPECT_EQ(text_of(wreath(cyclic(3), dihedral(5))), "C3 ≀ D5");
  EXPECT_EQ(text_of(wreath(alternating(4), cyclic(6))), "A4 ≀ C6");
  EXPECT_EQ(text_of(wreath(hypercube(3), symmetric(2))), "S2 ≀ S3 ≀ S2");
  EXPECT_EQ(text_of(product(product(symmetric(2), symmetric(2)), product(symmetric(2), symmetric(2)))), "S2^4");
  EXPECT_EQ(text_of(product(cyclic(4), alternating(5))), "C4 × A5");
}

TEST(Structure, SaysTheOrderOfWhatHasNoName) {
  // The affine group x ↦ ax + b over seven elements, half of it, and Klein's four-group on four points.
  const Generators affine{
      7, {from_rule(7, [](Point x) { return (x + 1) % 7; }), from_rule(7, [](Point x) { return 3 * x % 7; })}};
  const Generators half{
      7, {from_rule(7, [](Point x) { return (x + 1) % 7; }), from_rule(7, [](Point x) { return 2 * x % 7; })}};
  const Generators klein{4,
                         {from_rule(4, [](Point x) { return x ^ 1U; }), from_rule(4, [](Point x) { return x ^ 2U; })}};
  EXPECT_EQ(text_of(affine), "group of order 42");
  EXPECT_EQ(text_of(half), "group of order 21");
  EXPECT_EQ(text_of(klein), "group of order 4");
  EXPECT_EQ(text_of(product(symmetric(5), half)), "S5 × (group of order 21)");
  EXPECT_EQ(text_of(wreath(half, symmetric(3))), "(group of order 21) ≀ S3");
  EXPECT_EQ(text_of(wreath(symmetric(2), half)), "S2 ≀ (group of order 21)");
  EXPECT_FALSE(recognise_structure(product(symmetric(5), half).group()).is_recognised());
  EXPECT_TRUE(recognise_structure(symmetric(5).group()).is_recognised());
}

TEST(Structure, TiedSignsAreNoDirectProduct) {
  // Two or three symmetric groups whose permutations are together even.
  const Generators pair = product(symmetric(4), symmetric(5));
  Generators tied{9, {}};
  for (const Permutation& g : pair.permutations) {
    for (const Permutation& h : pair.permutations) tied.permutations.push_back(g.then(h));
  }
  const Structure two = recognise_structure(tied.group());
  EXPECT_EQ(two.text, "group of order 1440");
  const Structure with_free = recognise_structure(product(tied, symmetric(3)).group());
  EXPECT_EQ(with_free.text, "(group of order 1440) × S3");
}

TEST(Structure, LinkedOrbitsAreOneFactorWithCorrespondingPoints) {
  const Structure structure = recognise_structure(linked(symmetric(4), 3).group());
  EXPECT_EQ(structure.text, "S4");
  ASSERT_EQ(structure.factors.size(), 1U);
  ASSERT_EQ(structure.factors[0].slots.size(), 4U);
  for (const Slot& slot : structure.factors[0].slots) {
    ASSERT_EQ(slot.points.size(), 3U);
    EXPECT_EQ(slot.points[1], slot.points[0] + 4);
    EXPECT_EQ(slot.points[2], slot.points[0] + 8);
  }
}

TEST(Structure, PairsOfPointsFollowThePoints) {
  const Structure structure = recognise_structure(with_pairs(symmetric(5)).group());
  EXPECT_EQ(structure.text, "S5");
  ASSERT_EQ(structure.induced.size(), 1U);
  EXPECT_EQ(structure.induced[0].size(), 20U);
  EXPECT_EQ(structure.factors[0].support, (std::vector<Point>{0, 1, 2, 3, 4}));
  EXPECT_EQ(text_of(with_pairs(dihedral(6))), "D6");
  EXPECT_EQ(text_of(with_pairs(wreath(symmetric(2), symmetric(3)))), "S2 ≀ S3");
}

TEST(Structure, OwnersOfBlocksSitInTheSlotsOfTheirBlocks) {
  // Three balancers (points 6 to 8) with two clients each (0 to 5), as in the load balancer of [Donaldson & Miller
  // 2009].
  const Structure structure = recognise_structure(wreath(symmetric(2), symmetric(3), true).group());
  EXPECT_EQ(structure.text, "S2 ≀ S3");
  ASSERT_EQ(structure.factors.size(), 1U);
  ASSERT_EQ(structure.factors[0].slots.size(), 3U);
  for (const Slot& slot : structure.factors[0].slots) {
    ASSERT_EQ(slot.points.size(), 1U);
    ASSERT_EQ(slot.inside.size(), 1U);
    const Point first_client = 2 * (slot.points[0] - 6);
    EXPECT_EQ(slot.inside[0].support, (std::vector<Point>{first_client, first_client + 1}));
  }
}

TEST(Structure, TwoKindsOfClientsShareTheirBalancers) {
  const Structure structure =
      recognise_structure(wreath(product(symmetric(2), symmetric(3)), symmetric(4), true).group());
  EXPECT_EQ(structure.text, "(S2 × S3) ≀ S4");
  ASSERT_EQ(structure.factors.size(), 1U);
  EXPECT_EQ(structure.factors[0].slots.size(), 4U);
  EXPECT_EQ(structure.factors[0].slots[2].inside.size(), 2U);
}

TEST(Structure, MovingCorrespondingSlotsGeneratesTheGroup) {
  Random random(5);
  const std::vector<Generators> groups{linked(symmetric(6), 2),
                                       product(linked(cyclic(8), 2), wreath(symmetric(3), symmetric(3), true)),
                                       wreath(cyclic(5), dihedral(7), true),
                                       wreath(wreath(symmetric(2), alternating(5), true), cyclic(6), true),
                                       wreath(product(dihedral(6), symmetric(3)), symmetric(4), true),
                                       product(hypercube(4), linked(hypercube(3), 2)),
                                       wreath(hypercube(3), symmetric(3), true),
                                       linked(wreath(linked(symmetric(3), 2), symmetric(4), true), 2),
                                       with_pairs(product(symmetric(4), wreath(symmetric(2), cyclic(3)))),
                                       with_pairs(linked(dihedral(6), 2))};
  for (const Generators& plain : groups) {
    for (int i = 0; i < 5; ++i) {
      const Generators shuffled = permuted(plain, random_permutation(plain.degree, random));
      const Group group = shuffled.group();
      const Structure structure = recognise_structure(group);
      EXPECT_TRUE(structure.is_recognised()) << structure.text;
      BigNumber order = 1;
      for (const Factor& factor : structure.factors) order *= factor.order;
      EXPECT_EQ(order, group.order());
      EXPECT_EQ(Group(group.degree(), moves_of_slots(group, structure)), group);
    }
  }
}

}  // namespace
}  // namespace quotient
