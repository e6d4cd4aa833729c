#include <algorithm>
#include <bit>
#include <deque>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "explore.hpp"

// Random constraints on what an operation chooses, written in all the ways in which planners see values or overlook
// them, against an evaluator that tries everything. Two thousand machines, each with and without symmetry.

namespace quotient::bmethod {
namespace {

constexpr int element_count = 3;  // of the deferred set
constexpr int most = 3;           // integers are 0..most

/// What formulas speak of: x and s are the state, y and t are chosen, u and e are bound.
struct Names {
  int x = 0, s = 0, y = 0, t = 0, u = 0, e = 0;  // sets are masks, e is an index
};

using Truth = std::function<bool(const Names&)>;
using Number = std::function<int(const Names&)>;

struct Said {
  std::string text;
  Truth holds;
};
struct Counted {
  std::string text;
  Number value;
};

class ConstraintAuthor {
 public:
  explicit ConstraintAuthor(unsigned seed) : random_(seed) {}

  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  Said predicate(int depth, bool with_u, bool with_e) {
    if (depth == 0) return atom(with_u, with_e);
    switch (pick(9)) {
      case 0:
      case 1: {
        const Said a = predicate(depth - 1, with_u, with_e);
        const Said b = predicate(depth - 1, with_u, with_e);
        return {fmt::format("({} & {})", a.text, b.text), [a, b](const Names& n) { return a.holds(n) && b.holds(n); }};
      }
      case 2:
      case 3: {
        const Said a = predicate(depth - 1, with_u, with_e);
        const Said b = predicate(depth - 1, with_u, with_e);
        return {fmt::format("({} or {})", a.text, b.text), [a, b](const Names& n) { return a.holds(n) || b.holds(n); }};
      }
      case 4: {
        const Said a = atom(with_u, with_e);
        const Said b = predicate(depth - 1, with_u, with_e);
        const Said c = predicate(depth - 1, with_u, with_e);
        return {fmt::format("(({} => {}) & (not({}) => {}))", a.text, b.text, a.text, c.text),
                [a, b, c](const Names& n) { return a.holds(n) ? b.holds(n) : c.holds(n); }};
      }
      case 5: {
        const Said a = predicate(depth - 1, with_u, with_e);
        const Said b = predicate(depth - 1, with_u, with_e);
        return {fmt::format("({} => {})", a.text, b.text),
                [a, b](const Names& n) { return !a.holds(n) || b.holds(n); }};
      }
      case 6:
        return over_integers(depth);
      case 7:
        return over_elements(depth);
      default: {
        const Said a = predicate(depth - 1, with_u, with_e);
        return {fmt::format("not({})", a.text), [a](const Names& n) { return !a.holds(n); }};
      }
    }
  }

 private:
  Counted number(bool with_u) {
    switch (pick(with_u ? 9 : 7)) {
      case 0:
        return {"x", [](const Names& n) { return n.x; }};
      case 1:
      case 2:
        return {"y", [](const Names& n) { return n.y; }};
      case 3:
        return {"card(s)", [](const Names& n) { return std::popcount(static_cast<unsigned>(n.s)); }};
      case 4:
        return {"card(t)", [](const Names& n) { return std::popcount(static_cast<unsigned>(n.t)); }};
      case 5:
      case 6: {
        const int value = pick(most + 2);
        return {std::to_string(value), [value](const Names&) { return value; }};
      }
      default:
        return {"u", [](const Names& n) { return n.u; }};
    }
  }

  Counted sum(bool with_u) {
    const Counted a = number(with_u);
    const Counted b = number(with_u);
    switch (pick(6)) {
      case 0:
        return {fmt::format("{} + {}", a.text, b.text), [a, b](const Names& n) { return a.value(n) + b.value(n); }};
      case 1:
        return {fmt::format("{} - {}", a.text, b.text), [a, b](const Names& n) { return a.value(n) - b.value(n); }};
      case 2: {
        const int factor = pick(4) - 1;
        return {fmt::format("({}) * {}", factor, a.text), [a, factor](const Names& n) { return factor * a.value(n); }};
      }
      default:
        return a;
    }
  }

