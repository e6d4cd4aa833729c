#include "search/levels/crew.hpp"

#include <gtest/gtest.h>
#include <numeric>
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

}  // namespace
}  // namespace quotient
