#include "symmetry/group/group.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

#include "families.hpp"
#include "generators.hpp"
#include "symmetry/group/schreier_sims.hpp"
#include "symmetry/group/slot_tree.hpp"
#include "symmetry/group/symmetric_product.hpp"

namespace quotient {
namespace {

using namespace families;

constexpr GroupOptions deterministic{ChainMethod::deterministic, 1};
constexpr GroupOptions random_verified{ChainMethod::random_verified, 1};

/// All elements, by multiplying with generators until nothing new comes.
std::set<Permutation> closure(std::size_t degree, std::span<const Permutation> generators) {
  std::set<Permutation> elements{Permutation::identity(degree)};
  std::vector<Permutation> open{*elements.begin()};
  while (!open.empty()) {
    const Permutation g = std::move(open.back());
    open.pop_back();
    for (const Permutation& h : generators) {
      if (const auto [place, added] = elements.insert(g.then(h)); added) open.push_back(*place);
    }
  }
  return elements;
}

void expect_order(const Generators& generators, const std::string& order) {
  EXPECT_EQ(generators.group(deterministic).order().to_string(), order);
  EXPECT_EQ(generators.group(random_verified).order().to_string(), order);
  EXPECT_LE(generators.group().order(), order_bound(generators.degree, generators.permutations));
}

TEST(Group, OrdersOfFamilies) {
  expect_order({0, {}}, "1");
  expect_order({1, {}}, "1");
  expect_order({5, {Permutation::identity(5)}}, "1");
  expect_order(symmetric(2), "2");
  expect_order(symmetric(9), "362880");
  expect_order(alternating(9), "181440");
  expect_order(cyclic(100), "100");
  expect_order(dihedral(100), "200");
  expect_order(hypercube(3), "48");
  expect_order(hypercube(4), "384");
  expect_order(hypercube(5), "3840");
  expect_order(wreath(symmetric(2), symmetric(5)), "3840");
  expect_order(wreath(symmetric(3), cyclic(7), true), "1959552");
  expect_order(product(symmetric(5), dihedral(6)), "1440");
  expect_order(with_pairs(symmetric(6)), "720");
}

TEST(Group, MathieuGroupHasNoBlocksNorNamesToHelp) {
  // M12 on twelve points, by two generators: sharply 5-transitive, of order 95040.
  const std::vector<std::vector<Point>> a{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  const std::vector<std::vector<Point>> b{{2, 6, 10, 7}, {3, 9, 4, 5}};
  const std::vector<std::vector<Point>> c{{0, 11}, {1, 10}, {2, 5}, {3, 7}, {4, 8}, {6, 9}};
  expect_order(
      {12, {Permutation::from_cycles(12, a), Permutation::from_cycles(12, b), Permutation::from_cycles(12, c)}},
      "95040");
}

TEST(Group, LargeSymmetricGroupsAreImmediate) {
  EXPECT_EQ(symmetric(40).group().order(), factorial(40));
  EXPECT_EQ(linked(symmetric(40), 4).group().order(), factorial(40));
  EXPECT_EQ(symmetric(200).group().order(), factorial(200));
  EXPECT_EQ(wreath(symmetric(10), symmetric(20)).group().order(), power(factorial(10), 20) * factorial(20));
}

// A chain knows for each point which generators move it, so that thousands of interchangeable things take no cubic
// time; what is left of a chain below a level must know it too, or orbits that are extended later are too small.
TEST(Group, ATailOfAChainCanBeExtended) {
  const auto exchange = [](Point a, Point b) {
    const std::vector<std::vector<Point>> pair{{a, b}};
    return Permutation::from_cycles(6, pair);
  };
  StabiliserChain chain(6, std::vector<Point>{0, 1, 2, 3});
  chain.add_generator(exchange(0, 1), 0);
  chain.add_generator(exchange(3, 4), 3);
  chain.add_generator(exchange(2, 3), 2);
  StabiliserChain tail = chain.tail(1);
  ASSERT_EQ(tail.depth(), 3U);
  EXPECT_EQ(tail.orbit(0).size(), 1U);
  EXPECT_EQ(tail.orbit(1).size(), 3U);
  tail.add_generator(exchange(1, 2), 0);
  // 1 is led to 2 by the new generator, and from there to 3 and 4 by the old ones.
  EXPECT_EQ(tail.orbit(0).size(), 4U);
  EXPECT_EQ(tail.orbit(1).size(), 3U);
  EXPECT_EQ(tail.order(), factorial(4));
  EXPECT_EQ(tail.representative(0, 4)[1], 4U);
}

Permutation exchanging(std::size_t degree, const std::vector<std::vector<Point>>& pairs) {
  return Permutation::from_cycles(degree, pairs);
}

TEST(Group, ProductsOfSymmetricGroupsAreSeenFromTheirGenerators) {
  // 250 like processes took more than a second to analyse, 1,000 constructors of a sort more than a minute: a chain of
  // their group was put together from random elements. Here 400 processes, each with a channel of its own, and beside
  // them 100 others.
  std::vector<Permutation> generators;
  for (Point i = 0; i + 1 < 400; ++i) generators.push_back(exchanging(900, {{i, i + 1}, {400 + i, 401 + i}}));
  for (Point i = 801; i < 900; ++i) generators.push_back(exchanging(900, {{800, i}}));
  const auto chain = symmetric_product_chain(900, generators, {});
  ASSERT_TRUE(chain.has_value());
  EXPECT_EQ(chain->order(), factorial(400) * factorial(100));
  for (const Permutation& g : generators) EXPECT_TRUE(chain->contains(g));
  EXPECT_FALSE(chain->contains(Permutation::transposition(900, 0, 1)));  // its channel has to come along
  // A channel is as good a base point as its process, and fixes it.
  const std::vector<Point> base{402, 2, 850, 7};
  const auto based = symmetric_product_chain(900, generators, base);
  ASSERT_TRUE(based.has_value());
  EXPECT_EQ(based->order(), chain->order());
  EXPECT_EQ(based->orbit(0).size(), 400U);
  EXPECT_EQ(based->orbit(1).size(), 1U);
  EXPECT_EQ(based->orbit(2).size(), 100U);
  EXPECT_EQ(based->orbit(3).size(), 399U);
}

TEST(Group, WhatOnlyResemblesAProductOfSymmetricGroupsIsNotTakenForOne) {
  const auto is_seen = [](std::size_t degree, const std::vector<Permutation>& generators) {
    const auto chain = symmetric_product_chain(degree, generators, {});
    if (chain) {
      EXPECT_EQ(chain->order(), Group(degree, generators, deterministic).order());
    }
    return chain.has_value();
  };
  // Two orbits that are moved together, but not in the same way: S3 × S3, of which half.
  EXPECT_FALSE(
      is_seen(6, {exchanging(6, {{0, 1}, {3, 4}}), exchanging(6, {{1, 2}, {4, 5}}), exchanging(6, {{0, 1}, {4, 5}})}));
  // A generator that moves one of two tied orbits alone.
  EXPECT_FALSE(is_seen(6, {exchanging(6, {{0, 1}, {3, 4}}), exchanging(6, {{1, 2}, {4, 5}}), exchanging(6, {{0, 1}})}));
  // Two exchanges in one orbit: a square's group, of order 8; and a cycle.
  EXPECT_FALSE(is_seen(4, {exchanging(4, {{0, 1}, {2, 3}}), exchanging(4, {{1, 2}, {0, 3}})}));
  EXPECT_FALSE(is_seen(5, {exchanging(5, {{0, 1, 2}}), exchanging(5, {{0, 1}})}));
  // Orbits of different lengths, tied by one generator.
  EXPECT_FALSE(is_seen(5, {exchanging(5, {{0, 1}, {3, 4}}), exchanging(5, {{1, 2}, {3, 4}})}));
  // Twice the same, and the same in another order: nothing wrong with these.
  EXPECT_TRUE(is_seen(6, {exchanging(6, {{0, 1}, {5, 3}}), exchanging(6, {{1, 2}, {3, 4}})}));
  EXPECT_TRUE(is_seen(4, {exchanging(4, {{0, 1}, {2, 3}}), exchanging(4, {{0, 1}, {2, 3}})}));
  EXPECT_TRUE(is_seen(3, {}));
}

RC_GTEST_PROP(GroupProperty, ProductsOfSymmetricGroupsHaveTheOrderOfTheirElements, ()) {
  // Products of exchanges: sometimes a product of symmetric groups, mostly not.
  constexpr std::size_t degree = 8;
  std::vector<Permutation> generators;
  const int count = *rc::gen::inRange(1, 5);
  for (int k = 0; k < count; ++k) {
    Permutation g = Permutation::identity(degree);
    const int exchanges = *rc::gen::inRange(1, 3);
    for (int e = 0; e < exchanges; ++e) {
      const Point a = *rc::gen::inRange<Point>(0, degree), b = *rc::gen::inRange<Point>(0, degree);
      if (a != b && g[a] == a && g[b] == b) g = g.then(Permutation::transposition(degree, a, b));
    }
    if (!g.is_identity()) generators.push_back(g);
  }
  const std::vector<Point> base = *rc::gen::unique<std::vector<Point>>(rc::gen::inRange<Point>(0, degree));
  const auto chain = symmetric_product_chain(degree, generators, base);
  RC_CLASSIFY(chain.has_value());
  if (!chain) return;
  const std::set<Permutation> elements = closure(degree, generators);
  RC_ASSERT(chain->order() == BigNumber(elements.size()));
  for (const Permutation& g : elements) RC_ASSERT(chain->contains(g));
  for (std::size_t i = 0; i < base.size(); ++i) RC_ASSERT(chain->base_point(i) == base[i]);
}

TEST(Group, LongBasesWithoutATightBoundAreVerified) {
  // The even half of a wreath product: nothing in orbits and blocks tells that it is only half.
  const Generators whole = wreath(symmetric(3), symmetric(12));
  Generators half{whole.degree, {}};
  for (const Permutation& g : whole.permutations) {
    for (const Permutation& h : whole.permutations) half.permutations.push_back(g.then(h));
  }
  BigNumber expected = power(6, 12) * factorial(12);
  expected.divide_by(2);
  EXPECT_LT(half.group().order(), order_bound(half.degree, half.permutations));
  EXPECT_EQ(half.group().order(), expected);
}

TEST(Group, TiedSignsAreSeenWithoutVerification) {
  const Generators pair = product(symmetric(30), symmetric(20));
  Generators tied{pair.degree, {}};
  for (std::size_t i = 0; i + 1 < pair.permutations.size(); ++i) {
    tied.permutations.push_back(pair.permutations[i].then(pair.permutations[i + 1]));
  }
  BigNumber expected = factorial(30) * factorial(20);
  expected.divide_by(2);
  EXPECT_EQ(order_bound(tied.degree, tied.permutations), expected);
  EXPECT_EQ(tied.group().order(), expected);
}

TEST(Group, AnIncompleteChainIsFoundOut) {
  // A chain that knows some elements only; the verification must find one that is missing, and nothing else.
  const std::vector<Generators> groups{symmetric(12),
                                       hypercube(4),
                                       wreath(symmetric(3), symmetric(4)),
                                       dihedral(15),
                                       cyclic(8),
                                       wreath(cyclic(3), alternating(4)),
                                       alternating(10),
                                       product(hypercube(3), symmetric(4))};
  Random random(3);
  int incomplete = 0;
  for (const Generators& generators : groups) {
    const Group group = generators.group(deterministic);
    for (int i = 0; i < 40; ++i) {
      StabiliserChain chain(generators.degree);
      std::vector<Permutation> known = generators.permutations;
      for (int extra = 0; extra < i % 4; ++extra) known.push_back(group.random_element(random));
      for (std::size_t k = known.size(); k > 0; --k) {
        std::swap(known[k - 1], known[random.below(static_cast<std::uint32_t>(k))]);
        chain.absorb(known[k - 1]);
      }
      const std::optional<MissingElement> missing = find_missing(chain, random);
      EXPECT_EQ(missing.has_value(), chain.order() != group.order());
      if (!missing) continue;
      ++incomplete;
      EXPECT_TRUE(group.contains(missing->residue));
      EXPECT_FALSE(chain.contains(missing->residue));
    }
  }
  EXPECT_GT(incomplete, 40);
}

TEST(Group, SetwiseStabilisers) {
  const Group group = symmetric(8).group();
  const std::vector<Point> set{1, 4, 6};
  const std::optional<Group> stabiliser = group.setwise_stabiliser(set);
  ASSERT_TRUE(stabiliser.has_value());
  EXPECT_EQ(stabiliser->order(), BigNumber(6 * 120));
  for (const Permutation& g : stabiliser->generators()) {
    for (const Point x : set) EXPECT_TRUE(std::find(set.begin(), set.end(), g[x]) != set.end());
  }
  EXPECT_FALSE(group.setwise_stabiliser(set, 55).has_value());
  EXPECT_TRUE(group.setwise_stabiliser(set, 56).has_value());
}

TEST(Group, RandomElementsAreUniformAndRepeatable) {
  const Group group = wreath(symmetric(2), symmetric(2)).group();
  std::map<Permutation, int> seen;
  Random random(11);
  Random again(11);
  for (int i = 0; i < 8000; ++i) {
    const Permutation g = group.random_element(random);
    EXPECT_EQ(g, group.random_element(again));
    ++seen[g];
  }
  ASSERT_EQ(seen.size(), 8U);
  for (const auto& [g, count] : seen) EXPECT_NEAR(count, 1000, 150);
}

TEST(Group, ExtensionByAnElement) {
  const Group cycle = cyclic(6).group();
  const Group whole = cycle.extended_by(dihedral(6).permutations[1]);
  EXPECT_EQ(whole, dihedral(6).group());
  EXPECT_TRUE(cycle.is_subgroup_of(whole));
  EXPECT_FALSE(whole.is_subgroup_of(cycle));
}

/// A few permutations of a few points.
Generators arbitrary_generators() {
  const std::size_t degree = 1 + *any_below<std::size_t>(7);
  return {degree, *rc::gen::resize(3, rc::gen::container<std::vector<Permutation>>(arbitrary_permutation(degree)))};
}

RC_GTEST_PROP(GroupProperty, HoldsExactlyTheElementsGenerated, ()) {
  const Generators generators = arbitrary_generators();
  const std::set<Permutation> elements = closure(generators.degree, generators.permutations);
  for (const GroupOptions& options : {deterministic, random_verified}) {
    const Group group = generators.group(options);
    RC_ASSERT(group.order() == BigNumber(elements.size()));
    const Permutation p = *arbitrary_permutation(generators.degree);
    RC_ASSERT(group.contains(p) == elements.contains(p));
    for (const Permutation& g : elements) RC_ASSERT(group.contains(g));
  }
  RC_ASSERT(order_bound(generators.degree, generators.permutations) >= BigNumber(elements.size()));
}

RC_GTEST_PROP(GroupProperty, OrbitsAndStabilisersAreThoseOfTheElements, ()) {
  const Generators generators = arbitrary_generators();
  const std::set<Permutation> elements = closure(generators.degree, generators.permutations);
  const Group group = generators.group();
  const auto point = any_below(static_cast<Point>(generators.degree));
  const auto points = *rc::gen::container<std::vector<Point>>(point);
  std::size_t fixing = 0;
  for (const Permutation& g : elements) {
    fixing += std::all_of(points.begin(), points.end(), [&](Point x) { return g[x] == x; }) ? 1 : 0;
  }
  RC_ASSERT(group.stabiliser(points).order() == BigNumber(fixing));
  const Orbits orbits = group.orbits();
  for (Point x = 0; x < generators.degree; ++x) {
    for (Point y = 0; y < generators.degree; ++y) {
      const auto maps = [&](const Permutation& g) { return g[x] == y; };
      const bool reachable = std::any_of(elements.begin(), elements.end(), maps);
      RC_ASSERT((orbits.of[x] == orbits.of[y]) == reachable);
      const std::optional<Permutation> element = group.element_mapping(x, y);
      RC_ASSERT(element.has_value() == reachable);
      if (element) RC_ASSERT(maps(*element) && elements.contains(*element));
    }
  }
  // Sets: as many elements keep a set as say so one by one.
  std::set<Point> set(points.begin(), points.end());
  std::size_t keeping = 0;
  for (const Permutation& g : elements) {
    keeping += std::all_of(set.begin(), set.end(), [&](Point x) { return set.contains(g[x]); }) ? 1 : 0;
  }
  const std::optional<Group> stabiliser = group.setwise_stabiliser(std::vector<Point>(set.begin(), set.end()));
  RC_ASSERT(stabiliser.has_value());
  RC_ASSERT(stabiliser->order() == BigNumber(keeping));
}

RC_GTEST_PROP(GroupProperty, ABaseTellsElementsApart, ()) {
  const Generators generators = arbitrary_generators();
  const auto point = any_below(static_cast<Point>(generators.degree));
  const Group group = generators.group().with_base(*rc::gen::container<std::vector<Point>>(point));
  RC_ASSERT(group == generators.group());
  const Permutation p = *arbitrary_permutation(generators.degree);
  std::vector<Point> images;
  for (const Point b : group.base()) images.push_back(p[b]);
  const std::optional<Permutation> element = group.element_with_base_images(images);
  if (group.contains(p)) RC_ASSERT(element == p);
  if (element) {
    RC_ASSERT(group.contains(*element));
    for (std::size_t i = 0; i < images.size(); ++i) RC_ASSERT((*element)[group.base()[i]] == images[i]);
  }
}

}  // namespace
}  // namespace quotient
