#include <gtest/gtest.h>

#include "explore.hpp"

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::Exploration;
using test::explore;
using test::initialised_only;
using test::load_text;

Exploration run(const std::string& text, const Options& options = initialised_only(),
                const std::map<std::string, std::string>& others = {}) {
  const auto loaded = load_text(text, options, others);
  EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  if (loaded->system == nullptr) return {};
  return explore(*loaded->system, 100'000);
}

TEST(Machine, SubstitutionsInParallelReadTheStateBefore) {
  const Exploration result =
      run("MACHINE M VARIABLES x, y INVARIANT x : 0..1 & y : 0..1 & x /= y INITIALISATION x := 0 || y := 1\n"
          "OPERATIONS swap = BEGIN x := y || y := x END END");
  EXPECT_EQ(result.states, 2u);
  EXPECT_TRUE(result.findings.empty());
}

TEST(Machine, SequencesSeeTheirOwnWrites) {
  const Exploration result =
      run("MACHINE M VARIABLES x, y INVARIANT x : 0..9 & y : 0..9 INITIALISATION x := 1; y := x + 1\n"
          "OPERATIONS op = PRE x = 1 THEN x := 5; y := x || skip END END");
  EXPECT_EQ(result.states, 2u);
  EXPECT_EQ(result.messages.count("no operation is possible"), 1u);
}

TEST(Machine, NondeterminismInsideSequences) {
  const Exploration result =
      run("MACHINE M VARIABLES x, y INVARIANT x : NATURAL & y : NATURAL INITIALISATION x, y := 0, 0\n"
          "OPERATIONS op = PRE x = 0 THEN BEGIN x :: 1..3; y :: {x, x + 1}; x := x + y END || skip END END");
  // x in 1..3, y in {x, x+1}: six outcomes, (2,1) (3,2) (4,2) (5,3) (6,3) (7,4), all different.
  EXPECT_EQ(result.states, 7u);
}

TEST(Machine, EqualOutcomesAreOneTransition) {
  const Exploration result =
      run("MACHINE M VARIABLES x INVARIANT x : 0..1 INITIALISATION x := 0\n"
          "OPERATIONS op = ANY z WHERE z : 1..5 THEN x := 1 END END");
  EXPECT_EQ(result.states, 2u);
  EXPECT_EQ(result.transitions, 3u);
}

// Partial orders and runs with few switches rest on it: also a step that fails has an actor, and setting up has none.
TEST(Machine, ActorsAreOperations) {
  const auto loaded = load_text(
      "MACHINE M CONSTANTS k PROPERTIES k : 1..2 VARIABLES x INVARIANT x : 0..1 INITIALISATION x := 0\n"
      "OPERATIONS one = x := 1; two = BEGIN x :: 0..1 END; three = ASSERT x = 1 THEN skip END END",
      Options{});
  ASSERT_NE(loaded->system, nullptr);
  const auto generator = loaded->system->generator();
  Successors first, set_up, steps;
  generator->initial(first);
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(first[0].actor, no_actor);
  StateView state = first[0].state;
  generator->successors(state, steps);
  while (!steps.empty() && steps[0].actor == no_actor) {
    std::swap(set_up, steps);
    state = set_up[0].state;
    generator->successors(state, steps);
  }
  std::vector<Actor> actors;
  for (std::size_t i = 0; i < steps.size(); ++i) actors.push_back(steps[i].actor);
  EXPECT_EQ(actors, (std::vector<Actor>{0, 1, 1, 2}));
  EXPECT_FALSE(steps[3].completed);
}

TEST(Machine, EverySubstitution) {
  const Exploration result = run(R"(
MACHINE M
SETS C = {a, b, c}
VARIABLES n, s, f
INVARIANT n : 0..20 & s <: C & f : C +-> 0..3
INITIALISATION n := 0 || s := {} || f := {}
OPERATIONS
  Choice = CHOICE n := 1 OR n := 2 OR skip END;
  If(x) = PRE x : C THEN IF x = a THEN n := 3 ELSIF x = b THEN n := 4 ELSE n := 5 END END;
  Case(x) = PRE x : 0..3 THEN CASE x OF EITHER 0, 1 THEN n := 6 OR 2 THEN n := 7 ELSE n := 8 END END END;
  Select(x) = PRE x : 0..1 THEN SELECT x = 0 THEN n := 9 WHEN x <= 1 THEN n := 10 END END;
  SelectElse = SELECT n = 1 THEN n := 11 ELSE n := 12 END;
  Any = ANY x, y WHERE x : C & y = 13 & x /: s THEN n := y || s := {x} END;
  Let = LET x, y BE x = 7 & y = 7 IN n := x + y END;
  Var = VAR v IN v := 14; n := v + 1 END;
  Such = BEGIN n :( n > n$0 & n < n$0 + 3 & n <= 17 ) END;
  While = VAR i IN i := 0; n := 0; WHILE i < 6 DO n := n + i; i := i + 1 INVARIANT i : 0..6 VARIANT 6 - i END END;
  Override(x) = PRE x : C THEN f(x) := 1 END;
  Assert = ASSERT n <= 20 THEN n := 16 END;
  r, q <-- Results(x) = PRE x : dom(f) THEN r := f(x) || q := bool(n = 1) END
END)");
  EXPECT_GT(result.states, 100u);
  EXPECT_TRUE(result.findings.empty()) << *result.messages.begin();
  EXPECT_TRUE(result.labels.contains("Case(3)"));
}

TEST(Machine, WhileComputes) {
  const Exploration result = run(R"(
MACHINE M VARIABLES n INVARIANT n : 0..5050 & (n = 0 or n = 5050) INITIALISATION n := 0
OPERATIONS
  Sum = PRE n = 0 THEN VAR i, t IN i, t := 1, 0; WHILE i <= 100 DO t := t + i; i := i + 1 INVARIANT i >= 1 VARIANT 101 - i END; n := t END END
END)");
  EXPECT_EQ(result.states, 2u);
  EXPECT_FALSE(result.findings.contains(FindingKind::invariant));
}

TEST(Machine, LoopsThatNeverEndAreReported) {
  const auto loop = [](const std::string& rest) {
    return run("MACHINE M VARIABLES n, m INVARIANT n : 0..1 & m : 0..1 INITIALISATION n, m := 0, 0\nOPERATIONS op = " +
               rest + " END END");
  };
  const Exploration endless = loop("WHILE n = 0 DO skip INVARIANT n = 0");
  EXPECT_TRUE(endless.messages.contains("this loop runs too long"));
  EXPECT_TRUE(endless.findings.empty());  // a limit is no violation
  const Exploration choices = loop("WHILE n = 0 DO m :: 0..1 INVARIANT n = 0");
  EXPECT_TRUE(choices.messages.contains("this loop runs too long"));
  EXPECT_TRUE(choices.findings.empty());
  const char* const variant = "the variant of the loop is negative, or not less than the time before";
  EXPECT_TRUE(loop("WHILE n = 0 DO skip INVARIANT n = 0 VARIANT 1").messages.contains(variant));
  EXPECT_TRUE(loop("WHILE n = 0 DO m :: 0..1 INVARIANT n = 0 VARIANT 1").messages.contains(variant));
  EXPECT_TRUE(loop("WHILE n = 0 DO n := 1 INVARIANT n = 0 VARIANT n - 1").messages.contains(variant));
  EXPECT_TRUE(loop("WHILE n = 0 DO n := 1 INVARIANT n = 1 VARIANT 1").findings.contains(FindingKind::assertion));
}

/// There is no point in trying the first of too many values where all are wanted; but one may be enough.
TEST(Machine, TooManyValuesAreGivenUpAtOnce) {
  const std::string head = "MACHINE M VARIABLES f INVARIANT f : 1..20 +-> 1..20 INITIALISATION f := {}\nOPERATIONS ";
  const Exploration all = run(head + "any = f :: 1..20 +-> 1..20 END");
  EXPECT_TRUE(all.messages.contains("too many values to try for 'f' (more than 16777216)"));
  EXPECT_EQ(all.states, 1u);
  EXPECT_EQ(run(head + "one = PRE #g.(g : 1..20 +-> 1..20 & g = f) THEN f := {1 |-> 1} END END").states, 2u);
  EXPECT_EQ(run(head + "some = PRE #g.(g : 1..20 --> 1..20 & g(1) = 1) THEN f := {1 |-> 1} END END").states, 2u);
}

TEST(Machine, SetsThatAreTooLargeToBeBuilt) {
  const Exploration result =
      run("MACHINE M VARIABLES n INVARIANT n : 0..1 & union(POW(1..23 + n)) /= {} INITIALISATION n := 0 END");
  EXPECT_TRUE(result.messages.contains("this set has too many elements to be built"));
  EXPECT_TRUE(result.findings.empty());
}

/// The numbers of B have no end: that ours have is a limit, no violation.
TEST(Machine, NumbersThatAreTooLarge) {
  for (const char* next : {"n * n", "n ** 2", "PI(x).(x : {n, n + 1} | x)", "n * n + 1", "succ(n * n)"}) {
    const Exploration result =
        run("MACHINE M VARIABLES n INVARIANT n : NATURAL INITIALISATION n := 10\nOPERATIONS go = n := " +
            std::string(next) + " END");
    EXPECT_EQ(result.states, 5u) << next;
    EXPECT_TRUE(result.findings.empty()) << next;
    EXPECT_EQ(result.messages.size(), 1u) << next;
    EXPECT_NE(result.messages.begin()->find("more than 64 bits"), std::string::npos) << *result.messages.begin();
  }
}

/// Nothing bounds them: what is tried is told, and the verdict is incomplete.
TEST(Machine, ValuesOfTypesWithoutEnd) {
  const auto loaded = load_text(
      "MACHINE M VARIABLES n INVARIANT n : NATURAL INITIALISATION n := 0\n"
      "OPERATIONS some(r) = PRE r /= {1 |-> TRUE} & card(r) <= 1 THEN n := card(r) END END",
      initialised_only());
  ASSERT_NE(loaded->system, nullptr);
  EXPECT_NE(all_messages(loaded->sources, loaded->diagnostics).find("nothing restricts the values of 'r'"),
            std::string::npos);
  EXPECT_EQ(explore(*loaded->system).states, 2u);
}

TEST(Machine, ValuesThatContradictEachOther) {
  const std::string head =
      "MACHINE M DEFINITIONS SET_PREF_ALLOW_SIMULTANEOUS_ASSIGNMENTS == TRUE\n"
      "VARIABLES f, n INVARIANT f : 1..2 --> 0..3 & n : 0..3 INITIALISATION f := {1 |-> 0, 2 |-> 0} || n := 0\n"
      "OPERATIONS op = BEGIN ";
  const char* const message = "a variable is given different values at the same time";
  EXPECT_TRUE(run(head + "f(1) := 1 || f(1) := 2 END END").messages.contains(message));
  EXPECT_TRUE(run(head + "n := 1 || n :: {2, 3} END END").messages.contains(message));
  EXPECT_TRUE(run(head + "f(1) := 1 || f := {1 |-> 1, 2 |-> 3} END END").messages.contains(message));
  EXPECT_FALSE(run(head + "f(1) := 1 || f(2) := 2 || n :: 1..2 END END").messages.contains(message));
}

TEST(Machine, UndefinedGuardsAreFalseAndReported) {
  const Exploration result =
      run("MACHINE M SETS S VARIABLES f, n INVARIANT f : S +-> 0..1 & n : 0..1 INITIALISATION f := {} || n := 0\n"
          "OPERATIONS bad(x) = PRE x : S & f(x) = 1 THEN n := 1 END; good = n := 1 - n END");
  EXPECT_EQ(result.states, 2u);
  EXPECT_EQ(result.findings.count(FindingKind::runtime), 1u);
}

/// The same inside of an operation: the other values of ANY and the other branches of SELECT are still there.
TEST(Machine, UndefinedGuardsInsideAreFalseAndReported) {
  const Exploration result =
      run("MACHINE M SETS R = {r1, r2, r3}; U = {u1, u2} VARIABLES f, n INVARIANT f : R +-> U & n : 0..3\n"
          "INITIALISATION f := {r2 |-> u1, r3 |-> u1} || n := 0 OPERATIONS\n"
          "op = IF u1 : ran(f) THEN ANY r WHERE f(r) = u1 THEN f := {r} <<| f END ELSE n := 1 END;\n"
          "op2 = SELECT n = 0 THEN ANY r WHERE r : R & f(r) = u1 THEN n := 1 END END;\n"
          "op3 = BEGIN n := n; SELECT f(r1) = u1 THEN n := 2 WHEN n = 0 THEN n := 3 END END;\n"
          "op4 = BEGIN skip; SELECT f(r1) = u1 THEN n := 2 END END END");
  // Any part of f is left; n is 0, 1 or 3.
  EXPECT_EQ(result.states, 4u * 3u);
  EXPECT_EQ(result.findings.size(), 1u);
  EXPECT_GE(result.findings.at(FindingKind::runtime), 12u);
}

TEST(Machine, GuardsInFrontOfApplicationsProtectThem) {
  const Exploration result =
      run("MACHINE M SETS S VARIABLES f INVARIANT f : S +-> 0..1 INITIALISATION f := {}\n"
          "OPERATIONS get(x, y) = PRE x : dom(f) & y : 0..1 & f(x) = y THEN skip END;\n"
          "put(x) = PRE x : S & x /: dom(f) THEN f(x) := 1 END END");
  EXPECT_EQ(result.states, 4u);
  EXPECT_TRUE(result.findings.empty());
}

TEST(Machine, UndefinedEffectsEndTheStep) {
  const Exploration result =
      run("MACHINE M VARIABLES n INVARIANT n : 0..3 INITIALISATION n := 3\n"
          "OPERATIONS op = n := 6 / n; dec = PRE n > 0 THEN n := n - 1 END END");
  EXPECT_EQ(result.findings.at(FindingKind::runtime), 1u);
  EXPECT_TRUE(result.messages.contains("undefined: division by zero"));
}

TEST(Machine, AssertionsGoalAndDeadlock) {
  const Exploration result =
      run("MACHINE M DEFINITIONS GOAL == n = 2 VARIABLES n INVARIANT n : 0..3 ASSERTIONS n < 3 INITIALISATION n := 0\n"
          "OPERATIONS inc = PRE n < 3 THEN n := n + 1 END END");
  EXPECT_TRUE(result.messages.contains("assertion violated: n < 3"));
  EXPECT_TRUE(result.messages.contains("GOAL reached: n = 2"));
  EXPECT_EQ(result.findings.at(FindingKind::deadlock), 1u);
}

TEST(Machine, AGoalOfUnknownNamesIsNotLookedFor) {
  const auto loaded = load_text(
      "MACHINE M DEFINITIONS GOAL == #z.(z : 0..1 & lost(z) = n) VARIABLES n INVARIANT n : 0..1 INITIALISATION n := 0 "
      "END");
  ASSERT_NE(loaded->system, nullptr);
  EXPECT_TRUE(loaded->system->shortcoming().has_value());
  EXPECT_NE(all_messages(loaded->sources, loaded->diagnostics).find("GOAL is not checked: 'lost' is unknown"),
            std::string::npos);
}

TEST(Machine, PreconditionsOfCalledOperations) {
  const std::map<std::string, std::string> others = {
      {"Inner.mch",
       "MACHINE Inner VARIABLES n INVARIANT n : 0..2 INITIALISATION n := 0\n"
       "OPERATIONS inc(k) = PRE k : 1..2 & n + k <= 2 THEN n := n + k END; r <-- get = r := n END"}};
  const Exploration result =
      run("MACHINE Main INCLUDES Inner VARIABLES m INVARIANT m : 0..2 & m = n INITIALISATION m := 0\n"
          "OPERATIONS good = PRE n < 2 THEN inc(1) || m := m + 1 END; bad = PRE n = 1 THEN inc(2) END;\n"
          "r <-- ask = VAR x IN x <-- get; r := x END END",
          initialised_only(), others);
  EXPECT_EQ(result.states, 3u);
  EXPECT_TRUE(result.messages.contains("precondition violated: k : 1..2 & n + k <= 2"));
  EXPECT_TRUE(result.labels.contains("ask --> 2"));
}

TEST(Machine, IncludedTwiceUnderTwoNames) {
  const std::map<std::string, std::string> others = {
      {"Cell.mch",
       "MACHINE Cell(limit) CONSTRAINTS limit : 1..9 VARIABLES n INVARIANT n : 0..limit INITIALISATION n := 0\n"
       "OPERATIONS inc = PRE n < limit THEN n := n + 1 END; dec = PRE n > 0 THEN n := n - 1 END END"}};
  const Exploration result =
      run("MACHINE Main INCLUDES left.Cell(2), right.Cell(3) PROMOTES left.inc, right.inc\n"
          "OPERATIONS move = PRE left.n > 0 & right.n < 3 THEN left.dec || right.inc END END",
          initialised_only(), others);
  EXPECT_EQ(result.states, 12u);
}

TEST(Machine, SeesAndExtends) {
  const std::map<std::string, std::string> others = {
      {"Types.mch", "MACHINE Types SETS T = {t1, t2}; U CONSTANTS k PROPERTIES k : 2..3 & card(U) = 2 END"},
      {"Store.mch",
       "MACHINE Store SEES Types VARIABLES s INVARIANT s <: T INITIALISATION s := {}\n"
       "OPERATIONS put(x) = PRE x : T - s THEN s := s \\/ {x} END END"}};
  const Exploration result =
      run("MACHINE Main SEES Types EXTENDS Store VARIABLES u INVARIANT u : U INITIALISATION u :: U\n"
          "OPERATIONS turn = u :: U - {u} END",
          initialised_only(), others);
  EXPECT_EQ(result.states, 2u * 4u * 2u);
}

TEST(Machine, AStepThatGoesWrongHasNoResults) {
  const auto loaded = load_text(
      "MACHINE M VARIABLES n INVARIANT n : 0..3 INITIALISATION n := 0\n"
      "OPERATIONS r <-- half(x) = PRE x : 1..2 THEN r := 4 / (x - 1) END END",
      initialised_only());
  ASSERT_NE(loaded->system, nullptr);
  const auto generator = loaded->system->generator();
  Successors steps;
  generator->initial(steps);
  const std::vector<std::uint8_t> state(steps[0].state.begin(), steps[0].state.end());
  generator->successors(state, steps);
  std::set<std::string> events;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (const TraceEvent& event : loaded->system->narrator().explain(state, steps[i].state, steps[i].finding)) {
      events.insert(event.statement);
    }
  }
  EXPECT_EQ(events, (std::set<std::string>{"half(1)", "half(2) --> 4"}));
}