  /// A set of elements, and its value as a mask.
  Counted set(bool with_e) {
    const auto whole = (1 << element_count) - 1;
    switch (pick(with_e ? 7 : 4)) {
      case 0:
        return {"s", [](const Names& n) { return n.s; }};
      case 1:
        return {"t", [](const Names& n) { return n.t; }};
      case 2:
        return {"(E - s)", [](const Names& n) { return whole & ~n.s; }};
      case 3:
        return {"E", [](const Names&) { return whole; }};
      case 4:
        return {"{e}", [](const Names& n) { return 1 << n.e; }};
      case 5:
        return {"(s \\/ {e})", [](const Names& n) { return n.s | 1 << n.e; }};
      default:
        return {"(s - {e})", [](const Names& n) { return n.s & ~(1 << n.e); }};
    }
  }

  Said atom(bool with_u, bool with_e) {
    switch (pick(7)) {
      case 0: {
        const Counted a = set(with_e);
        const Counted b = set(with_e);
        if (pick(2) == 0)
          return {fmt::format("{} = {}", a.text, b.text), [a, b](const Names& n) { return a.value(n) == b.value(n); }};
        return {fmt::format("{} <: {}", a.text, b.text),
                [a, b](const Names& n) { return (a.value(n) & ~b.value(n)) == 0; }};
      }
      case 1: {
        const Counted a = set(with_e);
        if (!with_e) return {fmt::format("{} /= {{}}", a.text), [a](const Names& n) { return a.value(n) != 0; }};
        return {fmt::format("e : {}", a.text), [a](const Names& n) { return (a.value(n) >> n.e & 1) != 0; }};
      }
      case 2: {
        const Counted a = sum(with_u);
        const int low = pick(3);
        const int high = pick(5);
        return {fmt::format("{} : {}..{}", a.text, low, high),
                [a, low, high](const Names& n) { return low <= a.value(n) && a.value(n) <= high; }};
      }
      case 3: {
        const Counted a = sum(with_u);
        const int one = pick(4);
        const int other = pick(4);
        return {fmt::format("{} : {{{}, {}}}", a.text, one, other),
                [a, one, other](const Names& n) { return a.value(n) == one || a.value(n) == other; }};
      }
      default: {
        const Counted a = sum(with_u);
        const Counted b = sum(with_u);
        static constexpr const char* operators[] = {"=", "=", "<", "<=", ">", ">=", "/="};
        const int which = pick(7);
        return {fmt::format("{} {} {}", a.text, operators[which], b.text), [a, b, which](const Names& n) {
                  const int left = a.value(n);
                  const int right = b.value(n);
                  const bool results[] = {left == right, left == right, left<right, left <= right, left> right,
                                          left >= right, left != right};
                  return results[which];
                }};
      }
    }
  }

  Said over_integers(int depth) {
    const Said a = predicate(depth - 1, true, false);
    const bool exists = pick(3) > 0;
    const auto holds = [a, exists](const Names& n) {
      for (Names inner = n; inner.u <= most; ++inner.u) {
        if (a.holds(inner) == exists) return exists;
      }
      return !exists;
    };
    const auto from_zero = [holds](const Names& n) {
      Names inner = n;
      inner.u = 0;
      return holds(inner);
    };
    if (exists) return {fmt::format("#u.(u : 0..{} & {})", most, a.text), from_zero};
    return {fmt::format("!u.(u : INTEGER => (u >= 0 & u <= {} => {}))", most, a.text), from_zero};
  }

  Said over_elements(int depth) {
    const Said a = predicate(depth - 1, false, true);
    const bool exists = pick(3) > 0;
    const bool outside = pick(2) == 0;
    const auto holds = [a, exists, outside](const Names& n) {
      for (int e = 0; e < element_count; ++e) {
        Names inner = n;
        inner.e = e;
        if (outside && (n.s >> e & 1) != 0) continue;
        if (a.holds(inner) == exists) return exists;
      }
      return !exists;
    };
    return {fmt::format("{}e.(e : {} {} {})", exists ? "#" : "!", outside ? "E - s" : "E", exists ? "&" : "=>", a.text),
            holds};
  }

