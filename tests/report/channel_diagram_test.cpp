#include "report/channel_diagram.hpp"

#include <gtest/gtest.h>

#include "../search/toy_systems.hpp"
#include "report/diagram.hpp"
#include "report/graphviz.hpp"

namespace quotient {
namespace {

Outline small_outline() {
  Outline o;
  o.processes = {{1, "client"}, {2, "client"}, {3, "server"}};
  o.channels = {{"a \"quoted\" name", "", true}};
  o.links = {{0, 3, true}, {1, 3, true}, {2, 3, false}};
  return o;
}

TEST(ChannelDiagram, ColoursOrbitsAndQuotesNames) {
  const std::vector<std::uint32_t> orbits = {0, 0, 1, 2};
  const std::string dot = channel_diagram_dot(small_outline(), orbits);
  EXPECT_NE(dot.find(R"(v3 [label="a \"quoted\" name", shape=box];)"), std::string::npos) << dot;
  EXPECT_NE(dot.find("v0 -> v3;"), std::string::npos);
  EXPECT_NE(dot.find("v3 -> v2;"), std::string::npos);
  EXPECT_NE(dot.find(R"(v0 [label="client 1", shape=oval, fillcolor=)"), std::string::npos);
  EXPECT_NE(dot.find(R"(v2 [label="server 3", shape=oval];)"), std::string::npos) << "who is alone has no colour";
}

TEST(ChannelDiagram, GraphvizDrawsIt) {
  const std::vector<std::uint32_t> orbits = {0, 0, 1, 2};
  std::string error;
  const auto svg = draw_svg(channel_diagram_dot(small_outline(), orbits), error);
  if (!svg && error.find("not installed") != std::string::npos) GTEST_SKIP() << error;
  ASSERT_TRUE(svg) << error;
  EXPECT_NE(svg->find("<svg"), std::string::npos);
  EXPECT_NE(svg->find("</svg>"), std::string::npos);
  EXPECT_NE(svg->find("client 2"), std::string::npos);
}

TEST(ChannelDiagram, WhatIsNoGraphIsAnError) {
  std::string error;
  testing::internal::CaptureStderr();
  EXPECT_FALSE(draw_svg("digraph {", error));
  testing::internal::GetCapturedStderr();
  EXPECT_FALSE(error.empty());
}

TEST(ChannelDiagram, OfTheTextHasItsNamesAndTheWayOfMessages) {
  const ChannelDiagram diagram = static_diagram(small_outline());
  ASSERT_EQ(diagram.items.size(), 4U);
  EXPECT_EQ(diagram.items[1].name, "client(2)");
  EXPECT_EQ(diagram.items[1].token, "2");
  EXPECT_TRUE(diagram.items[3].is_channel);
  const std::vector<ChannelDiagram::Link> expected = {{0, 3}, {1, 3}, {3, 2}};
  EXPECT_EQ(diagram.links, expected);
  EXPECT_EQ(diagram.observed_states, 0U);
}

/// Whose steps are told as messages: even labels send, odd ones receive.
struct Talkers : toy::ToySystem {
  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override {
    std::vector<TraceEvent> events = ToySystem::explain(from, to, finding);
    for (TraceEvent& event : events) {
      const bool sends = event.statement == "step 0";
      event.process = sends ? "node(12)" : "node(3)";
      const auto kind = sends ? MessageEvent::Kind::send : MessageEvent::Kind::receive;
      event.messages.push_back({kind, "wire", "1", sends ? event.process : "", sends ? "" : event.process});
    }
    return events;
  }
};

TEST(ChannelDiagram, IsSeenInTheStepsWhereTheTextHasNone) {
  Talkers system;
  system.next = toy::words(2).next;
  const ChannelDiagram diagram = observed_diagram(system);
  ASSERT_EQ(diagram.items.size(), 3U);
  EXPECT_EQ(diagram.items[0].name, "node(3)") << "processes by their numbers";
  EXPECT_EQ(diagram.items[1].token, "12");
  EXPECT_EQ(diagram.items[2].name, "wire");
  const std::vector<ChannelDiagram::Link> expected = {{1, 2}, {2, 0}};
  EXPECT_EQ(diagram.links, expected);
  EXPECT_EQ(diagram.observed_states, 3U);
}

}  // namespace
}  // namespace quotient
