#include "base/time_share.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace quotient {
namespace {

bool is_raised_soon(const TimeShare& share) {
  for (int k = 0; k < 1000; ++k) {
    if (share.raised()) return true;
  }
  return false;
}

TEST(TimeShare, IsRaisedWhenItIsSpent) {
  const TimeShare share(nullptr, 0);
  EXPECT_TRUE(is_raised_soon(share));
  EXPECT_TRUE(share.is_spent());
  EXPECT_FALSE(share.whole_raised());
  EXPECT_EQ(share.cause(), StopCause::time);
}

TEST(TimeShare, WithoutEndIsRaisedWithTheWhole) {
  StopFlag whole;
  const TimeShare share(&whole, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(is_raised_soon(share));
  EXPECT_EQ(share.cause(), StopCause::none);
  whole.raise();
  EXPECT_TRUE(share.raised());
  EXPECT_TRUE(share.whole_raised());
  EXPECT_EQ(share.cause(), StopCause::interrupt);
}

TEST(TimeShare, KnowsWhatStopsThisThread) {
  StopFlag whole;
  EXPECT_FALSE(TimeShare::is_all_that_stops());
  const StopScope outer(&whole);
  EXPECT_FALSE(TimeShare::is_all_that_stops());
  const TimeShare share(&whole, 0);
  const StopScope inner(&share);
  EXPECT_TRUE(TimeShare::is_all_that_stops());
  bool stopped = false;
  for (int k = 0; k < 1000 && !stopped; ++k) {
    try {
      poll_stop();
    } catch (const Stopped&) {
      stopped = true;
    }
  }
  EXPECT_TRUE(stopped);
  whole.raise();
  EXPECT_FALSE(TimeShare::is_all_that_stops());
}

}  // namespace
}  // namespace quotient
