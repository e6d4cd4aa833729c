#include <gtest/gtest.h>

#include "explore.hpp"

namespace quotient::bmethod {
namespace {

using test::Exploration;
using test::explore;
using test::initialised_only;
using test::load_text;

using Files = std::map<std::string, std::string>;
using Labels = std::set<std::string>;

Exploration explore_project(const std::string& text, const Files& others) {
  const auto loaded = load_text(text, initialised_only(), others);
  EXPECT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
  return loaded->system == nullptr ? Exploration{} : explore(*loaded->system);
}

const std::string lamp =
    "MACHINE Lamp VARIABLES b INVARIANT b : BOOL INITIALISATION b := FALSE\n"
    "OPERATIONS flip = b := bool(b = FALSE) END";

const std::string cell =
    "MACHINE Cell(limit) CONSTRAINTS limit : 1..9 VARIABLES n INVARIANT n : 0..limit INITIALISATION n := 0\n"
    "OPERATIONS inc = PRE n < limit THEN n := n + 1 END END";

/// The operations of a machine that is only seen were never taken: this machine was verified with its one initial
/// state, though the surroundings may flip the lamp, after which the tick breaks the invariant.
TEST(Seen, OperationsOfASeenMachineAreEvents) {
  for (const std::string clause : {"SEES", "USES"}) {
    const Exploration result = explore_project("MACHINE M " + clause +
                                                   " Lamp VARIABLES n INVARIANT n : 0..1 INITIALISATION n := 0\n"
                                                   "OPERATIONS tick = SELECT b = TRUE THEN n := 2 END END",
                                               {{"Lamp.mch", lamp}});
    // (b, n) of {FALSE, TRUE} x {0, 2}. Flips from all four, ticks from the two with b; one initialisation.
    EXPECT_EQ(result.states, 4u) << clause;
    EXPECT_EQ(result.transitions, 1u + 4u + 2u) << clause;
    EXPECT_EQ(result.findings.count(FindingKind::invariant), 1u) << clause;
    EXPECT_EQ(result.labels, (Labels{"INITIALISATION", "flip", "tick"})) << clause;
  }
}

TEST(Seen, ThroughMachinesThatAreIncludedOrSeen) {
  const Files files = {{"Lamp.mch", lamp},
                       {"Reader.mch",
                        "MACHINE Reader SEES Lamp VARIABLES r INVARIANT r : BOOL INITIALISATION r := FALSE\n"
                        "OPERATIONS read = r := b END"}};
  // Any b with any r, whoever reads.
  const std::string own = " VARIABLES v INVARIANT v = 0 INITIALISATION v := 0 ";
  EXPECT_EQ(explore_project("MACHINE M INCLUDES Reader PROMOTES read" + own + "END", files).states, 4u);
  EXPECT_EQ(explore_project("MACHINE M SEES Reader" + own + "END", files).states, 4u);
  // Reader is owned, and nobody calls read.
  const Exploration unread = explore_project("MACHINE M INCLUDES Reader" + own + "END", files);
  EXPECT_EQ(unread.states, 2u);
  EXPECT_EQ(unread.labels, (Labels{"INITIALISATION", "flip"}));
}

TEST(Seen, SeenBySeveralIsOneMachine) {
  const auto reader = [](const std::string& name, const std::string& variable) {
    return "MACHINE " + name + " SEES Lamp VARIABLES " + variable + " INVARIANT " + variable +
           " : BOOL INITIALISATION " + variable + " := FALSE OPERATIONS read_" + variable + " = " + variable +
           " := b END";
  };
  const Exploration result =
      explore_project("MACHINE M SEES Lamp EXTENDS A, B OPERATIONS both = SELECT b = r & r = s THEN skip END END",
                      {{"Lamp.mch", lamp}, {"A.mch", reader("A", "r")}, {"B.mch", reader("B", "s")}});
  // One lamp and two copies of what it was: 8 states. Three steps from each, and `both` from two of them.
  EXPECT_EQ(result.states, 8u);
  EXPECT_EQ(result.transitions, 1u + 8u * 3u + 2u);
}

/// Whoever includes a machine decides who may call its operations, whether or not others see it.
TEST(Seen, WhatSomebodyOwnsIsNotOfferedBesides) {
  const Files files = {{"Lamp.mch", lamp},
                       {"Reader.mch",
                        "MACHINE Reader SEES Lamp VARIABLES r INVARIANT r : BOOL INITIALISATION r := FALSE\n"
                        "OPERATIONS read = r := b END"},
                       {"Owner.mch", "MACHINE Owner INCLUDES Lamp OPERATIONS on = IF b = FALSE THEN flip END END"}};
  for (const std::string clause : {"INCLUDES Reader, Lamp", "INCLUDES Lamp, Reader"}) {
    const Exploration kept = explore_project("MACHINE M " + clause + " PROMOTES read END", files);
    EXPECT_EQ(kept.states, 1u) << clause;
    EXPECT_EQ(kept.labels, (Labels{"INITIALISATION", "read"})) << clause;
    EXPECT_EQ(explore_project("MACHINE M " + clause + " PROMOTES read, flip END", files).states, 4u) << clause;
  }
  // The owner may come after the one who sees, and may be another part of the whole.
  const Exploration result = explore_project("MACHINE M EXTENDS Reader, Owner END", files);
  EXPECT_EQ(result.states, 3u);  // (b, r): FF, TF, TT
  EXPECT_EQ(result.labels, (Labels{"INITIALISATION", "read", "on"}));
  // An owner that is only seen is itself offered, what it owns is not.
  const Exploration seen = explore_project("MACHINE M SEES Owner EXTENDS Reader END", files);
  EXPECT_EQ(seen.states, 3u);
  EXPECT_EQ(seen.labels, (Labels{"INITIALISATION", "read", "on"}));
}

/// A machine with a parameter that is seen by A before its owner gives the parameter a value: it was a constant of any
/// value then, and the value was lost.
TEST(Seen, ParametersComeFromTheOwner) {
  const Files files = {{"Cell.mch", cell},
                       {"A.mch",
                        "MACHINE A SEES Cell VARIABLES r INVARIANT r : 0..2 INITIALISATION r := 0\n"
                        "OPERATIONS read = r := n END"},
                       {"B.mch", "MACHINE B EXTENDS Cell(2) END"}};
  // n <= 2, and r at most n, as n never falls.
  for (const std::string parts : {"A, Cell(2)", "Cell(2), A", "A, B", "B, A"}) {
    const Exploration result = explore_project("MACHINE M EXTENDS " + parts + " END", files);
    EXPECT_EQ(result.states, 6u) << parts;
    EXPECT_TRUE(result.findings.empty()) << parts;
  }
  // Nobody gives it a value: any that the constraints allow, here 1 to 9. Each has limit + 1 values of n; r goes up to
  // the limit and breaks its invariant where that is above 2.
  const Exploration any = explore_project("MACHINE M EXTENDS A END", files);
  std::size_t expected = 0;
  for (std::size_t limit = 1; limit <= 9; ++limit) expected += (limit + 1) * (limit + 2) / 2;
  EXPECT_EQ(any.states, expected);
  EXPECT_EQ(any.findings.count(FindingKind::invariant), 1u);
}

TEST(Seen, Permuted) {
  const Files files = {{"Lamp.mch", lamp},
                       {"Reader.mch",
                        "MACHINE Reader SEES x.Lamp VARIABLES r INVARIANT r : BOOL INITIALISATION r := FALSE\n"
                        "OPERATIONS read = r := x.b END"},
                       {"Pair.mch", "MACHINE Pair INCLUDES x.Lamp, Reader PROMOTES x.flip, read END"}};
  const Exploration seen = explore_project("MACHINE M EXTENDS Reader END", files);
  EXPECT_EQ(seen.states, 4u);
  EXPECT_EQ(seen.labels, (Labels{"INITIALISATION", "x.flip", "read"}));
  EXPECT_EQ(explore_project("MACHINE M EXTENDS Pair END", files).states, 4u);
  // Each pair has a lamp of its own, which its reader sees: 4 * 4 states, and not one lamp for both, and none besides.
  const Exploration two = explore_project("MACHINE M EXTENDS p.Pair, q.Pair END", files);
  EXPECT_EQ(two.states, 16u);
  EXPECT_EQ(two.labels, (Labels{"INITIALISATION", "p.x.flip", "p.read", "q.x.flip", "q.read"}));
  // A reader under two names sees one lamp.
  EXPECT_EQ(explore_project("MACHINE M EXTENDS p.Reader, q.Reader END", files).states, 8u);
}

/// B sees p.A, which sees N, and includes p.N: `p.v` and `p.up` were those of N, which were met first.
TEST(Seen, NamesOfAMachineComeBeforeThoseItSees) {
  const Files files = {
      {"N.mch",
       "MACHINE N VARIABLES v INVARIANT v : 0..2 INITIALISATION v := 0\n"
       "OPERATIONS up = PRE v < 2 THEN v := v + 1 END END"},
      {"A.mch", "MACHINE A SEES N VARIABLES a INVARIANT a <= v INITIALISATION a := 0 OPERATIONS read = a := v END"},
      {"B.mch", "MACHINE B SEES p.A INCLUDES p.N PROMOTES p.up INVARIANT p.v >= 0 END"}};
  const Exploration result = explore_project("MACHINE M EXTENDS p.A SEES q.B END", files);
  // Of N and what A has read of it 6 states, as a is never ahead of v; the N of B counts by itself.
  EXPECT_EQ(result.states, 6u * 3u);
  EXPECT_EQ(result.labels, (Labels{"INITIALISATION", "up", "p.read", "q.p.up"}));
}

TEST(Seen, EventsOfOneNameAreToldApart) {
  const Exploration result = explore_project(
      "MACHINE M SEES Lamp VARIABLES n INVARIANT n : 0..1 INITIALISATION n := 0 OPERATIONS flip = n := 1 - n END",
      {{"Lamp.mch", lamp}});
  EXPECT_EQ(result.states, 4u);
  EXPECT_EQ(result.labels, (Labels{"INITIALISATION", "flip", "Lamp.flip"}));
}

/// The order of initialisations, and the invariant, constants and properties of a seen machine.
TEST(Seen, EverythingOfASeenMachineBelongs) {
  const Exploration result = explore_project(
      "MACHINE M SEES Store VARIABLES v INVARIANT v : 0..9 INITIALISATION v := s + top END",
      {{"Store.mch",
        "MACHINE Store CONSTANTS top PROPERTIES top : 2..3 VARIABLES s INVARIANT s < top INITIALISATION s := 1\n"
        "OPERATIONS up = PRE s < 3 THEN s := s + 1 END END"}});
  // v is 1 + top ever after; s goes from 1 to 3.
  EXPECT_EQ(result.states, 2u * 3u);
  EXPECT_TRUE(result.messages.contains("invariant violated: s < top"));
  EXPECT_EQ(result.findings.at(FindingKind::invariant), 2u + 1u);
}

TEST(Seen, ByRefinements) {
  const Files files = {{"Lamp.mch", lamp},
                       {"A.mch",
                        "MACHINE A SEES Lamp VARIABLES n INVARIANT n : 0..1 INITIALISATION n := 0\n"
                        "OPERATIONS tick = SELECT b = TRUE THEN n := 1 END END"},
                       {"B.mch", "MACHINE B INCLUDES Lamp, Reader PROMOTES read OPERATIONS on = flip END"},
                       {"Reader.mch",
                        "MACHINE Reader SEES Lamp VARIABLES r INVARIANT r : BOOL INITIALISATION r := FALSE\n"
                        "OPERATIONS read = r := b END"}};
  const std::string body =
      " VARIABLES m INVARIANT m = n INITIALISATION m := 0 OPERATIONS tick = SELECT b = TRUE THEN m := 1 END END";
  EXPECT_EQ(explore_project("REFINEMENT R REFINES A SEES Lamp" + body, files).states, 4u);
  // The implementation has the lamp for itself, and never turns it on.
  EXPECT_EQ(explore_project("IMPLEMENTATION I REFINES A IMPORTS Lamp" + body, files).states, 1u);
  // The lamp of an abstract machine is as abstract as that: nobody flips it besides.
  const Exploration own = explore_project(
      "REFINEMENT R REFINES B VARIABLES c, d INVARIANT c = b & d = r INITIALISATION c, d := FALSE, FALSE\n"
      "OPERATIONS on = c := bool(c = FALSE); read = d := c END",
      files);
  EXPECT_EQ(own.states, 4u);
  EXPECT_EQ(own.labels, (Labels{"INITIALISATION", "on", "read"}));
}

TEST(Seen, CirclesAreErrors) {
  const auto refused = [](const std::string& text, const Files& files) {
    const auto loaded = load_text(text, {}, files);
    EXPECT_EQ(loaded->system, nullptr) << text;
    EXPECT_NE(test::all_messages(loaded->sources, loaded->diagnostics).find("refers to itself"), std::string::npos)
        << test::all_messages(loaded->sources, loaded->diagnostics);
  };
  refused("MACHINE Main SEES Main END", {});
  refused("MACHINE Main INCLUDES x.Main END", {});
  refused("MACHINE Main SEES x.Main END", {});
  refused("MACHINE Main INCLUDES A END", {{"A.mch", "MACHINE A SEES Main END"}});
  refused("MACHINE Main SEES A END", {{"A.mch", "MACHINE A INCLUDES Main END"}});
  refused("MACHINE Main INCLUDES A, B END", {{"A.mch", "MACHINE A SEES N END"},
                                             {"N.mch", "MACHINE N INCLUDES B END"},
                                             {"B.mch", "MACHINE B INCLUDES N END"}});
}

}  // namespace
}  // namespace quotient::bmethod