  std::mt19937 random_;
};

struct Space {
  std::set<std::pair<int, int>> states;
  std::size_t transitions = 1;  // with the initialisation
};

Space explore_naively(const Truth& holds, bool is_parameter) {
  Space space;
  std::deque<std::pair<int, int>> open{{0, 0}};
  space.states.insert({0, 0});
  while (!open.empty()) {
    const auto [x, s] = open.front();
    open.pop_front();
    std::set<std::tuple<int, int, int>> steps;
    for (int y = 0; y <= most; ++y) {
      for (int t = 0; t < 1 << element_count; ++t) {
        if (!holds({x, s, y, t, 0, 0})) continue;
        steps.insert({is_parameter ? y : 0, y, t});
        if (space.states.insert({y, t}).second) open.emplace_back(y, t);
      }
    }
    space.transitions += steps.size();
  }
  return space;
}

TEST(Constraints, RandomMachinesAgreeWithTryingEverything) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    ConstraintAuthor author(seed);
    std::vector<Said> conjuncts{{fmt::format("y : 0..{}", most), [](const Names&) { return true; }},
                                {"t <: E", [](const Names&) { return true; }}};
    for (int i = 0; i < 3; ++i) conjuncts.push_back(author.predicate(author.pick(4), false, false));
    std::swap(conjuncts[0], conjuncts[static_cast<std::size_t>(author.pick(5))]);
    std::swap(conjuncts[1], conjuncts[static_cast<std::size_t>(author.pick(5))]);
    std::string predicate;
    for (const Said& each : conjuncts) predicate += (predicate.empty() ? "" : " & ") + each.text;
    const auto holds = [&](const Names& n) {
      return std::ranges::all_of(conjuncts, [&](const Said& each) { return each.holds(n); });
    };
    const bool is_parameter = author.pick(3) == 0;
    const bool is_guarded = author.pick(2) == 0;  // the parameter, by its own precondition
    const std::string operation =
        !is_parameter ? fmt::format("go = ANY y, t WHERE {} THEN x := y || s := t END", predicate)
        : is_guarded
            ? fmt::format("go(y) = PRE y : 0..{} THEN ANY t WHERE {} THEN x := y || s := t END END", most, predicate)
            : fmt::format("go(y) = ANY t WHERE {} THEN x := y || s := t END", predicate);
    const std::string text =
        "MACHINE M SETS E VARIABLES x, s INVARIANT x : INTEGER & s <: E INITIALISATION x, s := 0, {} OPERATIONS\n" +
        operation + "\nDEFINITIONS scope_E == 3 END";
    const Space naive = explore_naively(holds, is_parameter);
    std::set<std::pair<std::string, std::size_t>> orbits;
    for (const auto& [x, s] : naive.states) orbits.insert({std::to_string(x), std::popcount(static_cast<unsigned>(s))});
    // By trying values, and by the constraint solver wherever it can be asked.
    for (const auto& [up_to_symmetry, patience] : {std::pair{false, 4096U}, {true, 4096U}, {false, 1U}, {true, 1U}}) {
      Options options;
      options.patience = patience;
      options.solver = patience == 1;
      options.setup = SetupStates::none;
      options.deadlock = false;
      options.up_to_symmetry = up_to_symmetry;
      const auto loaded = test::load_text(text, options);
      ASSERT_NE(loaded->system, nullptr) << text << test::all_messages(loaded->sources, loaded->diagnostics);
      const test::Exploration found = test::explore(*loaded->system);
      ASSERT_TRUE(found.findings.empty()) << text << *found.messages.begin();
      if (!options.solver) {
        ASSERT_FALSE(loaded->system->shortcoming().has_value()) << text;
      }
      if (!up_to_symmetry && !options.solver) {
        ASSERT_EQ(found.states, naive.states.size()) << text;
        ASSERT_EQ(found.transitions, naive.transitions) << text;
      }
      std::set<std::pair<std::string, std::size_t>> reached;
      for (const std::string& state : found.seen) {
        const auto cells =
            loaded->system->narrator().describe({reinterpret_cast<const std::uint8_t*>(state.data()), state.size()});
        const std::string& s = cells.at(1).value;
        const auto size = static_cast<std::size_t>(std::ranges::count(s, 'E'));
        reached.insert({cells.at(0).value, size});
      }
      if (options.solver) {  // all that it finds is there; that this is all, nobody claims
        ASSERT_TRUE(std::ranges::includes(orbits, reached)) << text;
        if (reached != orbits) {
          ASSERT_TRUE(loaded->system->shortcoming().has_value()) << text;
        }
        continue;
      }
      ASSERT_EQ(reached, orbits) << text;
    }
  }
}

}  // namespace
}  // namespace quotient::bmethod
