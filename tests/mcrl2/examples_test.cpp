#include <filesystem>
#include <regex>

#include "naive.hpp"

namespace quotient::mcrl2 {
namespace {

using testing::bisimilar;
using testing::explore;
using testing::Graph;
using testing::Naive;

/// Every example says in a comment what to expect; the naive explorer must agree too.
TEST(Examples, MeetTheirExpectations) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(QUOTIENT_ROOT "/examples/mcrl2")) {
    if (entry.path().extension() != ".mcrl2") continue;
    ++count;
    SCOPED_TRACE(entry.path().filename().string());
    std::string error;
    const auto text = read_text_file(entry.path().string(), error);
    ASSERT_TRUE(text) << error;
    const Graph graph = explore(*text);
    EXPECT_EQ(graph.errors, "");
    const Graph naive = Naive(*text).explore(3000);
    EXPECT_TRUE(bisimilar(graph, naive));
    std::smatch found;
    const std::string line = text->substr(text->find("% expect:"), 200);
    const auto expected = [&](const char* what) {
      return std::regex_search(line, found, std::regex(std::string(what) + " (\\d+)")) ? std::stoul(found[1])
                                                                                       : SIZE_MAX;
    };
    EXPECT_EQ(graph.states, expected("states"));
    EXPECT_EQ(graph.transitions, expected("transitions"));
    EXPECT_EQ(graph.deadlocks, expected("deadlocks"));
    for (const std::string& finding : graph.findings) EXPECT_TRUE(finding.starts_with("deadlock")) << finding;
  }
  EXPECT_GE(count, 5);
}

}  // namespace
}  // namespace quotient::mcrl2
