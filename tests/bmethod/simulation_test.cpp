#include <deque>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "explore.hpp"
#include "replace_word.hpp"

// Refinements explored together with what they refine.

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::Exploration;
using test::load_text;
using Files = std::map<std::string, std::string>;

Options in_product() {
  Options options;
  options.setup = SetupStates::none;
  options.deadlock = false;
  options.refinement = true;
  return options;
}

Exploration explore_product(const std::string& text, const Files& others) {
  const auto loaded = load_text(text, in_product(), others);
  EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  if (loaded->system == nullptr) return {};
  const Exploration found = test::explore(*loaded->system, 100'000);
  EXPECT_FALSE(loaded->system->shortcoming().has_value()) << text;
  return found;
}

const char* const bag =
    "MACHINE Bag(cap) CONSTRAINTS cap = 2 VARIABLES elems INVARIANT elems : seq(0..1) & size(elems) <= cap\n"
    "INITIALISATION elems := [] OPERATIONS\n"
    "  push(x) = PRE x : 0..1 & size(elems) < cap THEN elems := elems <- x END;\n"
    "  x <-- pop = PRE elems /= [] THEN x := last(elems) || elems := front(elems) END\n"
    "END";

const std::string array =
    "REFINEMENT Array(cap) REFINES Bag VARIABLES arr, top\n"
    "INVARIANT arr : 1..cap --> 0..1 & top : 0..cap & elems = (1..top) <| arr\n"
    "INITIALISATION arr := (1..cap) * {0}; top := 0 OPERATIONS\n"
    "  push(x) = BEGIN top := top + 1; arr(top) := x END;\n"
    "  x <-- pop = BEGIN x := arr(top); top := top - 1 END\n"
    "END";

/// Any array, any height, one bag for each.
TEST(Simulation, FollowsARefinement) {
  const Exploration found = explore_product(array, {{"Bag.mch", bag}});
  EXPECT_EQ(found.states, 12u);
  EXPECT_TRUE(found.findings.empty()) << *found.messages.begin();
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// Each mistake is reported as what it is.
TEST(Simulation, ReportsWhatIsNotRefined) {
  const std::pair<std::pair<const char*, const char*>, const char*> mistakes[] = {
      {{"arr(top) := x", "arr(top) := 1 - x"},
       "refinement violated: Bag.push leads to no state that satisfies the gluing invariant"},
      {{"x := arr(top)", "x := 1 - arr(top)"}, "refinement violated: Bag.pop has no such result here"},
      {{"top := top - 1 END", "skip END"},
       "refinement violated: Bag.pop leads to no state that satisfies the gluing invariant"},
      {{"push(x) = BEGIN", "push(x) = PRE top <= cap THEN BEGIN"},
       "refinement violated: the precondition 'size(elems) < cap' of Bag.push does not hold"},
      {{"push(x) = BEGIN", "push(x) = PRE top < cap - 1 THEN BEGIN"},
       "refinement violated: the precondition 'top < cap - 1' is stronger than that of the operation that is refined"},
      {{"top := 0 OPERATIONS", "top := 1 OPERATIONS"},
       "refinement violated: no initial state of 'Bag' satisfies the gluing invariant"},
  };
  for (const auto& [change, message] : mistakes) {
    std::string text = changed(array, change.first, change.second);
    if (text.find("PRE top") != std::string::npos) text = changed(text, "arr(top) := x END", "arr(top) := x END END");
    const Exploration found = explore_product(text, {{"Bag.mch", bag}});
    EXPECT_TRUE(found.messages.contains(message)) << message << "\n"
                                                  << (found.messages.empty() ? "" : *found.messages.begin());
  }
}

/// Guards may become stronger, choices fewer; a guard that is weaker is a step that the machine does not have.
TEST(Simulation, GuardsAndChoices) {
  const Files files = {{"A.mch",
                        "MACHINE A VARIABLES n INVARIANT n : 0..3 INITIALISATION n :: 0..1 OPERATIONS\n"
                        "go = SELECT n < 3 THEN n :: n + 1..3 END END"}};
  const auto refinement = [](const std::string& go) {
    return "REFINEMENT R REFINES A VARIABLES n INVARIANT n : 0..3 INITIALISATION n := 0 OPERATIONS go = " + go + " END";
  };
  EXPECT_TRUE(explore_product(refinement("SELECT n < 2 THEN n := n + 1 END"), files).findings.empty());
  EXPECT_TRUE(explore_product(refinement("SELECT n < 3 THEN n := 3 END"), files).findings.empty());
  EXPECT_TRUE(explore_product(refinement("SELECT n < 4 THEN n := 3 END"), files)
                  .messages.contains("refinement violated: A.go is not possible here"));
  EXPECT_TRUE(
      explore_product(refinement("SELECT n < 3 THEN n := n END"), files)
          .messages.contains("refinement violated: A.go leads to no state that satisfies the gluing invariant"));
}

/// The middle of a chain has no precondition of its own: that of the first machine is taken over by the last.
TEST(Simulation, FollowsChains) {
  const Files files = {{"Bag.mch", bag}, {"Array.ref", array}};
  const std::string counted =
      "IMPLEMENTATION Counted(cap) REFINES Array CONCRETE_VARIABLES low, high, top\n"
      "INVARIANT low : 0..1 & high : 0..1 & arr = {1 |-> low, 2 |-> high}\n"
      "INITIALISATION low := 0; high := 0; top := 0 OPERATIONS\n"
      "  push(x) = BEGIN IF top = 0 THEN low := x ELSE high := x END; top := top + 1 END;\n"
      "  x <-- pop = BEGIN IF top = 1 THEN x := low ELSE x := high END; top := top - 1 END\n"
      "END";
  const Exploration right = explore_product(counted, files);
  EXPECT_EQ(right.states, 12u);
  EXPECT_TRUE(right.findings.empty()) << *right.messages.begin();
  const Exploration wrong = explore_product(changed(counted, "THEN x := low", "THEN x := high"), files);
  EXPECT_TRUE(wrong.messages.contains("refinement violated: Array.pop has no such result here"));
  // Here the middle is wrong, and the last follows it.
  const Exploration middle = explore_product(
      changed(counted, "top = 1 THEN x := low ELSE x := high", "top = 1 THEN x := 1 - low ELSE x := 1 - high"),
      {{"Bag.mch", bag}, {"Array.ref", changed(array, "x := arr(top)", "x := 1 - arr(top)")}});
  EXPECT_TRUE(middle.messages.contains("refinement violated: Bag.pop has no such result here"));
}

TEST(Simulation, NeedsSomethingToRefine) {
  const auto loaded = load_text("MACHINE M END", in_product());
  EXPECT_EQ(loaded->system, nullptr);
  EXPECT_NE(all_messages(loaded->sources, loaded->diagnostics).find("'M' refines no machine"), std::string::npos);
}

/// A set that neither names an element of is symmetric for both. 2^4 subsets, in any order of a sequence: 65 states;
/// up to symmetry one for each length.
TEST(Simulation, StatesOfBothAreSymmetric) {
  const Files files = {{"A.mch",
                        "MACHINE A SETS K VARIABLES s INVARIANT s <: K INITIALISATION s := {} OPERATIONS\n"
                        "add(k) = PRE k : K & k /: s THEN s := s \\/ {k} END DEFINITIONS scope_K == 4 END"}};
  const std::string text =
      "REFINEMENT R REFINES A VARIABLES q INVARIANT q : iseq(K) & ran(q) = s INITIALISATION q := []\n"
      "OPERATIONS add(k) = BEGIN q := q <- k END DEFINITIONS scope_K == 4 END";
  EXPECT_EQ(explore_product(text, files).states, 65u);
  const auto loaded = load_text(text, in_product(), files);
  EXPECT_EQ(loaded->system->symmetry().group.is_trivial(), false);
}

constexpr int value_count = 3;
constexpr int argument_count = 2;

struct RandomPair {
  using Step = std::tuple<int, int, int, int>;  // before, argument, behind, result
  std::set<int> first_abstract, first;
  std::set<std::pair<int, int>> allowed, own, glued;  // (a, p), (c, p), (c, a)
  std::set<Step> abstract, concrete;
  bool has_own = false;

  explicit RandomPair(unsigned seed) {
    std::mt19937 random(seed);
    const auto chance = [&](unsigned percent) { return random() % 100 < percent; };
    const unsigned dense = 30 + seed % 60;  // some pairs fit, some do not
    has_own = chance(50);
    for (int x = 0; x < value_count; ++x) {
      if (chance(60)) first_abstract.insert(x);
      if (chance(40)) first.insert(x);
      for (int y = 0; y < value_count; ++y) {
        if (x == y || chance(30)) glued.insert({x, y});
      }
      for (int p = 0; p < argument_count; ++p) {
        if (chance(70)) allowed.insert({x, p});
        if (chance(80) || allowed.contains({x, p})) own.insert({x, p});
        for (int y = 0; y < value_count; ++y) {
          for (int r = 0; r < 2; ++r) {
            if (chance(dense)) abstract.insert({x, p, y, r});
            if (chance(15)) concrete.insert({x, p, y, r});
          }
        }
      }
    }
    first_abstract.insert(0);
    first.insert(0);
  }

  static std::string text(const std::set<Step>& steps) {
    std::string made;
    for (const auto& [x, p, y, r] : steps)
      made += fmt::format("{}{} |-> {} |-> {} |-> {}", made.empty() ? "" : ", ", x, p, y, r);
    return "{" + (made.empty() ? "9 |-> 9 |-> 9 |-> 9" : made) + "}";
  }
  static std::string text(const std::set<std::pair<int, int>>& pairs) {
    std::string made;
    for (const auto& [x, y] : pairs) made += fmt::format("{}{} |-> {}", made.empty() ? "" : ", ", x, y);
    return "{" + (made.empty() ? "9 |-> 9" : made) + "}";
  }
  static std::string text(const std::set<int>& numbers) {
    std::string made;
    for (const int each : numbers) made += fmt::format("{}{}", made.empty() ? "" : ", ", each);
    return "{" + made + "}";
  }

  std::string machine() const {
    return fmt::format(
        "MACHINE A VARIABLES a INVARIANT a : 0..2 INITIALISATION a :: {} OPERATIONS\n"
        "r <-- go(p) = PRE p : 0..1 & (a |-> p) : {} THEN ANY b, q WHERE (a |-> p |-> b |-> q) : {}\n"
        "THEN a := b || r := q END END END",
        text(first_abstract), text(allowed), text(abstract));
  }
  std::string refinement() const {
    const std::string body =
        fmt::format("ANY b, q WHERE (c |-> p |-> b |-> q) : {} THEN c := b || r := q END", text(concrete));
    return fmt::format(
        "REFINEMENT R REFINES A VARIABLES c INVARIANT c : 0..2 & (c |-> a) : {} INITIALISATION c :: {} OPERATIONS\n"
        "r <-- go(p) = {} END",
        text(glued), text(first),
        has_own ? fmt::format("PRE p : 0..1 & (c |-> p) : {} THEN {} END", text(own), body) : body);
  }
};

struct Product {
  std::set<std::pair<int, int>> states;
  std::size_t steps = 0, findings = 0;
};

Product naive_product(const RandomPair& given) {
  Product product;
  std::deque<std::pair<int, int>> open;
  const auto reach = [&](int c, int a) {
    if (product.states.insert({c, a}).second) open.emplace_back(c, a);
  };
  bool stuck = false;
  for (const int c : given.first) {
    bool any = false;
    for (const int a : given.first_abstract) {
      if (!given.glued.contains({c, a})) continue;
      any = true;
      ++product.steps;
      reach(c, a);
    }
    stuck = stuck || !any;
  }
  product.findings += stuck ? 1 : 0;
  while (!open.empty()) {
    const auto [c, a] = open.front();
    open.pop_front();
    std::set<std::tuple<int, int, int>> refuted;     // argument, result or -1, why
    std::set<std::tuple<int, int, int, int>> steps;  // argument, result, pair behind
    for (int p = 0; p < argument_count; ++p) {
      const bool allowed = given.allowed.contains({a, p});
      if (given.has_own && allowed && !given.own.contains({c, p})) refuted.insert({p, -1, 0});
      if (given.has_own ? !given.own.contains({c, p}) : !allowed) continue;
      for (const auto& [x, q, behind, result] : given.concrete) {
        if (x != c || q != p) continue;
        if (!allowed) {
          refuted.insert({p, result, 1});
          continue;
        }
        bool possible = false, same_result = false, followed = false;
        for (const auto& [y, u, next, r] : given.abstract) {
          if (y != a || u != p) continue;
          possible = true;
          if (r != result) continue;
          same_result = true;
          if (!given.glued.contains({behind, next})) continue;
          followed = true;
          steps.insert({p, result, behind, next});
          reach(behind, next);
        }
        if (!followed) refuted.insert({p, result, !possible ? 2 : !same_result ? 3 : 4});
      }
    }
    product.findings += refuted.size();
    product.steps += steps.size();
  }
  return product;
}

TEST(Simulation, RandomPairsAgreeWithANaiveProduct) {
  std::size_t right = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    const RandomPair given(seed);
    const Product naive = naive_product(given);
    const Exploration found = explore_product(given.refinement(), {{"A.mch", given.machine()}});
    std::size_t findings = 0;
    for (const auto& [kind, count] : found.findings) findings += count;
    ASSERT_EQ(found.states, naive.states.size()) << given.refinement() << "\n" << given.machine();
    ASSERT_EQ(findings, naive.findings) << given.refinement() << "\n" << given.machine();
    ASSERT_EQ(found.transitions, naive.steps + naive.findings) << given.refinement() << "\n" << given.machine();
    right += naive.findings == 0 ? 1 : 0;
  }
  EXPECT_GT(right, 20u);  // both answers are there
  EXPECT_LT(right, 480u);
}

}  // namespace
}  // namespace quotient::bmethod
