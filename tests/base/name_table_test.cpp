#include "base/name_table.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

TEST(NameTable, SaysEverythingOnceInTheOrderOfTheText) {
  SourceMap sources;
  const FileId file = sources.add("m", "x = x + M;");
  NameTable names;
  const SourceRange definition{file, 0, 1}, use{file, 4, 5}, macro{file, 8, 9};
  names.use(macro, definition);
  for (int twice = 0; twice < 2; ++twice) {
    names.use(use, definition);
    names.define({"x", NameKind::variable, "byte x", "", definition, {}});
  }
  names.use({file, 2, 3}, {file, 6, 7});  // of something that nobody defines
  const auto all = names.occurrences(sources);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].at, definition);
  EXPECT_EQ(all[1].at, use);
  EXPECT_TRUE(all[1].verbatim);
  EXPECT_EQ(all[2].at, macro);
  EXPECT_FALSE(all[2].verbatim);
  EXPECT_EQ(names.things().size(), 1U);
  EXPECT_EQ(names.things()[0].extent, definition);
}

TEST(NameTable, WhatStandsNowhereIsNotTold) {
  NameTable names;
  names.define({"_pid", NameKind::variable, "", "", {FileId{0}, 0, 0}, {}});
  EXPECT_TRUE(names.things().empty());
}

}  // namespace
}  // namespace quotient
