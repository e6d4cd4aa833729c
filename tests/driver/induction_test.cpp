// Whether invariants are inductive, against trying every state and every step.

#include "driver/induction.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

#include "driver/model.hpp"

namespace quotient::driver {
namespace {

constexpr int most = 4;  // variables are 0..most

struct Condition {
  std::string text;
  std::function<bool(int, int)> holds;
};
struct Change {
  std::string text;
  std::function<bool(int, int)> enabled;
  std::function<std::pair<int, int>(int, int)> target;
};

class Author {
 public:
  explicit Author(unsigned seed) : random_(seed) {}
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  Condition condition() {
    const int a = pick(most + 2), b = pick(most + 1);
    switch (pick(6)) {
      case 0:
        return {fmt::format("x + y <= {}", a + b), [=](int x, int y) { return x + y <= a + b; }};
      case 1:
        return {fmt::format("x /= {}", b), [=](int x, int) { return x != b; }};
      case 2:
        return {"x <= y", [](int x, int y) { return x <= y; }};
      case 3:
        return {fmt::format("not(x = {} & y = {})", b, a), [=](int x, int y) { return x != b || y != a; }};
      case 4:
        return {fmt::format("(x > {} => y < {})", b, a), [=](int x, int y) { return x <= b || y < a; }};
      default:
        return {fmt::format("(x + {}) mod 2 = y mod 2", b), [=](int x, int y) { return (x + b) % 2 == y % 2; }};
    }
  }

  Change change() {
    const int a = pick(most + 1);
    const Condition guard = condition();
    Change made;
    made.enabled = guard.holds;
    std::string assigned;
    switch (pick(4)) {
      case 0:
        assigned = fmt::format("x := (x + {}) mod {}", a, most + 1);
        made.target = [=](int x, int y) { return std::pair((x + a) % (most + 1), y); };
        break;
      case 1:
        assigned = "x, y := y, x";
        made.target = [](int x, int y) { return std::pair(y, x); };
        break;
      case 2:
        assigned = "y := y + 1";
        made.target = [](int x, int y) { return std::pair(x, y + 1); };
        break;
      default:
        assigned = fmt::format("x := {}", a);
        made.target = [=](int, int y) { return std::pair(a, y); };
        break;
    }
    made.text = fmt::format("SELECT {} THEN {} END", guard.text, assigned);
    return made;
  }

 private:
  std::mt19937 random_;
};

TEST(Induction, RandomMachinesAgreeWithTryingEverything) {
  int inductive = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    Author author(seed);
    std::vector<Condition> conditions{{fmt::format("x : 0..{} & y : 0..{}", most, most),
                                       [](int x, int y) { return 0 <= x && x <= most && 0 <= y && y <= most; }}};
    for (int i = author.pick(3); i > 0; --i) conditions.push_back(author.condition());
    std::vector<Change> changes;
    for (int i = author.pick(2); i >= 0; --i) changes.push_back(author.change());
    std::string invariant, operations;
    for (const Condition& each : conditions) invariant += (invariant.empty() ? "" : " & ") + each.text;
    for (std::size_t i = 0; i < changes.size(); ++i)
      operations += fmt::format("{}op{} = {}", i == 0 ? "" : "; ", i, changes[i].text);
    const auto holds = [&](int x, int y) {
      return std::ranges::all_of(conditions, [&](const Condition& each) { return each.holds(x, y); });
    };
    bool expected = true;
    for (int x = 0; x <= most; ++x) {
      for (int y = 0; y <= most; ++y) {
        for (const Change& each : changes) {
          if (!holds(x, y) || !each.enabled(x, y)) continue;
          const auto [to_x, to_y] = each.target(x, y);
          expected = expected && holds(to_x, to_y);
        }
      }
    }
    inductive += expected ? 1 : 0;
    ModelSettings settings;
    settings.path = "pair.mch";
    // Where it really begins does not matter.
    settings.text =
        fmt::format("MACHINE pair VARIABLES x, y INVARIANT {} INITIALISATION x, y := 77, 77 OPERATIONS {} END",
                    invariant, operations);
    const Model model = load_beginning_anywhere(settings);
    ASSERT_TRUE(model) << *settings.text;
    const Induction found = check_induction(model.system());
    ASSERT_EQ(!found.counterexample.has_value(), expected) << *settings.text;
    ASSERT_FALSE(model.system().shortcoming().has_value()) << *settings.text;
  }
  EXPECT_GT(inductive, 30);
  EXPECT_LT(inductive, 270);
}

/// With constants, and up to symmetry: every subset of the three may be chosen, one of each size is looked at.
TEST(Induction, ConstantsAndSymmetry) {
  for (const bool up_to_symmetry : {false, true}) {
    ModelSettings settings;
    settings.path = "seats.mch";
    settings.up_to_symmetry = up_to_symmetry;
    settings.text =
        "MACHINE seats SETS P CONSTANTS room PROPERTIES room : 1..2 VARIABLES in INVARIANT in <: P & card(in) <= room\n"
        "INITIALISATION in := {} OPERATIONS enter(p) = PRE p : P - in & card(in) < room THEN in := in \\/ {p} END;\n"
        "leave(p) = PRE p : in THEN in := in - {p} END DEFINITIONS scope_P == 3 END";
    const Model model = load_beginning_anywhere(settings);
    ASSERT_TRUE(model);
    const Induction found = check_induction(model.system());
    EXPECT_FALSE(found.counterexample.has_value());
    EXPECT_EQ(found.states, up_to_symmetry ? 2u + 3u : 4u + 7u);  // of sizes 0, 1 where room = 1; 0, 1, 2 where it is 2
  }
}

TEST(Induction, RefinementsAndOtherLanguagesAreRefused) {
  ModelSettings settings;
  settings.path = std::string(QUOTIENT_ROOT) + "/examples/b/QueueRing.ref";
  EXPECT_FALSE(load_beginning_anywhere(settings));
  settings.path = std::string(QUOTIENT_ROOT) + "/examples/peterson.pml";
  const Model model = load_beginning_anywhere(settings);
  EXPECT_FALSE(model);
  EXPECT_FALSE(model.problem.empty());
}

}  // namespace
}  // namespace quotient::driver
