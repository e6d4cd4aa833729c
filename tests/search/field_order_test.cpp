#include "search/store/field_order.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <set>
#include <thread>

#include "search/store/store.hpp"
#include "shelf.hpp"

namespace quotient {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// What the first bytes say is said again by those that follow, several times, in other words.
Bytes told_often(std::mt19937& random, std::size_t length, std::size_t times) {
  Bytes state(length * times);
  for (std::size_t i = 0; i < length; ++i) {
    const auto value = static_cast<std::uint8_t>(random() % 8);
    for (std::size_t k = 0; k < times; ++k) state[k * length + i] = static_cast<std::uint8_t>(value * (2 * k + 1) + k);
  }
  return state;
}

Bytes any_state(std::mt19937& random, std::size_t length) {
  Bytes state(length);
  for (std::uint8_t& byte : state) byte = static_cast<std::uint8_t>(random() % 8);
  return state;
}

TEST(FieldOrder, PutsWhatBelongsTogetherIntoOneHalf) {
  constexpr std::size_t half = 6;
  std::mt19937 random(11);
  StateSample sample{2 * half, 4000, {}};
  for (int i = 0; i < 4000; ++i) {
    const Bytes state = told_often(random, half, 2);
    sample.bytes.insert(sample.bytes.end(), state.begin(), state.end());
  }
  std::vector<std::uint8_t> widths(2 * half, 3);
  const std::vector<std::uint32_t> order = order_by_dependence(sample, widths);
  ASSERT_EQ(order.size(), 2 * half);
  for (std::uint32_t i = 0; i < half; ++i) {
    const auto at = std::find(order.begin(), order.end(), i) - order.begin();
    const auto partner = std::find(order.begin(), order.end(), i + half) - order.begin();
    EXPECT_EQ(at < static_cast<std::ptrdiff_t>(half), partner < static_cast<std::ptrdiff_t>(half)) << i;
  }
  std::vector<std::uint32_t> natural(2 * half);
  for (std::uint32_t i = 0; i < natural.size(); ++i) natural[i] = i;
  // Three bytes of eight values in each half, against all six.
  EXPECT_NEAR(expected_parts(sample, order, widths), 2 * 512, 2);
  EXPECT_GT(expected_parts(sample, natural, widths), 7500);
  sample.of = 1'000'000;
  EXPECT_LT(expected_parts(sample, order, widths), 1300);
  EXPECT_GT(expected_parts(sample, natural, widths), 1'500'000);
}

TEST(FieldOrder, LeavesOutWhatHasNoBitsAndKeepsAllElse) {
  std::mt19937 random(12);
  StateSample sample{9, 1000, {}};
  for (int i = 0; i < 1000; ++i) {
    const Bytes state = any_state(random, 9);
    sample.bytes.insert(sample.bytes.end(), state.begin(), state.end());
  }
  const std::vector<std::uint8_t> widths{3, 0, 3, 3, 0, 3, 3, 3, 0};
  std::vector<std::uint32_t> order = order_by_dependence(sample, widths);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 2, 3, 5, 6, 7}));
  // Too few states to learn from: as they are.
  sample.bytes.resize(9 * std::size_t{10});
  EXPECT_EQ(order_by_dependence(sample, widths), (std::vector<std::uint32_t>{0, 2, 3, 5, 6, 7}));
}

/// Fills a store until it refuses, looks all up again, and says how many there are.
template <typename Make>
std::size_t fill(std::uint64_t limit, Make make) {
  MemoryBudget budget(limit);
  toy::Shelf shelf(budget);
  Store& store = shelf.store;
  Store::Session& session = shelf.session;
  std::vector<std::pair<Bytes, StateId>> stored;
  Store::Batch batch;
  for (;;) {
    const Bytes state = make();
    batch.steps.clear();
    batch.steps.add(state, {});
    session.prepare(batch);
    toy::insert_all(session, batch);
    const Store::Entry entry = batch.entries.at(0);
    if (entry.outcome == Store::Outcome::refused) break;
    if (entry.outcome == Store::Outcome::fresh) stored.emplace_back(state, entry.id);
  }
  EXPECT_EQ(store.size(), stored.size());
  OpenState open;
  for (const auto& [state, id] : stored) {
    EXPECT_EQ(shelf.find(state), id);
    session.load(id, open);
    EXPECT_TRUE(std::equal(state.begin(), state.end(), open.state().begin(), open.state().end()));
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_LE(budget.peak(), limit);
  return stored.size();
}

TEST(Store, CutsStatesUpWhereMemoryIsScarceAndTheyHavePartsInCommon) {
  constexpr std::uint64_t limit = 6 << 20;
  std::mt19937 random(13);
  // 120 bits: two words, sixteen bytes, with link and index some 26.
  const std::size_t alike = fill(limit, [&] { return told_often(random, 8, 5); });
  const std::size_t different = fill(limit, [&] { return any_state(random, 40); });
  EXPECT_GT(limit / alike, 12U);
  EXPECT_LT(limit / alike, 22U);
  EXPECT_LT(limit / different, 36U);  // nothing in common: they stay as they are
}

TEST(Store, ThreadsCutStatesUpTogether) {
  MemoryBudget budget(24 << 20);
  const std::unique_ptr<Store> shared = Store::make(budget);
  Store& store = *shared;
  constexpr std::size_t threads = 3, steps = 8, batches = 20'000;
  std::vector<std::set<Bytes>> met(threads);
  std::vector<std::unique_ptr<Store::Session>> sessions;
  for (std::size_t t = 0; t < threads; ++t) sessions.push_back(store.session());
  std::vector<std::thread> crew;
  for (std::size_t t = 0; t < threads; ++t) {
    crew.emplace_back([&, t] {
      Store::Session& session = *sessions[t];
      session.take_part();
      std::mt19937 random(static_cast<unsigned>(14 + t / 2));  // two of them meet the same states
      Store::Batch batch;
      for (std::size_t i = 0; i < batches; ++i) {
        session.pause();
        batch.steps.clear();
        for (std::size_t k = 0; k < steps; ++k) batch.steps.add(told_often(random, 8, 5), {});
        session.prepare(batch);
        session.approach(batch);
        toy::insert_all(session, batch);
        for (std::size_t k = 0; k < steps; ++k) {
          ASSERT_NE(batch.entries[k].outcome, Store::Outcome::refused);
          if (i % 8 == 0) met[t].emplace(batch.steps[k].state.begin(), batch.steps[k].state.end());
        }
      }
      session.leave();
    });
  }
  for (std::thread& thread : crew) thread.join();
  EXPECT_GT(budget.peak(), budget.limit() / 4);  // or there was no need to save
  sessions[0]->take_part();
  OpenState open;
  std::set<std::uint64_t> ids;
  for (const std::set<Bytes>& states : met) {
    for (const Bytes& state : states) {
      const std::optional<StateId> id = sessions[0]->find(state, {});
      ASSERT_TRUE(id);
      ids.insert(id->value);
      sessions[0]->load(*id, open);
      ASSERT_TRUE(std::equal(state.begin(), state.end(), open.state().begin(), open.state().end()));
    }
  }
  std::set<Bytes> all;
  for (std::set<Bytes>& states : met) all.merge(states);
  EXPECT_EQ(ids.size(), all.size());
  std::size_t stored = 0;
  store.for_each([&](StateId) { ++stored; });
  EXPECT_EQ(stored, store.size());
  sessions[0]->leave();
}

}  // namespace
}  // namespace quotient
