#include <gtest/gtest.h>
#include <random>

#include "saved_file.hpp"
#include "search/store/store.hpp"
#include "shelf.hpp"

namespace quotient {
namespace {

using Bytes = std::vector<std::uint8_t>;
using toy::SavedFile;
using toy::Shelf;

std::optional<std::string> save(const Store& store, const SavedFile& file) {
  SegmentWriter out(file.path(), SavedFile::kind);
  store.save(out);
  return out.finish();
}

std::optional<std::string> load(Store& store, const SavedFile& file) {
  SegmentReader in(file.path(), SavedFile::kind);
  if (!in.ok()) return in.failure();
  if (auto wrong = store.load(in)) return wrong;
  in.expect_end();
  return in.failure();
}

/// Strings that make every part of an exact store: packed ones, ones that no longer can be, long ones that are cut up,
/// ones too long to be packed.
std::vector<Bytes> many_kinds(unsigned count, unsigned seed = 5) {
  std::mt19937 random(seed);
  std::vector<Bytes> states;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned kind = random() % 16;
    Bytes state(kind < 8 ? 12 : kind < 12 ? 70 : kind < 15 ? 3 : 5000, 0);
    const unsigned most = 2 + i / 40;
    for (unsigned k = 0; k < 1 + state.size() / 3 && k < 60; ++k) {
      state[random() % state.size()] = static_cast<std::uint8_t>(random() % most);
    }
    states.push_back(std::move(state));
  }
  return states;
}

struct Filled {
  Filled(MemoryBudget& budget, StoreKind kind, const std::vector<Bytes>& states)
      : shelf(budget, kind, kind == StoreKind::bitstate ? 1 << 16 : 0) {
    StateId last = no_state;
    for (const Bytes& state : states) {
      const Store::Entry entry = shelf.insert(state, Link::to(last));
      entries.push_back(entry);
      if (entry.outcome == Store::Outcome::fresh && kind != StoreKind::bitstate) last = entry.id;
    }
  }
  Shelf shelf;
  std::vector<Store::Entry> entries;
};

class SavedStore : public testing::TestWithParam<StoreKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, SavedStore, testing::Values(StoreKind::exact, StoreKind::compact, StoreKind::bitstate));

TEST_P(SavedStore, IsTheSameStoreAgain) {
  MemoryBudget budget;
  const std::vector<Bytes> states = many_kinds(6000);
  Filled filled(budget, GetParam(), states);
  const SavedFile file;
  ASSERT_EQ(save(filled.shelf.store, file), std::nullopt);
  MemoryBudget other;
  Shelf loaded(other, GetParam(), GetParam() == StoreKind::bitstate ? 1 << 14 : 0);
  ASSERT_EQ(load(loaded.store, file), std::nullopt);
  EXPECT_EQ(loaded.store.size(), filled.shelf.store.size());
  EXPECT_EQ(loaded.store.expected_omissions(), filled.shelf.store.expected_omissions());
  if (GetParam() != StoreKind::bitstate) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const StateId id = filled.entries[i].id;
      ASSERT_EQ(loaded.find(states[i]), id);
      ASSERT_EQ(loaded.store.parent(id), filled.shelf.store.parent(id));
      if (GetParam() == StoreKind::exact) {
        ASSERT_EQ(loaded.load(id), states[i]);
      }
    }
  }
  // And it goes on where the other one was: what was known is, and what is new is found by both.
  const std::vector<Bytes> more = many_kinds(3000, 6);
  for (const std::vector<Bytes>& some : {states, more}) {
    for (const Bytes& state : some) {
      ASSERT_EQ(loaded.insert(state).outcome, filled.shelf.insert(state).outcome);
    }
  }
  EXPECT_EQ(loaded.store.size(), filled.shelf.store.size());
}

