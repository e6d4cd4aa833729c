#include <random>

#include "explore.hpp"
#include "inventor.hpp"

namespace quotient::mcrl2 {
namespace {

using testing::explore;
using testing::Graph;

constexpr const char* bounds_declarations = R"(
sort R = struct rc(fa: Nat, fb: Bool)?is_rc | rd(fc: Nat)?is_rd | re?is_re;
     T = struct leaf(val: Nat)?is_leaf | node(left: T, right: T)?is_node;
map ev: Set(Nat); small, even, tiny: Nat -> Bool; between: Nat # Nat # Nat -> Bool; near: Nat # Nat -> Bool; twice: Nat -> Nat; few: R -> Bool; b: Bool;
var n, m: Nat; r: R;
eqn ev = {k: Nat | k mod 2 == 0};
    small(n) = n < 3;
    even(n) = n mod 2 == 0;
    near(n, m) = n <= m + 1 && m <= n + 1;
    twice(n) = 2 * n;
    few(rc(n, true)) = n < 2;
    few(rc(n, false)) = n == 5;
    few(rd(n)) = small(n);
    few(re) = false;
    tiny = lambda k: Nat. k > 0 && k <= 2;
    between = lambda l, k, h: Nat. l <= k && k < h;
    b = true;
)";

/// The values of x that a sum over this sort and condition has, or why it has none.
std::string summed_values(const std::string& sort, const std::string& condition, const std::string& more = "") {
  const Graph graph =
      explore(bounds_declarations +
              fmt::format("act a: {0};\ninit sum x: {0}{1}. ({2}) -> a(x) . delta;\n", sort, more, condition));
  std::string out = graph.errors;
  for (const std::string& finding : graph.findings) {
    if (finding.find("deadlock") == std::string::npos) out += finding;
  }
  for (const std::string& label : graph.labels) out += (out.empty() ? "" : " ") + label.substr(2, label.size() - 3);
  return out;
}

TEST(Bounds, AreSeenInsideOfConditions) {
  EXPECT_EQ(summed_values("Nat", "x < 10 && x in ev"), "0 2 4 6 8");
  EXPECT_EQ(summed_values("Nat", "x in ev && x < 10"), "0 2 4 6 8");
  EXPECT_EQ(summed_values("Nat", "x == 3 || x == 5"), "3 5");
  EXPECT_EQ(summed_values("Nat", "(x < 2 || x == 5) && (x != 0 || x > 7)"), "1 5");
  EXPECT_EQ(summed_values("Nat", "if(b, x < 3, x == 5)"), "0 1 2");
  EXPECT_EQ(summed_values("Nat", "!if(b, x >= 3, x == 5)"), "0 1 2");
  EXPECT_EQ(summed_values("Nat", "if(x > 3, x < 6, x == 1)"), "1 4 5");
  EXPECT_EQ(summed_values("Nat", "b && (b => x < 3)"), "0 1 2");
  EXPECT_EQ(summed_values("Nat", "b => x < 3"), "0 1 2");
  EXPECT_EQ(summed_values("Nat", "exists y: Nat. y < 3 && x == 2 * y"), "0 2 4");
  EXPECT_EQ(summed_values("Nat", "!(forall y: Nat. y < 3 => x != y + 7)"), "7 8 9");
  EXPECT_EQ(summed_values("Nat", "x in {y: Nat | y < 3} || x in {7} + {8, 9}"), "0 1 2 7 8 9");
  EXPECT_EQ(summed_values("Nat", "(y == x whr y = 4 end)"), "4");
  EXPECT_EQ(summed_values("Nat", "x == if(b, 3, 4)"), "3");
  EXPECT_EQ(summed_values("Nat", "if(b, x, x + 1) == 3"), "3");
}

TEST(Bounds, OfSumsAndProducts) {
  EXPECT_EQ(summed_values("Nat", "2 * x == 6"), "3");
  EXPECT_EQ(summed_values("Nat", "2 * x == 7"), "");
  EXPECT_EQ(summed_values("Nat", "2 * x + 1 < 8"), "0 1 2 3");
  EXPECT_EQ(summed_values("Nat", "succ(x) <= 2"), "0 1");
  EXPECT_EQ(summed_values("Pos", "10 > 3 * x"), "1 2 3");
  EXPECT_EQ(summed_values("Int", "abs(x) < 2"), "-1 0 1");
  EXPECT_EQ(summed_values("Int", "abs(2 * x - 1) <= 3"), "-1 0 1 2");
  EXPECT_EQ(summed_values("Int", "-x < 2 && x < 1"), "-1 0");
  EXPECT_EQ(summed_values("Int", "x > -3 && max(x, 0) < 1"), "-1 -2 0");
  EXPECT_EQ(summed_values("Nat", "x div 3 == 1"), "3 4 5");
  EXPECT_EQ(summed_values("Int", "x div 3 == -1"), "-1 -2 -3");
  EXPECT_EQ(summed_values("Nat", "x * x < 10"), "0 1 2 3");
  EXPECT_EQ(summed_values("Nat", "exp(2, x) < 10"), "0 1 2 3");
  EXPECT_EQ(summed_values("Nat", "3 * x + y == 7", ", y: Nat"), "0 1 2");
  EXPECT_EQ(summed_values("Real", "2 * x == 5"), "5/2");
}

/// The factor may be anything that is positive by its sort, and the variable an integer.
TEST(Bounds, OfMultiplesByComputedNumbers) {
  EXPECT_EQ(summed_values("Int", "x >= -1 && k == 3 && x * max(2, k) <= 9", ", k: Pos"), "-1 0 1 2 3");
  EXPECT_EQ(summed_values("Int", "-5 < x * (1 + 1) && (1 + 1) * x < 6"), "-1 -2 0 1 2");
  EXPECT_EQ(summed_values("Nat", "!(x * (2 + 1) > 7)"), "0 1 2");
}

TEST(Bounds, OfFunctionsWithEquations) {
  EXPECT_EQ(summed_values("Nat", "small(x)"), "0 1 2");
  EXPECT_EQ(summed_values("Nat", "even(x) && small(x)"), "0 2");
  EXPECT_EQ(summed_values("Nat", "near(x, 4)"), "3 4 5");
  EXPECT_EQ(summed_values("Nat", "twice(x) == 6"), "3");
  EXPECT_EQ(summed_values("Nat", "twice(x) < 5"), "0 1 2");
  EXPECT_EQ(summed_values("R", "few(x)"), "rc(0, true) rc(1, true) rc(5, false) rd(0) rd(1) rd(2)");
  EXPECT_EQ(summed_values("Nat", "!(x >= 2 || even(x))"), "1");
  EXPECT_EQ(summed_values("Nat", "tiny(x)"), "1 2");
  EXPECT_EQ(summed_values("Nat", "even(x) && between(1, x, 6)"), "2 4");
}

TEST(Bounds, OfParts) {
  EXPECT_EQ(summed_values("Nat", "rc(x, y) in {rc(3, true), rd(4), rc(5, false)}", ", y: Bool"), "3 5");
  EXPECT_EQ(summed_values("Nat", "2 * x in [4, 5, 6]"), "2 3");
  EXPECT_EQ(summed_values("Nat", "count(x, {3: 1, 5: 2, 7: 0}) > 0"), "3 5");
  EXPECT_EQ(summed_values("Nat", "rc(x + 1, true) == rc(4, true)"), "3");
  EXPECT_EQ(summed_values("Nat", "rd(x + 1) in {rd(4), rd(0)}"), "3");
  EXPECT_EQ(summed_values("R", "is_rc(x) && fa(x) < 2"), "rc(0, false) rc(0, true) rc(1, false) rc(1, true)");
  EXPECT_EQ(summed_values("R", "!is_rd(x) && (is_rc(x) => fa(x) == 1 && fb(x))"), "rc(1, true) re");
  EXPECT_EQ(summed_values("T", "is_leaf(x) && val(x) < 2"), "leaf(0) leaf(1)");
}

/// Where nothing bounds a variable this is said, with the variable.
TEST(Bounds, ThatAreNot) {
  const std::string message = "variable 'x' of sort Nat has infinitely many values";
  for (const char* condition : {"x > 3", "x in ev", "x == 3 || x > 5", "!b || x != 2", "even(x)", "if(b, x > 2, x < 3)",
                                "!b => x < 3", "exists y: Nat. x == 2 * y", "x * y == 0 && y == 0"}) {
    const std::string found =
        summed_values("Nat", condition, std::string(condition).find("y ==") == std::string::npos ? "" : ", y: Nat");
    EXPECT_NE(found.find(message), std::string::npos) << condition << ": " << found;
  }
}

/// The same code serves quantifiers and comprehensions.
TEST(Bounds, OfQuantifiers) {
  const Graph graph = explore(std::string(bounds_declarations) + R"(
act a: Bool; s: Set(Nat);
init a(exists x: Nat. (x == 3 || small(x)) && x > 2) . a(forall x: Nat. small(x) => x <= 2) .
     s({x: Nat | twice(x) in [2, 4] || x == 7}) . delta;
)");
  EXPECT_EQ(graph.errors, "");
  EXPECT_EQ(graph.labels, (std::set<std::string>{"a(true)", "s({1, 2, 7})"}));
}

/// A value that is received is not guessed, also where a condition bounds it in some states only.
TEST(Bounds, OfWhatIsReceived) {
  const Graph graph = explore(R"(
act s, r, c: Nat;
proc S = s(7) . delta;
     R(b: Bool) = sum x: Nat. (b => x < 3) -> r(x) . delta;
init allow({c}, comm({s|r -> c}, S || R(false)));
)");
  EXPECT_EQ(graph.errors, "");
  EXPECT_EQ(graph.labels, (std::set<std::string>{"c(7)"}));
}

/// Conditions on a variable x of sort Nat, by chance.
class ConditionInventor {
 public:
  explicit ConditionInventor(unsigned seed) : random_(seed) {}