TEST(Machine, DefinitionsOfEveryKind) {
  const Exploration result = run(R"(
MODEL M
DEFINITIONS
  "Helpers.def";
  Double(x) == x + x;
  Even(x) == #y.(y : 0..9 & Double(y) = x);
  Reset == BEGIN n := 0 END;
  Add(k) == n := n + k;
  All(x, P) == !x.(x : 0..2 => P)
VARIABLES n
INVARIANT n : 0..9 & Even(n) & All(z, z >= 0)
INITIALISATION Reset
OPERATIONS
  next = PRE n < LIMIT THEN Add(Double(1)) END;
  back = PRE n = 4 THEN Reset END
END)",
                                 initialised_only(), {{"Helpers.def", "DEFINITIONS LIMIT == 8"}});
  EXPECT_EQ(result.states, 5u);
  EXPECT_FALSE(result.findings.contains(FindingKind::invariant));
}

TEST(Machine, WarnsWhereAnInfiniteSetIsCut) {
  const auto loaded = load_text(
      "MACHINE M VARIABLES n INVARIANT n : NATURAL INITIALISATION n := 0\n"
      "OPERATIONS set(x) = PRE x : NATURAL THEN n := x END END",
      initialised_only());
  ASSERT_NE(loaded->system, nullptr);
  EXPECT_EQ(explore(*loaded->system).states, 4u);
  EXPECT_TRUE(loaded->system->shortcoming().has_value());
  const auto bounded = load_text(
      "MACHINE M VARIABLES n INVARIANT n : NATURAL INITIALISATION n := 0\n"
      "OPERATIONS set(x) = PRE x : NATURAL & x < 50 THEN n := x END END",
      initialised_only());
  ASSERT_NE(bounded->system, nullptr);
  EXPECT_EQ(explore(*bounded->system).states, 50u);
  EXPECT_FALSE(bounded->system->shortcoming().has_value());
}

