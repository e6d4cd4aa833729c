#include <gtest/gtest.h>

#include "driver/check.hpp"

// What is never reached up to symmetry is what is never reached without it.

namespace quotient::driver {
namespace {

/// "line: statement" of each, with a strategy.
std::vector<std::string> unreached(const std::string& path, const std::string& text, const std::string& symmetry,
                                   std::string* represents = nullptr) {
  CheckSettings settings;
  settings.model.path = path;
  settings.model.text = text;
  settings.symmetry = symmetry;
  if (represents != nullptr) settings.partial_order = "off";  // else nobody knows how many states there are
  EXPECT_EQ(complete(settings), "");
  const Model model = load_model(settings.model);
  EXPECT_TRUE(model) << text;
  if (!model) return {};
  const CheckOutcome outcome = check(model, settings);
  EXPECT_TRUE(outcome.report.has_value()) << outcome.refusal;
  if (!outcome.report) return {};
  EXPECT_EQ(outcome.report->result.verdict, Verdict::verified);
  if (symmetry != "off") {
    EXPECT_NE(outcome.report->symmetry.order, "1") << "nothing is symmetric here: " << text;
  }
  if (represents != nullptr) *represents = outcome.report->result.represents;
  std::vector<std::string> out;
  for (const UnreachedPlace* u : remarks_of<UnreachedPlace>(outcome.report->remarks)) {
    if (!u->place.without_way) out.push_back(std::to_string(u->place.at.position.line) + ": " + u->place.statement);
  }
  return out;
}

/// Two nodes pass a token. One of the two statements was listed: the search looks at one of two states that differ by
/// who has the token, and only one process moves in those.
const char* token_ring =
    "byte x = 1;\n"
    "proctype node() {\n"
    "  do\n"
    "  :: x == _pid ->\n"
    "    if\n"
    "    :: _pid == 1 -> x = 2\n"
    "    :: _pid == 2 -> x = 1\n"
    "    fi\n"
    "  od\n"
    "}\n"
    "init { atomic { run node(); run node() } }\n";

TEST(Coverage, IsThatOfAllStatesWithEveryExactStrategy) {
  const std::vector<std::string> whole = unreached("m.pml", token_ring, "off");
  for (const char* strategy : {"auto", "canonical", "enumerate", "flooding", "exact-markers", "local-search"}) {
    EXPECT_EQ(unreached("m.pml", token_ring, strategy), whole) << strategy;
  }
}

/// The same inside of one step, where coverage does not know which way was taken: a second search tells.
TEST(Coverage, OfStepsWithSeveralWaysIsExact) {
  const std::string text =
      "byte x = 1; byte z;\n"
      "proctype node() {\n"
      "  do\n"
      "  :: x == _pid -> d_step {\n"
      "    if\n"
      "    :: _pid == 1 -> x = 2\n"
      "    :: _pid == 2 -> x = 1\n"
      "    fi;\n"
      "    if\n"
      "    :: z == 7 -> z = 1\n"
      "    :: else\n"
      "    fi\n"
      "  }\n"
      "  od\n"
      "}\n"
      "init { atomic { run node(); run node() } }\n";
  // Of some strategies nobody knows how many states theirs stand for.
  for (const char* strategy : {"auto", "exact-markers", "sorted", "local-search"}) {
    EXPECT_EQ(unreached("m.pml", text, "off"), unreached("m.pml", text, strategy)) << strategy;
  }
  EXPECT_EQ(unreached("m.pml", text, "auto"), (std::vector<std::string>{"10: z == 7", "10: z = 1"}));
}

/// Processes of one type of which only two are alike: that the third reaches a statement says nothing of them.
TEST(Coverage, OfProcessesThatAreNotAllAlikeIsExact) {
  const std::string text =
      "byte turn = 9; bool go;\n"
      "proctype p(byte other; bool busy) {\n"
      "  if\n"
      "  :: busy -> turn = 8\n"
      "  :: turn == _pid && _pid == 1 -> turn = other\n"
      "  :: turn == _pid && _pid == 2 -> turn = other\n"
      "  :: else\n"
      "  fi\n"
      "}\n"
      "init { atomic { run p(2, 0); run p(1, 0); run p(0, 1) } }\n";
  EXPECT_EQ(unreached("m.pml", text, "off"), unreached("m.pml", text, "auto"));
}

/// Too many states for a second search: what may be reached is not said to be never reached.
TEST(Coverage, WhatMayBeReachedIsNotListed) {
  const std::string text =
      "byte x = 1; byte n[6];\n"
      "proctype node() {\n"
      "  do\n"
      "  :: x == _pid -> d_step {\n"
      "    if\n"
      "    :: _pid == 1 -> x = 2\n"
      "    :: _pid == 2 -> x = 1\n"
      "    fi;\n"
      "    if\n"
      "    :: n[0] == 99 -> n[1] = 1\n"
      "    :: else\n"
      "    fi\n"
      "  }\n"
      "  od\n"
      "}\n"
      "proctype noise() {\n"
      "  do\n"
      "  :: n[0] = (n[0] + 1) % 9 :: n[1] = (n[1] + 1) % 9 :: n[2] = (n[2] + 1) % 9\n"
      "  :: n[3] = (n[3] + 1) % 9 :: n[4] = (n[4] + 1) % 9 :: n[5] = (n[5] + 1) % 4\n"
      "  od\n"
      "}\n"
      "init { atomic { run node(); run node(); run noise() } }\n";
  std::string represents;
  EXPECT_EQ(unreached("m.pml", text, "auto", &represents), std::vector<std::string>{});
  EXPECT_GT(std::stoul(represents), 200'000U);
}

/// A formula that is settled ends the search of a run: what comes behind may well be reached, and was listed.
TEST(Coverage, NothingIsSaidBesideAClaim) {
  CheckSettings settings;
  settings.model.path = "m.pml";
  settings.model.text = "byte x; active proctype p() { x = 1; x = 2 }\nltl begins { x == 0 }\n";
  settings.properties = {"ltl:begins"};
  ASSERT_EQ(complete(settings), "");
  const Model model = load_model(settings.model);
  const CheckOutcome outcome = check(model, settings);
  ASSERT_TRUE(outcome.report.has_value());
  EXPECT_EQ(outcome.report->result.verdict, Verdict::verified);
  EXPECT_TRUE(remarks_of<UnreachedPlace>(outcome.report->remarks).empty());
}

/// Two processes with texts of their own, which are each other's images.
TEST(Coverage, OfSummandsIsThatOfAllStates) {
  const std::string text =
      "sort Id = struct a | b;\n"
      "act give, take, pass: Id;\n"
      "proc Node(me: Id, has: Bool) =\n"
      "    (me == a && has) -> give(b) . Node(me, false)\n"
      "  + (me == b && has) -> give(a) . Node(me, false)\n"
      "  + !has -> take(me) . Node(me, true);\n"
      "     Start = sum i: Id . give(i) . delta;\n"
      "init allow({pass}, comm({give|take -> pass}, Start || Node(a, false) || Node(b, false)));\n";
  EXPECT_EQ(unreached("m.mcrl2", text, "auto"), unreached("m.mcrl2", text, "off"));
}

/// Elements that no formula names leave every operation as it is.
TEST(Coverage, OfOperationsIsThatOfAllStates) {
  const std::string text =
      "MACHINE M SETS S VARIABLES v INVARIANT v <: S INITIALISATION v := {}\n"
      "OPERATIONS add(s) = PRE s : S - v THEN v := v \\/ {s} END; clear = SELECT v = S THEN v := {} END;\n"
      "  never = SELECT card(v) > 9 THEN v := {} END END\n";
  EXPECT_EQ(unreached("M.mch", text, "auto"), unreached("M.mch", text, "off"));
  EXPECT_EQ(unreached("M.mch", text, "auto").size(), 1U);
}

}  // namespace
}  // namespace quotient::driver
