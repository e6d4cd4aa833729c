#include "search/store/store.hpp"

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <unordered_map>

#include "search/store/bit_table.hpp"
#include "shelf.hpp"

namespace quotient {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Outcome = Store::Outcome;
using toy::Shelf;

std::string spelled(const Bytes& state) { return {state.begin(), state.end()}; }

TEST(Store, AgreesWithAMapOnRandomStatesOfManyLengths) {
  MemoryBudget budget;
  Shelf shelf(budget);
  std::unordered_map<std::string, StateId> known, parents;
  std::mt19937 random(7);
  Store::Batch batch;
  const std::vector<Store::Entry>& entries = batch.entries;
  for (int round = 0; round < 20000; ++round) {
    batch.steps.clear();
    std::vector<Bytes> states(random() % 9);
    for (Bytes& state : states) {
      state.resize(random() % 40 < 38 ? 5 : random() % 300);
      for (std::uint8_t& byte : state) byte = static_cast<std::uint8_t>(random() % 9);
      batch.steps.add(state, {});
    }
    const StateId parent{static_cast<std::uint32_t>(round)};
    batch.source = parent;
    shelf.session.prepare(batch);
    if (round % 3 == 0) shelf.session.approach(batch);
    toy::insert_all(shelf.session, batch);
    ASSERT_EQ(entries.size(), states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      const auto [at, added] = known.try_emplace(spelled(states[i]), entries[i].id);
      ASSERT_EQ(entries[i].outcome, added ? Outcome::fresh : Outcome::found);
      ASSERT_EQ(entries[i].id, at->second);
      if (added) parents[spelled(states[i])] = parent;
    }
  }
  EXPECT_GT(known.size(), 40000U);  // or the table never grew
  EXPECT_EQ(shelf.store.size(), known.size());
  for (const auto& [state, id] : known) {
    EXPECT_EQ(spelled((shelf.load(id))), state);
    EXPECT_EQ(shelf.find(shelf.load(id)), id);
    EXPECT_EQ(shelf.store.parent(id), parents[state]);
  }
  EXPECT_FALSE(shelf.find(Bytes(7, 77)));
  std::size_t visited = 0;
  shelf.store.for_each([&](StateId id) {
    ++visited;
    EXPECT_LT(id.value, shelf.store.id_bound());
  });
  EXPECT_EQ(visited, known.size());
}

TEST(Store, FindsAFewStatesThatWereCodedAnewAmongMany) {
  MemoryBudget budget;
  Shelf shelf(budget);
  for (unsigned i = 0; i < 60000; ++i) {
    shelf.insert({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8), 1, 1, 1, 1});
  }
  // Ever new values in all places: the packing has no room for them again and again.
  const auto state_of = [](unsigned i) {
    Bytes state(40, 0);
    for (unsigned at = i % 6; at < state.size(); at += 6) state[at] = static_cast<std::uint8_t>(i / 6);
    return state;
  };
  std::vector<StateId> ids;
  for (unsigned i = 0; i < 1500; ++i) ids.push_back(shelf.insert(state_of(i)).id);
  for (unsigned i = 0; i < 1500; ++i) {
    ASSERT_EQ(shelf.find(state_of(i)), ids[i]) << i;
    ASSERT_EQ(shelf.load(ids[i]), state_of(i));
  }
  EXPECT_EQ(shelf.store.size(), 60000 + 1500 - 5U);
}

/// The hash of a parent that comes as number `n` in the order of parents.
KeyHash hash_in_order(std::uint64_t n) { return {n << 33}; }

