#include <gtest/gtest.h>

#include "orbits.hpp"

// Machines as people write them, each with what a survey of public machines found next most often: definitions and
// calls, parameters, sequences, relational operators, and so on. Counts were worked out by hand.

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::explore;
using test::explore_orbits;
using test::load_text;

struct Sample {
  const char* name;
  const char* text;
  std::size_t states;  // with those that hold constants only
};

const Sample samples[] = {
    // Sets of two persons, a limit of 1 or 2: 2 + 5 + 11.
    {"Base", R"(
MACHINE Register
SETS PERSON; SEX = {man, woman}
CONSTANTS limit
PROPERTIES limit : NAT1 & limit <= card(PERSON)
VARIABLES person, sex, husband, count
INVARIANT
  person <: PERSON & sex : person --> SEX & husband : sex~[{woman}] >+> sex~[{man}] & count = card(person) &
  count <= limit & !(x,y).(x : person & y : person & x = y => sex(x) = sex(y))
INITIALISATION person, sex := {}, {} || husband := {} || count := 0
OPERATIONS
  baby <-- born(s) = PRE s : SEX & card(person) < limit THEN
    ANY angel WHERE angel : PERSON - person THEN
      person := person \/ {angel} || sex(angel) := s || baby := angel || count := count + 1
    END
  END;
  marry(w, m) = PRE w : sex~[{woman}] - dom(husband) & m : sex~[{man}] - ran(husband) THEN husband(w) := m END;
  r <-- married(p) = PRE p : person THEN r := bool(p : dom(husband) \/ ran(husband)) END;
  ok, who <-- find = IF husband = {} THEN ok := FALSE || who :: PERSON ELSE ok := TRUE || who :: dom(husband) END
END)",
     18},
    // Sequences without repetition of at most two of three: 1 + 3 + 6, and the constants.
    {"DefinitionsParametersSequencesModel", R"(
MODEL Fifo(ITEM, maxsize)
CONSTRAINTS maxsize : NAT1 & maxsize = 2 & card(ITEM) = 3
DEFINITIONS
   Full == size(q) = maxsize;
   push(e) == q := q <- e;
   Inv(x) == (x : iseq(ITEM) & size(x) <= maxsize);
   SET_PREF_MAX_OPERATIONS == 20;
   ASSERT_LTL == "G {size(q) <= 2}";
   ANIMATION_FUNCTION == {r,c,i | r:1..2 & c = 1 & i = 0};
   CUSTOM_GRAPH_NODES == rec(shape:"rect");
   PAIR == 1,2;
VARIABLES q
INVARIANT Inv(q)
ASSERTIONS size(q) <= maxsize; q : seq(ITEM); ran(q) <: ITEM & card(ran(q)) = size(q); PAIR = (1 |-> 2)
INITIALISATION q := <>
OPERATIONS
  enq(e) = PRE e : ITEM - ran(q) & not(Full) THEN push(e) END;
  e <-- deq = PRE q /= <> THEN e, q := first(q), tail(q) END;
  r <-- isfull = r := bool(Full);
  swap = PRE size(q) = 2 THEN q := [q(2), q(1)] END;
  all = PRE size(q) > 0 THEN q := rev(q); skip END;
END)",
     11},
    // The strict orders on two: none, or one of two. Then any place and anything seen.
    {"RelationsAssertionsBoolSuchThatLambdaSigma", R"(
MACHINE Walk
SETS NODE
CONSTANTS edge, dist
PROPERTIES edge : NODE <-> NODE & edge = closure1(edge) & edge /\ id(NODE) = {} & dist = %x.(x : NODE | card(edge[{x}]))
VARIABLES at, seen, total
INVARIANT at : NODE & seen <: NODE & total : NATURAL &
  total = SIGMA(z).(z : seen | dist(z)) & PI(z).(z : seen | 1) = 1 &
  UNION(z).(z : seen | edge[{z}]) = edge[seen] & (seen /= {} => INTER(z).(z : seen | {z}) <: seen) &
  union(POW(seen)) = seen & (seen /= {} => inter(POW1(seen) \/ {seen}) <: seen) & seen : FIN(NODE) &
  (at : seen => seen : FIN1(NODE)) & fnc(edge) : NODE +-> POW(NODE) & rel(fnc(edge)) = edge &
  prj1(NODE, NODE)(at, at) = at & prj2(NODE, NODE)(at, at) = at & (edge ; edge) <: edge &
  (edge >< edge) : NODE <-> (NODE * NODE) & iterate(edge, 2) = {} & closure(edge) = closure1(edge) \/ id(NODE) &
  min({total, 3}) <= 3 & max({total} \/ {1}) >= 1 & total mod 2 + 2 * (total / 2) = total & 2 ** total >= 1
ASSERTIONS bool(at : seen) : BOOL; card(NODE -->> BOOL) = 2
INITIALISATION at :: NODE; seen := {}; total := 0
OPERATIONS
  go = CHOICE at :: NODE - {at} OR skip END;
  look = ASSERT at : NODE THEN LET d BE d = dist(at) IN
    IF at /: seen THEN total := total + d || seen := seen \/ {at} END END END;
  forget = seen, total : (seen <: seen$0 & total = SIGMA(z).(z : seen | dist(z)) & seen /= seen$0)
END)",
     3 + 3 * 2 * 4},
    // Two notes, each without a text, new or old; any record.
    {"StringsRecordsCase", R"(
MACHINE Notes
SETS N
VARIABLES text, last
INVARIANT text : N +-> STRING & ran(text) <: {"new", "old"} & last : struct(who : N, times : 0..1)
INITIALISATION text := {} || last :: struct(who : N, times : {0})
OPERATIONS
  write(n) = PRE n : N & n /: dom(text) THEN text(n) := "new" END;
  age(n) = PRE n : dom(text) THEN
    CASE text(n) OF EITHER "new" THEN text(n) := "old" OR "old" THEN text := {n} <<| text ELSE skip END END END;
  touch(n) = PRE n : N THEN last'who := n; last'times := 1 - last'times END
END)",
     9 * 4},
    {"SubstitutionDefinitionsSurjections", R"(#! /usr/bin/env checker
MACHINE Teams
DEFINITIONS
  Reset == BEGIN team := {} END;
  Anything == team : (team : P +->> BOOL or team = {});
  Choose(x) == VAR y IN y := x; team := y END
SETS P
VARIABLES team
INVARIANT team : P +-> BOOL & (team = {} or team : P +->> BOOL)
INITIALISATION Reset
OPERATIONS
  any = Anything;
  one(f) = PRE f : P -->> BOOL THEN Choose(f) END;
  none = Reset
END)",
     3},
    // Lift models call their variables as ProB calls functions of real numbers.
    {"NamesThatAreFunctionsElsewhere", R"(
MACHINE Lift
CONSTANTS ground, top
PROPERTIES ground = 0 & top = 3
VARIABLES floor, ceiling, real
INVARIANT floor : ground..top & ceiling : BOOL & real : 0..1
INITIALISATION floor := ground || ceiling := TRUE || real := 0
OPERATIONS
  inc = PRE floor < top THEN floor := floor + 1 END;
  dec = PRE floor > ground THEN floor := floor - 1 END
END)",
     5},
    {"EventsOfASystem", R"(
SYSTEM Counter
VARIABLES n
INVARIANT n : 0..2
INITIALISATION n := 0
EVENTS
  inc == SELECT n < 2 THEN n := succ(n) END;
  reset == SELECT n = 2 THEN n := min(pred[{1}]) END
END)",
     3},
    // 4 + 4 orders of waiting, ready and running for two; an operation called as a variable.
    {"OperationsWithNamesOfVariables", R"(
MACHINE Scheduler
SETS PID
VARIABLES active, ready
INVARIANT active <: PID & ready <: PID & active /\ ready = {} & card(active) <= 1
INITIALISATION active := {} || ready := {}
OPERATIONS
  ready(p) = SELECT p : PID - active - ready THEN ready := ready \/ {p} END;
  active = SELECT active = {} & ready /= {} THEN ANY p WHERE p : ready THEN active := {p} || ready := ready - {p} END END;
  stop = SELECT active /= {} THEN active := {} END;
  twice(p) = PRE p : PID THEN ready(p) END
END)",
     8},
    {"ListsByDefinition", R"(
MACHINE Lists
DEFINITIONS elements == {one, two}; state == (x, y); limits == low, high
SETS E = elements
CONSTANTS limits
PROPERTIES low = 0 & high = 2
VARIABLES state, z
INVARIANT x : E & y : low..high & z : BOOL
INITIALISATION x := one || y := low || z := TRUE
OPERATIONS go = BEGIN x :: E || y :: low..high || z :: BOOL END
END)",
     1 + 2 * 3 * 2},
    // f has two places of its three changed at once, to any of two values; the same value twice is no contradiction.
    {"SimultaneousAssignments", R"(
MACHINE Places
DEFINITIONS SET_PREF_ALLOW_SIMULTANEOUS_ASSIGNMENTS == TRUE
VARIABLES f, n
INVARIANT f : 1..3 --> 0..1 & n : 0..1
INITIALISATION f := (1..3) * {0} || n := 0
OPERATIONS
  two(i, j) = PRE i : 1..3 & j : 1..3 & i < j THEN f(i) := 1 - f(i) || f(j) := 1 - f(j) END;
  any = BEGIN f(1) :: 0..1 || f(3) :: 0..1 END;
  same = BEGIN n := 1 || n := 1 END
END)",
     16},
    // All sequences of at most two of two, each cut anywhere.
    {"SequencesTakenApart", R"(
MACHINE Cuts
SETS D
VARIABLES s, a
INVARIANT s : seq(D) & size(s) <= 2 & a : seq(D) & a <: s
INITIALISATION s := [] || a := []
OPERATIONS
  push(d) = PRE d : D & size(s) < 2 THEN s := s <- d || a := [] END;
  cut = ANY x, y WHERE s = x ^ y THEN a := x END;
  rest = ANY x, y WHERE x ^ y = s & x = a & y /= [] THEN a := s END;
  pop = ANY d, y WHERE s = d -> y THEN s := y || a := [] END;
  chop = ANY d, y WHERE y <- d = s THEN s := y || a := [] END
END)",
     1 + 2 * 2 + 4 * 3},
    {"LibraryFunctions", R"(
MACHINE Texts
DEFINITIONS "LibraryStrings.def"; "LibraryIO.def"; LENGTH(s) == 0; EXTERNAL_FUNCTION_LENGTH == STRING --> INTEGER
SEES Bool_TYPE
VARIABLES t
INVARIANT t : STRING & STRING_LENGTH(t) <= 2
INITIALISATION t := ""
OPERATIONS
  add(c) = PRE c : {"a", "b"} & STRING_LENGTH(t) < 2 & printf("adding ~w", [c]) THEN t := STRING_APPEND(t, c) END;
  show = BEGIN PRINTF("~w", [t]); PRINT(t) END;
  cut = SELECT STRING_LENGTH(t) = 2 THEN t := SUB_STRING(t, 1, 1) END
END)",
     7},
};

