#include <array>
#include <atomic>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "any_order.hpp"
#include "same_result.hpp"
#include "search/cluster/thread_transport.hpp"
#include "search/disk/disk_search.hpp"
#include "search/persist/checkpoints.hpp"
#include "search/search.hpp"
#include "toy_systems.hpp"

namespace quotient {
namespace {

using toy::many_parents;
using toy::Step;
using toy::ToySystem;
using toy::with_wrong_states;
using State = ToySystem::State;

/// One thread for each rank; the result of each of them.
std::vector<Result> on_ranks(unsigned ranks, const System& system, const SearchOptions& options) {
  const auto transports = make_thread_transports(ranks);
  std::vector<Result> results(ranks);
  std::vector<std::thread> threads;
  for (unsigned rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      SearchOptions own = options;
      own.ranks = transports[rank].get();
      results[rank] = explore(system, own);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return results;
}

void expect_same_on_ranks(const System& system, const SearchOptions& options) {
  const Result expected = explore(system, options);
  for (const unsigned ranks : {1U, 2U, 3U, 5U}) {
    SCOPED_TRACE(ranks);
    const std::vector<Result> results = on_ranks(ranks, system, options);
    for (std::size_t rank = 0; rank < results.size(); ++rank) expect_same(expected, results[rank], rank == 0);
  }
  for (const unsigned ranks : {1U, 3U}) {
    SCOPED_TRACE(testing::Message() << ranks << " ranks of three threads");
    SearchOptions shared = options;
    shared.threads_of_rank = 3;
    shared.smallest_shared_level = 32;
    expect_same(expected, on_ranks(ranks, system, shared).front(), true);
  }
}

TEST(Cluster, RanksFindTheStatesOfOneProcess) { expect_same_on_ranks(many_parents(), {}); }

TEST(Cluster, RanksFindTheRunOfOneProcess) {
  SearchOptions options;
  expect_same_on_ranks(with_wrong_states(), options);
  options.all = true;
  expect_same_on_ranks(with_wrong_states(), options);
}

TEST(Cluster, RanksFindTheOrbitsOfOneProcess) {
  const toy::AnyOrder any_order;
  SearchOptions options;
  options.reduction = &any_order;
  const ToySystem system = toy::grid(5, 6);
  expect_same_on_ranks(system, options);
}

TEST(Cluster, RanksFindTheRunOfOneProcessUpToSymmetry) {
  const toy::AnyOrder any_order;
  SearchOptions options;
  options.reduction = &any_order;
  ToySystem system = toy::grid(5, 6);
  system.wrong = [](const State& s) {
    int sum = 0;
    for (const std::uint8_t value : s) sum += value;
    return sum == 14 ? std::vector{Finding{FindingKind::invariant, 0}} : std::vector<Finding>{};
  };
  expect_same_on_ranks(system, options);
}

/// With two bits of each order most parents tie, and the states themselves decide.
TEST(Cluster, ParentsWithTheSameOrderAreToldApart) {
  SearchOptions options;
  options.order_bits = 2;
  expect_same_on_ranks(with_wrong_states(), options);
  const toy::AnyOrder any_order;
  options.reduction = &any_order;
  expect_same_on_ranks(toy::grid(4, 7), options);
}

TEST(Cluster, ALimitOfDepthEndsAllRanks) {
  for (const std::uint64_t depth : {0U, 1U, 7U, 24U}) {
    SearchOptions options;
    options.limits.max_depth = depth;
    expect_same_on_ranks(many_parents(), options);
  }
}

TEST(Cluster, StatesOfAllLengthsReachTheirOwners) { expect_same_on_ranks(toy::words(8), {}); }

/// What is not shared out the first rank does alone, and all have its result.
TEST(Cluster, WhatCannotBeSharedOutIsDoneByOneRank) {
  SearchOptions options;
  options.limits.max_states = 100;
  expect_same_on_ranks(with_wrong_states(), options);
  options = {};
  options.order = SearchOrder::depth_first;
  expect_same_on_ranks(with_wrong_states(), options);
}

TEST(Cluster, MemoryThatIsSpentEndsAllRanks) {
  SearchOptions options;
  options.limits.memory = 1 << 20;
  for (const Result& result : on_ranks(3, toy::grid(7, 9), options)) {
    EXPECT_EQ(result.verdict, Verdict::incomplete);
    EXPECT_EQ(result.stopped, StopReason::memory);
  }
}

/// States whose bytes are lasting, so that they can be saved.
struct SavableSystem final : ToySystem {
  explicit SavableSystem(ToySystem plain) : ToySystem(std::move(plain)) {}
  std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t> bytes) const override {
    return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
  }
};

/// Raised when it was asked so often: ends a search anywhere.
class StopAfter final : public StopSignal {
 public:
  explicit StopAfter(int asks) : asks_(asks) {}
  bool raised() const override { return asks_.fetch_sub(1, std::memory_order_relaxed) <= 0; }

