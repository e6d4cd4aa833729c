#include <random>

#include "explore.hpp"
#include "mcrl2/check/check.hpp"
#include "mcrl2/syntax/parser.hpp"

namespace quotient::mcrl2 {
namespace {

using testing::explore;
using testing::Graph;
using testing::philosophers;

/// Every message of loading, one a line, as LINE:COLUMN: MESSAGE [SUGGESTION].
std::string messages(std::string text) {
  SourceMap sources;
  const FileId file = sources.add("m.mcrl2", std::move(text));
  Diagnostics diagnostics;
  const auto system = load(sources, file, {}, diagnostics);
  EXPECT_EQ(system == nullptr, diagnostics.has_errors());
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    const LineColumn at = sources.locate(diagnostic.range).position;
    out += fmt::format("{}:{}: {}", at.line, at.column, diagnostic.message);
    if (!diagnostic.suggestion.empty()) out += fmt::format(" [{}]", diagnostic.suggestion);
    out += "\n";
  }
  return out;
}

TEST(Errors, AProbabilityIsANumberInBrackets) {
  EXPECT_EQ(messages("act a: Bool;\ninit dist b: Bool . a(b);"),
            "2:19: expected '[' and a probability behind the variables, but found '.'\n");
}

TEST(Errors, AllDeclarationsAreLookedAt) {
  EXPECT_EQ(messages("sort D = struct | a;\nmap f: Nat -> ;\nact a;\nproc P = a . ;\ninit P $;\n"),
            "5:8: '$' has no meaning in mCRL2\n"
            "1:17: expected a constructor, but found '|'\n"
            "2:15: expected a sort, but found ';'\n"
            "4:14: expected a process, but found ';'\n");
}

TEST(Errors, SortsAreNamedAndNamesSuggested) {
  EXPECT_EQ(messages("sort Color = struct red | green;\nact a: Color;\ninit a(gren);"),
            "3:8: unknown name 'gren' [green]\n");
  EXPECT_EQ(messages("act a: Bool;\ninit a(1 + 2);"), "2:8: expected sort Bool, but this has sort Pos\n");
  EXPECT_EQ(messages("act a: Nat;\nproc P(n: Nat) = a(n - 1) . P(n);\ninit P(0);"),
            "2:20: expected sort Nat, but this has sort Int\n");
  EXPECT_EQ(messages("act send;\ninit sned;"), "2:6: unknown action or process 'sned' [send]\n");
  EXPECT_EQ(messages("act a;\nproc P(count: Nat) = a.P(cuont = 1);\ninit P(0);"),
            "2:26: process 'P' has no parameter 'cuont' [count]\n");
  EXPECT_EQ(messages("map f: Nat -> Nat;\nact a: Nat;\ninit a(f(true));"),
            "3:10: expected sort Nat, but this has sort Bool\n");
  EXPECT_EQ(messages("map f: Nat -> Nat;\nact a: Nat;\ninit a(f(1, 2));"),
            "3:8: 'f' expects 1 argument, but found 2\n");
  EXPECT_EQ(messages("act a: Nat;\ninit a(head(3));"), "2:8: 'head' cannot be applied to Pos\n");
  EXPECT_EQ(messages("act a: Bool;\ninit a(1 == true);"), "2:8: cannot compare Pos with Bool\n");
  EXPECT_EQ(messages("act a: Bool;\ninit a(3 && true);"), "2:8: '&&' cannot be applied to Pos # Bool\n");
  EXPECT_EQ(messages("act a: Nat;\ninit a(hed([1]));"), "2:8: unknown function 'hed' [head]\n");
  EXPECT_EQ(messages("sort A = B;\nB = A;\ninit delta;"), "1:6: sort 'A' is defined as itself\n");
  EXPECT_EQ(messages("sort A = struct c(A);\ninit delta;"),
            "1:17: sort A has no values: each of its constructors needs one already\n");
  EXPECT_EQ(messages("map f: Nat -> Nat;\nvar n, m: Nat;\neqn f(n) = m;\ninit delta;"),
            "3:12: variable 'm' does not occur on the left side of the equation\n");
  EXPECT_EQ(messages("map f: Nat; f: Bool;\ninit delta;"), "1:13: 'f' is declared twice\n");
  EXPECT_EQ(messages("act a, b: Nat; c: Bool;\ninit comm({a|b->c}, a(1)||b(1));"),
            "2:12: 'c' is not declared with the sorts of the communicating actions\n");
  EXPECT_EQ(messages("act a;\nproc P(n: Nat) = a . P(n); P(m: Nat) = a . P(m);\ninit P(1);"),
            "2:28: process 'P' is declared twice\n");
  EXPECT_EQ(messages("act a;\nproc P(n: Nat) = a . P(n); P(b: Bool) = a . P(b);\ninit P([1]) || P(1, 2) || P(x = 1);"),
            "3:6: no process 'P' takes List(Pos)\n3:16: no process 'P' has 2 parameters\n"
            "3:27: no process 'P' has all these parameters\n");
  EXPECT_EQ(messages("act a;"), "1:7: there is no 'init': a specification says how it starts\n");
}

TEST(Errors, SayWhatANameIsInsteadAndWhatMayBeMeant) {
  EXPECT_EQ(messages("act a, b: Nat;\ninit a(b(1));"), "2:8: expected data, but 'b' is an action\n");
  EXPECT_EQ(messages("act a;\nproc P(b: Bool) = b . a;\ninit P(true);"),
            "2:19: expected an action or process, but 'b' is a variable\n");
  EXPECT_EQ(messages("act a;\nproc P(n: Nat) = (n = 1) -> a;\ninit P(1);"),
            "2:21: expected ')' after the expression, but found '=' [==]\n");
  EXPECT_EQ(messages("map f: Nat;\neqn f == 3;\ninit delta;"),
            "2:11: expected '=' and the right side of the equation: '==' only compares\n");
  EXPECT_EQ(messages("act a: Real;\ninit a(1.5);"),
            "2:8: numbers are written without a point: 3/2 is one and a half\n");
  EXPECT_EQ(messages("act a: Nat; b: Bool;\ninit rename({a -> b}, a(1));"),
            "2:14: 'a' cannot become 'b': their arguments have different sorts\n");
}

/// As mCRL2 itself, which takes them for rules to rewrite by.
TEST(Errors, AComplementNeedsASort) {
  EXPECT_EQ(messages("act a: Bool;\ninit a(!{} == {}) . delta;"),
            "2:8: the sort of the elements of this set is not known, and so not what is outside it\n");
}

TEST(Errors, WhatIsNotUsedIsOnlyWarnedOf) {
  EXPECT_EQ(messages("cons N: Pos;\neqn N = 3;\nact a: Pos;\ninit a(N);"),
            "1:6: 'N' is taken for a map: Pos has constructors of its own\n");
  EXPECT_EQ(messages("var c: Bool; x, y: Nat;\neqn if(c, x, x) = x; (x == y) = (y == x);\ninit delta;"),
            "2:5: this equation is not used: built-in operations have their meaning already\n"
            "2:23: this equation is not used: built-in operations have their meaning already\n");
  EXPECT_EQ(messages("sort S; cons c, d: S;\neqn (c < d) = false;\ninit delta;"),
            "2:6: an equation defines a map; built-in operations already have their meaning\n");
}

/// An equation that makes terms of different constructors equal was only warned of, and '==' told them apart.
TEST(Errors, ConstructorsAreNotMadeEqual) {
  const std::string sort = "sort Z; cons z: Z; s: Z -> Z; map f: Z -> Z; var x, y: Z;\neqn ";
  const auto first = [&](const std::string& equation) { return messages(sort + equation + ";\ninit delta;"); };
  const char* refused =
      "2:5: values that are made by different constructors are different; this equation cannot make them equal\n";
  EXPECT_EQ(first("s(s(s(z))) == z = true"), refused);
  EXPECT_EQ(first("s(x) == s(s(x)) = true"),
            "2:5: this equation is not used: built-in operations have their meaning already\n");
  EXPECT_EQ(first("s(z) != s(s(x)) = false"), refused);
  for (const char* harmless : {"s(x) == s(y) = x == y", "z == s(x) = false", "s(z) != z = true", "f(x) == z = true"}) {
    EXPECT_EQ(first(harmless), "2:5: this equation is not used: built-in operations have their meaning already\n")
        << harmless;
  }
}

TEST(Errors, AreToldOnceAndInTheirPlace) {
  EXPECT_EQ(messages("act a: Foo; b: Foo;\nproc P(x: Foo) = a(x) . P(x);\ninit P(y);"),
            "1:8: unknown sort 'Foo'\n3:8: unknown name 'y'\n");
  EXPECT_EQ(messages("act a, b, c, d;\ninit comm({a|b -> c, a|b -> d}, a || b);"),
            "2:22: 'a' occurs in two left sides: what becomes of it must be clear\n");
  EXPECT_EQ(messages("act a;\ninit a;\ninit a;"), "3:6: a specification has one 'init' with one process\n");
  EXPECT_EQ(messages("act a: Nat;\ninit a(if(true, 1, false));"),
            "2:8: 'if' yields sort Pos or sort Bool, which have nothing in common\n");
  EXPECT_EQ(messages("act a: List(Nat);\ninit a([1, true]);"), "2:12: expected sort Nat, but this has sort Bool\n");
  // Not where the same expression was met first.
  EXPECT_EQ(messages("act a: Nat;\nproc P(n: Nat) = a(n) .\n  a(3 mod n) . P(n);\ninit P(0);"),
            "3:5: 'mod' divides by a Pos, but the right side has sort Nat\n");
}

TEST(Errors, ProcessesThatAreNotRegularAreRefused) {
  EXPECT_EQ(messages("act a, b;\nproc P = a . P . b + b;\ninit P;"),
            "2:6: this process grows without bound: a process may call itself only as its last step\n");
  EXPECT_EQ(messages("act a;\nproc P = P + a;\ninit P;"), "2:10: process 'P' calls itself before any action\n");
  EXPECT_EQ(messages("act a;\nproc P = a || P;\ninit P;"),
            "2:15: process 'P' contains itself in parallel: it would create infinitely many processes\n");
  // The parameters may change for ever: nobody looks at their values here.
  EXPECT_EQ(messages("act a: Nat;\nproc P(n: Nat) = (n > 1) -> (a(n) || P(max(n - 1, 0))) <> a(0);\ninit P(3);"),
            "2:6: process 'P' contains itself in parallel: it would create infinitely many processes\n");
  EXPECT_EQ(messages("act a;\nproc P = a . (a || P);\ninit P;"),
            "2:10: 'P' starts itself again side by side with this: it would create infinitely many processes\n");
  EXPECT_EQ(messages("act a, b, c, d: Nat;\n"
                     "proc P(n: Nat) = (n < 2) -> a(n) . (P(n + 1) || b(n)) . c(n) <> d(n);\ninit P(0);"),
            "2:57: 'P' starts itself again side by side with this: it would create infinitely many processes\n");
  EXPECT_EQ(messages("act a, b, c;\ninit a . (((((b . c || a) . c || b) . c || a) . c || b) . c || a) . c . delta;"),
            "");
  EXPECT_EQ(messages("act a, b;\ninit a . hide({a}, a || b);"),
            "2:10: an operator on parallel processes inside of a sequential process is not supported: '.', '+', 'sum' "
            "and conditions must not contain it\n");
}

TEST(Errors, WhatHappensWhileExploringHasAPlace) {
  const Graph unbounded = explore("act a: Nat;\ninit sum n: Nat. a(n) . delta;");
  EXPECT_EQ(unbounded.findings,
            (std::vector<std::string>{"2:18: variable 'n' of sort Nat has infinitely many values: neither a "
                                      "condition nor a communication bounds it"}));
  const Graph endless = explore("map f: Nat -> Nat;\nvar n: Nat;\neqn f(n) = f(n + 1);\nact a: Nat;\ninit a(f(0));",
                                {.rewrite_steps = 1000});
  EXPECT_EQ(endless.findings, (std::vector<std::string>{"3:5: rewriting did not end after 1000 steps, at f(1000)"}));
  const Graph undecided = explore("map c: Bool;\nact a;\ninit c -> a;");
  EXPECT_EQ(undecided.findings, (std::vector<std::string>{"3:6: this condition is neither true nor false: c"}));
  // The same condition stands in a process that is not to blame; the place in an equation is kept.
  const Graph second = explore(
      "map f: Nat -> Bool;\nact a, b: Nat;\nproc Z(n: Nat) = f(n) -> b(n) . Z(n);\n"
      "     P(n: Nat) = a(n) . Q(n);\n     Q(n: Nat) = f(n) -> b(n) . P(n);\ninit P(1);");
  EXPECT_EQ(second.findings, (std::vector<std::string>{"5:6: this condition is neither true nor false: f(1)"}));
  const Graph inside = explore(
      "map f, g: Nat -> Bool; var n: Nat;\neqn f(n) = if(g(n), true, false);\nact a, b: Nat;\n"
      "proc P(n: Nat) = a(n) . Q(n);\n     Q(n: Nat) = f(n) -> b(n) . P(n);\ninit P(1);");
  ASSERT_EQ(inside.findings.size(), 1U);
  EXPECT_TRUE(inside.findings.front().starts_with("2:")) << inside.findings.front();
}

TEST(Properties, DeadlockAndActions) {
  const std::string text = "act a, b;\ninit a . b . delta;";
  EXPECT_EQ(explore(text).findings, (std::vector<std::string>{"deadlock: no action is possible"}));
  EXPECT_EQ(explore(text, {.deadlock = false, .actions = {"b"}}).findings,
            (std::vector<std::string>{"action 'b' happens"}));
  EXPECT_TRUE(
      explore("act a, b;\ninit block({b}, a . b . delta);", {.deadlock = false, .actions = {"b"}}).findings.empty());
  // To end is not to be stuck; as in mCRL2 it shows as an action.
  const Graph ends = explore("act a, b;\ninit a || b;");
  EXPECT_TRUE(ends.findings.empty());
  EXPECT_EQ(ends.states, 5U);
  EXPECT_EQ(ends.labels, (std::set<std::string>{"a", "b", "a|b", "Terminate"}));
  EXPECT_NE(explore(text, {.actions = {"bb"}}).errors.find("there is no action 'bb'"), std::string::npos);
}

TEST(Properties, StepsAreExplained) {
  SourceMap sources;
  const FileId file = sources.add("m.mcrl2", "act a: Nat;\nproc P(n: Nat) = (n < 2) -> a(n) . P(n + 1);\ninit P(0);");
  Diagnostics diagnostics;
  const auto system = load(sources, file, {}, diagnostics);
  ASSERT_TRUE(system);
  const auto generator = system->generator();
  Successors out;
  generator->initial(out);
  const std::vector<std::uint8_t> first(out[0].state.begin(), out[0].state.end());
  generator->successors(first, out);
  ASSERT_EQ(out.size(), 1U);
  const auto events = system->narrator().explain(first, out[0].state, {});
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].statement, "a(0)");
  EXPECT_EQ(events[0].at.position.line, 2U);
  ASSERT_EQ(events[0].changes.size(), 1U);
  EXPECT_EQ(events[0].changes[0].cell + " " + events[0].changes[0].before + " " + events[0].changes[0].after,
            "P.n 0 1");
  EXPECT_TRUE(system->narrator().unreached(generator->coverage()).empty());
}

