#include "explore.hpp"

namespace quotient::mcrl2 {
namespace {

using testing::explore;
using testing::Graph;
using testing::philosophers;

TEST(Philosophers, CountsOfTheReferenceTable) {
  const std::size_t states[] = {10, 35, 118, 392, 1297, 4286, 14158};
  const std::size_t allow[] = {12, 66, 300, 1250, 4968, 19159, 72336};
  const std::size_t block[] = {13, 97, 593, 3351, 18241};
  for (int n = 2; n <= 8; ++n) {
    const Graph graph = explore(philosophers(n, true));
    EXPECT_EQ(graph.errors, "");
    EXPECT_EQ(graph.states, states[n - 2]) << n;
    EXPECT_EQ(graph.transitions, allow[n - 2]) << n;
    EXPECT_EQ(graph.deadlocks, 1U) << n;
  }
  for (int n = 2; n <= 6; ++n) {
    const Graph graph = explore(philosophers(n, false));
    EXPECT_EQ(graph.states, states[n - 2]) << n;
    EXPECT_EQ(graph.transitions, block[n - 2]) << n;
  }
}

}  // namespace
}  // namespace quotient::mcrl2
