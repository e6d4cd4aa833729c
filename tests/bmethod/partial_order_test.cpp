#include <filesystem>
#include <fstream>
#include <sstream>

#include "../search/partial_orders.hpp"
#include "../seeds.hpp"
#include "explore.hpp"
#include "random_machines.hpp"
#include "symmetry/reduce/canonical.hpp"

namespace quotient::bmethod {
namespace {

namespace fs = std::filesystem;
using quotient::testing::compare;
using quotient::testing::Found;
using quotient::testing::search;
using test::load_text;

std::pair<std::uint64_t, std::uint64_t> compare_machine(const std::string& text) {
  const auto loaded = load_text(text, {});
  EXPECT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
  if (loaded->system == nullptr) return {0, 0};
  EXPECT_NE(loaded->system->independence(), nullptr);
  return compare(*loaded->system);
}

TEST(MachinePartialOrder, ElementsThatShareNothingAreExploredOneByOne) {
  const auto [whole, reduced] = compare_machine(
      "MACHINE M DEFINITIONS scope_P == 4 SETS P VARIABLES at INVARIANT at : P --> 0..3 INITIALISATION at := P * {0}\n"
      "OPERATIONS step(p) = PRE p : P & at(p) < 3 THEN at(p) := at(p) + 1 END END");
  EXPECT_EQ(whole, 256U);
  EXPECT_LT(reduced, 20U);
}

TEST(MachinePartialOrder, ACallThatIsRefusedNeedsOnlyWhoCanMakeItPossible) {
  // The lock is free for whoever has come far enough; until then it is nobody's business.
  const auto [whole, reduced] = compare_machine(
      "MACHINE M DEFINITIONS scope_P == 3 SETS P VARIABLES at, owner INVARIANT at : P --> 0..4 & owner <: P\n"
      "INITIALISATION at := P * {0} || owner := {} OPERATIONS\n"
      "  step(p) = SELECT p : P & at(p) < 3 THEN at(p) := at(p) + 1 END;\n"
      "  enter(p) = SELECT p : P & at(p) = 3 & owner = {} THEN owner := {p} || at(p) := 4 END;\n"
      "  leave(p) = SELECT p : P & at(p) = 4 & p : owner THEN owner := {} || at(p) := 0 END END");
  EXPECT_LT(reduced, whole / 2);
}

TEST(MachinePartialOrder, NumbersAreElementsWhereTheTextListsThem) {
  const auto [whole, reduced] = compare_machine(
      "MACHINE M CONSTANTS n PROPERTIES n = 3 VARIABLES at INVARIANT at : 1..n --> 0..2 INITIALISATION at := (1..n) * "
      "{0}\n"
      "OPERATIONS step(i) = PRE i : 1..n & at(i) < 2 THEN at(i) := at(i) + 1 END END");
  EXPECT_GE(whole, 27U);
  EXPECT_LT(reduced, 12U);
}

/// A machine for each thing that makes calls depend on each other. Each finds less where that is forgotten.
struct Dependence {
  const char* on;
  const char* machine;
};

class MachinePartialOrderOn : public ::testing::TestWithParam<Dependence> {};

TEST_P(MachinePartialOrderOn, FindsTheSame) {
  const auto loaded = load_text(GetParam().machine, {});
  ASSERT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
  ASSERT_NE(loaded->system->independence(), nullptr);
  EXPECT_FALSE(search(*loaded->system, false).wrong.empty());
  compare(*loaded->system);
}

const Dependence dependences[] = {
    {"variables_read",
     "MACHINE M VARIABLES x, k, bad INVARIANT x : 0..2 & k : 0..1 & bad : 0..1 & bad = 0 INITIALISATION x, k, bad := "
     "0, 0, 0\n"
     "OPERATIONS a = SELECT x < 2 THEN x := x + 1 END; b = SELECT k = 0 THEN k := 1 END;\n"
     "  c = SELECT k = 1 & x = 1 THEN bad := 1 END END"},
    {"variables_written",
     "MACHINE M VARIABLES x, k, j INVARIANT x : 0..2 & k : 0..1 & j : 0..1 & not(k = 1 & j = 1 & x = 2)\n"
     "INITIALISATION x, k, j := 0, 0, 0 OPERATIONS a = SELECT k = 0 THEN x := 1 || k := 1 END;\n"
     "  b = SELECT j = 0 THEN x := 2 || j := 1 END END"},
    {"elements",
     "MACHINE M SETS P = {p1, p2} VARIABLES f, k, bad INVARIANT f : P --> 0..2 & k : 0..1 & bad : 0..1 & bad = 0\n"
     "INITIALISATION f, k, bad := P * {0}, 0, 0 OPERATIONS a(p) = SELECT p : P & f(p) < 2 THEN f(p) := f(p) + 1 END;\n"
     "  b = SELECT k = 0 THEN k := 1 END; c = SELECT k = 1 & f(p2) = 1 THEN bad := 1 END END"},
    {"elements_that_depend_on_the_state",
     "MACHINE M SETS P = {p1, p2} VARIABLES f, i, k, bad INVARIANT f : P --> 0..2 & i : P & k : 0..1 & bad : 0..1 & "
     "bad = 0\n"
     "INITIALISATION f, i, k, bad := P * {0}, p2, 0, 0 OPERATIONS a(p) = SELECT p : P & f(p) < 2 THEN f(p) := f(p) + 1 "
     "END;\n"
     "  b = SELECT k = 0 THEN k := 1 END; c = SELECT k = 1 & f(i) = 1 THEN bad := 1 END END"},
    {"elements_that_are_computed",
     "MACHINE M SETS P = {p1, p2} VARIABLES f, g, k, bad INVARIANT f : P --> 0..2 & g : P --> P & k : 0..1 & bad : "
     "0..1 & "
     "bad = 0\n"
     "INITIALISATION f, g, k, bad := P * {0}, {p1 |-> p2, p2 |-> p1}, 0, 0\n"
     "OPERATIONS a(p) = SELECT p : P & f(p) < 2 THEN f(p) := f(p) + 1 END;\n"
     "  b = SELECT k = 0 THEN k := 1 END; c = SELECT k = 1 & f(g(p1)) = 1 THEN bad := 1 END END"},
    {"sets_as_a_whole",
     "MACHINE M SETS P = {p1, p2} VARIABLES s, k, bad INVARIANT s <: P & k : 0..1 & bad : 0..1 & bad = 0\n"
     "INITIALISATION s, k, bad := {}, 0, 0 OPERATIONS a(p) = SELECT p : P & p /: s THEN s := s \\/ {p} END;\n"
     "  b = SELECT k = 0 THEN k := 1 END; c = SELECT k = 1 & card(s) = 1 THEN bad := 1 END END"},
    {"first_components_of_couples",
     "MACHINE M SETS P = {p1, p2} VARIABLES r, k, bad INVARIANT r : P <-> P & k : 0..1 & bad : 0..1 & bad = 0\n"
     "INITIALISATION r, k, bad := {}, 0, 0 OPERATIONS a(p) = SELECT p : P & p |-> p1 /: r THEN r := r \\/ {p |-> p1} "
     "END;\n"
     "  d(p) = SELECT p |-> p1 : r THEN r := {p} <<| r \\/ {p |-> p2} END;\n"
     "  b = SELECT k = 0 THEN k := 1 END; c(q) = SELECT q |-> p1 : r & k = 1 & q = p2 THEN bad := 1 END END"},
    {"ranges_of_functions",
     "MACHINE M SETS P = {p1, p2} VARIABLES h, k, bad INVARIANT h : P +-> P & k : 0..1 & bad : 0..1 & bad = 0\n"
     "INITIALISATION h, k, bad := {}, 0, 0 OPERATIONS a(p) = SELECT p : P & p /: dom(h) THEN h(p) := p END;\n"
     "  d(p) = SELECT p : dom(h) & h(p) = p THEN h(p) := p1 END;\n"
     "  b = SELECT k = 0 THEN k := 1 END; c(q) = SELECT q : ran(h) & k = 1 & q = p2 THEN bad := 1 END END"},
    {"what_is_checked_of_two_variables",
     "MACHINE M VARIABLES x, y INVARIANT x : 0..2 & y : 0..2 & not(x = 1 & y = 1) INITIALISATION x, y := 0, 0\n"
     "OPERATIONS a = SELECT x < 2 THEN x := x + 1 END; b = SELECT y < 2 THEN y := y + 1 END END"},
    {"what_is_checked_of_each_element",
     "MACHINE M SETS P = {p1, p2} VARIABLES f, g INVARIANT f : P --> 0..2 & g : P --> 0..2 & !z.(z : P => not(f(z) = 1 "
     "& g(z) = 1))\n"
     "INITIALISATION f, g := P * {0}, P * {0} OPERATIONS a(p) = SELECT p : P & f(p) < 2 THEN f(p) := f(p) + 1 END;\n"
     "  b(p) = SELECT p : P & g(p) < 2 THEN g(p) := g(p) + 1 END END"},
    {"sets_that_must_be_disjoint",
     "MACHINE M SETS P = {p1, p2} VARIABLES s, t, k, j INVARIANT s <: P & t <: P & k <: P & j <: P & s /\\ t = {}\n"
     "INITIALISATION s, t, k, j := {}, {}, {}, {} OPERATIONS\n"
     "  a(p) = SELECT p : P & p /: s & p /: k THEN s := s \\/ {p} END; c(p) = SELECT p : s THEN s := s - {p} || k := k "
     "\\/ {p} END;\n"
     "  b(p) = SELECT p : P & p /: t & p /: j THEN t := t \\/ {p} END; d(p) = SELECT p : t THEN t := t - {p} || j := j "
     "\\/ {p} END END"},
    {"several_elements_at_once",
     "MACHINE M SETS P = {p1, p2} VARIABLES f INVARIANT f : P --> 0..2 & not(f(p1) = 1 & f(p2) = 1)\n"
     "INITIALISATION f := P * {0} OPERATIONS a(p) = SELECT p : P & f(p) < 2 THEN f(p) := f(p) + 1 END END"},
    {"goals",
     "MACHINE M DEFINITIONS GOAL == x = 1 & y = 1 VARIABLES x, y INVARIANT x : 0..2 & y : 0..2 INITIALISATION x, y := "
     "0, 0\n"
     "OPERATIONS a = SELECT x < 2 THEN x := x + 1 END; b = SELECT y < 2 THEN y := y + 1 END END"},
    {"assertions",
     "MACHINE M VARIABLES x, y INVARIANT x : 0..2 & y : 0..2 ASSERTIONS x /= 1 or y /= 1 INITIALISATION x, y := 0, 0\n"
     "OPERATIONS a = SELECT x < 2 THEN x := x + 1 END; b = SELECT y < 2 THEN y := y + 1 END END"},
    {"calls_that_are_refused",
     "MACHINE M VARIABLES x, k, bad INVARIANT x : 0..2 & k : 0..1 & bad : 0..1 & bad = 0 INITIALISATION x, k, bad := "
     "0, 0, 0\n"
     "OPERATIONS a = SELECT k = 0 THEN k := 1 END; b = SELECT x = 1 & k = 0 THEN bad := 1 || k := 1 END;\n"
     "  c = SELECT x = 0 THEN x := 1 END END"},
    // While x is 0 the division is reported; f refuses b for another reason all the time.
    {"guards_that_are_undefined",
     "MACHINE M VARIABLES x, k, g INVARIANT x : 0..1 & k : 0..1 & g : 0..1 INITIALISATION x, k, g := 0, 0, 0\n"
     "OPERATIONS a = SELECT x = 0 THEN x := 1 END; b = SELECT k = 1 & 10 / x > 0 & g = 1 THEN skip END;\n"
     "  c = SELECT k = 0 THEN k := 1 END END"},
    {"undefined_before_what_refuses",
     "MACHINE M VARIABLES x, y, g INVARIANT x : 0..2 & y : 0..2 & g : 0..1 INITIALISATION x, y, g := 1, 1, 0\n"
     "OPERATIONS a = SELECT y < 2 THEN y := y + 1 END; b = SELECT 10 / x > y & g = 1 THEN skip END;\n"
     "  c = SELECT x > 0 THEN x := x - 1 END; d = SELECT x = 0 THEN x := 2 END END"},
    {"choices_within",
     "MACHINE M SETS P = {p1, p2} VARIABLES s, k, bad INVARIANT s <: P & k : 0..1 & bad : 0..1 & bad = 0\n"
     "INITIALISATION s, k, bad := {}, 0, 0 OPERATIONS a = ANY z WHERE z : P & z /: s & k = 0 THEN s := s \\/ {z} END;\n"
     "  b = SELECT k = 0 THEN k := 1 END; c = SELECT s = {p2} & k = 1 THEN bad := 1 END END"},
    {"branches",
     "MACHINE M VARIABLES x, y, k INVARIANT x : 0..1 & y : 0..1 & k : 0..1 & y = 0 INITIALISATION x, y, k := 0, 0, 0\n"
     "OPERATIONS a = SELECT x = 0 THEN x := 1 END; b = SELECT k = 0 THEN k := 1 || IF x = 0 THEN y := 0 ELSE y := 1 "
     "END END END"},
    {"preconditions_within",
     "MACHINE M VARIABLES x, k INVARIANT x : 0..1 & k : 0..1 INITIALISATION x, k := 0, 0\n"
     "OPERATIONS a = SELECT x = 0 THEN x := 1 END; b = SELECT k = 0 THEN k := 1; PRE x = 0 THEN skip END END END"},
    {"operations_that_are_called",
     "MACHINE M VARIABLES x, k, bad INVARIANT x : 0..2 & k : 0..1 & bad : 0..1 & bad = 0 INITIALISATION x, k, bad := "
     "0, 0, 0\n"
     "LOCAL_OPERATIONS up = BEGIN x := x + 1 END\n"
     "OPERATIONS a = SELECT x < 2 THEN up END; b = SELECT k = 0 THEN k := 1 END;\n"
     "  c = SELECT k = 1 & x = 1 THEN bad := 1 END END"},
    {"steps_that_could_be_left_out_for_ever",
     "MACHINE M VARIABLES x, y INVARIANT x : 0..1 & y : 0..2 & y < 2 INITIALISATION x, y := 0, 0\n"
     "OPERATIONS a = BEGIN x := 1 - x END; b = SELECT y < 2 THEN y := y + 1 END END"},
    {"old_values",
     "MACHINE M VARIABLES x, k, bad INVARIANT x : 0..2 & k : 0..1 & bad : 0..1 & bad = 0 INITIALISATION x, k, bad := "
     "0, 0, 0\n"
     "OPERATIONS a = SELECT x < 2 THEN x :( x = x$0 + 1 ) END; b = SELECT k = 0 THEN k := 1 END;\n"
     "  c = SELECT k = 1 & x = 1 THEN bad :( bad = 1 ) END END"},
    {"what_an_assigned_element_depends_on",
     "MACHINE M SETS P = {p1, p2} VARIABLES f, i, k INVARIANT f : P --> 0..1 & i : P & k : 0..1 & f(p1) = 0\n"
     "INITIALISATION f, i, k := P * {0}, p1, 0 OPERATIONS a = SELECT k = 0 THEN f(i) := 1 || k := 1 END;\n"
     "  b = SELECT i = p1 THEN i := p2 END END"},
};

INSTANTIATE_TEST_SUITE_P(Every, MachinePartialOrderOn, ::testing::ValuesIn(dependences),
                         [](const ::testing::TestParamInfo<Dependence>& one) { return std::string(one.param.on); });

TEST(MachinePartialOrder, IsNotWhereStepsDependOnMoreThanVariables) {
  for (const char* text :
       {"MACHINE M DEFINITIONS SCOPE == x < 1 VARIABLES x INVARIANT x : 0..2 INITIALISATION x := 0\n"
        "OPERATIONS a = SELECT x < 2 THEN x := x + 1 END END",
        "MACHINE M DEFINITIONS SET_PREF_MAX_OPERATIONS == 1 VARIABLES x INVARIANT x : 0..2 INITIALISATION x := 0\n"
        "OPERATIONS a(n) = SELECT n : 0..2 THEN x := n END END"}) {
    const auto loaded = load_text(text, {});
    ASSERT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
    EXPECT_EQ(loaded->system->independence(), nullptr) << text;
  }
}

/// With all that is permuted merged: the same is found, and no more states than without partial orders.
void compare_up_to_symmetry(const MachineSystem& machine) {
  const Symmetry symmetry = machine.symmetry();
  if (symmetry.group.is_trivial()) return;
  const auto reduction = canonical_reduction(symmetry);
  const auto independence = machine.independence();
  if (reduction == nullptr || independence == nullptr) return;
  const Found whole = search(machine, false, 1, 20'000, reduction.get());
  const Found some = search(StubbornSystem(machine, *independence), true, 1, 20'000, reduction.get());
  if (!whole.complete) return;
  EXPECT_EQ(some.wrong, whole.wrong);
  EXPECT_EQ(some.deadlock_lengths, whole.deadlock_lengths);
  EXPECT_LE(some.states, whole.states);
}

TEST(MachinePartialOrder, FindsTheSameInEveryExample) {
  unsigned smaller = 0;
  for (const auto& entry : fs::directory_iterator(std::string(QUOTIENT_ROOT) + "/examples/b")) {
    if (entry.path().extension() != ".mch") continue;
    SCOPED_TRACE(entry.path().string());
    for (const bool up_to_symmetry : {false, true}) {
      SourceMap sources;
      Diagnostics diagnostics;
      std::ifstream in(entry.path());
      std::stringstream text;
      text << in.rdbuf();
      Options options;
      options.up_to_symmetry = up_to_symmetry;
      options.default_set_size = 3;
      const auto machine = load(sources, sources.add(entry.path().string(), text.str()), options, diagnostics);
      if (machine == nullptr) continue;
      compare_up_to_symmetry(*machine);
      if (up_to_symmetry) continue;
      const auto [whole, reduced] = compare(*machine);
      smaller += reduced < whole ? 1 : 0;
    }
  }
  EXPECT_GT(smaller, 0U);
}

TEST(MachinePartialOrder, FindsTheSameInRandomMachines) {
  const auto [first, last] = testing::seeds_up_to(200);
  unsigned smaller = 0, wrong = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    const std::string text = testing::RandomMachines(seed).machine();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    Options options;
    options.deadlock = seed % 3 != 0;
    const auto loaded = load_text(text, options);
    ASSERT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
    const auto independence = loaded->system->independence();
    if (independence == nullptr) continue;
    const Found found = search(*loaded->system, false, 1, 20'000);
    if (!found.complete) continue;
    wrong += found.wrong.empty() ? 0 : 1;
    const auto [whole, reduced] = compare(*loaded->system);
    smaller += reduced < whole ? 1 : 0;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(smaller, (last - first) / 20);
  std::printf("%u got smaller, in %u something is wrong\n", smaller, wrong);
}

}  // namespace
}  // namespace quotient::bmethod