TEST(Machine, TracesNameOperationsAndChanges) {
  const auto loaded = test::load_example("LoginVerySimple");
  const auto generator = loaded->system->generator();
  Successors successors;
  generator->initial(successors);
  const StateView view = successors[0].state;
  const std::vector<std::uint8_t> first(view.begin(), view.end());
  EXPECT_EQ(loaded->system->narrator().explain_initial(first).at(0).statement, "INITIALISATION");
  generator->successors(first, successors);
  ASSERT_EQ(successors.size(), 2u);
  const auto events = loaded->system->narrator().explain(first, successors[1].state, {});
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].statement, "Login --> Session2");
  ASSERT_EQ(events[0].changes.size(), 1u);
  EXPECT_EQ(events[0].changes[0].before, "{}");
  EXPECT_EQ(events[0].changes[0].after, "{Session2}");
  EXPECT_EQ(events[0].at.position.line, 10u);
}

/// Found by random machines: a closed set that is only tested, with a comprehension inside, was to be evaluated.
TEST(Machine, ClosedSetsThatAreOnlyTested) {
  const Exploration result = run(
      "MACHINE M SETS S VARIABLES v INVARIANT v : S & v /: ({x | x : S & card({x}) = 2} \\/ (S - S)) INITIALISATION v "
      ":: S OPERATIONS go(p) = PRE p : S & p : ({x | x : S & card({x}) = 1} \\/ {}) THEN v := p END END");
  EXPECT_EQ(result.states, 2u);
  EXPECT_TRUE(result.findings.empty());
}

