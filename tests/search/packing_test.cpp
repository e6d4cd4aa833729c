#include "search/store/packing.hpp"

#include <array>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <string>

#include "search/store/store.hpp"
#include "shelf.hpp"

namespace quotient {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::string spelled(StateView state) { return {state.begin(), state.end()}; }

Bytes unpacked(const Packing& packing, const std::vector<std::uint64_t>& words) {
  Bytes state(packing.first(), packing.first() + packing.length());
  std::vector<std::uint64_t> before(packing.words(), 0);
  packing.unpack(words.data(), before.data(), state.data());
  EXPECT_EQ(before, words);
  return state;
}

std::optional<std::vector<std::uint64_t>> packed(const Packing& packing, const Bytes& state) {
  std::vector<std::uint64_t> words(packing.words(), 0), from_nothing(packing.words(), 0);
  const bool known = packing.pack(state.data(), packing.first(), words.data());
  EXPECT_EQ(packing.pack(state.data(), from_nothing.data()), known);
  if (!known) return std::nullopt;
  EXPECT_EQ(from_nothing, words);
  return words;
}

TEST(Packing, KnowsOnlyWhatItWasToldOf) {
  const Bytes first{1, 2, 3}, other{1, 7, 3};
  Packing packing(first);
  EXPECT_EQ(packed(packing, first), std::vector<std::uint64_t>{0});
  EXPECT_FALSE(packed(packing, other));
  EXPECT_FALSE(packing.learn(other));  // a byte that never changed has no bits
  EXPECT_FALSE(packed(packing, other));

  const auto next = packing.roomier();
  ASSERT_TRUE(packed(*next, other));
  EXPECT_NE(*packed(*next, other), *packed(*next, first));
  EXPECT_EQ(unpacked(*next, *packed(*next, other)), other);
  // A bit was left for more, and then there is none.
  const Bytes third{1, 8, 3}, fourth{1, 9, 3}, fifth{1, 10, 3};
  EXPECT_TRUE(next->learn(third));
  EXPECT_TRUE(next->learn(fourth));
  EXPECT_FALSE(next->learn(fifth));
  EXPECT_EQ(unpacked(*next, *packed(*next, third)), third);
  EXPECT_FALSE(packed(*next, fifth));
}

TEST(Packing, ValuesThatWereRefusedAreRefusedUntilThereIsRoomForAll) {
  Packing packing(Bytes{0, 0});
  packing.learn(Bytes{1, 0});
  const auto next = packing.roomier();
  EXPECT_FALSE(next->learn(Bytes{2, 5}));  // the first byte has room for it, the second does not
  EXPECT_TRUE(next->learn(Bytes{2, 0}));
  EXPECT_FALSE(next->learn(Bytes{2, 5}));
  EXPECT_FALSE(packed(*next, {2, 5}));
}

TEST(Packing, FromAnyStateToAnyOtherAndBack) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const std::size_t length = random() % 70;
    std::vector<unsigned> kinds(length);
    for (unsigned& k : kinds) k = random() % 3 == 0 ? 1 + random() % 256 : 1 + random() % 5;
    const auto any = [&] {
      Bytes state(length);
      for (std::size_t i = 0; i < length; ++i) state[i] = static_cast<std::uint8_t>(random() % kinds[i] * 37);
      return state;
    };
    Packing learner(any());
    for (int i = 0; i < 300; ++i) learner.learn(any());
    const auto packing = learner.roomier();
    EXPECT_LE(packing->packed_bytes(), packing->words() * 8);
    Bytes before(packing->first(), packing->first() + length);
    std::vector<std::uint64_t> words(packing->words(), 0);
    for (int i = 0; i < 300; ++i) {
      const Bytes state = any();
      std::vector<std::uint64_t> next = words;
      if (!packing->pack(state.data(), before.data(), next.data())) continue;
      EXPECT_EQ(next, packed(*packing, state));
      EXPECT_EQ(unpacked(*packing, next), state);
      // From one state to the next as well.
      Bytes follows = before;
      std::vector<std::uint64_t> follows_words = words;
      packing->unpack(next.data(), follows_words.data(), follows.data());
      EXPECT_EQ(follows, state);
      for (const std::uint64_t word : next) EXPECT_EQ(word >> Packing::word_bits, 0U);
      before = state;
      words = next;
    }
  }
}

