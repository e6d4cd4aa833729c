#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
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

constexpr int nowhere = -1;  // a function has no value

using Function = std::array<int, element_count>;

/// What formulas speak of: x and s are the state, y, t and f are chosen, u and e are bound.
struct Names {
  int x = 0, s = 0, y = 0, t = 0, u = 0, e = 0;  // sets are masks, e is an index
  Function f{nowhere, nowhere, nowhere};

  int domain() const {
    int made = 0;
    for (int i = 0; i < element_count; ++i) made |= (f[static_cast<std::size_t>(i)] == nowhere ? 0 : 1) << i;
    return made;
  }
  /// What f has as values at some elements.
  int image(int of) const {
    int made = 0;
    for (int i = 0; i < element_count; ++i) {
      const int value = f[static_cast<std::size_t>(i)];
      if ((of >> i & 1) != 0 && value != nowhere) made |= 1 << value;
    }
    return made;
  }
};

int size(int mask) { return std::popcount(static_cast<unsigned>(mask)); }
bool included(int a, int b) { return (a & ~b) == 0; }

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
  /// `with_function`: formulas speak of f, a partial function from elements to 0..1.
  /// `may_fail`: some formulas are undefined for some values, and then say nothing here.
  ConstraintAuthor(unsigned seed, bool with_function, bool may_fail = false)
      : random_(seed), with_function_(with_function), may_fail_(may_fail) {}

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
    if (may_fail_ && pick(4) == 0) {
      const auto nothing = [](const Names&) { return 0; };
      switch (pick(5)) {
        case 0:
          return {fmt::format("{} / {}", a.text, b.text), nothing};
        case 1:
          return {fmt::format("{} mod ({} - 1)", a.text, b.text), nothing};
        case 2:
          return {"f(hd)", nothing};
        case 3:
          return {"max(ran(f))", nothing};
        default:
          return {fmt::format("g({})", a.text), nothing};
      }
    }
    switch (pick(9)) {
      case 3:
        return {fmt::format("{} * {}", a.text, b.text), [a, b](const Names& n) { return a.value(n) * b.value(n); }};
      case 4: {
        const int divisor = pick(3) + 1;  // no number is negative
        if (pick(2) == 0)
          return {fmt::format("{} / {}", a.text, divisor),
                  [a, divisor](const Names& n) { return a.value(n) / divisor; }};
        return {fmt::format("{} mod {}", a.text, divisor),
                [a, divisor](const Names& n) { return a.value(n) % divisor; }};
      }
      case 5:
        if (with_function_) return of_function();
        return a;
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

  Counted of_function() {
    switch (pick(3)) {
      case 0:
        return {"card(f)", [](const Names& n) { return size(n.domain()); }};
      case 1:
        return {"card(ran(f))", [](const Names& n) { return size(n.image(whole)); }};
      default:
        return {"SIGMA(d).(d : dom(f) | f(d) + 1)", [](const Names& n) {
                  int sum = 0;
                  for (const int value : n.f) sum += value == nowhere ? 0 : value + 1;
                  return sum;
                }};
    }
  }

  Said about_function(bool with_e) {
    switch (pick(with_e ? 10 : 8)) {
      case 0:
        return {"f : E --> 0..1", [](const Names& n) { return n.domain() == whole; }};
      case 1:
        return {"f : s +-> 0..1", [](const Names& n) { return included(n.domain(), n.s); }};
      case 2:
        return {"f : E >+> 0..2", [](const Names& n) { return size(n.domain()) == size(n.image(whole)); }};
      case 3:
        return {"f : E +->> 0..1", [](const Names& n) { return n.image(whole) == 3; }};
      case 4: {
        const Counted a = set(false);
        return {fmt::format("dom(f) = {}", a.text), [a](const Names& n) { return n.domain() == a.value(n); }};
      }
      case 5: {
        const Counted a = set(false);
        const int value = pick(3);
        return {fmt::format("f[{}] <: {{{}}}", a.text, value),
                [a, value](const Names& n) { return included(n.image(a.value(n)), 1 << value); }};
      }
      case 6: {
        const int value = pick(3);
        return {fmt::format("!d.(d : dom(f) => f(d) /= {})", value),
                [value](const Names& n) { return (n.image(whole) >> value & 1) == 0; }};
      }
      case 7: {
        const Counted a = set(false);
        return {fmt::format("f = {} * {{1}}", a.text),
                [a](const Names& n) { return n.domain() == a.value(n) && included(n.image(whole), 2); }};
      }
      default: {
        const Counted a = number(false);
        return {fmt::format("(e : dom(f) & f(e) = {})", a.text), [a](const Names& n) {
                  const int value = n.f[static_cast<std::size_t>(n.e)];
                  return value != nowhere && value == a.value(n);
                }};
      }
    }
  }

  /// A set of elements, and its value as a mask.
  Counted set(bool with_e) {
    switch (pick(with_e ? 8 : 5)) {
      case 7: {
        const Counted a = number(false);
        const int bound = pick(3);
        return {fmt::format("{{d | d : t & {} <= {}}}", a.text, bound),
                [a, bound](const Names& n) { return a.value(n) <= bound ? n.t : 0; }};
      }
      case 0:
        return {"s", [](const Names& n) { return n.s; }};
      case 1:
        return {"t", [](const Names& n) { return n.t; }};
      case 2:
        return {"(E - s)", [](const Names& n) { return whole & ~n.s; }};
      case 3:
        return {"E", [](const Names&) { return whole; }};
      case 4: {
        if (!with_function_) return {"(s \\/ t)", [](const Names& n) { return n.s | n.t; }};
        return {"dom(f)", [](const Names& n) { return n.domain(); }};
      }
      case 5:
        return {"(s \\/ {e})", [](const Names& n) { return n.s | 1 << n.e; }};
      default:
        return {"(s - {e})", [](const Names& n) { return n.s & ~(1 << n.e); }};
    }
  }

  Said atom(bool with_u, bool with_e) {
    if (with_function_ && pick(3) == 0) return about_function(with_e);
    switch (pick(9)) {
      case 7: {
        const Counted a = set(with_e);
        const Counted b = set(with_e);
        if (pick(2) == 0)
          return {fmt::format("{} <<: {}", a.text, b.text),
                  [a, b](const Names& n) { return included(a.value(n), b.value(n)) && a.value(n) != b.value(n); }};
        return {fmt::format("{} /: POW1({})", a.text, b.text),
                [a, b](const Names& n) { return !included(a.value(n), b.value(n)) || a.value(n) == 0; }};
      }
      case 8: {
        const Counted a = sum(with_u);
        const Counted b = set(with_e);
        const int bound = pick(4);
        return {fmt::format("bool({} <= {}) = bool({} /= {{}})", a.text, bound, b.text),
                [a, b, bound](const Names& n) { return (a.value(n) <= bound) == (b.value(n) != 0); }};
      }
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

  static constexpr int whole = (1 << element_count) - 1;
  std::mt19937 random_;
  bool with_function_;
  bool may_fail_ = false;
};

struct Space {
  std::set<std::pair<int, int>> states;
  std::size_t transitions = 1;  // with the initialisation
};

/// Every f, or only one where formulas do not speak of it.
std::vector<Function> functions(bool all) {
  if (!all) return {{nowhere, nowhere, nowhere}};
  std::vector<Function> made;
  for (int a = nowhere; a <= 1; ++a) {
    for (int b = nowhere; b <= 1; ++b) {
      for (int c = nowhere; c <= 1; ++c) made.push_back({a, b, c});
    }
  }
  return made;
}

Space explore_naively(const Truth& holds, bool is_parameter, bool with_function) {
  const std::vector<Function> choices = functions(with_function);
  Space space;
  std::deque<std::pair<int, int>> open{{0, 0}};
  space.states.insert({0, 0});
  while (!open.empty()) {
    const auto [x, s] = open.front();
    open.pop_front();
    std::set<std::tuple<int, int, int>> steps;
    for (int y = 0; y <= most; ++y) {
      for (int t = 0; t < 1 << element_count; ++t) {
        if (std::ranges::none_of(choices, [&](const Function& f) { return holds({x, s, y, t, 0, 0, f}); })) continue;
        steps.insert({is_parameter ? y : 0, y, t});
        if (space.states.insert({y, t}).second) open.emplace_back(y, t);
      }
    }
    space.transitions += steps.size();
  }
  return space;
}

void agree_with_trying_everything(unsigned first, unsigned last, bool with_function) {
  for (unsigned seed = first; seed < last; ++seed) {
    ConstraintAuthor author(seed, with_function);
    std::vector<Said> conjuncts{{fmt::format("y : 0..{}", most), [](const Names&) { return true; }},
                                {"t <: E", [](const Names&) { return true; }}};
    if (with_function) conjuncts.push_back({"f : E +-> 0..1", [](const Names&) { return true; }});
    for (int i = 0; i < 3; ++i) conjuncts.push_back(author.predicate(author.pick(4), false, false));
    const bool is_parameter = author.pick(3) == 0;
    const bool is_guarded = author.pick(2) == 0;  // the parameter, by its own precondition
    // A parameter that nothing else bounds is bounded first: nobody wants to know of `y mod 2` where it is negative.
    const unsigned bound_first = is_parameter && !is_guarded ? 1 : 0;
    for (unsigned i = bound_first; i < 2; ++i)
      std::swap(conjuncts[i],
                conjuncts[bound_first + static_cast<std::size_t>(author.pick(5 - static_cast<int>(bound_first)))]);
    const std::string chosen = with_function ? "t, f" : "t";
    std::string predicate;
    for (const Said& each : conjuncts) predicate += (predicate.empty() ? "" : " & ") + each.text;
    const auto holds = [&](const Names& n) {
      return std::ranges::all_of(conjuncts, [&](const Said& each) { return each.holds(n); });
    };
    const std::string operation =
        !is_parameter ? fmt::format("go = ANY y, {} WHERE {} THEN x := y || s := t END", chosen, predicate)
        : is_guarded  ? fmt::format("go(y) = PRE y : 0..{} THEN ANY {} WHERE {} THEN x := y || s := t END END", most,
                                    chosen, predicate)
                      : fmt::format("go(y) = ANY {} WHERE {} THEN x := y || s := t END", chosen, predicate);
    const std::string text =
        "MACHINE M SETS E VARIABLES x, s INVARIANT x : INTEGER & s <: E INITIALISATION x, s := 0, {} OPERATIONS\n" +
        operation + "\nDEFINITIONS scope_E == 3 END";
    const Space naive = explore_naively(holds, is_parameter, with_function);
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
      if (const auto left_out = loaded->system->shortcoming())
        FAIL() << left_out->first.message << patience << "\n" << text;
      if (!up_to_symmetry) {
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
      ASSERT_EQ(reached, orbits) << text;
    }
  }
}

/// What a search finds, and how many states it has; nothing where it was incomplete.
struct Found {
  std::size_t states = 0, transitions = 0;
  std::set<std::string> messages;
  std::optional<std::string> left_out;
  bool operator==(const Found& other) const {
    return states == other.states && transitions == other.transitions && messages == other.messages;
  }
};

Found search_with(const std::string& text, bool solver) {
  Options options;
  options.patience = 1;
  options.solver = solver;
  options.setup = SetupStates::none;
  options.deadlock = false;
  options.up_to_symmetry = false;
  const auto loaded = test::load_text(text, options);
  if (loaded->system == nullptr)
    return {0, 0, {}, "not loaded: " + test::all_messages(loaded->sources, loaded->diagnostics)};
  const test::Exploration found = test::explore(*loaded->system);
  Found made{found.states, found.transitions, found.messages, std::nullopt};
  if (const auto left_out = loaded->system->shortcoming()) made.left_out = left_out->first.message;
  return made;
}

/// The solver once verified machines in which a formula is undefined for some value: a later conjunct excluded the
/// value before anybody had asked. What is undefined is now reported as where values are tried one by one.
void report_the_same_as_without_solver(unsigned first, unsigned last) {
  unsigned undefined = 0, incomplete = 0;
  for (unsigned seed = first; seed < last; ++seed) {
    ConstraintAuthor author(seed, true, true);
    std::string predicate = fmt::format("y : 0..{} & t <: E & f : E +-> 0..1", most);
    for (int i = 0; i < 3; ++i) predicate += " & " + author.predicate(author.pick(3), false, false).text;
    const bool is_parameter = author.pick(3) == 0;
    const std::string text = fmt::format(
        "MACHINE M SETS E CONSTANTS hd, g PROPERTIES hd : E & g = {{0 |-> 1, 1 |-> 3, 3 |-> 0}} VARIABLES x, s\n"
        "INVARIANT x : INTEGER & s <: E INITIALISATION x, s := 0, {{}}\nOPERATIONS {}\nDEFINITIONS scope_E == 3 END",
        is_parameter ? fmt::format("go(y, t, f) = PRE {} THEN x := y || s := t END", predicate)
                     : fmt::format("go = ANY y, t, f WHERE {} THEN x := y || s := t END", predicate));
    const Found tried = search_with(text, false);
    const Found solved = search_with(text, true);
    ASSERT_FALSE(tried.left_out) << *tried.left_out << "\n" << text;
    undefined += tried.messages.empty() ? 0 : 1;
    if (solved.left_out) {
      ++incomplete;
      continue;
    }
    ASSERT_EQ(solved.messages, tried.messages) << text;
    ASSERT_TRUE(solved == tried) << text << " " << solved.states << " states with the solver, " << tried.states
                                 << " without";
  }
  EXPECT_GT(undefined, (last - first) / 5);
  EXPECT_LT(incomplete, (last - first) / 5);
}

/// How many machines of each kind: with QUOTIENT_CONSTRAINTS=100000 the long form of the net.
unsigned machines() {
  const char* asked = std::getenv("QUOTIENT_CONSTRAINTS");
  return asked == nullptr ? 2000 : static_cast<unsigned>(std::strtoul(asked, nullptr, 10));
}

TEST(Constraints, RandomMachinesAgreeWithTryingEverything) { agree_with_trying_everything(0, machines(), false); }

TEST(Constraints, WhatIsUndefinedIsReportedWithTheSolver) { report_the_same_as_without_solver(0, machines() / 20); }

TEST(Constraints, RandomFunctionsAgreeWithTryingEverything) { agree_with_trying_everything(0, machines() / 20, true); }

}  // namespace
}  // namespace quotient::bmethod
