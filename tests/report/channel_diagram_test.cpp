#include "report/channel_diagram.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace quotient
