#include <gtest/gtest.h>

#include "explore.hpp"

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::Exploration;
using test::explore;
using test::initialised_only;
using test::load_text;

Exploration explore_operations(const std::string& operations, const std::string& preferences = "") {
  const auto loaded =
      load_text("MACHINE M " + preferences + " VARIABLES n INVARIANT n : 0..9 INITIALISATION n := 0 OPERATIONS " +
                    operations + " END",
                initialised_only());
  EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  if (loaded->system == nullptr) return {};
  Exploration result = explore(*loaded->system);
  EXPECT_FALSE(loaded->system->shortcoming().has_value());
  return result;
}

/// An output that was read before it was assigned had whatever the slot held, and the machine was verified; a local of
/// VAR was tried with any value. ProB reports both.
TEST(Locals, ReadBeforeTheyHaveAValue) {
  const auto undefined = [](const std::string& name) {
    return std::set<std::string>{"undefined: '" + name + "' is read before it has a value"};
  };
  EXPECT_EQ(explore_operations("r <-- copy = BEGIN n := r; r := 1 END").messages, undefined("r"));
  EXPECT_EQ(explore_operations("r <-- copy = BEGIN n := r || r := 1 END").messages, undefined("r"));
  EXPECT_EQ(explore_operations("copy = VAR x IN n := x; x := 1 END").messages, undefined("x"));
  EXPECT_EQ(explore_operations("copy = VAR x IN x(1) := 2; n := x(1) END").messages, undefined("x"));
  EXPECT_EQ(explore_operations("r <-- get = IF n = 1 THEN r := 0 END; copy = VAR x IN x <-- get; n := x END").messages,
            undefined("r"));
  // With choices on the way, as a different part of the evaluator runs these.
  EXPECT_EQ(explore_operations("copy = VAR x IN CHOICE x := 1 OR skip END; n := x END").messages, undefined("x"));
  EXPECT_EQ(explore_operations("copy = VAR x IN ANY y WHERE y : 0..1 THEN n := x + y END END").messages,
            undefined("x"));
}

/// What is undefined in `:( )` makes it impossible, as a guard that is undefined.
TEST(Locals, ReadInASpecification) {
  EXPECT_EQ(explore_operations("copy = VAR x IN x :( x = x$0 + 1 ) END").messages,
            (std::set<std::string>{"undefined: 'x' is read before it has a value", "no operation is possible"}));
}

TEST(Locals, WhetherTheyHaveAValueIsKnownExactly) {
  // The same condition decides whether it is assigned and whether it is read.
  const Exploration sure = explore_operations(
      "copy(c) = PRE c : BOOL THEN VAR x IN IF c = TRUE THEN x := 1 END; IF c = TRUE THEN n := x "
      "END END END");
  EXPECT_TRUE(sure.messages.empty());
  EXPECT_EQ(sure.states, 2u);
  // In the second round of a loop the first has assigned it; VAR inside begins anew each time.
  const std::string loop =
      "VAR i, x IN i := 0; WHILE i < 2 DO IF i = 1 THEN n := x END; x := i; i := i + 1 "
      "INVARIANT i : 0..2 VARIANT 2 - i END END";
  EXPECT_TRUE(explore_operations("copy = " + loop).messages.empty());
  const std::string inner =
      "VAR i IN i := 0; WHILE i < 2 DO VAR x IN IF i = 1 THEN n := x END; x := i END; i := i + 1 "
      "INVARIANT i : 0..2 VARIANT 2 - i END END";
  EXPECT_EQ(explore_operations("copy = " + inner).messages,
            (std::set<std::string>{"undefined: 'x' is read before it has a value"}));
  // Two calls side by side do not know of each other.
  const Exploration twice = explore_operations(
      "r <-- get(c) = PRE c : BOOL THEN IF c = TRUE THEN r := 1 END; IF c = FALSE THEN r := n END; r := r + 1 END;\n"
      "both = VAR x, y IN x <-- get(TRUE) || y <-- get(FALSE); n := x + y END",
      "DEFINITIONS SET_PREF_MAXINT == 9");
  EXPECT_FALSE(twice.messages.contains("undefined: 'r' is read before it has a value"));
  EXPECT_FALSE(twice.messages.contains("undefined: 'x' is read before it has a value"));
  // Both sides of || may assign it where that is allowed.
  EXPECT_TRUE(explore_operations("copy = VAR x IN x := 1 || x := 1; IF n = 0 THEN n := x END END",
                                 "DEFINITIONS SET_PREF_ALLOW_SIMULTANEOUS_ASSIGNMENTS == TRUE")
                  .messages.empty());
}

