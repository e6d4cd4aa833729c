#include "symmetry/group/permutation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators.hpp"

namespace quotient {
namespace {

TEST(Permutation, ComposesInReadingOrder) {
  const Permutation p({1, 2, 0});
  const Permutation q({1, 0, 2});
  EXPECT_EQ(p.then(q), Permutation({0, 2, 1}));
  EXPECT_EQ(q.then(p), Permutation({2, 1, 0}));
}

TEST(Permutation, RefusesWhatIsNoBijection) {
  EXPECT_FALSE(Permutation::from_images({0, 0}).has_value());
  EXPECT_FALSE(Permutation::from_images({0, 2}).has_value());
  EXPECT_TRUE(Permutation::from_images({}).has_value());
  EXPECT_EQ(Permutation::from_images({1, 0}), Permutation::transposition(2, 0, 1));
}

TEST(Permutation, CyclesStartWithTheirLeastPoint) {
  const Permutation p({3, 1, 4, 0, 5, 2});
  EXPECT_EQ(p.cycles(), (std::vector<std::vector<Point>>{{0, 3}, {2, 4, 5}}));
  EXPECT_EQ(p.order(), BigNumber(6));
  EXPECT_FALSE(p.is_even());
  EXPECT_EQ(Permutation::from_cycles(6, p.cycles()), p);
}

TEST(Permutation, OrderCanExceedSixtyFourBits) {
  // Cycles of the lengths 2, 3, 5, …, 53: their product has 65 bits.
  std::vector<std::vector<Point>> cycles;
  Point next = 0;
  BigNumber expected = 1;
  for (const std::uint32_t prime : {2U, 3U, 5U, 7U, 11U, 13U, 17U, 19U, 23U, 29U, 31U, 37U, 41U, 43U, 47U, 53U}) {
    std::vector<Point>& cycle = cycles.emplace_back();
    for (std::uint32_t i = 0; i < prime; ++i) cycle.push_back(next++);
    expected *= prime;
  }
  EXPECT_EQ(Permutation::from_cycles(next, cycles).order(), expected);
  EXPECT_EQ(expected.to_string(), "32589158477190044730");
}

RC_GTEST_PROP(PermutationProperty, IsAGroup, ()) {
  const std::size_t degree = *any_below<std::size_t>(40);
  const Permutation p = *arbitrary_permutation(degree);
  const Permutation q = *arbitrary_permutation(degree);
  const Permutation r = *arbitrary_permutation(degree);
  const Permutation identity = Permutation::identity(degree);
  RC_ASSERT(p.then(q).then(r) == p.then(q.then(r)));
  RC_ASSERT(p.then(p.inverse()) == identity);
  RC_ASSERT(p.then(identity) == p);
  RC_ASSERT(p.then(q).inverse() == q.inverse().then(p.inverse()));
  RC_ASSERT(p.conjugated_by(q) == q.inverse().then(p).then(q));
  RC_ASSERT(p.then(q).is_even() == (p.is_even() == q.is_even()));
  RC_ASSERT(p.is_identity() == (p == identity));
}

RC_GTEST_PROP(PermutationProperty, PowersRepeatComposition, ()) {
  const std::size_t degree = *any_below<std::size_t>(20);
  const Permutation p = *arbitrary_permutation(degree);
  const int exponent = *any_below(60) - 30;
  Permutation expected = Permutation::identity(degree);
  for (int i = 0; i < std::abs(exponent); ++i) expected = expected.then(exponent < 0 ? p.inverse() : p);
  RC_ASSERT(p.power(exponent) == expected);
  const std::uint64_t order = p.order().to_word().value();
  RC_ASSERT(p.power(static_cast<std::int64_t>(order)).is_identity());
  for (std::uint64_t i = 1; i < order; ++i) RC_ASSERT(!p.power(static_cast<std::int64_t>(i)).is_identity());
}

}  // namespace
}  // namespace quotient
