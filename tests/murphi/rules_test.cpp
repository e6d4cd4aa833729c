#include <deque>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "murphi/front_end.hpp"

namespace quotient::murphi {
namespace {

/// A state space, explored in the plainest way there is.
struct Explored {
  std::size_t states = 0, transitions = 0;
  std::set<std::string> findings;
  std::string errors;  // of loading
};

Explored explore(std::string text) {
  Explored out;
  SourceMap sources;
  Diagnostics diagnostics;
  Loaded loaded{sources, diagnostics, {}, {}};
  front_end().load({}, sources.add("m.m", std::move(text)), nullptr, loaded);
  for (const Diagnostic& d : diagnostics.all()) out.errors += render(sources, d, false);
  if (loaded.subjects.empty()) return out;
  const System& system = *loaded.subjects.front().system;
  const auto generator = system.generator();
  std::set<std::string> seen;
  std::deque<std::string> waiting;
  Successors steps;
  const auto take = [&] {
    for (const Finding f : steps.findings()) out.findings.insert(system.narrator().describe(f).message);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].finding) out.findings.insert(system.narrator().describe(steps[i].finding).message);
      if (!steps[i].completed) continue;
      const std::string state(steps[i].state.begin(), steps[i].state.end());
      if (seen.insert(state).second) waiting.push_back(state);
    }
  };
  generator->initial(steps);
  take();
  while (!waiting.empty()) {
    const std::string state = waiting.front();
    waiting.pop_front();
    generator->successors({reinterpret_cast<const std::uint8_t*>(state.data()), state.size()}, steps);
    for (std::size_t i = 0; i < steps.size(); ++i) out.transitions += steps[i].completed ? 1 : 0;
    take();
  }
  out.states = seen.size();
  return out;
}

const std::string ticks = "rule \"tick\" true ==> t := !t; end;\n";

/// Statements that a start state runs, over some variables.
Explored run(const std::string& statements) {
  return explore(
      "const C : 3;\n"
      "type S : scalarset(3); E : enum { red, green }; U : union { S, E }; R : -3..3; B : 0..2;\n"
      "  Pair : record a : B; b : B; end;\n"
      "function Twice(n : R) : R; begin return 2 * n; end;\n"
      "function Larger(a, b : R) : R; var c : R; begin c := a; if b > a then c := b; end; return c; end;\n"
      "procedure Swap(var a, b : B); var c : B; begin c := a; a := b; b := c; end;\n"
      "var t : boolean; x, y : R; s : S; e : E; u : U; p, q : Pair; m : array [S] of B; n : array [R] of B;\n"
      "  w : array [U] of boolean; k : 0..200;\n" +
      ticks + "startstate t := false; x := 0; y := 0; " + statements + " end;\n");
}

std::set<std::string> wrong(const std::string& statements) { return run(statements).findings; }

TEST(MurphiRules, ComputesAsCDoes) {
  const Explored explored =
      run("assert -3 / 2 = -1; assert -3 % 2 = -1; x := -3; assert x / 2 = -1; assert x % 2 = -1; y := 2; assert x * y "
          "+ 7 = 1;"
          "assert !x = y; assert (x < y ? 1 : 2) = 1; assert Twice(1) = 2; assert Larger(1, Larger(3, 2)) = 3;"
          "n[x] := 2; n[y] := n[-3]; assert n[2] = 2; assert forall i := 1 to 3 do i > 0 end;");
  EXPECT_EQ(explored.errors, "");
  EXPECT_EQ(explored.findings, std::set<std::string>{});
  EXPECT_EQ(explored.states, 2U);
  EXPECT_EQ(explored.transitions, 2U);
}

TEST(MurphiRules, LoopsOfManyRoundsAndOfFew) {
  EXPECT_EQ(wrong("k := 0; for i := 1 to 100 do k := k + 2; end; assert k = 200;"), std::set<std::string>{});
  EXPECT_EQ(wrong("k := 9; for i := 9 to 1 by -2 do k := k + i; end; assert k = 34;"), std::set<std::string>{});
  EXPECT_EQ(wrong("k := 5; while k < 70 do k := k + 3; end; assert k = 71;"), std::set<std::string>{});
}

