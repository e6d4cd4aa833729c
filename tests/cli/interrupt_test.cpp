#include "cli/interrupt.hpp"

#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/deadline.hpp"

namespace quotient::cli {
namespace {

void give_up_into(const char* output) {
  const Deadline deadline({});
  if (dup2(open(output, O_WRONLY), STDOUT_FILENO) == STDOUT_FILENO) give_up(deadline);
}

TEST(InterruptDeathTest, GivingUpIsIncomplete) {
  EXPECT_EXIT(give_up_into("/dev/null"), testing::ExitedWithCode(3), "");
}

// A search under a limit that did not answer in time ended with 3 and no message although its verdict had
// gone to a full disk: the way out that passes the streams by did not look at what became of its line.
TEST(InterruptDeathTest, GivingUpOnAFullDiskIsAnError) {
  EXPECT_EXIT(give_up_into("/dev/full"), testing::ExitedWithCode(2), "cannot write to standard output: No space left");
}

void interrupt_twice(useconds_t apart) {
  const StopSignal& interrupted = catch_interrupts();
  raise(SIGINT);
  usleep(apart);
  raise(SIGINT);
  _exit(interrupted.raised() ? 3 : 4);
}

// `timeout -s INT` sends its signal to the program and then to the program's group. Whenever the second one arrived
// after the first had been handled, it was taken for impatience, and the partial result was lost (exit code 130).
TEST(InterruptDeathTest, TwoSignalsAtOnceAreOneWish) {
  EXPECT_EXIT(interrupt_twice(0), testing::ExitedWithCode(3), "");
}

TEST(InterruptDeathTest, ASecondSignalEndsTheProgram) {
  EXPECT_EXIT(interrupt_twice(250'000), testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace quotient::cli
