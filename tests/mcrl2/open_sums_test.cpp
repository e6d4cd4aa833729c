#include <random>

#include "inventor.hpp"
#include "naive.hpp"

namespace quotient::mcrl2 {
namespace {

using testing::expect_the_same_steps;
using testing::explore;
using testing::Graph;
using testing::Naive;

/// The naive explorer tries a few numbers for each sum; all that go through must be among these.
void expect_the_same(const std::string& text) {
  const Graph ours = explore(text);
  const Graph naive = Naive(text).explore(3000);
  expect_the_same_steps(text, ours, naive);
}

TEST(OpenSums, TakeValuesFromTwoCommunicationsAtOnce) {
  const std::string declarations =
      "act s1, r1, c1, s2, r2, c2: Nat; o: Nat # Nat;\n"
      "proc S1(n: Nat) = (n < 3) -> s1(n) . S1(n + 1) <> delta;\n"
      "     S2(n: Nat) = s2(n) . S2((n + 1) mod 2);\n"
      "     M = sum x, y: Nat. r1(x)|r2(y) . o(x, y) . M;\n";
  for (const char* init :
       {"init allow({c1|c2, o}, comm({s1|r1 -> c1, s2|r2 -> c2}, S1(0) || S2(0) || M));",
        "init block({s1, s2, r1, r2}, comm({s1|r1 -> c1, s2|r2 -> c2}, S1(0) || S2(0) || M));",
        "init block({s1, s2, r1, r2}, comm({s1|r1 -> c1, s2|r2 -> c2}, M || S1(0) || S2(0) || S2(1)));",
        "init allow({c1, c2, o}, hide({c1}, comm({s1|r1 -> c1, s2|r2 -> c2}, M || S1(0) || S2(0) || S2(1))));"}) {
    expect_the_same(declarations + init);
  }
}

TEST(OpenSums, PassValuesOnWithinOneStep) {
  const std::string declarations =
      "act inp, d1, d2, i1, i2, m1, m2, out, c: Nat;\n"
      "proc Dup = sum x: Nat. (x < 3) -> inp(x)|d1(x)|d2(x) . Dup;\n"
      "     Inc = sum x: Nat. i1(x)|i2(x + 1) . Inc;\n"
      "     Mul = sum x, y: Nat. m1(x)|m2(y)|out(x * y) . Mul;\n";
  const std::string inside = "comm({d1|m1 -> c, d2|i1 -> c, i2|m2 -> c}, ";
  for (const char* order : {"Dup || Inc || Mul", "Mul || Inc || Dup", "Inc || Mul || Dup"}) {
    expect_the_same(declarations + "init allow({inp|out}, hide({c}, " + inside + order + ")));");
    expect_the_same(declarations + "init allow({inp|out|c|c|c}, " + inside + order + "));");
    expect_the_same(declarations + "init block({d1, d2, i1, i2, m1, m2}, " + inside + order + "));");
  }
}

/// Each of two sums knows one argument of what they do together, the other one has to be found by a sum itself: neither
/// was bounded before its partner was.
TEST(OpenSums, AreBoundTogetherByWhatEachKnows) {
  const std::string declarations =
      "act r, s, c: Nat # Nat; gs, gr, g: Nat # Nat; o: Nat; t, u, v: Nat # Nat # Nat;\n"
      "map next: Nat -> Nat; var n: Nat; eqn next(n) = (n + 1) mod 3;\n"
      "proc P = sum k, i: Nat. (i < 2) -> r(k, i) . o(k) . P; L(m: Nat) = sum j: Nat. s(m, j) . L(j);\n"
      "     A = sum a: Nat. gs(a, next(a)) . A; B(v: Nat) = sum w: Nat. gr(v, w) . o(w) . B(w);\n"
      "     T = sum x, y, z: Nat. (y < 2 && z == x + y) -> t(x, y, z) . T; U(k: Nat) = sum y, z: Nat. u(k, y, z) . "
      "U(y);\n"
      "     W = sum y, z: Nat. u(1, y, z) . o(z) . W;\n";
  for (const char* init :
       {"init allow({c, o}, comm({s|r -> c}, P || L(2)));", "init allow({c, o}, comm({s|r -> c}, L(1) || P || L(2)));",
        "init block({s, r}, comm({s|r -> c}, P || L(1)));", "init allow({g, o}, comm({gs|gr -> g}, A || B(0)));",
        "init block({gs, gr}, comm({gs|gr -> g}, B(1) || A));",
        "init allow({g, o}, comm({gs|gr -> g}, A || B(0) || B(2)));",
        "init allow({v, o}, comm({t|u -> v}, T || U(2)));", "init allow({v, o}, comm({t|u -> v}, W || T || U(2)));",
        "init hide({c}, allow({c, g, o}, comm({s|r -> c, gs|gr -> g}, P || L(2) || A || B(0))));"}) {
    expect_the_same(declarations + init);
  }
  // Nobody knows the second argument.
  const Graph open = explore(
      "act r, s, c: Nat # Nat;\nproc P = sum k, i: Nat. r(k, i) . P; L(m: Nat) = sum j: Nat. s(m, j) . L(m);\n"
      "init allow({c}, comm({s|r -> c}, P || L(7)));");
  ASSERT_EQ(open.findings.size(), 1U);
  EXPECT_NE(open.findings.front().find("has infinitely many values"), std::string::npos) << open.findings.front();
}

TEST(OpenSums, AreBoundByWhatEachLeavesAnArgument) {
  const std::string declarations = "act s, r, q, c: Nat # Nat;\nproc ";
  const char* const together = "init allow({c}, comm({s|r -> c}, A || B));";
  for (const char* both :
       {"A = sum a, b: Nat. (a < 2) -> s(a, b + 1) . A; B = sum d, e: Nat. (e < 3) -> r(d, e) . B;\n",
        "A = sum x: Nat. s(x, x + 1) . A; B = sum v, w: Nat. (v < 3) -> r(v, w) . B;\n",
        "A = sum x, y: Nat. (y < 4) -> s(x, y) . A; B = sum k: Nat. r(k, k + 1) . B;\n",
        "A = sum x, y: Nat. (x < 3) -> s(x, y) . A; B = sum v, w: Nat. (w == v + 1) -> r(v, w) . B;\n",
        "A = sum x, y: Nat. (x < y && y < 3) -> s(x, y + x) . A; B = sum v, w: Nat. (v < w) -> r(v, w) . B;\n",
        "A = sum x, y: Nat. (x < 0) -> s(x, y) . A; B = sum v, w: Nat. (w == v + 1) -> r(v, w) . B;\n",
        "A = sum x, y: Nat. (x < 3) -> s(2 * x, y) . A; B = sum v, w: Nat. (v < 3) -> r(w, 2 * v) . B;\n"}) {
    expect_the_same(declarations + both + together);
  }
  expect_the_same(declarations +
                  "A = sum a, b: Nat. (a < 2) -> s(a, b + 1) . A; B = sum d, e: Nat. (e < 3) -> r(d, e) . B;\n"
                  "C = sum f, g: Nat. (f + 1 == g) -> q(f, g) . C;\n"
                  "init allow({c}, comm({s|r|q -> c}, A || B || C));");
  // One argument that nobody bounds, and one that may be without a partner, leave the verdict open.
  for (const char* open : {"A = sum a, b: Nat. (a < 2) -> s(a, b + 1) . A; B = sum d, e: Nat. (d < 3) -> r(d, e) . B;\n"
                           "init allow({c}, comm({s|r -> c}, A || B));",
                           "A = sum a, b: Nat. (a < 2) -> s(a, b + 1) . A; B = sum d, e: Nat. (e < 3) -> r(d, e) . B;\n"
                           "init allow({c, s}, comm({s|r -> c}, A || B));",
                           "A = sum a, b: Nat. (a < b) -> s(a, b) . A; B = sum d, e: Nat. (d != 7) -> r(d, e) . B;\n"
                           "init allow({c}, comm({s|r -> c}, A || B));"}) {
    const Graph graph = explore(declarations + open);
    ASSERT_FALSE(graph.findings.empty()) << open;
    EXPECT_NE(graph.findings.front().find("has infinitely many values"), std::string::npos) << graph.findings.front();
  }
}

TEST(OpenSums, HeedCommunicationsBehindAnAllow) {
  const std::string declarations =
      "act s, r, c, q, e, o: Nat;\n"
      "proc P = sum n: Nat. s(n) . P; R(n: Nat) = (n < 3) -> r(n) . R(n + 1); X = sum n: Nat. e(n) . o(n) . X;\n"
      "     D(n: Nat) = (n < 3) -> c(n) . D(n + 1);\n";
  for (const char* init : {"init allow({q, o}, comm({c|e -> q}, allow({c|e, o}, comm({s|r -> c}, P || R(0)) || X)));",
                           "init allow({q, o}, comm({c|e -> q}, allow({c|e, e, o}, D(0) || X)));",
                           "init allow({q, o}, comm({c|e -> q}, allow({c|e, o|o, o}, D(0) || X || X)));",
                           "init allow({q, o}, comm({c|e -> q}, allow({c, o}, D(0) || X)));",
                           "init allow({q, c|e, o}, comm({c|r -> q}, allow({c|r, o}, D(0) || R(0) || D(1))));"}) {
    expect_the_same(declarations + init);
  }
  const Graph graph = explore(declarations + "init allow({q, e}, comm({c|e -> q}, allow({c|e, e}, D(0) || X)));");
  ASSERT_FALSE(graph.findings.empty());
  EXPECT_NE(graph.findings.front().find("has infinitely many values"), std::string::npos) << graph.findings.front();
}

TEST(OpenSums, ThatNobodyBoundsAreNamed) {
  const std::string declarations =
      "act s, r, c, o: Nat;\nproc A = sum x: Nat. r(x)|s(x + 1) . A; B = sum x: Nat. r(x)|s(x) . B;\n"
      "     C = sum x: Nat. r(x) . C; D(n: Nat) = s(n) . D(n); E = sum x: Nat. s(x) . E;\n";
  for (const char* init : {"init allow({c}, comm({s|r -> c}, B));", "init block({s, r}, comm({s|r -> c}, B));",
                           "init allow({c, r}, comm({s|r -> c}, C || D(1)));", "init comm({s|r -> c}, C || D(1));",
                           "init allow({c}, comm({s|r -> c}, C || D(1) || E));",
                           "init block({s, r}, comm({s|r -> c}, C || E || D(1)));"}) {
    const Graph graph = explore(declarations + init);
    ASSERT_FALSE(graph.findings.empty()) << init;
    EXPECT_NE(graph.findings.front().find("'x' of sort Nat has infinitely many values"), std::string::npos)
        << graph.findings.front() << "\n"
        << init;
  }
  // What can never move needs no values.
  for (const char* init : {"init allow({c}, comm({s|r -> c}, C));", "init block({s, r}, comm({s|r -> c}, E));",
                           "init allow({c|r}, comm({s|r -> c}, D(1) || C));"}) {
    for (const std::string& finding : explore(declarations + init).findings) {
      EXPECT_TRUE(finding.starts_with("deadlock")) << finding << "\n" << init;
    }
  }
}

TEST(OpenSums, TakeValuesFromOutsideOfTheirGroup) {
  const std::string declarations =
      "act s, r, c, s2, r2, c2, o: Nat;\n"
      "proc P(k: Nat) = (k < 3) -> s(k) . P(k + 1) <> delta;\n"
      "     Q = sum n: Nat. r(n) . s2(n + 1) . Q; Z = sum n: Nat. r2(n) . o(n) . Z;\n"
      "     J = sum n, m: Nat. r(n)|r2(m) . o(n + m) . J;\n";
  for (const char* init :
       {"init allow({c, c2, o}, comm({s|r -> c}, P(0) || allow({r, c2, o}, comm({s2|r2 -> c2}, Q || Z))));",
        "init allow({c, c2, o}, comm({s|r -> c}, block({s2, r2}, comm({s2|r2 -> c2}, Z || Q)) || P(1)));",
        "init block({s, r}, comm({s|r -> c}, block({s2, r2}, comm({s2|r2 -> c2}, Z || Q)) || P(0)));",
        "init allow({c, c2, o}, comm({s|r -> c}, P(0) || allow({r, c2, o}, allow({r, s2, r2, o, c2}, Q) || Z)));",
        "init allow({c|c2, o}, comm({s|r -> c, s2|r2 -> c2}, P(0) || s2(2) || allow({r|r2, o}, J)));",
        "init allow({c|c2, o}, hide({c2}, comm({s|r -> c, s2|r2 -> c2}, P(0) || s2(1) || allow({r|r2, o}, J))));"}) {
    expect_the_same(declarations + init);
  }
  for (const char* init :
       {"init allow({c, r, o}, comm({s|r -> c}, P(0) || allow({r, o}, J || Q)));",
        "init allow({c, o}, comm({s|r -> c}, P(0) || (sum k: Nat. s(k) . delta) || block({s2}, Q)));",
        "init allow({c, o}, comm({s|r -> c}, allow({s}, sum k: Nat. s(k) . delta) || block({s2}, Q)));"}) {
    const Graph graph = explore(declarations + init);
    ASSERT_FALSE(graph.findings.empty()) << init;
    EXPECT_NE(graph.findings.front().find("has infinitely many values"), std::string::npos)
        << graph.findings.front() << "\n"
        << init;
  }
}

TEST(OpenSums, TakeValuesFromOutsideUnderAnotherName) {
  const std::string declarations =
      "act s, r, c, h, o: Nat;\n"
      "proc P(k: Nat) = (k < 3) -> s(k) . P(k + 1) <> delta;\n"
      "     Q = sum n: Nat. h(n) . o(n + 1) . Q; J = sum n: Nat. h(n) . delta + sum n: Nat. (n < 2) -> r(n) . J;\n";
  for (const char* init : {"init allow({c, o}, comm({r|s -> c}, rename({h -> r}, Q) || P(0)));",
                           "init block({r, s}, comm({r|s -> c}, P(0) || rename({h -> r}, Q)));",
                           "init allow({c, o}, comm({r|s -> c}, rename({o -> r}, rename({h -> o}, J)) || P(0)));",
                           "init allow({c, h}, comm({r|s -> c}, rename({h -> r, r -> h}, J) || P(1)));",
                           "init allow({c, o}, comm({r|s -> c}, rename({h -> r}, allow({h, o}, Q || Q)) || P(0)));",
                           "init allow({c, o}, comm({r|s -> c}, rename({h -> r}, rename({r -> o}, J)) || P(0)));"}) {
    expect_the_same(declarations + init);
  }
  for (const char* init : {"init allow({c, r, o}, comm({r|s -> c}, rename({h -> r}, Q) || P(0)));",
                           "init allow({c, o}, comm({r|s -> c}, hide({h}, Q) || P(0)));",
                           "init allow({c, o}, comm({h|s -> c}, rename({h -> o}, Q) || P(0)));",
                           "init allow({c, o}, comm({r|s -> c}, rename({h -> r}, hide({h}, Q)) || P(0)));"}) {
    const Graph graph = explore(declarations + init);
    ASSERT_FALSE(graph.findings.empty()) << init;
    EXPECT_NE(graph.findings.front().find("has infinitely many values"), std::string::npos)
        << graph.findings.front() << "\n"
        << init;
  }
}

/// Senders, relays, joins and receivers, connected at random. Where ours says that all was explored, the naive explorer
/// must find the same; that must be so often enough.
TEST(OpenSums, AgreeWithTheNaiveExplorerOnRandomConnections) {
  const auto [first, last] = testing::seeds_up_to(40);
  std::size_t complete = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
    const auto channel = [&](const char* letter) { return letter + std::to_string(below(3)); };
    std::string text = "act s0, r0, c0, s1, r1, c1, s2, r2, c2: Nat; o: Nat;\nproc\n";
    std::string all;
    const unsigned processes = 2 + below(3);
    for (unsigned i = 0; i < processes; ++i) {
      const std::string name = "P" + std::to_string(i);
      const std::string instance = name + "(" + std::to_string(below(3)) + ")";
      // Some in a group of their own, which lets one action or two through.
      const std::string within = below(3) > 0 ? instance
                                 : below(2) == 0
                                     ? "allow({s0, r0, r1, s1, s2, r2, o, r0|r1, r0|r2, r1|s2}, " + instance + ")"
                                     : "block({c0, s1}, " + instance + ")";
      all += (i == 0 ? "" : " || ") + within;
      text += "  " + name + "(n: Nat) = ";
      switch (i == 0 ? 0 : below(5)) {
        case 0:
          text += channel("s") + "(n) . " + name + "((n + 1) mod 3);\n";
          break;
        case 1:
          text += "sum x: Nat. " + channel("r") + "(x)|" + channel("s") + "((x + 1) mod 4) . " + name + "(n);\n";
          break;
        case 2:
          text +=
              "sum x, y: Nat. " + channel("r") + "(x)|" + channel("r") + "(y) . o((x + y) mod 3) . " + name + "(n);\n";
          break;
        case 3:
          text += "sum x, y: Nat. (x != n) -> " + channel("r") + "(x)|" + channel("s") + "(y) . " + name + "(n);\n";
          break;
        default:
          text += "sum x: Nat. " + channel("r") + "(x) . " + name + "(x mod 3) + o(n) . " + name + "(0);\n";
          break;
      }
    }
    const std::string inside = "comm({s0|r0 -> c0, s1|r1 -> c1, s2|r2 -> c2}, " + all + ")";
    switch (below(4)) {
      case 0:
        text += "init allow({c0, c1, c2, o, c0|c1, c1|c2, c0|c2, c0|c0, c0|c1|c2}, " + inside + ");\n";
        break;
      case 1:
        text += "init allow({o, c1}, hide({c0, c2}, " + inside + "));\n";
        break;
      case 2:
        text += "init allow({c0|c1, c0|r2, o}, " + inside + ");\n";
        break;
      default:
        text += "init block({s0, r0, s1, r1, s2, r2}, " + inside + ");\n";
        break;
    }
    const Graph ours = explore(text);
    ASSERT_EQ(ours.errors, "") << text;
    const bool all_explored = std::all_of(ours.findings.begin(), ours.findings.end(),
                                          [](const std::string& finding) { return finding.starts_with("deadlock"); });
    if (!all_explored) continue;
    if (ours.states > 1 || ours.transitions > 0) ++complete;
    expect_the_same(text);
    if (HasFatalFailure()) {
      ADD_FAILURE() << "seed " << seed;
      return;
    }
  }
  EXPECT_GT(complete, (last - first + 1) / 4);
}

}  // namespace
}  // namespace quotient::mcrl2
