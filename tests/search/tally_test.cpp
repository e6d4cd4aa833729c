#include <gtest/gtest.h>
#include <random>

#include "any_order.hpp"
#include "saved_file.hpp"
#include "search/coverage.hpp"
#include "search/growth.hpp"
#include "search/levels/violation_log.hpp"
#include "search/orbit_tally.hpp"
#include "shelf.hpp"

namespace quotient {
namespace {

using Bytes = std::vector<std::uint8_t>;
using toy::SavedFile;

template <typename Save, typename Load>
void save_and_load(Save save, Load load) {
  const SavedFile file;
  SegmentWriter out(file.path(), SavedFile::kind);
  save(out);
  ASSERT_EQ(out.finish(), std::nullopt);
  SegmentReader in(file.path(), SavedFile::kind);
  load(in);
  in.expect_end();
  ASSERT_TRUE(in.ok()) << *in.failure();
  // Whatever is changed in the file, a tally is refused or is one; and memory is not taken for promises.
  const Bytes whole = file.bytes();
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    Bytes changed = whole;
    if (round % 3 == 0) {
      changed.resize(SavedFile::header_bytes + random() % (whole.size() - SavedFile::header_bytes));
    } else {
      changed[SavedFile::header_bytes + random() % (whole.size() - SavedFile::header_bytes)] =
          static_cast<std::uint8_t>(round % 2 == 0 ? 0xff : random());
    }
    SavedFile::forge(changed);
    file.write(changed);
    SegmentReader forged(file.path(), SavedFile::kind);
    load(forged);
    forged.expect_end();
    if (round % 3 == 0) {
      EXPECT_FALSE(forged.ok());
    }
  }
}

TEST(Tally, OfCoverageIsReachedByAny) {
  Coverage a, b;
  a.merge(Bytes{1, 0, 0});
  b.merge(Bytes{0, 0, 1, 1});
  b.merge(a);
  EXPECT_EQ(b.places(), (Bytes{1, 0, 1, 1}));
  Coverage loaded;
  bool first = true;
  save_and_load([&](SegmentWriter& out) { b.save(out); },
                [&](SegmentReader& in) {
                  loaded.load(in);
                  if (std::exchange(first, false)) {
                    EXPECT_EQ(loaded.places(), b.places());
                  }
                });
}

TEST(Tally, OfOrbitsIsASumOfAnySize) {
  std::vector<std::unique_ptr<KeyFunction>> key_functions;
  OrbitTally sum;
  const OrbitTally part(key_functions, std::uint64_t{1} << 63);
  for (int i = 0; i < 4; ++i) sum.merge(part);
  EXPECT_EQ(sum.text(), "36893488147419103232");
  bool first = true;
  save_and_load([&](SegmentWriter& out) { sum.save(out); },
                [&](SegmentReader& in) {
                  OrbitTally loaded;
                  loaded.load(in);
                  if (std::exchange(first, false)) {
                    EXPECT_EQ(loaded.text(), sum.text());
                  }
                });
}

TEST(Tally, OfGrowthAddsPartsLevelByLevel) {
  GrowthLog a, b;
  a.note({1, 1, 0, 10, 0.1});
  a.note({5, 4, 1, 10, 0.2});
  a.note({9, 2, 3, 20, 0.5});
  b.note({2, 2, 1, 7, 0.3});
  b.note({4, 1, 2, 7, 0.4});
  GrowthLog both = a;
  both.merge(b);
  std::vector<std::vector<std::uint64_t>> told;
  for (const Progress& p : both.moments()) told.push_back({p.depth, p.states, p.waiting, p.memory_bytes});
  const std::vector<std::vector<std::uint64_t>> expected = {
      {0, 1, 1, 10}, {1, 7, 6, 17}, {2, 9, 5, 17}, {3, 13, 3, 27}};
  EXPECT_EQ(told, expected);
  bool first = true;
  save_and_load([&](SegmentWriter& out) { both.save(out); },
                [&](SegmentReader& in) {
                  GrowthLog loaded;
                  loaded.load(in);
                  if (!std::exchange(first, false)) return;
                  ASSERT_EQ(loaded.moments().size(), 4U);
                  EXPECT_EQ(loaded.moments()[3].states, 13U);
                  EXPECT_EQ(loaded.moments()[3].seconds, 0.5);
                  EXPECT_EQ(loaded.due(14), both.due(14));
                });
}

TEST(Tally, OfViolationsKeepsTheShortestWhoeverFoundIt) {
  MemoryBudget budget;
  toy::Shelf shelf(budget);
  const StateId start = shelf.insert({1}).id, next = shelf.insert({2}, Link::to(start)).id;
  const Finding one{FindingKind::invariant, 1}, two{FindingKind::assertion, 2};
  const Bytes target{3, 4};
  ViolationLog a, b;
  a.note_state(one, {4, {9}, 0, 0}, next, 4);
  a.note_step(two, {2, {1}, 1, 0}, start, {target, {}, two, true}, 2);
  b.note_state(one, {3, {8}, 0, 0}, start, 3);
  b.note_state(one, {3, {7}, 0, 0}, next, 3);
  a.merge(b);
  EXPECT_TRUE(b.empty());
  const auto told = [](const ViolationLog& log) {
    std::vector<std::tuple<std::uint32_t, std::vector<StateBytes>, std::uint64_t>> result;
    const auto path = [](StateId id) { return std::vector<StateBytes>{{static_cast<std::uint8_t>(id.value)}}; };
    for (const Violation& v : log.collect(path, true)) result.emplace_back(v.finding.site, v.states, v.count);
    return result;
  };
  const auto id = [](StateId s) { return StateBytes{static_cast<std::uint8_t>(s.value)}; };
  ASSERT_EQ(told(a), (decltype(told(a)){{2, {id(start), target}, 1}, {1, {id(next)}, 3}}));
  bool first = true;
  const LastingNames lasting{[](StateId state) { return state.value; },
                             [](StateView state) { return StateBytes(state.begin(), state.end()); }};
  const RecalledNames recalled{
      [&](std::uint64_t number) {
        return shelf.store.contains({number}) ? std::optional(StateId{number}) : std::nullopt;
      },
      [](std::span<const std::uint8_t> bytes) { return std::optional(StateBytes(bytes.begin(), bytes.end())); }};
  save_and_load([&](SegmentWriter& out) { a.save(out, lasting); },
                [&](SegmentReader& in) {
                  ViolationLog loaded;
                  loaded.load(in, recalled);
                  if (!std::exchange(first, false)) return;
                  EXPECT_EQ(told(loaded), told(a));
                  EXPECT_EQ(loaded.count(), 4U);
                });
}

}  // namespace
}  // namespace quotient
