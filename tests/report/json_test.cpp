#include "report/json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../search/toy_systems.hpp"
#include "search/search.hpp"

namespace quotient {
namespace {

using toy::ToySystem;
using State = ToySystem::State;
using Json = nlohmann::json;

Json json_of(const ToySystem& system, const SearchOptions& options = {}) {
  CheckReport report = make_check_report(system, explore(system, options));
  report.version = "1.2.3";
  report.model = "toy.sys";
  report.language = "toy";
  report.limits = options.limits;
  return Json::parse(json_report(report));
}

TEST(Json, HasEveryKeyOfTheContract) {
  const Json json = json_of(toy::grid(2, 3));
  EXPECT_EQ(json["tool"], "quotient");
  EXPECT_EQ(json["version"], "1.2.3");
  EXPECT_EQ(json["model"], "toy.sys");
  EXPECT_EQ(json["language"], "toy");
  EXPECT_EQ(json["verdict"], "verified");
  EXPECT_EQ(json["exact"], true);
  EXPECT_TRUE(json["reason"].is_string());
  EXPECT_EQ(json["states"], 9);
  EXPECT_EQ(json["transitions"], 13);
  EXPECT_EQ(json["max_depth"], 4);
  for (const char* part : {"total", "load", "symmetry", "search"}) EXPECT_TRUE(json["seconds"][part].is_number());
  EXPECT_GT(json["memory_bytes"], 0);
  EXPECT_GT(json["bytes_per_state"], 0);
  EXPECT_EQ(json["threads"], 1);
  EXPECT_EQ(json["symmetry"]["strategy"], "off");
  EXPECT_EQ(json["symmetry"]["detect"], "system");
  EXPECT_EQ(json["symmetry"]["order"], "1");
  EXPECT_EQ(json["symmetry"]["exact"], true);
  EXPECT_EQ(json["symmetry"]["represents"], "9");
  EXPECT_EQ(json["symmetry"]["generators"], Json::array());
  EXPECT_EQ(json["symmetry"]["broken_by"], Json::array());
  EXPECT_EQ(json["violations"], Json::array());
  EXPECT_EQ(json["unreached"][0]["part"], "toy");
  EXPECT_EQ(json["unreached"][0]["places"].size(), 2U);
}

TEST(Json, TellsEveryStepOfAViolation) {
  ToySystem system = toy::ring(4);
  system.wrong = [](const State& s) {
    return s[0] == 2 ? std::vector<Finding>{{FindingKind::invariant, 5}} : std::vector<Finding>{};
  };
  const Json json = json_of(system);
  EXPECT_EQ(json["verdict"], "violated");
  EXPECT_EQ(json["errors"], 1);
  ASSERT_EQ(json["violations"].size(), 1U);
  const Json& violation = json["violations"][0];
  EXPECT_EQ(violation["kind"], "invariant");
  EXPECT_EQ(violation["message"], "finding 5");
  EXPECT_EQ(violation["at"], (Json{{"file", "toy.sys"}, {"line", 6}, {"column", 3}}));
  EXPECT_EQ(violation["length"], 2);
  ASSERT_EQ(violation["trace"].size(), 3U);
  EXPECT_EQ(violation["trace"][0]["state"], (Json::array({{{"cell", "x0"}, {"value", "0"}}})));
  const Json& event = violation["trace"][1]["events"][0];
  EXPECT_EQ(event["process"], "toy");
  EXPECT_EQ(event["statement"], "step 0");
  EXPECT_EQ(event["at"]["line"], 1);
  EXPECT_EQ(event["changes"], (Json::array({{{"cell", "x0"}, {"before", "0"}, {"after", "1"}}})));
  EXPECT_EQ(violation["trace"][2]["state"][0]["value"], "2");
}

TEST(Json, IncompleteIsNeverVerified) {
  SearchOptions options;
  options.limits.max_states = 10;
  const Json json = json_of(toy::words(0), options);
  EXPECT_EQ(json["verdict"], "incomplete");
  EXPECT_EQ(json["complete"], false);
  EXPECT_NE(json["reason"].get<std::string>().find("10 states"), std::string::npos);
}

TEST(Json, BytesThatAreNoTextDoNotBreakIt) {
  ToySystem system = toy::ring(2);
  CheckReport report = make_check_report(system, explore(system, {}));
  report.model = "\xff\xfe\n\"\\";
  EXPECT_NO_THROW(Json::parse(json_report(report)));
}

/// Tells nothing of x1: a variable that is reset behind the back of the statements.
struct Resetting : ToySystem {
  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override {
    std::vector<TraceEvent> events = ToySystem::explain(from, to, finding);
    for (TraceEvent& e : events) std::erase_if(e.changes, [](const CellChange& c) { return c.cell == "x1"; });
    return events;
  }
};

TEST(Json, TellsWhatAStepLeftOtherwiseThanItsStatementsSay) {
  Resetting system;
  system.starts = {{{0, 5}, 0, {}, true}};
  system.next = [](const State& s) {
    return s[0] == 2 ? std::vector<toy::Step>{}
                     : std::vector<toy::Step>{{{static_cast<std::uint8_t>(s[0] + 1), 0}, 0, {}, true}};
  };
  system.wrong = [](const State& s) {
    return s[0] == 2 ? std::vector<Finding>{{FindingKind::invariant, 0}} : std::vector<Finding>{};
  };
  const Json trace = json_of(system)["violations"][0]["trace"];
  ASSERT_EQ(trace.size(), 3U);
  EXPECT_EQ(trace[1]["afterwards"], Json::parse(R"([{"cell": "x1", "before": "5", "after": "0"}])"));
  EXPECT_FALSE(trace[2].contains("afterwards"));
}

}  // namespace
}  // namespace quotient
