#include "explore.hpp"

#include <thread>

namespace quotient::mcrl2 {
namespace {

using testing::explore;
using testing::Graph;
using testing::philosophers;

/// What stands behind a process that never ends was kept for each call of it, and the process said to grow without
/// bound.
TEST(Explore, NothingIsReachedBehindAProcessThatNeverEnds) {
  const Graph loop = explore("act a, b, c;\nproc P = a . P . b + c . P;\ninit P;");
  EXPECT_EQ(loop.errors, "");
  EXPECT_EQ(loop.states, 1U);
  EXPECT_EQ(loop.labels, (std::set<std::string>{"a", "c"}));
  const Graph pair = explore("act a, b, c;\nproc P = a . Q . P . c; Q = b . P . Q . a + a . delta;\ninit P . b;");
  EXPECT_EQ(pair.errors, "");
  EXPECT_EQ(pair.labels, (std::set<std::string>{"a", "b"}));
  // One that may end has something behind it, and this one grows.
  EXPECT_NE(explore("act a, b, c;\nproc P = a . P . b + c;\ninit P;").errors.find("grows without bound"),
            std::string::npos);
  EXPECT_EQ(explore("act a, b, c;\nproc P = a . Q . b . P; Q = c + a;\ninit P;").labels,
            (std::set<std::string>{"a", "b", "c"}));
}

TEST(Philosophers, CountsOfTheReferenceTable) {
  const std::size_t states[] = {10, 35, 118, 392, 1297, 4286, 14158};
  const std::size_t allow[] = {12, 66, 300, 1250, 4968, 19159, 72336};
  const std::size_t block[] = {13, 97, 593, 3351, 18241};
  for (int n = 2; n <= 8; ++n) {
    const Graph graph = explore(philosophers(n, true));
    EXPECT_EQ(graph.errors, "");
    EXPECT_EQ(graph.states, states[n - 2]) << n;
    EXPECT_EQ(graph.transitions, allow[n - 2]) << n;
    EXPECT_EQ(graph.deadlocks, 1U) << n;
  }
  for (int n = 2; n <= 6; ++n) {
    const Graph graph = explore(philosophers(n, false));
    EXPECT_EQ(graph.states, states[n - 2]) << n;
    EXPECT_EQ(graph.transitions, block[n - 2]) << n;
  }
}

/// Many wait for one that answers one of them at a time: section 8 of the paper, with forty processes.
TEST(Monitor, AnswersOneOfMany) {
  std::string names, processes;
  for (int i = 1; i <= 40; ++i) {
    names += fmt::format("{}p{}", i == 1 ? "" : " | ", i);
    processes += fmt::format("P(p{}) || ", i);
  }
  const Graph graph = explore("sort N = struct " + names + R"(;
act critical, noncritical, request, allowed: N;
proc P(p: N) = request(p) . P(p);
     Monitor = sum p: N. allowed(p) . noncritical(p) . Monitor;
init block({request, allowed}, comm({request|allowed -> critical}, )" +
                              processes + "Monitor));\n");
  EXPECT_EQ(graph.errors, "");
  EXPECT_EQ(graph.states, 41U);
  EXPECT_EQ(graph.transitions, 80U);
}

/// All states that a generator of its own reaches.
std::set<std::string> reach(const System& system) {
  const auto generator = system.generator();
  std::set<std::string> seen;
  std::vector<std::string> todo;
  Successors out;
  const auto visit = [&] {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::string bytes(out[i].state.begin(), out[i].state.end());
      if (seen.insert(bytes).second) todo.push_back(bytes);
    }
  };
  generator->initial(out);
  visit();
  while (!todo.empty()) {
    const std::string state = todo.back();
    todo.pop_back();
    generator->successors(StateView(reinterpret_cast<const std::uint8_t*>(state.data()), state.size()), out);
    visit();
  }
  return seen;
}

/// Lists, large numbers and functions in the state: values that threads must number alike.
TEST(Generator, ThreadsAgreeOnStates) {
  SourceMap sources;
  const FileId file = sources.add("m.mcrl2", R"(
map zero: Nat -> Nat; var k: Nat; eqn zero(k) = 0;
act a: List(Nat); b: Nat;
proc P(l: List(Nat), n: Nat, f: Nat -> Nat) =
    sum k: Nat. (k < 3 && #l < 3) -> a(k |> l) . P(k |> l, n, f[k -> #l])
  + (#l == 3) -> b(n) . P([], (n * 1000000000000007 + 1) mod 5, zero);
init P([], 99999999999999999999, zero);
)");
  Diagnostics diagnostics;
  const auto system = load(sources, file, {}, diagnostics);
  ASSERT_TRUE(system);
  std::set<std::string> seen[2];
  std::thread other([&] { seen[1] = reach(*system); });
  seen[0] = reach(*system);
  other.join();
  EXPECT_GE(seen[0].size(), 80U);
  EXPECT_EQ(seen[0], seen[1]);
}

/// What a generator remembers is thrown away every now and then; nobody may notice.
TEST(Generator, ForgettingChangesNothing) {
  const Graph plenty = explore(philosophers(4, true));
  const Graph starved = explore(philosophers(4, true), {.memory = 1000});
  EXPECT_EQ(plenty.states, starved.states);
  EXPECT_EQ(plenty.edges, starved.edges);
}

/// Lists of 10,000 elements in states, labels and communications.
TEST(Generator, LongListsInStates) {
  const Graph graph = explore(R"(
map up: Nat # List(Nat) -> List(Nat); var n: Nat; l: List(Nat);
eqn up(n, l) = if(n == 0, l, up(Int2Nat(n - 1), n |> l));
act s, r, c: List(Nat); size: Nat;
proc S = s(up(10000, [])) . S;
     R(l: List(Nat)) = sum m: List(Nat). r(m) . R'(m);
     R'(l: List(Nat)) = size(#l) . R(tail(l));
init allow({c, size}, comm({s|r -> c}, S || R([])));
)");
  EXPECT_EQ(graph.errors, "");
  EXPECT_TRUE(graph.findings.empty());
  EXPECT_EQ(graph.states, 3U);
  EXPECT_TRUE(graph.labels.contains("size(10000)"));
}

/// Processes may share a name: the number and the sorts of the parameters tell which is meant.
TEST(Processes, OfOneNameAreToldApart) {
  const Graph graph = explore(R"(
act a: Nat; b: Bool; c: Nat # Bool;
proc P = a(0) . P(3);
     P(n: Nat) = a(n) . P(true);
     P(x: Bool) = b(x) . P(5, x);
     P(n: Nat, x: Bool) = c(n, x) . P(n = 6) + c(n, x) . P();
init P;
)");
  EXPECT_EQ(graph.errors, "");
  EXPECT_EQ(graph.labels, (std::set<std::string>{"a(0)", "a(3)", "b(true)", "c(5, true)", "c(6, true)"}));
  EXPECT_EQ(graph.states, 5U);
}

/// What P(x = e) does not name keeps the value of the parameter, whatever a sum has called by its name.
TEST(Processes, KeepParametersThatASumHides) {
  const Graph graph = explore(R"(
act w: Bool; r: Bool # Bool;
proc R(a, b: Bool) = r(a, b) . R() + sum b: Bool. w(b) . R(a = b);
init R(true, true);
)");
  EXPECT_EQ(graph.errors, "");
  EXPECT_EQ(graph.labels, (std::set<std::string>{"w(false)", "w(true)", "r(true, true)", "r(false, true)"}));
  EXPECT_EQ(graph.states, 2U);
}

/// Terms without value are terms all the same. But whether two of them are equal, nobody knows.
TEST(Communication, OfTermsWithoutValue) {
  const auto with = [](const std::string& processes) {
    return explore("act s, r, c: Nat; map l: List(Nat); eqn l = [];\n" + processes +
                   "\ninit allow({c}, comm({s|r -> c}, P || Q));");
  };
  const Graph given = with("proc P = s(head(l)) . P; Q = sum n: Nat. r(n) . Q;");
  EXPECT_EQ(given.labels, (std::set<std::string>{"c(head([]))"}));
  const Graph alike = with("proc P = s(head(l)) . P; Q = r(head(l)) . Q;");
  EXPECT_EQ(alike.labels, (std::set<std::string>{"c(head([]))"}));
  const Graph unlike = with("proc P = s(head(l)) . P; Q = r(1) . Q;");
  EXPECT_EQ(unlike.findings,
            (std::vector<std::string>{"2:10: whether s(head([])) communicates with r(1) is undecided: their arguments "
                                      "have no values that can be compared"}));
  const Graph lonely = with("proc P = s(head(l)) . P; Q = delta;");
  EXPECT_EQ(lonely.findings, (std::vector<std::string>{"deadlock: no action is possible"}));
  // A sum over few values takes the term as it is, from one to the next; what it may not take is undecided.
  const auto small = [](const std::string& processes) {
    return explore("sort D = struct d1 | d2 | d3; act s, r, c: D;\nmap l: List(D); eqn l = [];\n" + processes +
                   "\ninit allow({c}, comm({s|r -> c}, P || Q));");
  };
  const Graph any = small("proc P = s(head(l)) . P + s(d2) . delta; Q = sum d: D. r(d) . Q;");
  EXPECT_EQ(any.labels, (std::set<std::string>{"c(head([]))", "c(d2)"}));
  EXPECT_EQ(any.states, 2U);
  const Graph chain = explore(
      "sort D = struct d1 | d2; act s, r, t, u, c, e: D; map l: List(D); eqn l = [];\n"
      "proc P = s(head(l)) . P; Q = sum d: D. (r(d)|t(d)) . Q; R = sum d: D. u(d) . delta;\n"
      "init allow({c|e}, comm({s|r -> c, t|u -> e}, P || Q || R));");
  EXPECT_EQ(chain.labels, (std::set<std::string>{"c(head([]))|e(head([]))"}));
  EXPECT_EQ(small("proc P = s(head(l)) . P; Q = sum d: D. r(d) . Q + r(d1) . delta;").findings,
            (std::vector<std::string>{"3:10: whether s(head([])) communicates with r(d1) is undecided: their arguments "
                                      "have no values that can be compared"}));
  EXPECT_EQ(small("proc P = s(head(l)) . P; Q = sum d: D. (d != d2) -> r(d) . Q;").findings.size(), 1U);
  // Also where one process does both at once.
  const Graph one =
      explore("act s, r, c: Nat; map n: Nat;\nproc P = (s(3)|r(n)) . P;\ninit comm({s|r -> c}, P || tau . delta);");
  EXPECT_EQ(one.findings,
            (std::vector<std::string>{"2:11: whether s(3) communicates with r(n) is undecided: their arguments have no "
                                      "values that can be compared"}));
  const Graph apart =
      explore("act s, r, c: Nat; map n: Nat;\nproc P = s(3) . P + r(n) . P;\ninit comm({s|r -> c}, P || tau . delta);");
  EXPECT_EQ(apart.labels, (std::set<std::string>{"s(3)", "r(n)", "tau"}));
}

TEST(Sums, OverListsOfBoundedLength) {
  const std::string declarations = "sort D = struct d1 | d2 | d3;\nact a: List(D); b: List(Bool);\n";
  EXPECT_EQ(explore(declarations + "init sum l: List(D). (#l < 4) -> a(l) . delta;").labels.size(), 1U + 3 + 9 + 27);
  EXPECT_EQ(explore(declarations + "init sum l: List(Bool). (2 == #l) -> b(l) . delta;").labels,
            (std::set<std::string>{"b([false, false])", "b([false, true])", "b([true, false])", "b([true, true])"}));
  EXPECT_EQ(explore(declarations + "init sum n: Nat, l: List(D). (n <= 2 && #l <= n && d1 in l) -> a(l) . delta;")
                .labels.size(),
            1U + 5);
  const Graph many = explore(declarations + "init sum l: List(D). (#l < 40) -> a(l) . delta;", {.enumerated = 1000});
  EXPECT_EQ(many.findings, (std::vector<std::string>{"3:35: more than 1000 values tried for 'l'"}));
}

/// Functions between few values are listed where nobody sends one; one that is received stays as it was sent.
TEST(Sums, OverFunctions) {
  const std::string declarations = "sort D = struct d1 | d2;\nact a: (D -> Bool); b: Nat; s, r, c: (D -> Bool);\n";
  EXPECT_EQ(explore(declarations + "init sum f: D -> Bool. a(f) . delta;").labels,
            (std::set<std::string>{"a(lambda x: D. false)", "a((lambda x: D. false)[d1 -> true])",
                                   "a((lambda x: D. false)[d2 -> true])",
                                   "a((lambda x: D. false)[d1 -> true][d2 -> true])"}));
  EXPECT_EQ(explore(declarations + "init (exists f: D -> D. f(d1) == d2 && f(d2) == d1 && f(f(d1)) == d1) -> b(1) + "
                                   "(forall f: D -> Bool. f(d1) == f(d2)) -> b(2);")
                .labels,
            (std::set<std::string>{"b(1)", "Terminate"}));
  EXPECT_EQ(explore(declarations + "proc R = sum f: D -> Bool. r(f) . a(f) . delta;\n"
                                   "init allow({c, a}, comm({s|r -> c}, s(lambda d: D. d == d2) . delta || R));")
                .labels,
            (std::set<std::string>{"c(lambda d: D. d == d2)", "a(lambda d: D. d == d2)"}));
  EXPECT_EQ(explore("act a: (Nat -> Bool); init sum f: Nat -> Bool. a(f) . delta;").findings,
            (std::vector<std::string>{"1:48: variable 'f' of sort Nat -> Bool has infinitely many values: neither a "
                                      "condition nor a communication bounds it"}));
}

/// Equalities are solved below constructors, in lists and in sums of numbers, also where a communication gives the
/// value.
TEST(Sums, AreSolvedBelowConstructors) {
  const std::string declarations =
      "sort M = struct msg(id: Nat, body: B) | nack(Nat); B = struct body(Int, List(Nat)) | empty;\n"
      "act a: Nat; i: Int; l: List(Nat); s, r, c: M;\n";
  const auto labels = [&](const std::string& process) {
    const Graph graph = explore(declarations + process);
    EXPECT_EQ(graph.errors, "");
    for (const std::string& finding : graph.findings) EXPECT_TRUE(finding.starts_with("deadlock")) << finding;
    return graph.labels;
  };
  EXPECT_EQ(labels("proc P(m: M) = sum n, k: Nat, x: Int, q: List(Nat). (msg(n, body(x, k |> q)) == m) -> "
                   "(a(n)|a(k)|i(x)|l(q)) . delta + sum n: Nat. (m == nack(n)) -> a(n) . delta + tau . P(m);\n"
                   "init P(msg(7, body(-3, [1, 2])));"),
            (std::set<std::string>{"tau", "a(1)|a(7)|i(-3)|l([2])"}));
  EXPECT_EQ(labels("init (sum n, k: Nat. (msg(n, body(3, [n, k])) == msg(4, body(3, [4, 5]))) -> a(k) + tau) . tau;"),
            (std::set<std::string>{"tau", "a(5)", "Terminate"}));
  EXPECT_EQ(labels("init (sum x, y: Int. (x + 2 == -5 && 3 - y == x) -> (i(x)|i(y)) + tau) . delta + tau . tau;"),
            (std::set<std::string>{"i(-7)|i(10)", "tau", "Terminate"}));
  // No number of the sort: no step.
  EXPECT_EQ(labels("init (sum n: Nat. (n + 2 == 1) -> a(n) + tau) . tau;"),
            (std::set<std::string>{"tau", "Terminate"}));
  EXPECT_EQ(
      labels("proc R = sum n: Nat, x: Int, q: List(Nat). r(msg(n, body(x, q))) . l(q) . R + sum n: Nat. r(nack(n)) "
             ". a(n) . R;\n"
             "init allow({c, a, l}, comm({s|r -> c}, s(msg(1, body(2, [3]))) . s(nack(4)) . delta || R)) || tau . "
             "delta;"),
      (std::set<std::string>{"c(msg(1, body(2, [3])))", "c(nack(4))", "l([3])", "a(4)", "tau"}));
}

/// Values that are functions, sets without end and terms without value: different actions have different labels.
TEST(Labels, TellAllValuesApart) {
  const Graph terms = explore(
      "sort S; map s1, s2, s3: S; g: S -> (Nat -> Nat); l: List(S); e: List(Nat);\n"
      "act a: Bool; n: Nat; k: List(S);\n"
      "init a(s1 == s2).delta + a(s2 == s3).delta + a(!(s1 == s2) && s1 == s3).delta\n"
      "  + n(g(s1)(3)).delta + n(head(e) + 1).delta + k(s1 |> l).delta + k([s1]).delta;");
  EXPECT_EQ(terms.errors, "");
  EXPECT_EQ(terms.labels, (std::set<std::string>{"a(s1 == s2)", "a(s2 == s3)", "a((!(s1 == s2)) && (s1 == s3))",
                                                 "n(g(s1)(3))", "n(head(e) + 1)", "k([s1] ++ l)", "k([s1])"}));
  EXPECT_EQ(terms.transitions, 7U);
  const Graph sets = explore(
      "act b: Set(Nat); init b({n: Nat | n > 2}).delta + b({n: Nat | n > 3}).delta\n"
      "  + b(!{n: Nat | n > 2}).delta + b({n: Nat | n > 2} + {n: Nat | n mod 2 == 0}).delta;");
  EXPECT_EQ(sets.labels, (std::set<std::string>{"b({n: Nat | 2 < n})", "b({n: Nat | 3 < n})", "b(!{n: Nat | 2 < n})",
                                                "b({n: Nat | 2 < n} + {n: Nat | (n mod 2) == 0})"}));
  EXPECT_EQ(sets.transitions, 4U);
  // What a function has captured is in its label, also where a variable of its own has the same name.
  const Graph captured = explore(
      "sort D = struct d1 | d2; act c: (D -> Bool); b: Bag(Nat) # Set(Nat);\n"
      "proc P(d: D, x: Nat) = c(lambda x: D. x == d).P(d, x)\n"
      "  + b({n: Nat | n + x}, {n: Nat | exists x: Nat. x < n && x > 1}).P(d, x);\n"
      "init P(d1, 0) || P(d2, 7);");
  EXPECT_EQ(captured.errors, "");
  for (const char* label : {"c(lambda x: D. x == d1)", "c(lambda x: D. x == d2)",
                            "b({n: Nat | n + 7}, {n: Nat | (exists x: Nat. ((x < n) && (1 < x)))})"}) {
    EXPECT_TRUE(captured.labels.contains(label)) << label;
  }
}

class Raised final : public StopSignal {
 public:
  bool raised() const override { return true; }
};

/// Many values and many rewrites in one state: the state is given up as soon as somebody wants to stop.
TEST(Generator, StopsInsideOfAState) {
  for (const char* text : {"act a: Nat; init sum n: Nat. (n < exp(10, 12)) -> a(n) . delta;",
                           "map f: Nat -> Nat; var n: Nat; eqn f(n) = f(n + 1); act a: Nat; init a(f(0)) . delta;"}) {
    SourceMap sources;
    const FileId file = sources.add("m.mcrl2", text);
    Diagnostics diagnostics;
    const auto system = load(sources, file, {}, diagnostics);
    ASSERT_TRUE(system);
    const auto generator = system->generator();
    Successors out;
    generator->initial(out);
    ASSERT_EQ(out.size(), 1U);
    const std::vector<std::uint8_t> first(out[0].state.begin(), out[0].state.end());
    const Raised signal;
    generator->heed(signal);
    generator->successors(first, out);
    EXPECT_TRUE(out.is_cut_off());
    EXPECT_TRUE(out.findings().empty());
  }
}

}  // namespace
}  // namespace quotient::mcrl2
