#include "base/diagnostics.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

TEST(Source, LocatesLinesAndColumnsFromOne) {
  SourceMap sources;
  const FileId file = sources.add("m.pml", "ab\ncd\r\n\nx");
  EXPECT_EQ(sources.locate({file, 0, 1}).position, (LineColumn{1, 1}));
  EXPECT_EQ(sources.locate({file, 4, 5}).position, (LineColumn{2, 2}));
  EXPECT_EQ(sources.locate({file, 8, 9}).position, (LineColumn{4, 1}));
  EXPECT_EQ(sources[file].line(2), "cd");
  EXPECT_EQ(sources[file].line(9), "");
}

TEST(Diagnostics, RenderShowsLineCaretAndSuggestion) {
  SourceMap sources;
  const FileId file = sources.add("m.pml", "int count;\nx = coutn;\n");
  Diagnostics found;
  found.error({file, 15, 20}, "unknown variable 'coutn'").suggestion = "count";
  EXPECT_EQ(render(sources, found.all()[0], false),
            "m.pml:2:5: error: unknown variable 'coutn'\n"
            "    2 | x = coutn;\n"
            "      |     ^~~~~\n"
            "        did you mean 'count'?\n");
}

TEST(Diagnostics, KeepsCountingButNotKeepingAfterTwoHundred) {
  Diagnostics found;
  for (int i = 0; i < 1000; ++i) found.error({}, "again");
  EXPECT_EQ(found.error_count(), 1000U);
  EXPECT_EQ(found.all().size(), 200U);
}

TEST(Diagnostics, ControlCharactersOfTheModelNeverReachTheTerminal) {
  SourceMap sources;
  const FileId file = sources.add("m.pml", "x\033[31m = 1");
  Diagnostics found;
  found.error({file, 0, 1}, "bad");
  EXPECT_EQ(render(sources, found.all()[0], false).find('\033'), std::string::npos);
}

TEST(NearestName, FindsSlipsAndRefusesStrangers) {
  const std::vector<std::string> names = {"count", "turn", "flag"};
  EXPECT_EQ(nearest_name("coutn", names), "count");
  EXPECT_EQ(nearest_name("flags", names), "flag");
  EXPECT_EQ(nearest_name("zebra", names), "");
  EXPECT_EQ(nearest_name("x", names), "");
}

}  // namespace
}  // namespace quotient
