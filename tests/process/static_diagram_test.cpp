#include "process/static_diagram.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

TEST(StaticDiagram, HasTheNamesOfTheTextAndTheWayOfMessages) {
  Outline outline;
  outline.processes = {{1, "client"}, {2, "client"}, {3, "server"}};
  outline.channels = {{"wire", "", true}};
  outline.links = {{0, 3, true}, {1, 3, true}, {2, 3, false}};
  const ChannelDiagram diagram = static_diagram(outline);
  ASSERT_EQ(diagram.items.size(), 4U);
  EXPECT_EQ(diagram.items[1].name, "client(2)");
  EXPECT_EQ(diagram.items[1].token, "2");
  EXPECT_TRUE(diagram.items[3].is_channel);
  const std::vector<ChannelDiagram::Link> expected = {{0, 3}, {1, 3}, {3, 2}};
  EXPECT_EQ(diagram.links, expected);
  EXPECT_EQ(diagram.observed_states, 0U);
}

}  // namespace
}  // namespace quotient