  std::string condition(int depth) {
    const std::string n = number();
    if (depth == 0) {
      switch (pick(13)) {
        case 0:
          return "x < " + n;
        case 1:
          return n + " * x <= " + number() + " + " + number();
        case 2:
          return "x == " + n;
        case 3:
          return "x + " + n + " == 2 * " + number();
        case 4:
          return "x in {" + n + ", " + number() + "}";
        case 5:
          return "small(x)";
        case 6:
          return "near(x, " + n + ")";
        case 7:
          return "twice(x) < " + n;
        case 8:
          return "abs(x - " + n + ") <= " + number();
        case 9:
          return "rd(x + 1) in {rd(" + n + "), rd(" + number() + "), re}";
        case 10:
          return "x > " + n;
        case 11:
          return "x mod 3 == " + n;
        default:
          return "b' && even(x)";
      }
    }
    const std::string left = condition(depth - 1), right = condition(depth - 1);
    switch (pick(8)) {
      case 0:
      case 1:
        return "(" + left + " || " + right + ")";
      case 2:
      case 3:
        return "(" + left + " && " + right + ")";
      case 4:
        return "if(" + left + ", " + right + ", " + condition(depth - 1) + ")";
      case 5:
        return "(" + left + " => " + right + ")";
      case 6:
        return "!(" + left + ")";
      default:
        return "(exists y: Nat. y < " + n + " && (x == 2 * y + 1 || (" + left + " && x < y)))";
    }
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string number() { return std::to_string(pick(6)); }
  std::mt19937 random_;
};

/// What the solver finds, beside numbers tried one after the other. Where it finds no bound there is nothing to
/// compare.
TEST(Bounds, AgreeWithTryingOneByOne) {
  constexpr int most = 40;
  const auto [first, last] = testing::seeds_up_to(300);
  unsigned compared = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    const std::string condition = ConditionInventor(seed).condition(static_cast<int>(seed % 4));
    const std::string start = bounds_declarations + std::string("map b': Bool; eqn b' = true; act a: Nat; skip;\n");
    const Graph solved = explore(start + "init sum x: Nat. (" + condition + ") -> a(x) . delta;");
    ASSERT_EQ(solved.errors, "") << condition;
    const auto limit = std::find_if(solved.findings.begin(), solved.findings.end(), [](const std::string& finding) {
      return finding.find("infinitely many") != std::string::npos;
    });
    if (limit != solved.findings.end()) continue;
    const Graph tried =
        explore(start + fmt::format("proc P(x: Nat) = (x <= {}) -> (skip . P(x + 1) + ({}) -> a(x) . delta);\n"
                                    "init P(0);",
                                    most, condition));
    std::set<std::string> expected = tried.labels, found;
    expected.erase("skip");
    for (const std::string& label : solved.labels) {
      if (std::stoi(label.substr(2)) <= most) found.insert(label);
    }
    ASSERT_EQ(found, expected) << "seed " << seed << ": " << condition;
    ++compared;
  }
  EXPECT_GT(compared, (last - first) / 4);
}

}  // namespace
}  // namespace quotient::mcrl2
