#include "search/levels/crew.hpp"

#include <atomic>
#include <barrier>
#include <chrono>
#include <gtest/gtest.h>
#include <new>
#include <numeric>
#include <thread>
#include <vector>

#include "search/store/standstill.hpp"

namespace quotient {
namespace {

TEST(Crew, CallsEachOfItsThreadsOnceInEachRound) {
  for (const std::size_t size : {1U, 2U, 5U}) {
    Crew crew(size);
    ASSERT_EQ(crew.size(), size);
    std::vector<int> calls(size);  // each thread writes its own, without a lock: `together` must see to it
    for (int round = 0; round < 300; ++round) {
      if (round % 100 == 50) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // long enough to fall asleep
      crew.together([&](std::size_t i) { ++calls[i]; });
      ASSERT_EQ(std::accumulate(calls.begin(), calls.end(), 0), (round + 1) * static_cast<int>(size));
    }
  }
}

TEST(Crew, EndsWithoutHavingWorked) { const Crew crew(4); }

/// All threads change a number together, and come to a standstill for it in between.
TEST(Standstill, LetsThoseThatWaitHelp) {
  constexpr std::size_t size = 4;
  constexpr int rounds = 50, parts = 200;
  Standstill standstill;
  Crew crew(size);
  long done = 0;  // changed while all others stand still
  int works = 0;
  crew.together([&](std::size_t i) {
    standstill.take_part();
    for (int round = 0; round < rounds + static_cast<int>(i); ++round) {  // some leave before others
      standstill.wait([&] {
        std::atomic<int> taken = 0, finished = 0;
        standstill.together([&] {
          while (taken.fetch_add(1) < parts) finished.fetch_add(1);
        });
        done += finished.load();
        ++works;
      });
    }
    standstill.leave();
  });
  EXPECT_GE(works, rounds);
  EXPECT_EQ(done, long{works} * parts);
}

/// Where the growth of a table was refused memory, the lock stayed with a thread that had left, and those that waited
/// for it waited for ever. Now all of them learn of it, and whoever comes later does.
class FailingStandstill : public testing::TestWithParam<std::size_t> {
 protected:
  /// Calls `work` in a standstill of all threads until it throws in each, and returns how many times it threw.
  template <typename Work>
  int threads_that_fail(Work work) {
    Crew crew(GetParam());
    std::atomic<int> failed = 0;
    std::barrier together(static_cast<std::ptrdiff_t>(GetParam()));
    crew.together([&](std::size_t) {
      standstill_.take_part();
      together.arrive_and_wait();  // else one could be done before the others begin
      try {
        for (int round = 0; round < most_rounds; ++round) standstill_.wait([&] { work(); });
      } catch (const std::bad_alloc&) {
        ++failed;
      }
      standstill_.leave();
    });
    return failed;
  }
  int all() const { return static_cast<int>(GetParam()); }

  void expect_that_it_stays_so() {
    EXPECT_TRUE(standstill_.wanted()) << "threads at work would not come";
    standstill_.take_part();
    bool worked = false;
    EXPECT_THROW(standstill_.wait([&] { worked = true; }), std::bad_alloc);
    EXPECT_FALSE(worked) << "what was left half done is changed again";
    standstill_.leave();
  }

  static constexpr int most_rounds = 1000;
  Standstill standstill_;
};

TEST_P(FailingStandstill, WorkThatThrowsEndsAllThreads) {
  std::atomic<int> works = 0;
  EXPECT_EQ(threads_that_fail([&] {
              if (++works == 20) throw std::bad_alloc();
            }),
            all());
  EXPECT_EQ(works, 20);
  expect_that_it_stays_so();
}

TEST_P(FailingStandstill, PartsThatThrowEndAllThreads) {
  std::atomic<int> works = 0;
  EXPECT_EQ(threads_that_fail([&] {
              const bool fails = ++works == 20;
              std::atomic<int> taken = 0;
              standstill_.together([&] {
                const bool mine = taken.fetch_add(1) == 0;  // the first thread to come: a helper, mostly, or the worker
                if (fails && mine) throw std::bad_alloc();
                if (fails)
                  std::this_thread::sleep_for(std::chrono::milliseconds(1));  // still at it when that one fails
              });
            }),
            all());
  EXPECT_EQ(works, 20);
  expect_that_it_stays_so();
}

TEST_P(FailingStandstill, EveryPartCanThrow) {
  EXPECT_EQ(threads_that_fail([&] { standstill_.together([] { throw std::bad_alloc(); }); }), all());
  expect_that_it_stays_so();
}

/// As a recoding does where memory is lacking: what its parts could not do is undone by the work itself.
TEST_P(FailingStandstill, WorkCanOutlastItsParts) {
  std::atomic<int> works = 0, helped = 0;
  EXPECT_EQ(threads_that_fail([&] {
              ++works;
              EXPECT_THROW(standstill_.together([] { throw std::bad_alloc(); }), std::bad_alloc);
              standstill_.together([&] { ++helped; });  // and nothing is left of it
            }),
            0);
  EXPECT_GE(works, most_rounds);
  EXPECT_GE(helped, works);
  EXPECT_FALSE(standstill_.wanted());
}

INSTANTIATE_TEST_SUITE_P(OfThreads, FailingStandstill, testing::Values(1, 2, 4));

}  // namespace
}  // namespace quotient