/// A place from which several summands are made was listed as often as there are summands, without a word on what
/// stands there: lines that could not be told apart.
TEST(Properties, WhatIsNeverReachedIsListedOnce) {
  SourceMap sources;
  const FileId file =
      sources.add("m.mcrl2",
                  "act a, b, c: Nat;\nproc P(n: Nat) = a(n) . ((n > 0) -> P(n) <> Q) + (n > 5) -> b(n)\n"
                  "  . c(n) . P(n) + (n > 7) -> (a(n) |\n  b(n)) . P(n);\nproc Q = c(1) . Q;\ninit P(1);");
  Diagnostics diagnostics;
  const auto system = load(sources, file, {}, diagnostics);
  ASSERT_TRUE(system);
  const auto generator = system->generator();
  Successors out;
  generator->initial(out);
  const std::vector<std::uint8_t> first(out[0].state.begin(), out[0].state.end());
  generator->successors(first, out);
  std::vector<std::string> found;
  for (const UnreachedPart& part : system->narrator().unreached(generator->coverage())) {
    for (const UnreachedPart::Place& place : part.places) {
      found.push_back(fmt::format("{} {} {}", part.part, place.at.position.line, place.statement));
    }
  }
  EXPECT_EQ(found, (std::vector<std::string>{"P 2 b(n)", "P 3 c(n)", "P 3 a(n) | b(n)", "Q 5 c(1)"}));
}

