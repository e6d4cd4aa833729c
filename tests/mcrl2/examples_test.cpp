#include <filesystem>
#include <regex>

#include "naive.hpp"

namespace quotient::mcrl2 {
namespace {

using testing::bisimilar;
using testing::explore;
using testing::Graph;
using testing::Naive;

/// Names of functions with equations that are left in labels: the equations should have taken them away. The naive
/// explorer, which evaluates data in the same way, would not notice.
std::string terms_in_labels(const std::string& text, const Graph& graph) {
  SourceMap sources;
  Diagnostics diagnostics;
  const auto spec = check(parse(sources, sources.add("m.mcrl2", text), diagnostics), diagnostics);
  if (!spec) return "does not load";
  std::set<std::string> names;
  for (const Rule& rule : spec->rules) {
    const FuncInfo& function = spec->functions[rule.head.value];
    if (function.kind == FuncKind::map) names.insert(function.name);
  }
  const std::regex word("[A-Za-z_][A-Za-z_0-9']*");
  std::string found;
  for (const std::string& label : graph.labels) {
    const std::string arguments = label.substr(std::min(label.find('('), label.size()));
    for (std::sregex_iterator at(arguments.begin(), arguments.end(), word), end; at != end; ++at) {
      if (names.contains(at->str())) found += label + "\n";
    }
  }
  return found;
}

/// Every specification of a folder says in a comment what to expect; the naive explorer must agree too, unless it says
/// that sums go over more than that one tries.
int expectations_met(const std::string& folder) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".mcrl2") continue;
    ++count;
    SCOPED_TRACE(entry.path().filename().string());
    std::string error;
    const auto text = read_text_file(entry.path().string(), error);
    EXPECT_TRUE(text) << error;
    if (!text) continue;
    const Graph graph = explore(*text);
    EXPECT_EQ(graph.errors, "");
    std::smatch found;
    const std::size_t at = text->find("% expect:");
    const std::string line = at == std::string::npos ? "" : text->substr(at, text->find('\n', at) - at);
    if (line.find("not naive") == std::string::npos) {
      try {
        EXPECT_TRUE(bisimilar(graph, Naive(*text).explore(3000)));
      } catch (const EvaluationError& wrong) {
        ADD_FAILURE() << wrong.message;
      }
    }
    const auto expected = [&](const char* what) {
      return std::regex_search(line, found, std::regex(std::string(what) + " (\\d+)")) ? std::stoul(found[1])
                                                                                       : SIZE_MAX;
    };
    EXPECT_EQ(graph.states, expected("states"));
    EXPECT_EQ(graph.transitions, expected("transitions"));
    EXPECT_EQ(graph.deadlocks, expected("deadlocks"));
    for (const std::string& finding : graph.findings) EXPECT_TRUE(finding.starts_with("deadlock")) << finding;
    if (line.find("terms") == std::string::npos) {
      EXPECT_EQ(terms_in_labels(*text, graph), "");
    }
  }
  return count;
}

TEST(Examples, MeetTheirExpectations) { EXPECT_GE(expectations_met(QUOTIENT_ROOT "/examples/mcrl2"), 5); }

/// In the styles in which people write: what they use of the language must load, and mean the same to both explorers.
TEST(Examples, OfManyStylesToo) { EXPECT_GE(expectations_met(QUOTIENT_ROOT "/tests/mcrl2/models"), 60); }

}  // namespace
}  // namespace quotient::mcrl2