class Coverage : public testing::TestWithParam<Sample> {};

TEST_P(Coverage, LoadsAndHasTheStatesWorkedOutByHand) {
  for (const bool flat : {true, false}) {
    Options options;
    options.flat = flat;
    const auto all = load_text(GetParam().text, options);
    ASSERT_NE(all->system, nullptr) << all_messages(all->sources, all->diagnostics);
    const test::Exploration unreduced = explore(*all->system);
    EXPECT_EQ(unreduced.states, GetParam().states);
    EXPECT_TRUE(unreduced.findings.empty()) << *unreduced.messages.begin();
    if (all->system->symmetry().group.is_trivial()) continue;
    options.up_to_symmetry = true;
    const auto some = load_text(GetParam().text, options);
    EXPECT_EQ(explore_orbits(*some->system, "canonical").represented, std::to_string(GetParam().states));
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, Coverage, testing::ValuesIn(samples),
                         [](const auto& each) { return std::string(each.param.name); });

struct Refusal {
  const char* text;
  const char* message;
};

TEST(Refused, WithAReason) {
  const Refusal refusals[] = {
      {"MACHINE M FREETYPES T = a, b(INT) END", "FREETYPES is not supported"},
      {"MACHINE M LOCAL_OPERATIONS x(a) = skip OPERATIONS x(b) = skip END", "'x' must have the parameters and results"},
      {"MACHINE M ASSERTIONS 1.5 = 1.5 END", "real numbers are not supported"},
      {"MACHINE M VARIABLES x INVARIANT x : REAL INITIALISATION x :: REAL END",
       "unknown name 'REAL': trees and real numbers are not supported"},
      {"MACHINE M VARIABLES x INVARIANT x : tree(0..1) INITIALISATION x := {} END",
       "unknown name 'tree': trees and real numbers are not supported"},
      {"MACHINE M ASSERTIONS 99999999999999999999 > 1 END", "this number needs more than 64 bits"},
      {"MACHINE M DEFINITIONS \"Nowhere.def\" END", "the definition file 'Nowhere.def' was not found"},
      {"MACHINE M DEFINITIONS F(x) == x; EXTERNAL_FUNCTION_F == STRING --> STRING ASSERTIONS F(\"a\") = \"a\" END",
       "the external function 'F' is not supported"},
      {"MACHINE M DEFINITIONS \"LibraryRegex.def\" ASSERTIONS REGEX_MATCH(\"a\", \"a\") END",
       "unknown name 'REGEX_MATCH'"},
      {"MACHINE M DEFINITIONS \"CHOOSE.def\" ASSERTIONS CHOOSE(1, 2) = 1 END",
       "the definition 'CHOOSE' takes 1 argument, not 2"},
      {"MACHINE M DEFINITIONS D == 1 + 1 SETS S = D END", "'D' is not a definition of a set of names"},
      {"MACHINE M VARIABLES x INVARIANT x : BOOL INITIALISATION x := TRUE OPERATIONS go = skip; go = skip END",
       "'go' is declared twice"},
      {"MACHINE M DEFINITIONS <Common.def> END", "the definition file 'Common.def' was not found"},
      {"MACHINE M VARIABLES n INVARIANT n : 0..3 INITIALISATION n := 0 OPERATIONS op = n := 1 || n := 2 END",
       "'n' is written on both sides of '||'"},
      {"REFINEMENT R REFINES Nowhere END", "the machine 'Nowhere' was not found"},
  };
  for (const Refusal& each : refusals) {
    const auto loaded = load_text(each.text);
    EXPECT_EQ(loaded->system, nullptr) << each.text;
    EXPECT_NE(all_messages(loaded->sources, loaded->diagnostics).find(each.message), std::string::npos)
        << all_messages(loaded->sources, loaded->diagnostics);
  }
}

}  // namespace
}  // namespace quotient::bmethod
