#include "lts/aut_file.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

std::optional<Lts> read(const std::string& text, std::string& errors) {
  SourceMap sources;
  Diagnostics diagnostics;
  auto lts = read_aut(sources, sources.add("g.aut", text), diagnostics);
  for (const Diagnostic& d : diagnostics.all()) {
    const LineColumn at = sources[d.range.file].locate(d.range.begin);
    errors += std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + d.message + "\n";
  }
  return lts;
}

TEST(AutFile, IsReadAsItWasWritten) {
  const std::string text = "des (1,3,3)\n(0,\"a(p1, \\\"x\\\")\",1)\n(1,\"tau\",2)\n(2,\"a(p1, \\\"x\\\")\",0)\n";
  std::string errors, written;
  const auto lts = read(text, errors);
  ASSERT_TRUE(lts) << errors;
  EXPECT_EQ(lts->initial, 1U);
  EXPECT_EQ(lts->labels(), (std::vector<std::string>{"a(p1, \"x\")", "tau"}));
  write_aut(*lts, [&](std::string_view piece) { written += piece; });
  EXPECT_EQ(written, text);
}

TEST(AutFile, LabelsWithoutQuotes) {
  std::string errors;
  const auto lts = read("des(0, 2, 2)\r\n(0, a(1,2), 1)\r\n( 1 ,i, 0 )\n", errors);
  ASSERT_TRUE(lts) << errors;
  EXPECT_EQ(lts->labels(), (std::vector<std::string>{"a(1,2)", "i"}));
}

TEST(AutFile, StatesWithoutSteps) {
  std::string errors;
  const auto lts = read("des (7,1,20)\n(3,a,4)\n", errors);
  ASSERT_TRUE(lts) << errors;
  EXPECT_EQ(lts->state_count, 20U);
}

TEST(AutFile, SaysWhatIsWrongAndWhere) {
  const auto error = [](const std::string& text) {
    std::string errors;
    EXPECT_FALSE(read(text, errors));
    return errors;
  };
  EXPECT_EQ(error(""), "1:1: 'des (INITIAL, STEPS, STATES)' is expected at the beginning\n");
  EXPECT_EQ(error("des (0,1,x)\n"), "1:10: a number is expected\n");
  EXPECT_EQ(error("des (0,1,2)\n(0,\"a,1)\n"), "2:4: this label has no end\n");
  EXPECT_EQ(error("des (0,1,2)\n(0,\"a\",2)\n"), "2:1: state 2 is not among the 2 states\n");
  EXPECT_EQ(error("des (5,1,2)\n(0,\"a\",1)\n"), "1:12: the initial state 5 is not among the 2 states\n");
  EXPECT_EQ(error("des (0,2,2)\n(0,\"a\",1)\n"), "3:1: 1 step instead of the 2 that the first line says\n");
  EXPECT_EQ(error("des (0,0,2)\n(0,\"a\",1)\n"), "2:1: more than the 0 steps that the first line says\n");
  EXPECT_EQ(error("des (0,0,0)\n"), "1:12: a graph with 0 states\n");
  // `compare` and `expand` took memory for as many states as the first line says.
  EXPECT_EQ(error("des (0,1,4000000000)\n(0,\"a\",1)\n"),
            "1:20: 4000000000 states, but 1 step: all but 3 of them would be without any\n");
  EXPECT_EQ(error("des (0,1,99999999999999999999999)\n"), "1:34: a graph with 1125899906842624 states\n");
}

}  // namespace
}  // namespace quotient