 private:
  mutable std::atomic<int> asks_;
};

/// Instead of a number of ranks: states on disk, with threads.
constexpr unsigned on_disk = 99;

Result search_on_disk(const System& system, SearchOptions options) {
  options.spill = std::filesystem::temp_directory_path().string();
  options.threads = 2;
  options.smallest_shared_level = 64;
  return explore_on_disk(system, options);
}

/// With as many ranks, with none, or on disk; saved in a folder.
Result saved_search(unsigned ranks, const System& system, SearchOptions options, const std::filesystem::path& folder,
                    bool resume) {
  std::string error;
  const auto checkpoints = Checkpoints::open(folder, 1, std::chrono::seconds(0), resume, error);
  EXPECT_NE(checkpoints, nullptr) << error;
  options.checkpoints = checkpoints.get();
  const Result result = ranks == 0         ? explore(system, options)
                        : ranks == on_disk ? search_on_disk(system, options)
                                           : on_ranks(ranks, system, options).front();
  EXPECT_EQ(checkpoints->refusal(), "");
  EXPECT_EQ(checkpoints->failure(), "");
  return result;
}

void expect_same_after_interruptions(const ToySystem& plain, const SearchOptions& options) {
  const SavableSystem system(plain);
  const Result expected = explore(system, options);
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("quotient-cluster-" + std::to_string(getpid()));
  for (const auto& [first, second, third] :
       {std::array{3U, 2U, 5U}, std::array{2U, 0U, 3U}, std::array{0U, 3U, 0U}, std::array{1U, 4U, 1U},
        std::array{on_disk, on_disk, on_disk}, std::array{0U, on_disk, 2U}, std::array{3U, on_disk, 0U}}) {
    SCOPED_TRACE(testing::Message() << first << " ranks, then " << second << ", then " << third);
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    SearchOptions interrupted = options;
    // So many asks for each that neither ends at once, and all are long over before the end.
    const StopAfter early(400), late(1500);
    interrupted.limits.stop = &early;
    EXPECT_FALSE(saved_search(first, system, interrupted, folder, false).complete());
    interrupted.limits.stop = &late;
    saved_search(second, system, interrupted, folder, true);
    const Result result = saved_search(third, system, options, folder, true);
    expect_same(expected, result, false);
    // And when it is done.
    expect_same(expected, saved_search(2, system, options, folder, true), false);
  }
  std::filesystem::remove_all(folder);
}

/// On disk, too: there checkpoints were refused, although a run that exceeds memory is the one most worth saving.
TEST(Cluster, CheckpointsAreForAnyNumberOfRanks) {
  expect_same_after_interruptions(many_parents(), {});
  SearchOptions options;
  options.all = true;
  expect_same_after_interruptions(with_wrong_states(), options);
  const toy::AnyOrder any_order;
  options.reduction = &any_order;
  expect_same_after_interruptions(toy::grid(6, 7), options);
}

}  // namespace
}  // namespace quotient
