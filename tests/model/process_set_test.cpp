#include "model/process_set.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

ProcessSet set_of(std::initializer_list<std::uint32_t> processes) {
  ProcessSet set;
  for (const std::uint32_t p : processes) set.insert(p);
  return set;
}

TEST(ProcessSet, NumbersBeyondAByte) {
  ProcessSet set = set_of({3, 255, 256, 5000});
  EXPECT_EQ(set, set_of({5000, 256, 255, 3}));
  EXPECT_EQ(set.hash(), set_of({5000, 3, 256, 255}).hash());
  EXPECT_EQ(set &= set_of({255, 256, 9000}), set_of({255, 256}));
  EXPECT_EQ(set -= set_of({256, 70}), set_of({255}));
  EXPECT_FALSE(set.empty());
  EXPECT_TRUE((set -= ProcessSet::everything()).empty());
}

TEST(ProcessSet, EverythingHasNoEnd) {
  ProcessSet set = ProcessSet::everything();
  EXPECT_EQ(set &= set_of({1, 4000}), set_of({1, 4000}));
  ProcessSet others = ProcessSet::everything();
  others -= set_of({4000});
  EXPECT_NE(others, ProcessSet::everything());
  EXPECT_EQ(set &= others, set_of({1}));
  others.insert(4000);
  EXPECT_EQ(others, ProcessSet::everything());
  EXPECT_EQ(others.hash(), ProcessSet::everything().hash());
}

TEST(ProcessSet, KeysTellSetsApart) {
  std::string one, other, all;
  set_of({256}).append_to(one);
  set_of({320}).append_to(other);
  ProcessSet::everything().append_to(all);
  EXPECT_NE(one, other);
  EXPECT_NE(one, all);
}

}  // namespace
}  // namespace quotient
