#include "report/outlook.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

Progress at(double seconds, std::uint64_t waiting) {
  Progress progress;
  progress.seconds = seconds;
  progress.waiting = waiting;
  return progress;
}

TEST(Outlook, SaysNothingWhileTheFrontierGrows) {
  Outlook outlook;
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(outlook.add(at(0.1 * i, 100U + 10U * static_cast<unsigned>(i))));
}

TEST(Outlook, SaysNothingFromAMomentAlone) {
  Outlook outlook;
  EXPECT_FALSE(outlook.add(at(10, 1000)));
  EXPECT_FALSE(outlook.add(at(10.1, 100)));
}

TEST(Outlook, ExtendsASteadyDecrease) {
  Outlook outlook;
  std::optional<double> left;
  for (int i = 0; i <= 60; ++i) left = outlook.add(at(0.1 * i, 10000U - 100U * static_cast<unsigned>(i)));
  ASSERT_TRUE(left.has_value());
  EXPECT_NEAR(*left, 4.0, 0.01);  // 4000 wait, 1000 fewer every second
}

}  // namespace
}  // namespace quotient