TEST(MurphiRules, ReadingTheUndefinedIsAnError) {
  const std::set<std::string> undefined = {"an undefined value is read"};
  EXPECT_EQ(wrong("assert isundefined(s); undefine x; assert isundefined(x); x := 1; assert !isundefined(x);"),
            std::set<std::string>{});
  EXPECT_EQ(wrong("undefine x; y := x;"), undefined);
  EXPECT_EQ(wrong("p.a := q.a;"), undefined);
  EXPECT_EQ(wrong("q.a := 1; p := q; assert p.a = 1; assert isundefined(p.b);"), std::set<std::string>{});
  // Of a conjunction the left side decides, of a quantifier no order of its instances: see docs/murphi.md.
  EXPECT_EQ(wrong("assert !(false & s = s);"), std::set<std::string>{});
  EXPECT_EQ(wrong("for i : S do if i = i then m[i] := 0; end; end; undefine m; assert exists i : S do m[i] = 0 end;"),
            undefined);
}

/// Whether the first instance or a later one can be an error makes no difference: once, only the first was asked, and
/// where it could not fail the later ones were not looked at.
TEST(MurphiRules, ErrorsInQuantifiersDoNotDependOnTheOrderOfInstances) {
  const std::set<std::string> early = wrong("assert exists i := 0 to 1 do (i = 1 & !t) | (i = 0 & 6 / x = 3) end;");
  EXPECT_EQ(early.size(), 1U);
  EXPECT_EQ(wrong("assert exists i := 0 to 1 do (i = 0 & !t) | (i = 1 & 6 / x = 3) end;"), early);
  EXPECT_EQ(wrong("assert !forall i := 0 to 1 do (i = 0 -> t) & (i = 1 -> 6 / x = 3) end;"), early);
}

TEST(MurphiRules, ValuesOutsideOfTheirTypesAreErrors) {
  EXPECT_EQ(wrong("x := 3; x := x + 1;"),
            std::set<std::string>{"the value is not of 'R': it must be between -3 and 3"});
  EXPECT_EQ(wrong("k := 3; x := 0; y := k; n[y] := 0; y := -y; n[y] := 1;"), std::set<std::string>{});
  EXPECT_EQ(wrong("k := 4; n[k] := 0;"), std::set<std::string>{"the value is not of 'R': it must be between -3 and 3"});
  EXPECT_EQ(wrong("x := 1 / y;"), std::set<std::string>{"division by zero"});
}

// A value was tested where a parameter is a cell, and not where the function only returns a value.
TEST(MurphiRules, ArgumentsAreOfTheTypeOfTheirParameter) {
  EXPECT_EQ(wrong("k := 5; x := Twice(k);"),
            std::set<std::string>{"the value is not of 'R': it must be between -3 and 3"});
}

// What the first round of a long loop undefines was taken for defined in the second.
TEST(MurphiRules, ALongLoopMayUndefineWhatItReads) {
  EXPECT_EQ(wrong("k := 1; x := 1; for i := 1 to 100 do y := x; undefine x; end;"),
            std::set<std::string>{"an undefined value is read"});
}

// Records whose fields have other ranges were copied byte by byte, and an undefined field became a value.
TEST(MurphiRules, OnlyLikeRecordsAreCopied) {
  EXPECT_NE(explore("var a : record f : 0..1; end; b : record f : 0..5; end; startstate a := b; end;").errors, "");
  EXPECT_NE(
      explore("type S : scalarset(2); E : enum { x, y }; F : enum { z }; U : union { S, E }; V : union { S, F };\n"
              "var u : U; v : V; startstate u := v; end;")
          .errors,
      "");
  EXPECT_NE(explore("type P : record f : 0..1; end; function F(p : P) : P; begin return p; end;\n"
                    "var p : P; startstate p := F(F(p)); end;")
                .errors,
            "");
}