/// Found by random machines: many outcomes of one operation were compared each with each.
TEST(Machine, ManyOutcomesAreEachListedOnce) {
  const Exploration result = run(
      "MACHINE M DEFINITIONS scope_S == 3 SETS S VARIABLES r INVARIANT r : S <-> S INITIALISATION r := {} OPERATIONS\n"
      "  go = PRE r = {} THEN ANY a, b WHERE a : S <-> S & b <: a & card(b) <= 2 THEN r := b END END END");
  EXPECT_EQ(result.states, 46u);
  EXPECT_EQ(result.transitions, 1u + 46u);
}

struct Countdown final : StopSignal {
  explicit Countdown(int asks) : left(asks) {}
  bool raised() const override { return left-- <= 0; }
  mutable int left;
};

/// Whatever takes long within one state ends when it is told to, and leaves nothing behind.
TEST(Machine, StopsInTheMiddleOfAState) {
  const char* machines[] = {
      "MACHINE M CONSTANTS c PROPERTIES c <: 1..22 & card(c) * card(c) = 900 END",
      "MACHINE M VARIABLES c INVARIANT c <: 1..22 INITIALISATION c :: POW(1..22) END",
      "MACHINE M VARIABLES c INVARIANT c : 0..1 INITIALISATION ANY f WHERE f : 1..22 --> 0..1 & card(f) = 30 THEN c := "
      "0 END END",
      "MACHINE M CONSTANTS f PROPERTIES f : 1..5 <<->> 1..5 & card(f) = 30 END",
      "MACHINE M CONSTANTS k PROPERTIES k = 30 VARIABLES c INVARIANT c : BOOL\n"
      "INITIALISATION c := bool(#f.(f : 1..22 --> 0..1 & card(f) = k)) END",
      "MACHINE M SETS S CONSTANTS f, g PROPERTIES card(S) = 7 & f : S <-> S & g : S <-> S & card(closure1(f)) = 50 END",
  };
  for (const char* text : machines) {
    for (const bool up_to_symmetry : {false, true}) {
      Options options = initialised_only();
      options.up_to_symmetry = up_to_symmetry;
      const auto loaded = load_text(text, options);
      ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
      const auto generator = loaded->system->generator();
      const Countdown signal(2);
      generator->heed(signal);
      Successors successors;
      generator->initial(successors);
      EXPECT_TRUE(successors.is_cut_off()) << text;
      EXPECT_TRUE(successors.empty()) << text;
      EXPECT_TRUE(successors.findings().empty()) << text;
    }
  }
}

