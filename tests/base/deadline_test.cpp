#include "base/deadline.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

#include "base/deep_stack.hpp"

namespace quotient {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// Works until it is stopped, at most for some seconds: a machine may be busy.
StopCause work_until_stopped() {
  const auto end = steady_clock::now() + std::chrono::seconds(20);
  try {
    while (steady_clock::now() < end) poll_stop();
  } catch (const Stopped& stopped) {
    return stopped.cause;
  }
  return StopCause::none;
}

bool wait_for(const std::function<bool()>& what) {
  const auto end = steady_clock::now() + std::chrono::seconds(20);
  while (!what() && steady_clock::now() < end) std::this_thread::sleep_for(milliseconds(1));
  return what();
}

TEST(Deadline, EndsWorkThatAsks) {
  const Deadline deadline({.time = std::chrono::duration<double>(0.02)});
  const StopScope scope(&deadline);
  EXPECT_EQ(work_until_stopped(), StopCause::time);
  EXPECT_TRUE(deadline.raised());
  EXPECT_GE(deadline.seconds(), 0.02);
}

TEST(Deadline, IsKnownAtOnceWhereItIsOverAtOnce) {
  EXPECT_EQ(Deadline({.time = std::chrono::duration<double>(0)}).cause(), StopCause::time);
  EXPECT_FALSE(Deadline({.time = std::chrono::duration<double>(1e30)}).raised());  // beyond what the clock can count
  EXPECT_FALSE(Deadline({}).raised());
}

TEST(Deadline, WatchesTheMemoryOfTheProcess) {
  const Deadline deadline({.memory = 1U << 20U});
  std::vector<std::vector<char>> held;
  const std::uint64_t enough = Deadline::slack(1U << 20U) / (1U << 20U) + 64;
  for (std::uint64_t i = 0; i < enough; ++i) held.emplace_back(1U << 20U, 'x');
  EXPECT_TRUE(wait_for([&] { return deadline.raised(); }));
  EXPECT_EQ(deadline.cause(), StopCause::memory);
}

TEST(Deadline, KeepsItsFirstCause) {
  StopFlag interrupt;
  const Deadline deadline({.interrupt = &interrupt});
  deadline.refuse_memory();
  interrupt.raise();
  EXPECT_EQ(deadline.cause(), StopCause::refused);
}

TEST(Deadline, IsRaisedByAnInterrupt) {
  StopFlag interrupt;
  const Deadline deadline({.interrupt = &interrupt});
  const StopScope scope(&deadline);
  poll_stop();
  interrupt.raise();
  EXPECT_EQ(work_until_stopped(), StopCause::interrupt);
}

TEST(Deadline, TellsOfWorkThatDoesNotAsk) {
  std::atomic<int> calls = 0;
  const Deadline deadline(
      {.time = std::chrono::duration<double>(0), .overdue = [&calls](const Deadline&) { ++calls; }});
  const auto end = steady_clock::now() + std::chrono::seconds(20);
  while (calls == 0 && steady_clock::now() < end) {  // busy: it is processor time that counts
  }
  EXPECT_EQ(calls, 1);
}

TEST(Deadline, LeavesWorkAloneThatIsFinished) {
  std::atomic<int> calls = 0;
  Deadline deadline({.time = std::chrono::duration<double>(0), .overdue = [&calls](const Deadline&) { ++calls; }});
  deadline.finish();
  const auto end = steady_clock::now() + 2 * Deadline::grace;
  while (steady_clock::now() < end) {
  }
  EXPECT_EQ(calls, 0);
}

TEST(Grace, ComesLater) {
  const Deadline deadline({.time = std::chrono::duration<double>(0)});
  const Grace grace(&deadline);
  EXPECT_TRUE(deadline.raised());
  EXPECT_TRUE(wait_for([&] { return grace.raised(); }));
  EXPECT_EQ(grace.cause(), StopCause::time);
  EXPECT_GE(deadline.seconds(), std::chrono::duration<double>(Grace::length).count());
  EXPECT_FALSE(Grace(nullptr).raised());
}

TEST(StopScope, HoldsInItsThreadAsLongAsItLives) {
  StopFlag raised;
  raised.raise();
  poll_stop();
  {
    const StopScope outer(&raised);
    EXPECT_THROW(poll_stop(), Stopped);
    {
      const StopScope inner(nullptr);
      poll_stop();
    }
    EXPECT_THROW(poll_stop(), Stopped);
    std::thread([] { poll_stop(); }).join();
    EXPECT_THROW(with_deep_stack([] { poll_stop(); }), Stopped);  // the same work, on another stack
  }
  poll_stop();
}

}  // namespace
}  // namespace quotient
