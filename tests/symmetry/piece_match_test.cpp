#include "symmetry/reduce/piece_match.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <random>

#include "symmetry/action/state_permutation.hpp"
#include "symmetry/graph/automorphism.hpp"
#include "symmetry/group/group.hpp"
#include "symmetry/reduce/canonical.hpp"
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
  const std::vector<BlockColour> colours(10, 1);
  std::vector<BlockId> images(10);
  // Blocks are numbered as processes are.
  ASSERT_TRUE(pieces.match(colours, 0, 4, images));
  EXPECT_EQ(images, (std::vector<BlockId>{4, 5, 3, 2, 0, 1, 6, 7, 8, 9}));
  EXPECT_TRUE(scanner.is_fixed_by(images));
  ASSERT_TRUE(pieces.match(colours, 6, 8, images));  // within one
  EXPECT_EQ(images, (std::vector<BlockId>{0, 1, 2, 3, 4, 5, 8, 9, 6, 7}));
  EXPECT_TRUE(scanner.is_fixed_by(images));
  EXPECT_FALSE(pieces.match(colours, 0, 6, images));
  std::vector<BlockColour> coloured = colours;
  coloured[1] = 2;
  EXPECT_FALSE(pieces.match(coloured, 0, 3, images));
}

/// Whatever the order of processes, there is one key, and as many permutations leave the state alone as pieces tell.
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
    const auto key_function = reduction->key_function();
    const PieceState state = rings(c.count, c.rings);
    PieceState key, other_key;
    const auto normal = key_function->normalise(state, key);
    ASSERT_TRUE(normal);
    EXPECT_EQ(normal->stabiliser.to_string(), c.stabiliser.to_string());
    for (int round = 0; round < 20; ++round) {
      std::vector<Point> images;
      for (Point a = 0; a < c.count; ++a) images.push_back(a);
      std::shuffle(images.begin(), images.end(), random);
      PieceState permuted(state.size());
      StatePermutation(synthetic.symmetry, Permutation(images)).apply(state, permuted.data());
      const auto again = key_function->normalise(permuted, other_key);
      ASSERT_EQ(other_key, key);
      ASSERT_EQ(again->stabiliser.to_string(), c.stabiliser.to_string());
    }
  }
}

/// Processes that refer to two others each: the state is a graph, whose automorphisms a library counts.
TEST(PieceMatch, PermutationsOfAStateAreAutomorphismsOfItsGraph) {
  constexpr std::uint32_t count = 12;
  ScalarsetShape shape;
  shape.families = {{1, count}};
  shape.plain_arrays = 1;
  shape.reference_arrays = 2;
  const Synthetic synthetic(shape);
  const std::unique_ptr<Reduction> reduction = canonical_reduction(synthetic.symmetry);
  const auto key_function = reduction->key_function();
  std::mt19937 dice(5);
  std::size_t symmetric = 0;
  for (int round = 0; round < 600; ++round) {
    // Pieces of so many processes, each a copy of the first or made by chance; a few refer to anybody.
    const std::uint32_t size = std::array{1U, 2U, 3U, 4U, 6U, 12U}[dice() % 6];
    PieceState state(3 * count);
    for (std::uint32_t begin = 0; begin < count; begin += size) {
      const bool copied = begin > 0 && dice() % 4 != 0;
      for (std::uint32_t k = 0; k < size; ++k) {
        state[begin + k] = copied ? state[k] : static_cast<std::uint8_t>(dice() % 8 == 0);
        for (std::uint32_t r = 1; r <= 2; ++r) {
          const std::uint8_t first = state[r * count + k];
          std::uint8_t to = copied && first != 0 ? static_cast<std::uint8_t>((first - 1U) % size + begin + 1) : 0;
          if (!copied && dice() % 3 != 0) to = static_cast<std::uint8_t>(begin + dice() % size + 1);
          if (dice() % 100 == 0) to = static_cast<std::uint8_t>(dice() % count + 1);
          state[r * count + begin + k] = to;
        }
      }
    }
    // A reference is a vertex of its own, so that the two of a process are told apart.
    std::vector<std::uint32_t> colours(state.begin(), state.begin() + count);
    std::vector<Edge> edges;
    for (Point i = 0; i < 2 * count; ++i) {
      colours.push_back(2 + i / count);
      edges.push_back({i % count, count + i});
      if (state[count + i] != 0) edges.push_back({count + i, state[count + i] - 1U});
    }
    const Group automorphisms(3 * count, automorphism_generators({EdgeKind::directed, colours, edges}));
    symmetric += automorphisms.is_trivial() ? 0 : 1;
    PieceState key, other_key;
    const auto normal = key_function->normalise(state, key);
    ASSERT_TRUE(normal);
    ASSERT_EQ(normal->stabiliser.to_string(), automorphisms.order().to_string());
    std::vector<Point> images;
    for (Point a = 0; a < count; ++a) images.push_back(a);
    std::shuffle(images.begin(), images.end(), dice);
    PieceState permuted(state.size());
    StatePermutation(synthetic.symmetry, Permutation(images)).apply(state, permuted.data());
    key_function->normalise(permuted, other_key);
    ASSERT_EQ(other_key, key);
  }
  EXPECT_GT(symmetric, 200U);
}

}  // namespace
}  // namespace quotient
