#include "base/narrow.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

TEST(Narrow, WhatFitsIsKept) {
  Diagnostics diagnostics;
  EXPECT_EQ(narrow<std::uint8_t>(255), 255);
  EXPECT_EQ(narrow<std::uint16_t>(std::size_t{65'535}, {}, "things", diagnostics), 65'535);
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Narrow, WhatDoesNotFitIsAnErrorOfTheText) {
  Diagnostics diagnostics;
  EXPECT_EQ(narrow<std::uint8_t>(256, {}, "things", diagnostics), 0);
  EXPECT_EQ(narrow<std::uint8_t>(-1, {}, "things", diagnostics), 0);
  EXPECT_EQ(narrow<std::uint16_t>(40'000, {}, "fields", diagnostics, 0x7fff), 0);
  ASSERT_EQ(diagnostics.error_count(), 3U);
  EXPECT_EQ(diagnostics.all()[2].message, "32767 is the greatest number of fields, here are 40000");
}

TEST(NarrowDeathTest, ANumberOfOurOwnStopsTheProgram) {
  EXPECT_DEATH(narrow<std::uint16_t>(65'536), "a number does not fit where it is kept");
}

}  // namespace
}  // namespace quotient
