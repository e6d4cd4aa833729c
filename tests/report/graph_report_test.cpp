#include "report/graph_report.hpp"

#include <gtest/gtest.h>
#include <map>

#include "../search/any_order.hpp"
#include "../search/toy_systems.hpp"

namespace quotient {
namespace {

using toy::AnyOrder;
using toy::ToySystem;

TEST(GraphReport, EachStateBelongsToTheOneThatStandsForIt) {
  const ToySystem system = toy::grid(3, 4);
  const AnyOrder reduction;
  const GraphReport report = make_graph_report(system, &reduction, {}, {});
  EXPECT_EQ(report.reduced.states.size(), 20U);
  ASSERT_EQ(report.expanded.states.size(), 64U);
  ASSERT_EQ(report.orbit.size(), 64U);
  std::map<std::uint32_t, std::size_t> sizes;
  for (const std::uint32_t o : report.orbit) ++sizes[o];
  EXPECT_EQ(sizes.size(), 20U);
  EXPECT_EQ(sizes.at(report.orbit[0]), 1U);  // 0 0 0 is alone
  std::size_t sixes = 0;
  for (const auto& [orbit, size] : sizes) sixes += size == 6 ? 1 : 0;
  EXPECT_EQ(sixes, 4U);  // three different values of four
  EXPECT_TRUE(report.remark.empty());
}

TEST(GraphReport, FollowsARunInBothGraphs) {
  const ToySystem system = toy::grid(2, 3);
  const AnyOrder reduction;
  const std::vector<std::string> run = {std::string("\0\0", 2), std::string("\0\1", 2), std::string("\1\1", 2), ""};
  const GraphReport report = make_graph_report(system, &reduction, {}, {run});
  ASSERT_EQ(report.paths.size(), 1U);
  const GraphReport::Path& path = report.paths[0];
  ASSERT_EQ(path.expanded.size(), 4U);
  ASSERT_EQ(path.reduced.size(), 4U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(report.orbit[path.expanded[i]], path.reduced[i]);
  EXPECT_EQ(path.expanded[0], 0U);
  EXPECT_EQ(path.expanded[3], GraphReport::no_state);
  EXPECT_EQ(path.reduced[3], GraphReport::no_state);
}

TEST(GraphReport, SaysWhatIsTooLargeToDraw) {
  const AnyOrder reduction;
  const GraphReport half = make_graph_report(toy::grid(4, 8), &reduction, {}, {});
  EXPECT_TRUE(half.reduced.drawn());
  EXPECT_FALSE(half.expanded.drawn());
  EXPECT_EQ(half.remark, "without symmetry: there are more than 2,000 states");
  const GraphReport none = make_graph_report(toy::grid(4, 8), nullptr, {}, {});
  EXPECT_FALSE(none.reduced.drawn());
  EXPECT_FALSE(none.expanded.drawn());
  EXPECT_EQ(none.remark, "there are more than 2,000 states");
}

}  // namespace
}  // namespace quotient
