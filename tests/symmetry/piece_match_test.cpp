#include "symmetry/reduce/piece_match.hpp"

#include <gtest/gtest.h>
#include <random>

#include "symmetry/reduce/canonical.hpp"
#include "symmetry/rename.hpp"
#include "synthetic.hpp"

namespace quotient {
namespace {

/// So many interchangeable processes, each with a number and a reference to one of them.
Synthetic processes(std::uint32_t count) {
  ScalarsetShape shape;
  shape.families = {{1, count}};
  shape.plain_arrays = shape.reference_arrays = 1;
  return Synthetic(shape);
}

using PieceState = std::vector<std::uint8_t>;

/// Rings of these sizes, one after the other; of a ring all have its number.
PieceState rings(std::uint32_t count, const std::vector<std::pair<std::uint32_t, std::uint8_t>>& sizes) {
  PieceState state(2 * count);
  std::uint32_t begin = 0;
  for (const auto& [size, number] : sizes) {
    for (std::uint32_t k = 0; k < size; ++k) {
      state[begin + k] = number;
      state[count + begin + k] = static_cast<std::uint8_t>(begin + (k + 1) % size + 1);
    }
    begin += size;
  }
  EXPECT_EQ(begin, count);
  return state;
}

BigNumber factorial(std::uint32_t n) {
  BigNumber product(1);
  for (std::uint32_t k = 2; k <= n; ++k) product *= k;
  return product;
}

TEST(PieceMatch, TakesOnePieceToAnother) {
  const Synthetic synthetic = processes(10);
  const std::unique_ptr<Scheme> scheme = Scheme::build(synthetic.symmetry);
  Scanner scanner(*scheme);
  PieceMatch pieces(*scheme);
  const PieceState state = rings(10, {{3, 0}, {3, 0}, {4, 0}});
  scanner.read(state);
  pieces.read(scanner);
  const std::vector<MoverColour> colours(10, 1);
  std::vector<MoverId> images(10);
  // Movers are numbered as processes are.
  ASSERT_TRUE(pieces.match(colours, 0, 4, images));
  EXPECT_EQ(images, (std::vector<MoverId>{4, 5, 3, 2, 0, 1, 6, 7, 8, 9}));
  EXPECT_TRUE(scanner.is_fixed_by(images));
  ASSERT_TRUE(pieces.match(colours, 6, 8, images));  // within one
  EXPECT_EQ(images, (std::vector<MoverId>{0, 1, 2, 3, 4, 5, 8, 9, 6, 7}));
  EXPECT_TRUE(scanner.is_fixed_by(images));
  EXPECT_FALSE(pieces.match(colours, 0, 6, images));
  std::vector<MoverColour> coloured = colours;
  coloured[1] = 2;
  EXPECT_FALSE(pieces.match(coloured, 0, 3, images));
}

/// Whatever the order of processes, there is one key, and as many renamings leave the state alone as pieces tell.
TEST(PieceMatch, StatesOfManyLikePieces) {
  struct Case {
    std::uint32_t count;
    std::vector<std::pair<std::uint32_t, std::uint8_t>> rings;
    BigNumber stabiliser;
  };
  const auto times = [](std::uint32_t number, std::uint32_t size, std::uint8_t plain) {
    return std::vector<std::pair<std::uint32_t, std::uint8_t>>(number, {size, plain});
  };
  const auto both = [](auto a, const auto& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  const auto power = [](std::uint32_t base, std::uint32_t exponent) {
    BigNumber product(1);
    for (std::uint32_t k = 0; k < exponent; ++k) product *= base;
    return product;
  };
  const std::vector<Case> cases = {
      {40, times(20, 2, 0), power(2, 20) * factorial(20)},
      {40, times(10, 4, 0), power(4, 10) * factorial(10)},
      {40, times(1, 40, 0), BigNumber(40)},
      {40, both(times(10, 2, 0), times(10, 2, 1)), power(2, 20) * factorial(10) * factorial(10)},
      {36, both(times(6, 4, 0), times(4, 3, 0)), power(4, 6) * factorial(6) * power(3, 4) * factorial(4)},
      {20, both(times(4, 3, 0), times(8, 1, 0)), power(3, 4) * factorial(4) * factorial(8)},
  };
  std::mt19937 random(1);
  for (const Case& c : cases) {
    const Synthetic synthetic = processes(c.count);
    const std::unique_ptr<Reduction> reduction = canonical_reduction(synthetic.symmetry);
    const auto keyer = reduction->keyer();
    const PieceState state = rings(c.count, c.rings);
    PieceState key, other_key;
    const auto normal = keyer->normalise(state, key);
    ASSERT_TRUE(normal);
    EXPECT_EQ(normal->stabiliser.to_string(), c.stabiliser.to_string());
    for (int round = 0; round < 20; ++round) {
      std::vector<Point> images;
      for (Point a = 0; a < c.count; ++a) images.push_back(a);
      std::shuffle(images.begin(), images.end(), random);
      PieceState renamed(state.size());
      Renaming(synthetic.symmetry, Permutation(images)).apply(state, renamed.data());
      const auto again = keyer->normalise(renamed, other_key);
      ASSERT_EQ(other_key, key);
      ASSERT_EQ(again->stabiliser.to_string(), c.stabiliser.to_string());
    }
  }
}

}  // namespace
}  // namespace quotient
