#include <gtest/gtest.h>

#include "../model/changed_bytes.hpp"
#include "explore.hpp"

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::load_text;

/// Values of every representation: masks, words, sorted arrays, pairs, sequences, strings, records, integers of either
/// sign, constants that are set up before the variables.
const std::string values_of_all_types = R"(
MACHINE M
SETS PERSON; COLOUR = {red, green, blue}
CONSTANTS limit, start
PROPERTIES limit : 2..3 & start : COLOUR
VARIABLES here, wide, best, queue, text, graph, point, shade, few
INVARIANT here <: PERSON & wide : INTEGER & best : COLOUR +-> INTEGER & queue : seq(COLOUR) & text : STRING &
  graph : PERSON <-> PERSON & point : struct(x: INTEGER, who: COLOUR) & shade : COLOUR & few <: INTEGER
INITIALISATION here := {} || wide := 0 || best := {} || queue := [] || text := "" || graph := {} ||
  point := rec(x: 0, who: start) || shade := start || few := {}
OPERATIONS
  enter = ANY p WHERE p : PERSON & p /: here THEN here := here \/ {p} || graph := graph \/ ({p} * here) END;
  count = PRE wide > -300 THEN wide := wide * 3 - 100 || few := few \/ {wide} END;
  paint = ANY c WHERE c : COLOUR & size(queue) < limit THEN
    queue := queue <- c || best := best <+ {c |-> size(queue)} || shade := c || text := "a painted wall" ||
    point := rec(x: 1 - size(queue), who: c)
  END
END
)";

TEST(MachineRecall, StatesComeBack) {
  for (const SetupStates setup : {SetupStates::root, SetupStates::constants, SetupStates::none}) {
    for (const bool flat : {true, false}) {
      Options options;
      options.setup = setup;
      options.flat = flat;
      const auto writer = load_text(values_of_all_types, options), reader = load_text(values_of_all_types, options);
      ASSERT_NE(writer->system, nullptr) << all_messages(writer->sources, writer->diagnostics);
      quotient::testing::expect_recalled(*writer->system, *reader->system, 400);
    }
  }
}

TEST(MachineRecall, ChangedBytesAreRefusedOrAState) {
  for (const bool flat : {true, false}) {
    Options options;
    options.setup = SetupStates::root;
    options.flat = flat;
    const auto model = load_text(values_of_all_types, options);
    ASSERT_NE(model->system, nullptr);
    const auto [taken, refused] = quotient::testing::recall_changed(*model->system, 10'000);
    EXPECT_GT(taken, 100U);
    EXPECT_GT(refused, 1000U);
  }
}

TEST(MachineRecall, OtherBytesAreRefused) {
  Options options;
  options.setup = SetupStates::none;
  const auto model = load_text(
      "MACHINE M VARIABLES n, s INVARIANT n : INTEGER & s <: INTEGER INITIALISATION n := 70 || s := {1, 2} END",
      options);
  ASSERT_NE(model->system, nullptr) << all_messages(model->sources, model->diagnostics);
  using quotient::testing::Bytes;
  const std::vector<Bytes> states = quotient::testing::reachable_states(*model->system, 1);
  // 140 in two bytes, then two elements: numbers are folded, so that those of either sign are short.
  ASSERT_EQ(states, (std::vector<Bytes>{{0x8c, 0x01, 2, 2, 4}}));
  const auto recall = [&](const Bytes& bytes) { return model->system->recall(bytes).has_value(); };
  EXPECT_TRUE(recall(states[0]));
  EXPECT_TRUE(recall({0x8c, 0x01, 1, 4}));
  EXPECT_FALSE(recall({}));
  EXPECT_FALSE(recall({0x8c, 0x01, 2, 4, 2}));              // not in order
  EXPECT_FALSE(recall({0x8c, 0x01, 2, 2, 2}));              // an element twice
  EXPECT_FALSE(recall({0x8c, 0x01, 3, 2, 4}));              // an element is missing
  EXPECT_FALSE(recall({0x8c, 0x01, 2, 2, 4, 0}));           // something follows
  EXPECT_FALSE(recall({0x8c, 0x81, 0x00, 1, 4}));           // a number longer than it need be
  EXPECT_FALSE(recall({0x8c}));                             // a number without its end
  EXPECT_FALSE(recall({2, 0xff, 0xff, 0xff, 0xff, 0x0f}));  // promises more than there is
}

}  // namespace
}  // namespace quotient::bmethod
