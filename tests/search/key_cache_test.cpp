#include "search/key_cache.hpp"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

namespace quotient {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Prepared {
  std::uint64_t value = 0;
};

/// Few different hashes, so that states drive each other out.
std::uint64_t hash_of(const Bytes& state) {
  std::uint64_t sum = state.size();
  for (const std::uint8_t byte : state) sum = sum * 31 + byte;
  return sum % 997;
}

TEST(KeyCache, WhatItRemembersIsTrue) {
  MemoryBudget budget;
  KeyCache<Prepared> cache(budget);
  std::mt19937 random(7);
  std::map<Bytes, std::uint64_t> given;
  std::uint64_t found = 0;
  for (std::uint64_t round = 0; round < 20'000; ++round) {
    Bytes state(1 + random() % 40);
    for (std::uint8_t& byte : state) byte = static_cast<std::uint8_t>(random() % 2);
    if (round % 5'000 == 4'999) cache.forget();
    if (const Prepared* known = cache.find(state, hash_of(state))) {
      ASSERT_EQ(given.at(state), known->value);
      ++found;
      continue;
    }
    given[state] = round;
    cache.remember(state, hash_of(state), {round}, 1U << 30);
    ASSERT_NE(cache.find(state, hash_of(state)), nullptr);
  }
  EXPECT_GT(found, 100U);
}

TEST(KeyCache, ForgetsWhenTold) {
  MemoryBudget budget;
  KeyCache<Prepared> cache(budget);
  const Bytes state = {1, 2, 3};
  cache.remember(state, 5, {8}, 100);
  ASSERT_NE(cache.find(state, 5), nullptr);
  cache.forget();
  EXPECT_EQ(cache.find(state, 5), nullptr);
}

TEST(KeyCache, TakesLittleAndLivesWithNothing) {
  MemoryBudget budget(1'000'000);
  KeyCache<Prepared> cache(budget);
  Bytes state(16);
  for (std::uint64_t k = 0; k < 100'000; ++k) {
    for (std::size_t b = 0; b < 8; ++b) state[b] = static_cast<std::uint8_t>(k >> (8 * b));
    cache.remember(state, k * 0x9e37'79b9U, {k}, 1U << 30);
  }
  EXPECT_GT(budget.used(), 0U);
  EXPECT_LE(budget.used(), 1'000'000U / 8);
  MemoryBudget none(100);
  KeyCache<Prepared> nothing(none);
  nothing.remember(state, 1, {1}, 100);
  EXPECT_EQ(nothing.find(state, 1), nullptr);
  EXPECT_EQ(none.used(), 0U);
}

TEST(KeyCache, LongStatesAreNotForIt) {
  MemoryBudget budget;
  KeyCache<Prepared> cache(budget);
  const Bytes state(5'000, 1);
  cache.remember(state, 1, {1}, 100);
  EXPECT_EQ(cache.find(state, 1), nullptr);
}

}  // namespace
}  // namespace quotient
