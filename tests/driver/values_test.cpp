#include "driver/values.hpp"

#include <gtest/gtest.h>

namespace quotient::driver {
namespace {

TEST(Values, Counts) {
  EXPECT_EQ(parse_count("0"), 0U);
  EXPECT_EQ(parse_count("18446744073709551615"), 18446744073709551615U);
  for (const char* wrong : {"", "-1", "+1", "1.5", "1k", " 1", "1 ", "18446744073709551616", "0x10"}) {
    EXPECT_FALSE(parse_count(wrong)) << wrong;
  }
}

TEST(Values, Integers) {
  EXPECT_EQ(parse_integer("-5"), -5);
  EXPECT_EQ(parse_integer("9223372036854775807"), 9223372036854775807);
  for (const char* wrong : {"", "-", "--1", "+1", "1.5", "9223372036854775808"}) {
    EXPECT_FALSE(parse_integer(wrong)) << wrong;
  }
}

TEST(Values, Sizes) {
  EXPECT_EQ(parse_size("4096"), 4096U);
  EXPECT_EQ(parse_size("512k"), 512U << 10);
  EXPECT_EQ(parse_size("200M"), 200U << 20);
  EXPECT_EQ(parse_size("8G"), std::uint64_t{8} << 30);
  EXPECT_EQ(parse_size("8GB"), std::uint64_t{8} << 30);
  EXPECT_EQ(parse_size("8GiB"), std::uint64_t{8} << 30);
  EXPECT_EQ(parse_size("1.5m"), 3U << 19);
  for (const char* wrong : {"", "G", "-1M", "8Q", "8 G", "1e5", "nan", "inf", "99999999T", "0x1M"}) {
    EXPECT_FALSE(parse_size(wrong)) << wrong;
  }
}

TEST(Values, Durations) {
  EXPECT_DOUBLE_EQ(parse_duration("60")->count(), 60);
  EXPECT_DOUBLE_EQ(parse_duration("60s")->count(), 60);
  EXPECT_DOUBLE_EQ(parse_duration("1.5m")->count(), 90);
  EXPECT_DOUBLE_EQ(parse_duration("2h")->count(), 7200);
  EXPECT_DOUBLE_EQ(parse_duration("500ms")->count(), 0.5);
  for (const char* wrong : {"", "s", "-1s", "1 s", "1y", "inf"}) EXPECT_FALSE(parse_duration(wrong)) << wrong;
}

TEST(Values, Defines) {
  for (const char* right : {"N", "N=4", "_x9=a b", "N="}) EXPECT_TRUE(is_define(right)) << right;
  for (const char* wrong : {"", "=4", "4=5", "a-b", "N=1\n#include \"x\"", "N M"})
    EXPECT_FALSE(is_define(wrong)) << wrong;
}

}  // namespace
}  // namespace quotient::driver
