#include "report/text.hpp"

#include <gtest/gtest.h>

#include "../search/toy_systems.hpp"
#include "report/run_text.hpp"
#include "report/words.hpp"
#include "search/search.hpp"

namespace quotient {
namespace {

using toy::Step;
using toy::ToySystem;
using State = ToySystem::State;

/// A ring of five with an assertion on the step to 3; labels 0 and 1 alternate.
ToySystem failing_ring() {
  ToySystem system = toy::ring(5);
  system.next = [](const State& s) {
    const auto target = static_cast<std::uint8_t>((s[0] + 1) % 5);
    return std::vector<Step>{{{target}, s[0] % 2U, target == 3 ? Finding{FindingKind::assertion, 7} : Finding{}, true}};
  };
  return system;
}

CheckReport report_of(const ToySystem& system, const SearchOptions& options = {}) {
  CheckReport report = make_check_report(system, explore(system, options));
  report.limits = options.limits;
  report.result.memory_bytes = 2048;
  return report;
}

TEST(Text, VerdictFiguresAndWhatWasNeverReached) {
  EXPECT_EQ(text_report(report_of(toy::ring(5)), {}),
            "verified: all reachable states were explored\n"
            "\n"
            "  states        5\n"
            "  transitions   6\n"
            "  depth         4\n"
            "  time          0.00 s\n"
            "  memory        2.0 KB\n"
            "\n"
            "never reached:\n"
            "  toy  toy.sys:2\n"
            "       toy.sys:3\n"
            "       toy.sys:4\n");
}

TEST(Text, CounterexampleStepByStep) {
  EXPECT_EQ(text_report(report_of(failing_ring()), {}),
            "violated: finding 7 (toy.sys:8), after 3 steps\n"
            "\n"
            "  states        4\n"
            "  transitions   4\n"
            "  depth         2\n"
            "  time          0.00 s\n"
            "  memory        2.0 KB\n"
            "\n"
            "counterexample, 3 steps:\n"
            "      0  initial state\n"
            "      1  toy  toy.sys:1  step 0  x0: 0 → 1\n"
            "      2  toy  toy.sys:2  step 1  x0: 1 → 2\n"
            "      3  toy  toy.sys:1  step 0  x0: 2 → 3\n"
            "last state:\n"
            "  x0 = 3\n");
}

TEST(Text, QuietIsTheVerdictAlone) {
  EXPECT_EQ(text_report(report_of(failing_ring()), {{}, true}), "violated: finding 7 (toy.sys:8), after 3 steps\n");
}

TEST(Text, ColoursOnlyWhenAsked) {
  const CheckReport report = report_of(failing_ring());
  EXPECT_EQ(text_report(report, {{}, false}).find('\033'), std::string::npos);
  EXPECT_EQ(text_report(report, {{true, 0}, false}).find("\033[1;31mviolated:\033[0m"), 0U);
}

TEST(Text, AnIncompleteSearchSaysWhy) {
  SearchOptions options;
  options.limits.max_states = 100;
  const std::string text = text_report(report_of(toy::words(0), options), {});
  EXPECT_EQ(
      text.find("incomplete: the limit of 100 states was reached; no violation in the states expanded until then\n"),
      0U);
  EXPECT_EQ(text.find("never reached"), std::string::npos);
}

TEST(Text, AViolationBeforeALimitSaysBoth) {
  ToySystem system = toy::words(0);
  system.wrong = [](const State& s) {
    return s.size() == 2 ? std::vector<Finding>{{FindingKind::deadlock, 0}} : std::vector<Finding>{};
  };
  SearchOptions options;
  options.all = true;
  options.limits.max_depth = 3;
  const std::string text = text_report(report_of(system, options), {});
  EXPECT_EQ(text.find("violated: finding 0 (toy.sys:1), after 2 steps; the depth limit of 3 steps was reached\n"), 0U)
      << text;
  EXPECT_NE(text.find("violation 1, deadlock: finding 0 (toy.sys:1), met 4 times\n"), std::string::npos) << text;
}

TEST(Text, LongRunsAreCutInTheMiddle) {
  ToldRun run;
  run.steps.resize(1001);
  const std::string text = tell_run(run, {});
  EXPECT_NE(text.find("601 steps left out"), std::string::npos);
  EXPECT_NE(text.find("\n     99  \n"), std::string::npos);
  EXPECT_NE(text.find("\n    701  \n"), std::string::npos);
  EXPECT_EQ(text.find("\n    700  \n"), std::string::npos);
  EXPECT_NE(text.find("\n   1000  \n"), std::string::npos);
}

TEST(Text, MessagesAndOutputOfAStep) {
  ToldRun run;
  TraceEvent event;
  event.process = "client(0)";
  event.statement = "q!req";
  event.at = {"m.pml", {4, 2}};
  event.output.emplace_back("hello\n");
  event.messages.push_back({MessageEvent::Kind::send, "q", "req,1", "client(0)", ""});
  event.messages.push_back({MessageEvent::Kind::receive, "q", "req,1", "client(0)", "server(1)"});
  event.messages.push_back({MessageEvent::Kind::handshake, "r", "ack", "client(0)", "server(1)"});
  run.steps = {{}, {{event}, {}, true}};
  EXPECT_EQ(tell_run(run, {}),
            "      0  initial state\n"
            "      1  client(0)  m.pml:4  q!req\n"
            "                             sends q!req,1\n"
            "                             receives q?req,1 from client(0)\n"
            "                             handshake r: ack from client(0) to server(1)\n"
            "                             prints hello\n");
}

TEST(Text, NothingFromAModelDrivesTheTerminal) {
  ToldRun run;
  TraceEvent event;
  event.process = "p\033[2J";
  event.statement = "x = \033[31m1";
  event.at = {"m\r.pml", {1, 1}};
  event.changes.push_back({"c\a", "\b", "\x7f"});
  event.output.emplace_back("\033]0;title");
  event.messages.push_back({MessageEvent::Kind::send, "\033", "\033", "\033", "\033"});
  run.steps = {{{event}, {}, true}};
  const std::string text = tell_run(run, {}) + tell_cells({{"a\033", "b\033"}}, {});
  for (const char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << int{c};
}

ToldRun run_of_one_step() {
  TraceEvent event;
  event.process = "client(0)";
  event.statement = "count = count + 1";
  event.at = {"models/buffers/ring.pml", {14, 2}};
  event.changes.push_back({"count", "0", "1"});
  ToldRun run;
  run.steps = {{}, {{event}, {}, true}};
  return run;
}

TEST(Text, WhereThereIsRoomAStepIsOneLine) {
  EXPECT_EQ(tell_run(run_of_one_step(), {false, 120}),
            "      0  initial state\n"
            "      1  client(0)  models/buffers/ring.pml:14  count = count + 1  count: 0 → 1\n");
}

TEST(Text, FoldersGoFirstWhereThereIsLittleRoom) {
  EXPECT_EQ(tell_run(run_of_one_step(), {false, 70}),
            "      0  initial state\n"
            "      1  client(0)  ring.pml:14  count = count + 1  count: 0 → 1\n");
}

TEST(Text, ThenChangesThenStatements) {
  EXPECT_EQ(tell_run(run_of_one_step(), {false, 55}),
            "      0  initial state\n"
            "      1  client(0)  ring.pml:14  count = count + 1\n"
            "                                 count: 0 → 1\n");
  EXPECT_EQ(tell_run(run_of_one_step(), {false, 30}),
            "      0  initial state\n"
            "      1  client(0)  ring.pml:14\n"
            "         count = count + 1\n"
            "         count: 0 → 1\n");
}

TEST(Text, WhoStandsWhereInADeadlock) {
  TraceEvent first, second;
  first.process = "p(0)";
  first.statement = "a?x";
  first.at = {"m.pml", {4, 1}};
  second.process = "longer(1)";
  second.statement = "b?x or c!1";
  second.at = {"m.pml", {12, 1}};
  EXPECT_EQ(tell_standing({first, second}, {}),
            "  p(0)       m.pml:4   a?x\n"
            "  longer(1)  m.pml:12  b?x or c!1\n");
}

TEST(Text, VacuousFormulasAreToldAndOnlyThose) {
  CheckReport report = report_of(toy::ring(5));
  EXPECT_EQ(text_report(report, {}).find("condition"), std::string::npos);
  report.remarks.push_back(VacuousFormula{"response", "asked", {"m.pml", {9, 3}}});
  EXPECT_NE(
      text_report(report, {}).find("vacuously true, since the condition is never met:\n  response  m.pml:9  asked\n"),
      std::string::npos);
}

TEST(Text, TheEndOfALoopThatNothingLeavesIsNoNews) {
  CheckReport report = report_of(toy::ring(5));
  report.remarks = {UnreachedPlace{"p", {{"m.pml", {9, 1}}, "end", true}}};
  EXPECT_EQ(text_report(report, {}).find("never reached"), std::string::npos);
  report.remarks.push_back(UnreachedPlace{"p", {{"m.pml", {4, 1}}, "x = 1", false}});
  EXPECT_NE(text_report(report, {}).find("never reached:\n  p  m.pml:4  x = 1\n"), std::string::npos);
}

TEST(Text, CellsAreWrapped) {
  std::vector<CellValue> cells;
  for (int i = 0; i < 30; ++i) cells.push_back({"cell" + std::to_string(i), "1000"});
  const std::string text = tell_cells(cells, {});
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 100U);
    begin = end + 1;
  }
  EXPECT_NE(text.find("cell29 = 1000\n"), std::string::npos);
}

TEST(Words, NumbersAsPeopleReadThem) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(bytes_in_words(1), "1 byte");
  EXPECT_EQ(bytes_in_words(1536), "1.5 KB");
  EXPECT_EQ(bytes_in_words(200U << 20), "200 MB");
  EXPECT_EQ(seconds_in_words(0.4567), "0.46 s");
  EXPECT_EQ(seconds_in_words(65), "65.0 s");
  EXPECT_EQ(seconds_in_words(700), "11 min 40 s");
  EXPECT_EQ(seconds_in_words(36000), "10 h 0 min");
  EXPECT_EQ(counted(1, "step"), "1 step");
  EXPECT_EQ(counted(2, "step"), "2 steps");
}

TEST(Words, KindsHaveOneNameEach) {
  for (const FindingKind kind :
       {FindingKind::assertion, FindingKind::deadlock, FindingKind::invariant, FindingKind::progress,
        FindingKind::acceptance, FindingKind::ltl, FindingKind::runtime}) {
    EXPECT_EQ(finding_kind(name_of(kind)), kind);
  }
  EXPECT_EQ(finding_kind("nonsense"), FindingKind::none);
}

}  // namespace
}  // namespace quotient
