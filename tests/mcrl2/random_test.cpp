#include "explore.hpp"

// Specifications with `dist`. Those in models/random_* are compared with the naive explorer, which draws from terms;
// here is what that one does not see.

namespace quotient::mcrl2 {
namespace {

using testing::explore;
using testing::Graph;

TEST(Random, AProcessMayBeginWithAChoice) {
  const Graph graph = explore(
      "sort D = struct d1 | d2 | d3;\nact win: Bool;\n"
      "init dist p: D[1/3] . dist c: D[1/3] . win(p != c) . delta;");
  EXPECT_EQ(graph.errors, "");
  EXPECT_EQ(graph.states, 10U);
  EXPECT_EQ(graph.transitions, 9U);
}

TEST(Random, StatesThatAreDrawnTwiceHaveTheSumOfBoth) {
  const Graph graph = explore(
      "act a: Nat; go;\ninit go . dist n: Nat[if(n < 4, 1/4, 0)] . ((n == 0) -> a(0) . delta <> a(1) . delta);");
  EXPECT_EQ(graph.errors, "");
  EXPECT_TRUE(graph.labels.contains("go [1/4]") && graph.labels.contains("go [3/4]"))
      << fmt::format("{}", graph.states);
}

TEST(Random, SeveralChoicesOfOneActionAreToldApart) {
  const Graph graph = explore(
      "act a, b: Bool;\ninit a(true) . dist x: Bool[1/2] . b(x) . delta + "
      "a(true) . dist x: Bool[if(x, 1/4, 3/4)] . b(x) . delta;");
  EXPECT_EQ(graph.errors, "");
  EXPECT_EQ(graph.states, 4U);
  EXPECT_TRUE(graph.labels.contains("a(true) [1/2]") && graph.labels.contains("a(true) [3/4, way 2]"));
}

TEST(Random, ProbabilitiesAddUpToOne) {
  const Graph graph = explore("act a: Bool;\ninit a(true) . dist b: Bool[1/3] . a(b) . delta;");
  ASSERT_EQ(graph.findings.size(), 1U);
  EXPECT_NE(graph.findings.front().find("add up to 2/3, not to 1"), std::string::npos) << graph.findings.front();
}

TEST(Random, NotDirectlyBelowASum) {
  const Graph graph = explore("act a: Bool;\ninit sum x: Bool . dist b: Bool[1/2] . a(b && x) . delta;");
  EXPECT_NE(graph.errors.find("'dist' below 'sum'"), std::string::npos) << graph.errors;
}

}  // namespace
}  // namespace quotient::mcrl2