TEST(Store, LowersTheLinksOfNewStatesOnly) {
  MemoryBudget budget;
  for (const StoreKind kind : {StoreKind::exact, StoreKind::compact}) {
    Shelf shelf(budget, kind);
    const StateId initial = shelf.insert({1}).id, known = shelf.insert({2}, Link::to(initial)).id;
    const Link ninth = Link::order(hash_in_order(9)), fourth = Link::order(hash_in_order(4)),
               fifth = Link::order(hash_in_order(5));
    const StateId fresh = shelf.insert({3}, ninth).id;
    EXPECT_EQ(shelf.insert({1}, fourth).outcome, Outcome::found);
    EXPECT_EQ(shelf.insert({2}, fourth).outcome, Outcome::found);
    EXPECT_EQ(shelf.insert({3}, ninth).outcome, Outcome::tied);
    EXPECT_EQ(shelf.insert({3}, fourth).outcome, Outcome::lowered);
    EXPECT_EQ(shelf.insert({3}, fifth).outcome, Outcome::found);
    EXPECT_EQ(shelf.session.meet(fresh, fourth).outcome, Outcome::tied);
    const std::vector<Store::Arrival> arrivals = {{local(fresh), ninth.raw(), local(initial)},
                                                  {local(fresh), fourth.raw(), local(known)},
                                                  {local(fresh), fifth.raw(), 0}};
    std::uint8_t counts[3];
    shelf.store.settle(arrivals, counts);
    EXPECT_EQ(counts[0] + 2 * counts[1] + 4 * counts[2], 2);
    EXPECT_EQ(shelf.store.parent(fresh), known);
    EXPECT_EQ(shelf.store.parent(known), initial);
    EXPECT_EQ(shelf.store.parent(initial), no_state);
    EXPECT_EQ(shelf.insert({3}, Link::order({0})).outcome, Outcome::found);  // the level is over
  }
}

TEST(Link, OrdersAreThoseOfTheHashAndNoParents) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::uint32_t before = 0;
  for (const std::uint64_t hash : {std::uint64_t{0}, std::uint64_t{1} << 33, most / 3, most / 2, most - 1, most}) {
    const Link link = Link::order({hash});
    EXPECT_TRUE(link.is_order());
    EXPECT_GE(link.raw(), before);
    before = link.raw();
    EXPECT_EQ(Link::order({hash}, 0), Link::order({0}));
  }
  EXPECT_FALSE(Link().is_order());
  EXPECT_FALSE(Link::to(StateId{5}).is_order());
  EXPECT_EQ(Link::to(StateId{5}).parent(), StateId{5});
  EXPECT_EQ(Link::to(no_state).parent(), no_state);
}

TEST(Store, KeepsTheEmptyState) {
  MemoryBudget budget;
  Shelf shelf(budget);
  EXPECT_EQ(shelf.insert({}).outcome, Outcome::fresh);
  const Store::Entry again = shelf.insert({});
  EXPECT_EQ(again.outcome, Outcome::found);
  EXPECT_TRUE(shelf.load(again.id).empty());
  EXPECT_EQ(shelf.insert({0}).outcome, Outcome::fresh);
  EXPECT_EQ(shelf.store.size(), 2U);
}

TEST(Store, SkipsStepsThatDidNotComplete) {
  MemoryBudget budget;
  Shelf shelf(budget);
  Store::Batch batch;
  batch.steps.add(Bytes{1}, {});
  batch.steps.add({}, {}, {FindingKind::runtime, 0}, false);
  batch.steps.add(Bytes{1}, {});
  shelf.session.prepare(batch);
  toy::insert_all(shelf.session, batch);
  const std::vector<Store::Entry>& entries = batch.entries;
  EXPECT_EQ(entries[0].outcome, Outcome::fresh);
  EXPECT_EQ(entries[1].outcome, Outcome::skipped);
  EXPECT_EQ(entries[1].id, no_state);
  EXPECT_EQ(entries[2].outcome, Outcome::found);
  EXPECT_EQ(shelf.store.size(), 1U);
}

TEST(Store, RefusesNewStatesBeyondTheLimitButStillFindsOldOnes) {
  MemoryBudget budget;
  Shelf shelf(budget);
  shelf.store.limit_states(2);
  EXPECT_EQ(shelf.insert({1}).outcome, Outcome::fresh);
  EXPECT_EQ(shelf.insert({2}).outcome, Outcome::fresh);
  EXPECT_EQ(shelf.insert({3}).outcome, Outcome::refused);
  EXPECT_EQ(shelf.insert({1}).outcome, Outcome::found);
  EXPECT_EQ(shelf.store.size(), 2U);
  shelf.store.limit_states(3);
  EXPECT_EQ(shelf.insert({3}).outcome, Outcome::fresh);
}