/// Cut anywhere, or with one byte changed: errors, never a crash.
TEST(Fuzz, BrokenTextsGiveErrors) {
  const std::string texts[] = {
      philosophers(2, true),
      "sort T = struct n(l: List(T), f: Nat -> Bool)?is_n | z;\nmap g: T # Set(Nat) -> Bag(Nat);\nvar t: T; s: "
      "Set(Nat);\n"
      "eqn #s > 2 -> g(t, s) = {1: 2} + {x: Nat | if(x in s, 1, 0)};\nact a: Bag(Nat); b;\n"
      "proc P(t: T, k: Int) = (exists x: Nat. x < 3 && x == k) -> a(g(t, {1} - {})) . P(k = k - 1) <> (b|b) . P(z, "
      "0);\n"
      "init hide({b}, P(n([z], (lambda x: Nat. x > 1)[2 -> false]), 2 whr q = 3 end) || delta);\n"};
  std::mt19937 random(7);
  for (const std::string& text : texts) {
    for (std::size_t cut = 0; cut < text.size(); ++cut) messages(text.substr(0, cut));
    const std::string alphabet = "()[]{}|&=<>.,;:+-*/#!@% \nabx019'_";
    for (int i = 0; i < 1500; ++i) {
      std::string changed = text;
      for (int k = 0; k < 1 + i % 3; ++k) {
        changed[random() % changed.size()] = alphabet[random() % alphabet.size()];
      }
      explore(changed, {.rewrite_steps = 1000, .enumerated = 1000}, 20);
    }
  }
}

