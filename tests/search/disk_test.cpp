#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "any_order.hpp"
#include "same_result.hpp"
#include "search/disk/disk_search.hpp"
#include "search/disk/key_filter.hpp"
#include "search/disk/known_keys.hpp"
#include "search/disk/state_log.hpp"
#include "toy_systems.hpp"

namespace quotient {
namespace {

using toy::many_parents;
using toy::ToySystem;
using toy::with_wrong_states;

const std::string& folder() {
  static const std::string path = std::filesystem::temp_directory_path().string();
  return path;
}

/// So little memory that candidates go to disk several times a level, and the filter is full before the end.
constexpr std::uint64_t little_memory = std::uint64_t{1500} << 10;

void expect_same_on_disk(const System& system, SearchOptions options) {
  const Result expected = explore(system, options);
  options.spill = folder();
  EXPECT_EQ(objection_to_disk(options), "");
  {
    SCOPED_TRACE("with all memory");
    expect_same(expected, explore_on_disk(system, options), true);
  }
  {
    SCOPED_TRACE("with threads");
    SearchOptions shared = options;
    shared.threads = 3;
    shared.smallest_shared_level = 64;
    expect_same(expected, explore_on_disk(system, shared), true);
  }
  SCOPED_TRACE("with little memory");
  options.limits.memory = little_memory;
  const Result found = explore_on_disk(system, options);
  expect_same(expected, found, true);
  EXPECT_LE(found.memory_bytes, little_memory);
}

TEST(DiskSearch, FindsTheStatesOfASearchInMemory) {
  expect_same_on_disk(many_parents(), {});
  expect_same_on_disk(toy::grid(6, 7), {});
}

TEST(DiskSearch, FindsTheRunsOfASearchInMemory) {
  SearchOptions options;
  expect_same_on_disk(with_wrong_states(), options);
  options.all = true;
  expect_same_on_disk(with_wrong_states(), options);
}

TEST(DiskSearch, FindsTheOrbitsOfASearchInMemory) {
  const toy::AnyOrder any_order;
  SearchOptions options;
  options.reduction = &any_order;
  expect_same_on_disk(toy::grid(5, 9), options);
}

TEST(DiskSearch, FindsTheRunsUpToSymmetryOfASearchInMemory) {
  const toy::AnyOrder any_order;
  SearchOptions options;
  options.reduction = &any_order;
  ToySystem system = toy::grid(5, 6);
  system.wrong = [](const ToySystem::State& s) {
    int sum = 0;
    for (const std::uint8_t value : s) sum += value;
    return sum == 14 ? std::vector{Finding{FindingKind::invariant, 0}} : std::vector<Finding>{};
  };
  expect_same_on_disk(system, options);
}

/// With two bits of each order most parents tie, and the states themselves decide.
TEST(DiskSearch, ParentsWithTheSameOrderAreToldApart) {
  const toy::AnyOrder any_order;
  SearchOptions options;
  options.order_bits = 2;
  expect_same_on_disk(with_wrong_states(), options);
  options.reduction = &any_order;
  expect_same_on_disk(toy::grid(4, 7), options);
}

TEST(DiskSearch, EndsAtTheLimitOfDepth) {
  SearchOptions options;
  for (const std::uint64_t depth : {0, 1, 5, 23, 24, 25}) {
    SCOPED_TRACE(depth);
    options.limits.max_depth = depth;
    expect_same_on_disk(many_parents(), options);
  }
}

TEST(DiskSearch, AFolderThatIsNotThereEndsTheSearch) {
  SearchOptions options;
  options.spill = folder() + "/no such folder";
  const Result result = explore_on_disk(many_parents(), options);
  EXPECT_EQ(result.stopped, StopReason::disk);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
}

TEST(DiskSearch, TooLittleMemoryForTheFirstTablesIsALimit) {
  SearchOptions options;
  options.spill = folder();
  options.limits.memory = 10'000;
  const Result result = explore_on_disk(many_parents(), options);
  EXPECT_EQ(result.stopped, StopReason::memory);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
}

/// Keys of which many have the same hash, in many small runs: known is what was added, byte for byte.
TEST(KnownKeys, KnowExactlyWhatWasAdded) {
  MemoryBudget budget;
  KnownKeys known(folder(), 2, budget);
  std::mt19937 random(7);
  std::set<std::vector<std::uint8_t>> added[2];
  const auto hash_of = [](const std::vector<std::uint8_t>& key) { return KeyHash{key.size() % 3 + key.back() / 50U}; };
  for (int round = 0; round < 300; ++round) {
    const unsigned shard = round % 2;
    std::set<std::vector<std::uint8_t>> asked;
    const std::size_t count = round % 50 == 7 ? 3000 : random() % 40;
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::uint8_t> key(1 + random() % 4);
      for (std::uint8_t& byte : key) byte = static_cast<std::uint8_t>(random() % 200);
      asked.insert(key);
    }
    std::vector<HashedKey> sorted;
    for (const auto& key : asked) sorted.push_back({hash_of(key), key});
    std::sort(sorted.begin(), sorted.end(), comes_before);
    std::vector<std::uint8_t> found;
    known.find(shard, sorted, found);
    std::vector<HashedKey> fresh;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const bool is_new = added[shard].emplace(sorted[i].bytes.begin(), sorted[i].bytes.end()).second;
      ASSERT_EQ(found[i] != 0, !is_new) << round;
      if (is_new) fresh.push_back(sorted[i]);
    }
    known.add(shard, fresh);
  }
  EXPECT_TRUE(known.ok());
}

TEST(KeyFilter, NeverForgetsAKey) {
  for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{100'000}, std::uint64_t{1} << 30}) {
    MemoryBudget budget;
    KeyFilter filter(budget, most);
    std::mt19937_64 random(1);
    std::vector<KeyHash> added;
    std::size_t mistaken = 0;
    for (int i = 0; i < 300'000; ++i) {
      const KeyHash hash{random()};
      mistaken += filter.may_have(hash) ? 1U : 0U;
      filter.add(hash);
      added.push_back(hash);
    }
    for (const KeyHash hash : added) ASSERT_TRUE(filter.may_have(hash));
    if (most > 1'000'000) {
      EXPECT_LT(mistaken, 300'000U / 30);
    }
  }
}

TEST(StateLog, HandsOutWhatWasPutIn) {
  MemoryBudget budget;
  StateLog log(folder(), budget);
  std::mt19937 random(3);
  std::vector<StateBytes> states;
  for (std::uint64_t i = 0; i < 40'000; ++i) {
    StateBytes state(random() % 60);
    for (std::uint8_t& byte : state) byte = static_cast<std::uint8_t>(random());
    log.append(state, i / 3);
    states.push_back(std::move(state));
    if (random() % 100 != 0) continue;
    const std::uint64_t number = random() % log.size();
    const StateLog::Entry entry = log.load(number);
    ASSERT_EQ(entry.state, states[number]);
    ASSERT_EQ(entry.parent, number / 3);
  }
  for (const auto& [begin, end] :
       {std::pair{0, 0}, std::pair{0, 40'000}, std::pair{17'000, 17'001}, std::pair{39'999, 40'000}}) {
    StateLog::Reader reader(log, static_cast<std::uint64_t>(begin), static_cast<std::uint64_t>(end));
    StateBytes state;
    for (int i = begin; i < end; ++i) {
      ASSERT_FALSE(reader.done());
      reader.next(state);
      ASSERT_EQ(state, states[static_cast<std::size_t>(i)]);
    }
    EXPECT_TRUE(reader.done());
  }
}

}  // namespace
}  // namespace quotient