/// Constants for which there is no time while loading are evaluated when they are needed, to the same values.
TEST(Machine, StopsWhileConstantsAreFolded) {
  const std::string text =
      "MACHINE M VARIABLES x INVARIANT x : 0..3 INITIALISATION x := card({r | r : (1..2) <-> (1..2) & card(r) = 2}) - "
      "6\n"
      "OPERATIONS a = PRE x < 3 & card({f | f : (1..3) --> (1..3) & ran(f) = 1..3}) = 6 THEN x := x + 1 END;\n"
      "b = PRE x > 0 & SIGMA(i).(i : 1..10 | i * i) = 385 THEN x := x - 1 END END";
  for (const int asked : {0, 1, 2, 5}) {
    const Countdown signal(asked);
    Options options = initialised_only();
    options.stop = &signal;
    const auto loaded = load_text(text, options);
    ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
    const Exploration result = explore(*loaded->system);
    EXPECT_EQ(result.states, 4u);
    EXPECT_TRUE(result.findings.empty());
  }
}

TEST(Machine, NamesOfTheLanguageAreNotDeclared) {
  for (const char* text :
       {"MACHINE M SETS BOOL END", "MACHINE M SETS S = {a, TRUE} END",
        "MACHINE M VARIABLES NAT1 INVARIANT NAT1 = 0 INITIALISATION NAT1 := 0 END", "MACHINE M(STRING) END"}) {
    const auto loaded = load_text(text);
    EXPECT_EQ(loaded->system, nullptr) << text;
    EXPECT_TRUE(loaded->diagnostics.has_errors()) << text;
  }
  const auto loaded = load_text("MACHINE M SETS BOOL END");
  EXPECT_NE(all_messages(loaded->sources, loaded->diagnostics)
                .find("1:16: error: 'BOOL' is a name of the language, and cannot be declared"),
            std::string::npos)
      << all_messages(loaded->sources, loaded->diagnostics);
}