TEST(Packing, HasRoomForAllValuesOfAByte) {
  Packing learner(Bytes{0});
  for (unsigned v = 0; v < 256; ++v) learner.learn(Bytes{static_cast<std::uint8_t>(v)});
  const auto packing = learner.roomier();
  for (unsigned v = 0; v < 256; ++v) {
    const Bytes state{static_cast<std::uint8_t>(v)};
    ASSERT_TRUE(packed(*packing, state));
    EXPECT_EQ(unpacked(*packing, *packed(*packing, state)), state);
  }
}

/// Steps from stored states, of which more and more values appear as one goes on: everything is packed anew several
/// times, and each time some batches are on their way.
struct Walk {
  explicit Walk(MemoryBudget& budget, std::size_t bytes) : length(bytes), shelf(budget) {}

  /// False where the store refused a state; all before it are there.
  bool go(unsigned rounds) {
    std::array<Store::Batch, 3> batches;
    Bytes state(length, 0);
    batches[0].steps.add(state, {});
    session.prepare(batches[0]);
    if (!take(batches[0])) return false;
    for (unsigned round = 0; round < rounds; ++round) {
      for (Store::Batch& batch : batches) {
        batch.source = ids[random() % ids.size()];
        session.load(batch.source, batch.open);
        batch.steps.clear();
        for (int i = 0; i < 3; ++i) {
          state.assign(batch.open.state().begin(), batch.open.state().end());
          const unsigned most = 2 + round / 64;
          state[random() % length] = static_cast<std::uint8_t>(random() % most);
          batch.steps.add(state, {});
        }
        session.prepare(batch);
      }
      for (Store::Batch& batch : batches) {
        if (!take(batch)) return false;
      }
    }
    return true;
  }
  bool take(Store::Batch& batch) {
    toy::insert_all(session, batch);
    for (std::size_t i = 0; i < batch.steps.size(); ++i) {
      const Store::Entry entry = batch.entries[i];
      const StateView state = batch.steps[i].state;
      if (entry.outcome == Store::Outcome::refused) {
        refused = true;
        break;
      }
      const auto [at, added] = known.try_emplace(spelled(state), entry.id);
      EXPECT_EQ(entry.outcome, added ? Store::Outcome::fresh : Store::Outcome::found);
      EXPECT_EQ(entry.id, at->second);
      if (added) ids.push_back(entry.id);
    }
    return !refused;
  }
  void expect_all() {
    OpenState open;
    for (const auto& [state, id] : known) {
      session.load(id, open);
      ASSERT_EQ(spelled(open.state()), state);
      ASSERT_EQ(shelf.find(open.state()), id);
    }
    ASSERT_EQ(store.size(), known.size());
  }

  std::size_t length;
  toy::Shelf shelf;
  Store& store = shelf.store;
  Store::Session& session = shelf.session;
  std::mt19937 random{11};
  std::map<std::string, StateId> known;
  std::vector<StateId> ids;
  bool refused = false;
};

TEST(Packing, StoredStatesArePackedAnewWhileOthersAreOnTheirWay) {
  for (const std::size_t length : {1, 3, 8, 9, 20, 33, 100}) {
    MemoryBudget budget;
    Walk walk(budget, length);
    EXPECT_TRUE(walk.go(4000));
    walk.expect_all();
  }
}

TEST(Packing, LackOfMemoryLosesNothing) {
  unsigned refusals = 0;
  for (std::uint64_t limit = 200'000; limit < 3'000'000; limit += 90'000) {
    MemoryBudget budget(limit);
    Walk walk(budget, 60);
    if (!walk.go(3000)) ++refusals;
    walk.expect_all();
    EXPECT_LE(budget.peak(), limit);
  }
  EXPECT_GT(refusals, 5U);
}

}  // namespace
}  // namespace quotient
