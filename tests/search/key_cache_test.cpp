#include "search/store/key_cache.hpp"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

namespace quotient {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// Few different hashes, so that states drive each other out.
std::uint64_t hash_of(const Bytes& state) {
  std::uint64_t sum = state.size();
  for (const std::uint8_t byte : state) sum = sum * 31 + byte;
  return sum % 997;
}

/// Each state has a number, which it gets a while after its ticket, and some never get theirs; and a link, which only
/// goes down, and is looked at only where that may matter.
void check_answers(std::uint32_t tickets_before) {
  MemoryBudget budget;
  KeyCache cache(budget, tickets_before);
  std::mt19937 random(7);
  std::map<Bytes, std::uint32_t> ids;
  std::map<std::uint32_t, std::uint32_t> links;
  struct UnderWay {
    Bytes state;
    KeyCache::Answer ticket;
  };
  std::vector<UnderWay> under_way;
  std::uint64_t by_id = 0, by_ticket = 0, unread = 0;
  for (std::uint64_t round = 0; round < 30'000; ++round) {
    Bytes state(1 + random() % 40);
    for (std::uint8_t& byte : state) byte = static_cast<std::uint8_t>(random() % 2);
    const std::uint32_t id = ids.try_emplace(state, static_cast<std::uint32_t>(ids.size())).first->second;
    std::uint32_t& link = links.try_emplace(id, 1'000'000U).first->second;
    const KeyCache::Known known = cache.find(state, hash_of(state));
    if (known.answer == KeyCache::nothing) {
      const KeyCache::Answer ticket = cache.remember(state, hash_of(state), 1U << 30);
      ASSERT_TRUE(KeyCache::is_ticket(ticket));
      ASSERT_EQ(cache.find(state, hash_of(state)).answer, ticket);
      under_way.push_back({state, ticket});
    } else if (!KeyCache::is_ticket(known.answer)) {
      ASSERT_EQ(known.answer, id);
      ASSERT_GE(known.bound, link);
      const auto order = static_cast<std::uint32_t>(random() % 1'000'000U);
      if (order > known.bound) {
        ++unread;
      } else {
        link = std::min(link, order);
        cache.lower(hash_of(state), {id, link});
        ASSERT_EQ(cache.find(state, hash_of(state)).bound, link);
      }
      ++by_id;
    } else if (const KeyCache::Known settled = cache.settled(known.answer); settled.answer != KeyCache::nothing) {
      ASSERT_EQ(settled.answer, id);
      ASSERT_GE(settled.bound, link);
      ++by_ticket;
    }
    if (under_way.size() < 50) continue;
    for (const UnderWay& u : under_way) {
      if (random() % 8 == 0) continue;
      // What was met in between learns the number by the ticket, whatever has become of the state in the cache.
      const std::uint32_t settled_id = ids.at(u.state);
      cache.settle(hash_of(u.state), u.ticket, {settled_id, links.at(settled_id)});
      ASSERT_EQ(cache.settled(u.ticket).answer, settled_id);
      ++by_ticket;
    }
    under_way.clear();
  }
  EXPECT_GT(by_id, 100U);
  EXPECT_GT(by_ticket, 100U);
  EXPECT_GT(unread, 100U);
}

TEST(KeyCache, WhatItRemembersIsTrue) { check_answers(0); }

TEST(KeyCache, NoTicketMeansTwoStates) { check_answers(KeyCache::most_tickets - 10'000); }

TEST(KeyCache, TakesLittleAndLivesWithNothing) {
  MemoryBudget budget(1'000'000);
  KeyCache cache(budget);
  Bytes state(16);
  for (std::uint64_t k = 0; k < 100'000; ++k) {
    for (std::size_t b = 0; b < 8; ++b) state[b] = static_cast<std::uint8_t>(k >> (8 * b));
    cache.remember(state, k * 0x9e37'79b9U, 1U << 30);
  }
  EXPECT_GT(budget.used(), 0U);
  EXPECT_LE(budget.used(), 1'000'000U / 8);
  MemoryBudget none(100);
  KeyCache nothing(none);
  EXPECT_EQ(nothing.remember(state, 1, 100), KeyCache::nothing);
  EXPECT_EQ(nothing.find(state, 1).answer, KeyCache::nothing);
  EXPECT_EQ(none.used(), 0U);
}

TEST(KeyCache, LongStatesAreNotForIt) {
  MemoryBudget budget;
  KeyCache cache(budget);
  const Bytes state(5'000, 1);
  EXPECT_EQ(cache.remember(state, 1, 100), KeyCache::nothing);
  EXPECT_EQ(cache.find(state, 1).answer, KeyCache::nothing);
}

}  // namespace
}  // namespace quotient