/// What is false only because NAT ends at MAXINT says so.
TEST(Machine, BoundsOfTheIntegersAreNamed) {
  const std::string rest = " VARIABLES v INVARIANT v : NAT INITIALISATION v := 0 OPERATIONS up = v := v + 1 END";
  EXPECT_TRUE(run("MACHINE M CONSTANTS c PROPERTIES c = 1 & 1..100 <: NAT1" + rest)
                  .messages.contains("no values of the constants satisfy the PROPERTIES: '1..100 <: NAT1' is false; "
                                     "MAXINT is 3 (--max-int)"));
  EXPECT_TRUE(run("MACHINE M CONSTANTS c PROPERTIES c = 7 & c : INT" + rest)
                  .messages.contains("no values of the constants satisfy the PROPERTIES; MININT is -1 and MAXINT 3 "
                                     "(--min-int, --max-int)"));
  EXPECT_TRUE(run("MACHINE M" + rest).messages.contains("invariant violated: v : NAT; MAXINT is 3 (--max-int)"));
}

TEST(Machine, NoConstantsIsAFinding) {
  const Exploration result =
      run("MACHINE M CONSTANTS c PROPERTIES c : 1..3 & c > 5 VARIABLES v INVARIANT v = c INITIALISATION v := c END");
  EXPECT_EQ(result.states, 0u);
  EXPECT_TRUE(result.messages.contains("no values of the constants satisfy the PROPERTIES"));
}

