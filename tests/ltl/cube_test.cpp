#include "ltl/cube.hpp"

#include <gtest/gtest.h>

#include "words.hpp"

namespace quotient::ltl {
namespace {

using namespace testing;

constexpr std::size_t variables = 4;

Cube random_cube(Random& random) {
  const Letter first = random(), second = random();  // few of them, mostly
  const Letter chosen = first & second & 15, values = random() & 15;
  return {chosen & values, chosen & ~values};
}

bool holds(const std::vector<Cube>& cover, Letter letter) {
  return std::any_of(cover.begin(), cover.end(), [&](Cube cube) { return cube.holds_at(letter); });
}

TEST(Cube, HoldsWhereItsLiteralsDo) {
  const Cube cube{0b01, 0b10};
  EXPECT_TRUE(cube.holds_at(0b101));
  EXPECT_FALSE(cube.holds_at(0b111));
  EXPECT_FALSE(cube.holds_at(0b100));
  EXPECT_TRUE(Cube{}.holds_at(0));
  EXPECT_EQ(cube.size(), 2);
  EXPECT_TRUE(implies(cube, Cube{0b01, 0}));
  EXPECT_FALSE(implies(Cube{0b01, 0}, cube));
  EXPECT_FALSE((cube & Cube{0b10, 0}).consistent());
}

TEST(Cube, CoveredAgreesWithTruthTables) {
  Random random(1);
  int yes = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::vector<Cube> cover(1 + below(random, 8));
    for (Cube& cube : cover) cube = random_cube(random);
    const Cube cube = random_cube(random);
    bool expected = true;
    for (Letter letter = 0; letter < 1U << variables; ++letter) {
      if (cube.holds_at(letter) && !holds(cover, letter)) expected = false;
    }
    ASSERT_EQ(covered(cube, cover), expected);
    yes += expected;
  }
  EXPECT_GT(yes, 1000);
  EXPECT_LT(yes, 19'000);
}

TEST(Cube, MinimisedCoversMeanTheSameAndHaveNothingToSpare) {
  Random random(2);
  for (int i = 0; i < 5000; ++i) {
    std::vector<Cube> cover(below(random, 9));
    for (Cube& cube : cover) cube = random_cube(random);
    const std::vector<Cube> before = cover;
    minimise(cover);
    ASSERT_LE(cover.size(), before.size());
    for (Letter letter = 0; letter < 1U << variables; ++letter) ASSERT_EQ(holds(cover, letter), holds(before, letter));
    for (std::size_t k = 0; k < cover.size(); ++k) {
      std::vector<Cube> others = cover;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
      ASSERT_FALSE(covered(cover[k], others)) << "a cube too many";
      for (std::size_t bit = 0; bit < variables; ++bit) {
        const Letter literal = Letter{1} << bit;
        const Cube wider{cover[k].positive & ~literal, cover[k].negative & ~literal};
        ASSERT_TRUE(wider == cover[k] || !covered(wider, cover)) << "a literal too many";
      }
    }
  }
}

TEST(Cube, ManyVariablesDoNotTakeForEver) {
  // p0 p1 or p2 p3 or … : no cube of the negation is covered, and the split rule sees that at once.
  std::vector<Cube> cover;
  for (int i = 0; i < 64; i += 2) cover.push_back({Letter{3} << i, 0});
  EXPECT_FALSE(covered({}, cover));
  cover.push_back({0, ~Letter{0}});
  EXPECT_FALSE(covered({}, cover));
}

}  // namespace
}  // namespace quotient::ltl