/// A step that went wrong leads to no state. Where a machine has constants, but no variables, the trace described one
/// all the same, of bytes that were not there.
TEST(Locals, AFailedStepOfAMachineWithoutVariablesIsNoState) {
  for (const std::string constants : {"", "CONSTANTS k PROPERTIES k = 3 "}) {
    const auto loaded =
        load_text("MACHINE M " + constants +
                  "OPERATIONS r <-- op(x) = PRE x : 0..1 THEN r := 10 mod x END; s <-- own = s := s + 1 END");
    ASSERT_NE(loaded->system, nullptr);
    const auto generator = loaded->system->generator();
    Successors steps;
    std::vector<std::uint8_t> state;
    generator->initial(steps);
    for (std::size_t i = 0; i < 1 + (constants.empty() ? 0 : 1); ++i) {
      state.assign(steps[0].state.begin(), steps[0].state.end());
      generator->successors(state, steps);
    }
    std::map<std::string, std::size_t> events;  // and how many changes they show
    for (std::size_t i = 0; i < steps.size(); ++i) {
      for (const TraceEvent& event : loaded->system->narrator().explain(state, steps[i].state, steps[i].finding)) {
        events[event.statement] = event.changes.size();
      }
    }
    EXPECT_EQ(events, (std::map<std::string, std::size_t>{{"op(0)", 0}, {"op(1) --> 0", 0}, {"own", 0}})) << constants;
  }
}

/// Set-up and initialisation had the line of MACHINE.
TEST(Locals, PlacesOfSetUpAndInitialisation) {
  const auto lines = [](const std::string& text, const std::map<std::string, std::string>& others = {}) {
    const auto loaded = load_text(text, {}, others);
    EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
    std::vector<std::string> made;
    if (loaded->system == nullptr) return made;
    const auto generator = loaded->system->generator();
    Successors steps;
    generator->initial(steps);
    const std::vector<std::uint8_t> first(steps[0].state.begin(), steps[0].state.end());
    const auto add = [&](const std::vector<TraceEvent>& events) {
      for (const TraceEvent& event : events) {
        made.push_back(event.statement + " " + event.at.file + ":" + std::to_string(event.at.position.line));
      }
    };
    add(loaded->system->narrator().explain_initial(first));
    generator->successors(first, steps);
    if (!steps.empty()) add(loaded->system->narrator().explain(first, steps[0].state, {}));
    return made;
  };
  using Lines = std::vector<std::string>;
  EXPECT_EQ(
      lines("MACHINE M\nCONSTANTS k\nPROPERTIES\n k = 1\nVARIABLES n\nINVARIANT n = 1\nINITIALISATION\n n := k END"),
      (Lines{"SETUP_CONSTANTS Main.mch:3", "INITIALISATION Main.mch:7"}));
  EXPECT_EQ(lines("MACHINE M(p)\n\nVARIABLES n\nINVARIANT n = 1\nINITIALISATION n := 1 END"),
            (Lines{"SETUP_CONSTANTS Main.mch:1", "INITIALISATION Main.mch:5"}));
  EXPECT_EQ(lines("MACHINE M\nINCLUDES N\nEND",
                  {{"N.mch",
                    "MACHINE N\nCONSTANTS k\nPROPERTIES k = 1\nVARIABLES n\nINVARIANT n = 1\n\nINITIALISATION "
                    "n := 1 END"}}),
            (Lines{"SETUP_CONSTANTS N.mch:3", "INITIALISATION N.mch:7"}));
}

}  // namespace
}  // namespace quotient::bmethod
