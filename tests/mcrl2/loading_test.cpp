#include <ctime>
#include <functional>

#include "explore.hpp"

// Texts that a program writes are long: state machines of thousands of summands, tables of thousands of equations. Each
// part used to look at all parts before it, in one place or another; 30,000 of them took between 1 and 40 seconds.

namespace quotient::mcrl2::testing {
namespace {

/// Processor seconds to load, with symmetry.
double seconds(const std::string& text) {
  SourceMap sources;
  const FileId file = sources.add("m.mcrl2", text);
  Diagnostics diagnostics;
  Options options;
  options.symmetry = true;
  const std::clock_t before = std::clock();
  EXPECT_TRUE(load(sources, file, options, diagnostics));
  return static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
}

/// What is eight times as long must not take more than 24 times the time; quadratic would be 64 times.
void expect_near_linear(const std::function<std::string(int)>& text, int size) {
  seconds(text(size / 8));  // warms up
  const double little = std::max(seconds(text(size / 8)), 0.005);
  const double much = seconds(text(size));
  EXPECT_LT(much, 24 * little) << little << " s for " << size / 8 << ", " << much << " s for " << size;
}

std::string repeated(int n, const std::string& between, const std::function<std::string(int)>& part) {
  std::string text;
  for (int k = 0; k < n; ++k) text += (k == 0 ? "" : between) + part(k);
  return text;
}

TEST(Loading, LongSequences) {
  expect_near_linear(
      [](int n) {
        return "act a, b;\nproc P = " + repeated(n, " . ", [](int k) { return k % 2 ? "a" : "b"; }) + " . P;\ninit P;";
      },
      60'000);
}

TEST(Loading, ManySummands) {
  expect_near_linear(
      [](int n) {
        return "act a: Nat;\nproc P(s: Nat) = " +
               repeated(n, " + ", [](int k) { return fmt::format("(s == {}) -> a({}) . P({})", k, k, k + 1); }) +
               ";\ninit P(0);";
      },
      60'000);
}

TEST(Loading, ManyProcesses) {
  expect_near_linear(
      [](int n) {
        return "act a;\nproc " +
               repeated(n, "\n", [n](int k) { return fmt::format("P{} = a . P{};", k, (k + 1) % n); }) + "\ninit P0;";
      },
      100'000);
}

TEST(Loading, ManyEquations) {
  expect_near_linear(
      [](int n) {
        return "map f: Nat -> Nat;\neqn " +
               repeated(n, "\n", [](int k) { return fmt::format("f({}) = {};", k, k % 100); }) +
               "\nact a: Nat;\nproc P(x: Nat) = a(f(x)) . P((x + 1) mod 3);\ninit P(0);";
      },
      24'000);
}

/// Equations that can fit the same arguments keep their order, however many others there are.
TEST(Loading, EquationsThatOverlapAreStillApart) {
  const auto text = [](const std::string& equations) {
    return "sort D = struct a | b | c | d;\nmap f: D # Nat -> Bool;\nvar n: Nat; x: D;\neqn " + equations +
           "\nact go: D;\nproc P(i: Nat) = sum x: D. f(x, i) -> go(x) . P((i + 1) mod 7);\ninit P(3);";
  };
  const auto orders = [](const std::string& spec) {
    SourceMap sources;
    const FileId file = sources.add("m.mcrl2", spec);
    Diagnostics diagnostics;
    Options options;
    options.symmetry = true;
    const auto system = load(sources, file, options, diagnostics);
    return system ? system->symmetry().group.order().to_string() : "";
  };
  EXPECT_EQ(orders(text("f(x, n) = n > 2;")), "24");
  EXPECT_EQ(orders(text("f(a, n) = n > 2; f(b, n) = n > 2; f(x, n) = n > 5;")), "4");
  // The first equation hides the second for 3, and only there.
  EXPECT_EQ(orders(text("f(x, 3) = true; f(a, n) = false; f(x, n) = false;")), "6");
}

std::string many_constants(int n) {
  return "sort S = struct " + repeated(n, " | ", [](int k) { return fmt::format("c{}", k); }) +
         "; T = struct t1 | t2 | t3;\nact a: S # T;\nproc P(s: S) = sum t: T . a(s, t) . P(c1);\ninit P(c0);\n";
}

TEST(Loading, ManyConstants) { expect_near_linear(many_constants, 40'000); }

// 10,000 constants that are alike took more than half a minute: the group alone is n² words. Beyond a thousand they are
// kept apart, which is said, and what else is alike remains so.
TEST(Loading, OfTooManyConstantsNobodyAsksWhetherTheyAreAlike) {
  const auto orders = [](int n, bool told) {
    SourceMap sources;
    Diagnostics diagnostics;
    Options options;
    options.symmetry = true;
    const auto system = load(sources, sources.add("m.mcrl2", many_constants(n)), options, diagnostics);
    if (!system) return std::string();
    const auto& broken = system->symmetry().broken_by;
    const bool is_told = std::any_of(broken.begin(), broken.end(), [](const Symmetry::Break& b) {
      return b.reason.find("other constants that may be alike are kept apart") != std::string::npos;
    });
    EXPECT_EQ(is_told, told);
    return system->symmetry().group.order().to_string();
  };
  EXPECT_EQ(orders(6, false), "144");  // c2 to c5, and t1 to t3
  EXPECT_EQ(orders(1100, true), "6");
}

// Like summands can be exchanged without anybody noticing: of 30,000 there was one automorphism for each, of the size
// of the whole text, and the command was still reading after a minute. Now what has no name keeps its order.
TEST(Loading, LikeSummands) {
  expect_near_linear(
      [](int n) { return "act a, b;\ninit " + repeated(n, " + ", [](int k) { return k % 2 ? "a" : "b"; }) + ";"; },
      32'000);
}

// So can locations that lie between like actions; they are asked about as constants are.
TEST(Loading, LikeLocations) {
  expect_near_linear(
      [](int n) {
        return "act a, b: Nat;\nproc P = " +
               repeated(n, " + ", [](int k) { return fmt::format("a({}) . b(0)", k % 2); }) + " . P;\ninit P;";
      },
      16'000);
}

TEST(Loading, LikeSummandsHideNoSymmetry) {
  const auto order = [](const std::string& text) {
    SourceMap sources;
    Diagnostics diagnostics;
    Options options;
    options.symmetry = true;
    const auto system = load(sources, sources.add("m.mcrl2", text), options, diagnostics);
    return system ? system->symmetry().group.order().to_string() : "";
  };
  const std::string specification =
      "sort D = struct d1 | d2 | d3;\nact a, b: D;\n"
      "proc P(d: D) = a(d) . P(d) + a(d) . P(d) + sum e: D. b(e) . P(e) + sum e: D. b(e) . P(e);\ninit ";
  EXPECT_EQ(order(specification + "P(d1) || P(d2);"), "2");
  EXPECT_EQ(order(specification + "P(d1) || P(d2) || P(d3);"), "6");
  // Of like ones the first of one process is the first of the other, in whatever order the text writes them.
  EXPECT_EQ(order("act a, b;\nproc P = a . P + a . P + b . P; Q = b . Q + a . Q + a . Q;\ninit P || Q;"), "2");
}

TEST(Loading, LongConcatenations) {
  const auto text = [](int n) {
    return "map l: List(Nat);\neqn l = " + repeated(n, " ++ ", [](int k) { return fmt::format("[{}]", k % 7); }) +
           ";\nact a: Nat;\nproc P(x: Nat) = a(x) . P(#l + l . 8);\ninit P(0);";
  };
  const Graph graph = explore(text(3000));
  EXPECT_EQ(graph.labels, (std::set<std::string>{"a(0)", "a(3001)"}));
  const auto to_explore = [&](int n) {
    const std::string spec = text(n);
    const std::clock_t before = std::clock();
    explore(spec);
    return static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  };
  to_explore(2000);
  EXPECT_LT(to_explore(16'000), 24 * std::max(to_explore(2000), 0.005));
}

}  // namespace
}  // namespace quotient::mcrl2::testing
