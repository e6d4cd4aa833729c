#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "bmethod/bmethod.hpp"
#include "explore.hpp"

// Bounds that follow from other unknowns, and numbers without end in functions and sets that other conjuncts bound.

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::Exploration;
using test::explore;
using test::load_text;

/// How many values satisfy the properties; nothing may be left out, and nothing be warned of.
std::size_t bounded_solutions(const std::string& names, const std::string& properties, std::uint64_t patience = 0) {
  Options options = test::initialised_only();
  options.deadlock = false;
  if (patience != 0) options.patience = patience;
  const std::string text = fmt::format("MACHINE M CONSTANTS {} PROPERTIES {} END", names, properties);
  const auto loaded = load_text(text, options);
  EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  if (loaded->system == nullptr) return 0;
  EXPECT_EQ(all_messages(loaded->sources, loaded->diagnostics), "") << text;
  const Exploration found = explore(*loaded->system, 200'000);
  EXPECT_FALSE(loaded->system->shortcoming().has_value()) << text;
  return found.states;
}

TEST(Bounds, ByWayOfOtherUnknowns) {
  // C(12, 2) ways to write 10 as a sum of three; 8 with growing parts.
  EXPECT_EQ(bounded_solutions("x, y, z", "x : NATURAL & y : NATURAL & z : NATURAL & x + y + z = 10"), 66u);
  EXPECT_EQ(bounded_solutions("x, y, z", "x : NATURAL & x < y & y < z & x + y + z = 10"), 8u);
  EXPECT_EQ(bounded_solutions("c, r", "c : NATURAL & r : NATURAL & 2 * c + 4 * r = 94 & c + r = 35"), 1u);
  EXPECT_EQ(bounded_solutions("i, j, n", "n = 6 & i > 0 & i < j & j <= n"), 15u);
  EXPECT_EQ(bounded_solutions("x, y", "x + y : 0..3 & x >= 0 & y : NATURAL"), 10u);
  EXPECT_EQ(bounded_solutions("x, y", "x - y : NATURAL & x <= 5 & y : NATURAL1"), 15u);
  EXPECT_EQ(bounded_solutions("x, y", "x : {2, 5, 40} & y < x & y + 3 > x"), 6u);
  EXPECT_EQ(bounded_solutions("x, y", "x mod 7 = y & y > 3 & x / 2 < y & x : NATURAL"), 3u);
}

TEST(Bounds, OfProductsAndSquares) {
  EXPECT_EQ(bounded_solutions("x, y", "x : NATURAL1 & y : NATURAL1 & x * y = 36"), 9u);
  EXPECT_EQ(bounded_solutions("x, y", "x : NATURAL & y : NATURAL & x * y = 36"), 9u);
  EXPECT_EQ(bounded_solutions("x, y", "x : NATURAL1 & y : NATURAL1 & x * y <= 4"), 4u + 2u + 1u + 1u);
  EXPECT_EQ(bounded_solutions("x", "x : INTEGER & x * x = 144"), 2u);
  EXPECT_EQ(bounded_solutions("x", "x : INTEGER & x ** 2 < 50 & x mod 3 = 1 & x >= 0"), 3u);
  EXPECT_EQ(bounded_solutions("x, y", "x * x + y * y = 25"), 12u);
  // Pythagorean triples with legs up to 50.
  EXPECT_EQ(bounded_solutions("a, b, c", "a : 1..50 & b : 1..50 & c : NATURAL & a * a + b * b = c * c & a < b"), 26u);
  EXPECT_EQ(bounded_solutions("d", "d = {x | x : NATURAL1 & #y.(y : NATURAL1 & x * y = 60)}"), 1u);
}

/// Sets that are too large to be tried are no more than bounds where others are closer.
TEST(Bounds, WithinLargeSets) {
  const std::string large = "DEFINITIONS SET_PREF_MAXINT == 2147483647; SET_PREF_MININT == -2147483648 ";
  const auto count = [&](const std::string& names, const std::string& properties) {
    Options options = test::initialised_only();
    options.deadlock = false;
    const auto loaded =
        load_text("MACHINE M " + large + "CONSTANTS " + names + " PROPERTIES " + properties + " END", options);
    EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
    if (loaded->system == nullptr) return std::size_t{0};
    const Exploration found = explore(*loaded->system, 1000);
    EXPECT_FALSE(loaded->system->shortcoming().has_value()) << properties;
    EXPECT_TRUE(found.messages.empty()) << properties << *found.messages.begin();
    return found.states;
  };
  EXPECT_EQ(count("x", "x : NAT & x <= 3"), 4u);
  EXPECT_EQ(count("x", "x : NAT1 & 2 * x < 9"), 4u);
  EXPECT_EQ(count("v", "v : INT & v * v = 16"), 2u);
  EXPECT_EQ(count("x, y", "x : 0..1000000000 & y : NAT & x + y = 5"), 6u);
  EXPECT_EQ(count("x, y", "x : INT & y : INT & x + y = 5 & x >= y & y > 0"), 2u);
  EXPECT_EQ(count("x", "x : 0..1000000000 & x > 999999990 & x mod 5 = 0"), 2u);
}

/// `{a, b} <: S` bounds a and b.
TEST(Bounds, OfElementsInBraces) {
  EXPECT_EQ(bounded_solutions("a, b", "{a, b} <: 0..3 & a < b"), 6u);
  EXPECT_EQ(bounded_solutions("a, b, c", "{a, b, c} : POW(1..4) & card({a, b, c}) = 3"), 24u);
  EXPECT_EQ(bounded_solutions("a, b", "{a, b} = {7, 900}"), 2u);
  EXPECT_EQ(bounded_solutions("a, b", "{a |-> b, b |-> a} <: (1..2) * (1..3)"), 4u);
  const std::string sum =
      "{S, E, N, D, M, O, R, Y} <: 0..9 & S > 0 & M > 0 & card({S, E, N, D, M, O, R, Y}) = 8 & "
      "S * 1000 + E * 100 + N * 10 + D + M * 1000 + O * 100 + R * 10 + E = M * 10000 + O * 1000 + N * 100 + E * 10 + Y";
  EXPECT_EQ(bounded_solutions("S, E, N, D, M, O, R, Y", sum), 1u);
}

TEST(Bounds, OfFunctionsAndSetsOfNumbersWithoutEnd) {
  EXPECT_EQ(bounded_solutions("f", "f : 1..3 --> NATURAL & !i.(i : 1..3 => f(i) <= i)"), 2u * 3u * 4u);
  EXPECT_EQ(bounded_solutions("f", "f : 1..3 --> NATURAL & ran(f) <: 0..2"), 27u);
  EXPECT_EQ(bounded_solutions("f", "f : 1..3 --> NATURAL1 & ran(f) = 1..3"), 6u);
  EXPECT_EQ(bounded_solutions("f", "f : 1..2 +-> NATURAL & !(i, y).(i |-> y : f => y < 2)"), 9u);
  EXPECT_EQ(bounded_solutions("f", "f : 1..2 +-> INTEGER & !i.(i : dom(f) => f(i) : {-1, 5})"), 9u);
  EXPECT_EQ(bounded_solutions("f", "f : 1..2 --> INTEGER & !y.(y : ran(f) => y >= 10 - 1 & y < 12)"), 9u);
  EXPECT_EQ(bounded_solutions("f, g", "g = {1 |-> 4, 2 |-> 0} & f : 1..2 --> NATURAL & !i.(i : 1..2 => f(i) <= g(i))"),
            5u);
  EXPECT_EQ(bounded_solutions("f", "f : 1..3 --> NATURAL & SIGMA(i).(i : 1..3 | f(i)) = 4"), 15u);
  EXPECT_EQ(bounded_solutions("f", "f : 1..3 --> NATURAL & f(1) + f(2) + f(3) = 4"), 15u);
  EXPECT_EQ(bounded_solutions("f", "f : {5, 7} --> NATURAL & 9 > 2 * f(7) + f(5)"), 9u + 7u + 5u + 3u + 1u);
  // Of six coins of 16, 17, 23, 24, 39 and 40 a hundred: twice 16 and four times 17, the only way.
  EXPECT_EQ(bounded_solutions("c, s",
                              "c = {16, 17, 23, 24, 39, 40} & s : c --> NATURAL & "
                              "SIGMA(x).(x : c | x * s(x)) = 100"),
            1u);
  EXPECT_EQ(bounded_solutions("f", "f : 1..2 --> NATURAL & max(ran(f)) = 9 & f(1) < f(2)"), 9u);
  EXPECT_EQ(bounded_solutions("s", "s <: NATURAL & card(s) = 3 & max(s) < 5"), 10u);
  EXPECT_EQ(bounded_solutions("s", "s : POW(NATURAL) & !x.(x : s => x < 4) & s /= {}"), 15u);
  EXPECT_EQ(bounded_solutions("s", "s : POW1(INTEGER) & min(s) >= 100 & max(s) <= 102"), 7u);
  EXPECT_EQ(bounded_solutions("q", "q : seq(NATURAL) & size(q) <= 2 & ran(q) <: 0..2"), 1u + 3u + 9u);
  // An empty domain bounds nothing, and leaves the empty function.
  EXPECT_EQ(bounded_solutions("f", "f : {} --> NATURAL & !i.(i : {} => f(i) <= i)"), 1u);
}

/// Functions to functions go to the solver as tables: 4 by 4 with the first row given has 12 completions.
TEST(Bounds, FunctionsToFunctions) {
  const std::string rules =
      "g : 1..4 --> (1..4 --> 1..4) & !(i, j, k).(i : 1..4 & j : 1..4 & k : 1..4 & j < k => g(i)(j) /= g(i)(k) & "
      "g(j)(i) /= g(k)(i)) & !(a, b).(a : {1, 3} & b : {1, 3} => card({g(a)(b), g(a)(b+1), g(a+1)(b), g(a+1)(b+1)}) = "
      "4)";
  const std::string first = " & g(1)(1) = 1 & g(1)(2) = 2 & g(1)(3) = 3 & g(1)(4) = 4";
  EXPECT_EQ(bounded_solutions("g", rules + first), 12u);
  EXPECT_EQ(bounded_solutions("g", rules), 288u);
  // Few enough to be tried: the same with the solver at once, and without it.
  const std::string small = "g : 1..2 --> (1..2 +-> 0..1) & g(1)(1) < g(2)(2) & (1 : dom(g(2)) => g(2)(1) = 1)";
  EXPECT_EQ(bounded_solutions("g", small, 1), bounded_solutions("g", small, 1'000'000));
  const std::string bijections = "g : 1..2 --> (1..3 >->> 1..3) & !i.(i : 1..3 => g(1)(i) /= g(2)(i))";
  EXPECT_EQ(bounded_solutions("g", bijections, 1), 6u * 2u);  // derangements of three
}

using Values = std::array<int, 3>;

/// Random systems over x, y and z, and what they say of numbers.
class SystemAuthor {
 public:
  explicit SystemAuthor(unsigned seed) : random_(seed) {}

  struct Written {
    std::string text;
    std::function<bool(const Values&)> holds;
  };

  Written system() {
    Written all = unsigned_or_not(0);
    for (const int variable : {1, 2}) all = both(all, unsigned_or_not(variable));
    const int relations = 2 + pick(3);
    for (int i = 0; i < relations; ++i) all = both(all, relation());
    return all;
  }

 private:
  struct Number {
    std::string text;
    std::function<int(const Values&)> value;
  };

  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  static Written both(const Written& a, const Written& b) {
    return {a.text + " & " + b.text, [a, b](const Values& at) { return a.holds(at) && b.holds(at); }};
  }
  static char name(int variable) { return "xyz"[variable]; }

  Written unsigned_or_not(int variable) {
    const auto v = static_cast<std::size_t>(variable);
    switch (pick(5)) {
      case 0:
        return {fmt::format("{} : INTEGER", name(variable)), [](const Values&) { return true; }};
      case 1: {
        const int low = pick(4) - 2, high = low + pick(5);
        return {fmt::format("{} : {}..{}", name(variable), low, high),
                [=](const Values& at) { return at[v] >= low && at[v] <= high; }};
      }
      case 2:
        return {fmt::format("{} : NATURAL1", name(variable)), [=](const Values& at) { return at[v] >= 1; }};
      default:
        return {fmt::format("{} : NATURAL", name(variable)), [=](const Values& at) { return at[v] >= 0; }};
    }
  }
  Number number() {
    const int variable = pick(3), other = pick(3);
    const auto v = static_cast<std::size_t>(variable), w = static_cast<std::size_t>(other);
    switch (pick(9)) {
      case 0:
        return {fmt::format("{} * {}", name(variable), name(other)), [=](const Values& at) { return at[v] * at[w]; }};
      case 1:
        return {fmt::format("{} ** 2", name(variable)), [=](const Values& at) { return at[v] * at[v]; }};
      case 2:
        return {fmt::format("(2 * {} - {})", name(variable), name(other)),
                [=](const Values& at) { return 2 * at[v] - at[w]; }};
      case 3:
        return {fmt::format("({} + {})", name(variable), name(other)), [=](const Values& at) { return at[v] + at[w]; }};
      case 4:
        return {fmt::format("3 * {}", name(variable)), [=](const Values& at) { return 3 * at[v]; }};
      case 5:
        return {fmt::format("{} / 2", name(variable)), [=](const Values& at) { return at[v] / 2; }};
      case 6:
        return {fmt::format("(-{})", name(variable)), [=](const Values& at) { return -at[v]; }};
      default:
        return {std::string(1, name(variable)), [=](const Values& at) { return at[v]; }};
    }
  }
  Number sum() {
    const Number a = number();
    if (pick(2) == 0) return a;
    const Number b = number();
    if (pick(3) == 0)
      return {fmt::format("{} - {}", a.text, b.text), [a, b](const Values& at) { return a.value(at) - b.value(at); }};
    return {fmt::format("{} + {}", a.text, b.text), [a, b](const Values& at) { return a.value(at) + b.value(at); }};
  }
  Written relation() {
    const Number left = sum();
    const int limit = pick(12) - 1;
    Number right{std::to_string(limit), [limit](const Values&) { return limit; }};
    if (pick(3) == 0) right = sum();
    switch (pick(6)) {
      case 0:
        return {fmt::format("{} < {}", left.text, right.text),
                [=](const Values& at) { return left.value(at) < right.value(at); }};
      case 1:
        return {fmt::format("{} >= {}", left.text, right.text),
                [=](const Values& at) { return left.value(at) >= right.value(at); }};
      case 2:
        return {fmt::format("{} : {}..{}", left.text, limit - 2, limit + 1),
                [=](const Values& at) { return left.value(at) >= limit - 2 && left.value(at) <= limit + 1; }};
      case 3:
        return {fmt::format("{} <= {}", left.text, right.text),
                [=](const Values& at) { return left.value(at) <= right.value(at); }};
      default:
        return {fmt::format("{} = {}", left.text, right.text),
                [=](const Values& at) { return left.value(at) == right.value(at); }};
    }
  }

  std::mt19937 random_;
};

int bounds_systems() {
  const char* given = std::getenv("QUOTIENT_BOUNDS");  // NOLINT: nobody sets it meanwhile
  return given == nullptr ? 1500 : std::atoi(given);
}

/// Where nothing is said to be left out, every solution in a box is found, and nothing in the box that is none.
TEST(Bounds, RandomSystemsLoseNoSolution) {
  constexpr int side = 14;
  int decided = 0, widened = 0;
  for (int seed = 0; seed < bounds_systems(); ++seed) {
    const SystemAuthor::Written system = SystemAuthor(static_cast<unsigned>(seed)).system();
    const std::string solved = fmt::format(
        "MACHINE M VARIABLES x, y, z INVARIANT x : INTEGER & y : INTEGER & z : INTEGER INITIALISATION x, y, z :( {} )\n"
        "OPERATIONS o = skip END",
        system.text);
    Options options = test::initialised_only();
    options.deadlock = false;
    const auto loaded = load_text(solved, options);
    ASSERT_NE(loaded->system, nullptr) << solved << all_messages(loaded->sources, loaded->diagnostics);
    const auto generator = loaded->system->generator();
    Successors initial;
    generator->initial(initial);
    if (initial.cut_off_reason() || loaded->system->shortcoming().has_value()) continue;
    ++decided;
    std::set<std::string> found, expected;
    for (std::size_t i = 0; i < initial.size(); ++i) {
      const Successor step = initial[i];
      if (!step.completed) continue;
      bool inside = true;
      std::string values;
      for (const CellValue& cell : loaded->system->narrator().describe(step.state)) {
        inside = inside && std::abs(std::stol(cell.value)) <= side;
        values += cell.cell + "=" + cell.value + " ";
      }
      if (inside) found.insert(values);
    }
    for (int x = -side; x <= side; ++x) {
      for (int y = -side; y <= side; ++y) {
        for (int z = -side; z <= side; ++z) {
          if (system.holds({x, y, z})) expected.insert(fmt::format("x={} y={} z={} ", x, y, z));
        }
      }
    }
    EXPECT_EQ(found, expected) << solved;
    widened += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(decided, bounds_systems() / 4);
  EXPECT_GT(widened, bounds_systems() / 20);
}

}  // namespace
}  // namespace quotient::bmethod