TEST_P(SavedStore, OfNothingIsEmpty) {
  MemoryBudget budget;
  Shelf empty(budget, GetParam(), 1 << 12), loaded(budget, GetParam(), 1 << 12);
  const SavedFile file;
  ASSERT_EQ(save(empty.store, file), std::nullopt);
  ASSERT_EQ(load(loaded.store, file), std::nullopt);
  EXPECT_EQ(loaded.store.size(), 0U);
  EXPECT_EQ(loaded.insert({1, 2, 3}).outcome, Store::Outcome::fresh);
}

TEST_P(SavedStore, RespectsTheBudget) {
  MemoryBudget budget;
  Filled filled(budget, GetParam(), many_kinds(20'000));
  const SavedFile file;
  ASSERT_EQ(save(filled.shelf.store, file), std::nullopt);
  for (const std::uint64_t limit : {std::uint64_t{1} << 12, std::uint64_t{150'000}, std::uint64_t{300'000}}) {
    MemoryBudget small(limit);
    {
      Shelf loaded(small, GetParam(), 1 << 12);
      const std::optional<std::string> wrong = load(loaded.store, file);
      if (GetParam() != StoreKind::bitstate) {
        EXPECT_TRUE(wrong.has_value()) << limit;
      }
      EXPECT_LE(small.peak(), limit);
    }
    EXPECT_EQ(small.used(), 0U);
  }
}

/// A loaded store must be fit for use, whatever was in the file.
void use(Shelf& shelf) {
  if (shelf.store.kind() != StoreKind::bitstate) {
    shelf.store.for_each([&](StateId id) {
      std::size_t steps = 0;
      for (StateId at = id; at != no_state && steps < 10'000; at = shelf.store.parent(at)) ++steps;
      ASSERT_LT(steps, 10'000U);
      if (shelf.store.kind() == StoreKind::exact) shelf.load(id);
    });
  }
  for (const Bytes& state : many_kinds(40, 9)) shelf.insert(state);
}

TEST_P(SavedStore, RefusesDamageAndSurvivesForgery) {
  MemoryBudget budget;
  Filled filled(budget, GetParam(), many_kinds(900));
  const SavedFile file;
  ASSERT_EQ(save(filled.shelf.store, file), std::nullopt);
  const Bytes whole = file.bytes();
  std::mt19937 random(3);
  unsigned refused = 0;
  for (unsigned round = 0; round < 200; ++round) {
    Bytes changed = whole;
    const bool truncate = round % 10 == 9;
    if (truncate) {
      changed.resize(SavedFile::header_bytes + random() % (whole.size() - SavedFile::header_bytes));
    } else {
      for (unsigned k = 0; k < 1 + round % 3; ++k) {
        // Half of the time near the beginning, where there are counts.
        const std::size_t reach = round % 2 == 0 ? std::min<std::size_t>(whole.size(), 400) : whole.size();
        const std::size_t at = SavedFile::header_bytes + random() % (reach - SavedFile::header_bytes);
        changed[at] = static_cast<std::uint8_t>(round % 4 == 0 ? 0xff : random());
      }
    }
    if (changed == whole) continue;
    file.write(changed);
    {
      MemoryBudget small(64 << 20);
      Shelf loaded(small, GetParam(), 1 << 12);
      ASSERT_TRUE(load(loaded.store, file).has_value());
    }
    SavedFile::forge(changed);
    file.write(changed);
    MemoryBudget small(64 << 20);
    Shelf loaded(small, GetParam(), 1 << 12);
    if (load(loaded.store, file)) {
      ++refused;
    } else {
      use(loaded);
    }
  }
  EXPECT_GT(refused, 20U);  // all that were truncated, at least
}

TEST(SavedStore, IsNotLoadedIntoAnotherKind) {
  MemoryBudget budget;
  Filled filled(budget, StoreKind::compact, many_kinds(10));
  const SavedFile file;
  ASSERT_EQ(save(filled.shelf.store, file), std::nullopt);
  Shelf exact(budget, StoreKind::exact);
  EXPECT_NE(load(exact.store, file)->find("another kind"), std::string::npos);
}

}  // namespace
}  // namespace quotient
