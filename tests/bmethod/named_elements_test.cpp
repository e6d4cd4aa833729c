#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <string>

#include "orbits.hpp"

// Enumerated sets whose elements are named: what the text treats alike may change places, nothing else.

namespace quotient::bmethod {
namespace {

using test::bytes_of;
using test::expect_symmetry_of_state_graph;
using test::explore;
using test::load_text;
using test::view_of;

struct NamedCase {
  const char* what;
  const char* order;      // of the group, by hand
  const char* broken_by;  // the beginning of the reason; null where all are alike
  const char* text;
};

const NamedCase named_cases[] = {
    {"all of them in one set", "6", nullptr,
     "MACHINE M SETS S = {a, b, c} VARIABLES x INVARIANT x <: {a, b, c} INITIALISATION x := {c, a, b}\n"
     "OPERATIONS drop(s) = PRE s : x THEN x := x - {s} END END"},
    {"one of four has a part of its own: the others are alike", "6", "'a' of 'S' is named",
     "MACHINE M SETS S = {a, b, c, d} VARIABLES x INVARIANT x : S INITIALISATION x := a\n"
     "OPERATIONS go(s) = PRE s : S & x /= s THEN x := s END END"},
    {"a shift plan: workers and shifts move together", "6", nullptr,
     "MACHINE M SETS W = {ann, bob, cid}; T = {early, late, night} CONSTANTS shift\n"
     "PROPERTIES shift = {ann |-> early, bob |-> late, cid |-> night} VARIABLES on, done INVARIANT on : T & done <: W\n"
     "INITIALISATION on :: T || done := {}\n"
     "OPERATIONS work(w) = PRE shift(w) = on & w /: done THEN done := done \\/ {w} END; next(t) = PRE t : T THEN on := "
     "t END "
     "END"},
    {"a ring of four: rotations", "4", "the elements of 'D' are named in an order",
     "MACHINE M SETS D = {n, e, s, w} CONSTANTS right PROPERTIES right = {n |-> e, e |-> s, s |-> w, w |-> n}\n"
     "VARIABLES at, seen INVARIANT at : D & seen <: D INITIALISATION at :: D || seen := {}\n"
     "OPERATIONS turn = BEGIN at := right(at) || seen := seen \\/ {at} END; see(d) = PRE d : D THEN seen := seen \\/ "
     "{d} END "
     "END"},
    {"two couples: within each, and both at once", "8", "the elements of 'P' are named in an order",
     "MACHINE M SETS P = {a, b, c, d} CONSTANTS friend PROPERTIES friend = {a |-> b, b |-> a, c |-> d, d |-> c}\n"
     "VARIABLES here INVARIANT here <: P INITIALISATION here := {}\n"
     "OPERATIONS come(p) = PRE p : P - here & (friend(p) : here or here = {}) THEN here := here \\/ {p} END;\n"
     "leave(p) = PRE p : here THEN here := here - {p} END END"},
    {"a ring of which one is named besides", "1", "'n' of 'D' is named",
     "MACHINE M SETS D = {n, e, s, w} CONSTANTS right PROPERTIES right = {n |-> e, e |-> s, s |-> w, w |-> n}\n"
     "VARIABLES at INVARIANT at : D INITIALISATION at := n OPERATIONS turn = at := right(at) END"},
    {"weights that differ", "2", "'a' of 'B' is named",
     "MACHINE M SETS B = {a, b, c} CONSTANTS weight PROPERTIES weight = {a |-> 1, b |-> 2, c |-> 2}\n"
     "VARIABLES load INVARIANT load : 0..9 INITIALISATION load := 0\n"
     "OPERATIONS add(x) = PRE x : B & load + weight(x) < 5 THEN load := load + weight(x) END END"},
    {"an order", "1", "'a' of 'B' is named",
     "MACHINE M SETS B = {a, b, c} VARIABLES q INVARIANT q : seq(B) INITIALISATION q := [a, b, c]\n"
     "OPERATIONS next = PRE q /= [] THEN q := tail(q) END END"},
    {"alternatives in any order", "2", "'idle' of 'S' is named",
     "MACHINE M SETS S = {idle, red, green} VARIABLES x INVARIANT x : S INITIALISATION x := idle\n"
     "OPERATIONS go = PRE x = idle THEN CHOICE x := red OR x := green END END; stop = PRE x = red or x = green THEN x "
     ":= "
     "idle END END"},
    {"bound names of their own", "2", nullptr,
     "MACHINE M SETS S = {a, b} VARIABLES f INVARIANT f <: S * (0..1) & not(#x.(x : 0..1 & (a |-> x) : f & x > 1)) &\n"
     "not(#y.(y : 0..1 & (b |-> y) : f & y > 1)) INITIALISATION f := {} OPERATIONS\n"
     "add(s, n) = PRE s : S & n : 0..1 THEN f := f \\/ {s |-> n} END END"},
    {"beside a deferred set", "4", nullptr,
     "MACHINE M SETS S = {a, b}; T VARIABLES f INVARIANT f : S +-> T INITIALISATION f := {} OPERATIONS\n"
     "put(t) = PRE t : T THEN CHOICE f := f <+ {a |-> t} OR f := f <+ {b |-> t} END END END"},
    {"a name in the goal alone", "2", "'a' of 'S' is named",
     "MACHINE M SETS S = {a, b, c} VARIABLES x INVARIANT x <: S INITIALISATION x := {} OPERATIONS\n"
     "add(s) = PRE s : S THEN x := x \\/ {s} END DEFINITIONS GOAL == x = {a} & x = {} END"},
};

/// Groups by hand.
TEST(NamedElements, GroupsAreThoseOfTheStateGraph) {
  for (const NamedCase& each : named_cases) {
    Options options;
    options.setup = SetupStates::none;
    options.deadlock = false;
    const auto loaded = load_text(each.text, options);
    ASSERT_NE(loaded->system, nullptr) << each.what << test::all_messages(loaded->sources, loaded->diagnostics);
    const Symmetry symmetry = loaded->system->symmetry();
    EXPECT_EQ(symmetry.group.order().to_string(), each.order) << each.what;
    const std::string reason = symmetry.broken_by.empty() ? "" : symmetry.broken_by[0].reason;
    EXPECT_EQ(reason.empty(), each.broken_by == nullptr) << each.what << ": " << reason;
    if (each.broken_by != nullptr) {
      EXPECT_TRUE(reason.starts_with(each.broken_by)) << each.what << ": " << reason;
    }
    expect_symmetry_of_state_graph(*loaded->system, each.what);
  }
}

/// Random texts over named elements: constants, initial values, guards and effects that treat some of them alike. No
/// group is too large.
TEST(NamedElements, RandomTextsHaveNoGroupThatIsTooLarge) {
  std::size_t symmetric = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    const auto pick = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
    const auto name = [&] { return std::string(1, "abcd"[pick(4)]); };
    const auto some = [&] {
      std::string made;
      for (const char* each : {"a", "b", "c", "d"}) {
        if (pick(2) == 0) made += (made.empty() ? "" : ", ") + std::string(each);
      }
      return "{" + made + "}";
    };
    const auto predicate = [&]() -> std::string {
      switch (pick(6)) {
        case 0:
          return "p : " + some();
        case 1:
          return "(x = " + name() + " or p = " + name() + ")";
        case 2:
          return "(p |-> x) : next";
        case 3:
          return "s /= " + some();
        case 4:
          return "(p = " + name() + " => x = " + name() + ")";
        default:
          return "p /= x";
      }
    };
    std::string next;
    const unsigned shape = pick(4);
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned to = shape == 0 ? (i + 1) % 4 : shape == 1 ? i ^ 1U : shape == 2 ? i : pick(4);
      next += std::string(i == 0 ? "" : ", ") + "abcd"[i] + " |-> " + "abcd"[to];
    }
    const std::string text =
        "MACHINE M SETS E = {a, b, c, d} CONSTANTS next PROPERTIES next = {" + next +
        "} VARIABLES x, s INVARIANT x : E & s <: E INITIALISATION x :: " + (pick(2) == 0 ? "E" : "E - " + some()) +
        " || s := " + (pick(2) == 0 ? "{}" : some()) + " OPERATIONS\n  go(p) = PRE p : E & " + predicate() + " & " +
        predicate() + " THEN x := " + (pick(2) == 0 ? "p" : "next(p)") + " END;\n  put(p) = PRE p : E & " +
        predicate() + " THEN s := s " + (pick(2) == 0 ? "\\/" : "-") + " {p} END END";
    Options options;
    options.setup = SetupStates::none;
    options.deadlock = false;
    const auto loaded = load_text(text, options);
    ASSERT_NE(loaded->system, nullptr) << text << test::all_messages(loaded->sources, loaded->diagnostics);
    expect_symmetry_of_state_graph(*loaded->system, text);
    if (HasFatalFailure()) return;
    symmetric += loaded->system->symmetry().group.is_trivial() ? 0 : 1;
  }
  EXPECT_GT(symmetric, 20u);
  EXPECT_LT(symmetric, 380u);
}

/// Constants up to symmetry are not lost where some sets are free and others are not.
TEST(NamedElements, ConstantsBesideSetsThatAreNotFree) {
  const std::string text =
      "MACHINE M SETS S = {a, b, c}; T CONSTANTS f PROPERTIES f : T --> S & f /= T * {a} VARIABLES x INVARIANT x <: T\n"
      "INITIALISATION x := {} OPERATIONS add(t) = PRE t : T & f(t) /= a THEN x := x \\/ {t} END DEFINITIONS scope_T == "
      "3 END";
  Options options;
  options.setup = SetupStates::none;
  const auto all = load_text(text, options);
  options.up_to_symmetry = true;
  const auto some = load_text(text, options);
  EXPECT_EQ(some->system->symmetry().group.order().to_string(), "12");  // S3 of T, b and c
  const test::Orbits found = test::explore_orbits(*some->system, "canonical");
  EXPECT_EQ(found.represented, std::to_string(explore(*all->system).states));
}

}  // namespace
}  // namespace quotient::bmethod