/// Where the values that would do were not among those tried, nothing is known.
TEST(Machine, NoConstantsAmongThoseTriedIsNone) {
  const auto loaded = load_text(
      "MACHINE M CONSTANTS c PROPERTIES c <: NATURAL1 & card(c) = 5 VARIABLES v INVARIANT v = 0\n"
      "INITIALISATION v := 0 END");
  ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  Successors initial;
  loaded->system->generator()->initial(initial);
  EXPECT_TRUE(initial.is_cut_off());
  EXPECT_TRUE(initial.findings().empty());
}

/// That three roles cannot be given to two persons was reported as a violation, although nobody had said two.
TEST(Machine, NoConstantsForAnAssumedSizeIsNone) {
  const std::string text =
      "MACHINE M SETS PERSON; ROOM CONSTANTS who PROPERTIES who : 1..3 --> PERSON & card(ran(who)) = 3 VARIABLES v "
      "INVARIANT v = 0\n"
      "INITIALISATION v := 0 END";
  const auto initial_of = [&text](const Options& options) {
    const auto loaded = load_text(text, options);
    EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
    Successors initial;
    loaded->system->generator()->initial(initial);
    return std::pair(initial.is_cut_off(), !initial.findings().empty());
  };
  EXPECT_EQ(initial_of({}), std::pair(true, false));
  Options said;
  said.set_sizes["PERSON"] = 2;
  EXPECT_EQ(initial_of(said), std::pair(false, true)) << "ROOM, which is assumed, has nothing to do with it";
}

/// Which sizes are assumed, and what else the text allows.
TEST(Machine, AssumedSizesAreTold) {
  const std::string rest = " VARIABLES v INVARIANT v = 0 INITIALISATION v := 0 END";
  const auto other = [&rest](const std::string& head) {
    const auto loaded = load_text("MACHINE M SETS S " + head + rest);
    EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
    return loaded->system->set_sizes().at(0).other.value_or(0);
  };
  EXPECT_EQ(other(""), 3U);
  EXPECT_EQ(other("PROPERTIES card(S) <= 2"), 1U);
  EXPECT_EQ(other("PROPERTIES card(S) = 4"), 0U);
  EXPECT_EQ(other("DEFINITIONS scope_S == 4"), 0U);
  EXPECT_EQ(other("DEFINITIONS SET_PREF_DEFAULT_SETSIZE == 4"), 0U);
}

}  // namespace
}  // namespace quotient::bmethod
