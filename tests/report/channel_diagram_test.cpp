#include "report/channel_diagram.hpp"

#include <gtest/gtest.h>

#include "../search/toy_systems.hpp"
#include "report/diagram.hpp"
#include "report/graphviz.hpp"

namespace quotient {
namespace {

ChannelDiagram small_diagram() {
  ChannelDiagram d;
  d.items = {{"client(1)", "1", "", false}, {"client(2)", "2", "", false}, {"server(3)", "3", "", false}};
  d.items.push_back({"a \"quoted\" name", "a \"quoted\" name", "", true});
  d.links = {{0, 3}, {1, 3}, {3, 2}};
  return d;
}

TEST(ChannelDiagram, ColoursOrbitsAndQuotesNames) {
  const std::vector<std::uint32_t> orbits = {0, 0, 1, 2};
  const std::string dot = channel_diagram_dot(small_diagram(), orbits);
  EXPECT_NE(dot.find(R"(v3 [label="a \"quoted\" name", shape=box];)"), std::string::npos) << dot;
  EXPECT_NE(dot.find("v0 -> v3;"), std::string::npos);
  EXPECT_NE(dot.find("v3 -> v2;"), std::string::npos);
  EXPECT_NE(dot.find(R"x(v0 [label="client(1)", shape=oval, fillcolor=)x"), std::string::npos);
  EXPECT_NE(dot.find(R"x(v2 [label="server(3)", shape=oval];)x"), std::string::npos) << "who is alone has no colour";
}

TEST(ChannelDiagram, GraphvizDrawsIt) {
  const std::vector<std::uint32_t> orbits = {0, 0, 1, 2};
  std::string error;
  const auto svg = draw_svg(channel_diagram_dot(small_diagram(), orbits), error);
  if (!svg && error.find("not installed") != std::string::npos) GTEST_SKIP() << error;
  ASSERT_TRUE(svg) << error;
  EXPECT_NE(svg->find("<svg"), std::string::npos);
  EXPECT_NE(svg->find("</svg>"), std::string::npos);
  EXPECT_NE(svg->find("client(2)"), std::string::npos);
}

TEST(ChannelDiagram, WhatIsNoGraphIsAnError) {
  std::string error;
  testing::internal::CaptureStderr();
  EXPECT_FALSE(draw_svg("digraph {", error));
  testing::internal::GetCapturedStderr();
  EXPECT_FALSE(error.empty());
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