TEST(MurphiRules, UnionsHoldValuesOfTheirMembers) {
  EXPECT_EQ(wrong("u := green; assert ismember(u, E); assert !ismember(u, S); assert u = green; w[green] := true; "
                  "w[red] := false;"
                  "for i : S do w[i] := true; u := i; end; assert ismember(u, S); assert exists v : U do !w[v] end;"),
            std::set<std::string>{});
}

TEST(MurphiRules, ProceduresChangeWhatTheyAreGiven) {
  EXPECT_EQ(wrong("p.a := 1; p.b := 2; Swap(p.a, p.b); assert p.a = 2 & p.b = 1; for i : S do m[i] := 1; end;"
                  "alias a : p.a; do a := 0; Swap(a, p.b); end; assert p.b = 0 & p.a = 1;"
                  "switch p.a case 0, 2: error \"no\"; case 1: x := 3; else error \"no\"; end; assert x = 3;"),
            std::set<std::string>{});
}

TEST(MurphiRules, ErrorsAndClaimsAreReported) {
  EXPECT_EQ(wrong("error \"so it is\";"), std::set<std::string>{"so it is"});
  EXPECT_EQ(wrong("assert x > 0 \"positive\";"), std::set<std::string>{"assertion \"positive\" is violated"});
}

TEST(MurphiRules, ADeadlockIsAStateThatNothingChanges) {
  const std::string text =
      "var x : 0..2; startstate x := 0; end; rule x < 2 ==> x := x + 1; end; rule \"same\" x := x; end;";
  const Explored explored = explore(text);
  EXPECT_EQ(explored.findings, std::set<std::string>{"deadlock: no rule leads to another state"});
  EXPECT_EQ(explored.states, 3U);
  EXPECT_EQ(explored.transitions, 5U);
}

// rumur reads these keywords in any letter case, as all others; a name that the text declares comes first.
TEST(MurphiRules, BooleansAreWrittenInAnyLetterCase) {
  const std::string rule = "Rule \"x\" b = tRUE ==> Begin b := FALSE; End;";
  const Explored explored = explore("Var b : Boolean; StartState b := True; End;" + rule);
  EXPECT_EQ(explored.errors, "");
  EXPECT_EQ(explored.states, 2U);
  const Explored own =
      explore("Type Boolean : 0..2; Var b : Boolean; StartState b := 2; End; Rule b > 0 ==> b := b - 1; End;");
  EXPECT_EQ(own.errors, "");
  EXPECT_EQ(own.states, 3U);
}

TEST(MurphiRules, AssertOutsideOfRulesIsAnInvariant) {
  const std::string text = "var x : 0..2; startstate x := 0; end; rule x < 2 ==> x := x + 1; end;";
  EXPECT_EQ(explore(text + "assert \"small\" x <= 2;").findings.count("invariant \"small\" is violated"), 0U);
  EXPECT_EQ(explore(text + "assert \"small\" x < 2;").findings.count("invariant \"small\" is violated"), 1U);
}

TEST(MurphiRules, StartStatesHaveParameters) {
  const Explored explored = explore(
      "type V : scalarset(3); var v : V; t : boolean; ruleset a : V do startstate v := a; t := false; end; end;\n" +
      ticks + "invariant \"one\" forall a : V do forall b : V do v = a & v = b -> a = b end end;");
  EXPECT_EQ(explored.states, 6U);
  EXPECT_EQ(explored.findings, std::set<std::string>{});
}

std::string times(int n, const std::string& text) {
  std::string out;
  for (int i = 0; i < n; ++i) out += text;
  return out;
}