/// Four bytes that spell `number`, then zeros.
Bytes numbered(std::uint32_t number, std::size_t length) {
  Bytes state(length, 0);
  for (std::size_t i = 0; i < 4; ++i) state[i] = static_cast<std::uint8_t>(number >> (8 * i));
  return state;
}

TEST(Store, NeverTakesMoreThanItsBudgetAndUsesMostOfIt) {
  for (const std::uint64_t limit :
       {std::uint64_t{3} << 20, std::uint64_t{20} << 20, (std::uint64_t{20} << 20) + 4321}) {
    MemoryBudget budget(limit);
    Shelf shelf(budget);
    std::uint32_t n = 0;
    while (shelf.insert(numbered(n, 20)).outcome == Outcome::fresh) ++n;
    EXPECT_LE(budget.peak(), limit);
    EXPECT_GT(budget.peak(), limit / 10 * 7);
    EXPECT_EQ(shelf.store.size(), n);
    const std::uint64_t bytes_per_state = budget.used() / n;
    EXPECT_LT(bytes_per_state, 60U);  // nothing to compress here: each state has a leaf of its own
    // What was stored is still there, and still right.
    for (std::uint32_t i = 0; i < n; i += 997) {
      const Store::Entry entry = shelf.insert(numbered(i, 20));
      ASSERT_EQ(entry.outcome, Outcome::found);
      ASSERT_EQ((shelf.load(entry.id)), numbered(i, 20));
    }
  }
}

TEST(Store, RefusesEverythingWhereThereIsNoMemoryAtAll) {
  MemoryBudget budget(100);
  Shelf shelf(budget);
  EXPECT_EQ(shelf.insert({1}).outcome, Outcome::refused);
  EXPECT_FALSE(shelf.find(Bytes{1}));
  EXPECT_EQ(budget.used(), 0U);
}

TEST(Store, GivesItsMemoryBack) {
  MemoryBudget budget;
  {
    Shelf shelf(budget);
    for (std::uint32_t n = 0; n < 100000; ++n) shelf.insert(numbered(n, 8 + n % 5));
    EXPECT_GT(budget.used(), 100000U * 20);
  }
  EXPECT_EQ(budget.used(), 0U);
}

/// Small pages become huge ones on the way, which must not lose anything.
TEST(BitTable, NeverTakesAMemberForAStranger) {
  constexpr std::uint64_t bytes = 8 << 20, members = 40'000;
  MemoryBudget budget;
  BitTable table(budget, bytes);
  ASSERT_TRUE(table.usable());
  std::mt19937_64 random(7);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> hashes;
  for (std::uint64_t i = 0; i < members; ++i) {
    hashes.emplace_back(random(), random());
    table.insert(hashes.back().first, hashes.back().second);
  }
  for (const auto& [first, second] : hashes) ASSERT_TRUE(table.contains(first, second));
  EXPECT_GT(table.size(), members - members / 100);
  std::uint64_t taken = 0;
  for (int i = 0; i < 10'000; ++i) taken += table.contains(random(), random()) ? 1 : 0;
  EXPECT_LT(taken, 10U);
}

TEST(BudgetedVector, StaysAsItIsWhenRefused) {
  MemoryBudget budget(1000);
  BudgetedVector<std::uint64_t> numbers(budget);
  std::uint64_t n = 0;
  while (numbers.push(n)) ++n;
  EXPECT_LE(budget.peak(), 1000U);
  EXPECT_GT(n, 90U);
  for (std::uint64_t i = 0; i < n; ++i) EXPECT_EQ(numbers[i], i);
}

}  // namespace
}  // namespace quotient