TEST(Fuzz, DeepNestingIsRefusedNotFollowed) {
  const auto repeat = [](const std::string& part, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += part;
    return out;
  };
  const int n = 200'000;
  EXPECT_NE(messages("act a: Nat; init a(" + repeat("(", n)).find("nested too deeply"), std::string::npos);
  EXPECT_NE(messages("act a: Nat; init a(1" + repeat("+1", n) + ");").find("nested too deeply"), std::string::npos);
  EXPECT_NE(messages("act a; init " + repeat("(", n) + "a").find("nested too deeply"), std::string::npos);
  EXPECT_NE(messages("sort S = " + repeat("List(", n)).find("nested too deeply"), std::string::npos);
  EXPECT_NE(messages("act a: Bool; init a(" + repeat("!", n) + "true);").find("nested too deeply"), std::string::npos);
  // What people and their programs write is not too deep: 10,000 operators, brackets and constructors.
  const int deep = 10'000;
  for (const std::string& value :
       {"1" + repeat(" + 1", deep), repeat("(", deep) + "10001" + repeat(")", deep),
        "if(true" + repeat(" && true", deep) + ", 10001, 0)", "#([1]" + repeat(" ++ [1]", deep) + ")",
        "#(" + repeat("1 |> ", deep + 1) + "[])", "size(" + repeat("s(", deep + 1) + "z" + repeat(")", deep + 1) + ")",
        repeat("if(false, 1, ", deep) + "10001" + repeat(")", deep)}) {
    const Graph graph = explore(
        "sort T = struct z | s(T); map size: T -> Nat; var t: T; eqn size(z) = 0; size(s(t)) = size(t) + 1;\n"
        "act a: Nat; init a(" +
        value + ") . delta;");
    EXPECT_EQ(graph.errors, "");
    EXPECT_EQ(graph.labels, (std::set<std::string>{"a(10001)"})) << value.substr(0, 20);
  }
  const Graph nested = explore("act a; init " + repeat("true -> (", 1500) + "a" + repeat(")", 1500) + ";");
  EXPECT_EQ(nested.errors, "");
  EXPECT_EQ(nested.states, 3U);
  // A long sequence is made of locations that are there once each.
  const Graph sequence = explore("act a: Nat; proc P(n: Nat) = a(n)" + repeat(" . a(n)", 4999) + " . P(n); init P(1);");
  EXPECT_EQ(sequence.errors, "");
  EXPECT_EQ(sequence.states, 5000U);
  // Flat is not deep.
  const Graph wide = explore("act a; proc P = a" + repeat(" + a", 5000) + "; init P" + repeat(" || delta", 50) + ";");
  EXPECT_EQ(wide.errors, "");
  EXPECT_EQ(wide.states, 2U);
  const Graph numbers = explore("act a: List(Nat); init a([1" + repeat(",1", 10'000) + "]) . delta;");
  EXPECT_EQ(numbers.errors, "");
  EXPECT_EQ(numbers.states, 2U);
}

}  // namespace
}  // namespace quotient::mcrl2