// 1,900 brackets, and rows of 20,000 operators, ended by a segmentation fault: each is a call of ours within another
// one.
TEST(MurphiRules, WhatIsNestedTooDeeplyIsRefused) {
  const auto error = [](const std::string& guard, const std::string& before = "") {
    return explore(
               before +
               "var x : 0..3; a : array[0..3] of 0..3; startstate x := 0; for i : 0..3 do a[i] := i; end; end; rule " +
               guard + " ==> x := x; end;")
        .errors;
  };
  for (const int depth : {1'900, 20'000}) {
    for (const std::string& each : {times(depth, "(") + "x < 3" + times(depth, ")"), times(depth, "!") + "(x < 3)",
                                    times(depth, "(x < 3 -> ") + "x < 3" + times(depth, ")"),
                                    times(depth, "a[") + "0" + times(depth, "]") + " = 0",
                                    "x < " + times(depth, "- ") + "3", times(depth, "x < 3 ? x < 3 : ") + "x < 3",
                                    times(depth, "forall i : 0..0 do ") + "x < 3" + times(depth, " end")}) {
      EXPECT_NE(error(each).find("nested too deeply"), std::string::npos) << each.substr(0, 30);
    }
    for (const std::string& each :
         {"x" + times(depth, " + x") + " < 3", "x" + times(depth, " - x") + " < 3", "x" + times(depth, " * 1") + " < 3",
          "x < 3" + times(depth, " = true"), "a" + times(depth, "[0]") + " = 0"}) {
      EXPECT_NE(error(each).find("more than 1000 operators in a row"), std::string::npos) << each.substr(0, 30);
    }
  }
  std::string functions = "function f0() : 0..1; begin return 0; end;\n";
  for (int i = 1; i < 300; ++i) functions += fmt::format("function f{}() : 0..1; begin return f{}(); end;\n", i, i - 1);
  EXPECT_NE(error("f299() = 0", functions).find("calls within one another, more than 200"), std::string::npos);
  EXPECT_EQ(error("f199() = 0", functions.substr(0, functions.find("function f200"))), "");
}

/// Rows of `&` and `|` can be of any length, and are evaluated from left to right.
TEST(MurphiRules, LongRowsOfConditionsAreReadAsTheyStand) {
  const std::string before = "var x : 0..3; y : 0..3; startstate x := 0; undefine y; end;\n";
  for (const int length : {10, 40, 5'000}) {
    const Explored all = explore(before + "rule \"up\" x < 3" + times(length, " & x < 3") + " ==> x := x + 1; end;");
    EXPECT_EQ(all.errors, "");
    EXPECT_EQ(all.states, 4U);
    // What decides stands in front of what cannot be read, or behind it.
    const std::string row = times(length, " | x > 2");
    EXPECT_EQ(explore(before + "rule x = 0" + row + " | y = 1 ==> x := 0; end;").findings.size(), 1U);  // a deadlock
    EXPECT_EQ(
        explore(before + "rule y = 1" + row + " | x = 0 ==> x := 0; end;").findings.count("an undefined value is read"),
        1U);
  }
}

TEST(MurphiRules, SaysWhatIsWrongAndWhere) {
  const auto error = [](const std::string& text) {
    const std::string all = explore(text).errors;
    return all.substr(0, all.find('\n'));
  };
  EXPECT_EQ(error("var x : Y; startstate end;"), "m.m:1:9: error: 'Y' is not declared");
  EXPECT_EQ(error("var x : 0..1; startstate x = 1; end;"), "m.m:1:28: error: an assignment is written ':='");
  EXPECT_EQ(error("var x : 3..1; startstate x := 1; end;"), "m.m:1:9: error: the range 3..1 is empty");
  EXPECT_EQ(error("type S : scalarset(2); var s : S; startstate s := 1; end;"),
            "m.m:1:51: error: a value of 'S' is expected here, this is of 'a number'");
  EXPECT_EQ(error("var x : 0..1; rule x = 0 ==> x := 1; end;"),
            "m.m:1:15: error: there is no start state: add a 'startstate'");
  EXPECT_EQ(error("var x : boolean; startstate x := true -> false -> true; end;"),
            "m.m:1:48: error: '->' does not associate: put one of the implications into parentheses");
  EXPECT_EQ(error("function F(x : 0..1) : 0..1; begin return F(x); end; var y : 0..1; startstate y := F(0); end;"),
            "m.m:1:43: error: 'F' calls itself: recursion is not supported");
  EXPECT_EQ(error("var m : multiset [2] of boolean; startstate end;"),
            "m.m:1:9: error: multisets are not supported yet");
}

}  // namespace
}  // namespace quotient::murphi
