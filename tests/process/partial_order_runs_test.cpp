#include <gtest/gtest.h>

#include "base/diagnostics.hpp"
#include "process/partial_order/program_independence.hpp"
#include "promela/promela.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/reduce/stubborn.hpp"

namespace quotient {
namespace {

enum class Asked { formula, accept, progress };

struct LoadedClaim {
  SourceMap sources;
  std::unique_ptr<ProcessSystem> system;

  LoadedClaim(const std::string& text, Asked asked, promela::StepMode steps) {
    Diagnostics diagnostics;
    promela::Options options;
    options.steps = steps;
    const FileId file = sources.add("model.pml", text);
    const auto model = promela::load(sources, file, options, diagnostics);
    if (!model) return;
    system = asked == Asked::accept ? model->compile_for_acceptance(diagnostics)
                                    : model->compile(asked == Asked::formula ? "f" : "", diagnostics);
  }
};

struct FoundRuns {
  bool violated = false;
  std::uint64_t states = 0, partly = 0;
};

FoundRuns search(const ProcessSystem& model, const System& system, Asked asked) {
  SearchOptions options;
  options.paranoid = true;  // a nested search must agree
  CycleProperty property;
  if (asked == Asked::progress) property.kind = CycleKind::non_progress;
  property.finding = {FindingKind::ltl, 0};
  const bool for_cycles = asked != Asked::formula || model.program().claim_needs_cycles;
  const Result result = for_cycles ? find_cycles(system, property, options) : explore(system, options);
  return {result.verdict == Verdict::violated, result.states, result.partly_expanded};
}

/// What is asked of infinite runs, and a condition without which the answer would be another. Each is violated.
struct Condition {
  const char* on;
  Asked asked;
  const char* model;
};

class PartialOrderForRuns : public testing::TestWithParam<Condition> {};

TEST_P(PartialOrderForRuns, FindsTheViolation) {
  for (const promela::StepMode steps : {promela::StepMode::full, promela::StepMode::plain, promela::StepMode::spin}) {
    const LoadedClaim loaded(GetParam().model, GetParam().asked, steps);
    ASSERT_NE(loaded.system, nullptr);
    const std::unique_ptr<Independence> independence = loaded.system->independence();
    ASSERT_NE(independence, nullptr);
    const bool violated = search(*loaded.system, *loaded.system, GetParam().asked).violated;
    // Where statements are merged, there are fewer states to pass.
    EXPECT_TRUE(violated || steps != promela::StepMode::plain);
    const StubbornSystem stubborn(*loaded.system, *independence, StubbornFor::runs);
    EXPECT_EQ(search(*loaded.system, stubborn, GetParam().asked).violated, violated);
  }
}

const Condition conditions[] = {
    {"variables_of_the_formula", Asked::formula,
     "byte x, y; active proctype a() { x = 1; x = 0 } active proctype b() { y = 1; y = 0 }\n"
     "ltl f { [] !(x == 1 && y == 1) }"},
    {"elements_of_an_array", Asked::formula,
     "byte x[2]; active [2] proctype a() { x[_pid] = 1; x[_pid] = 0 } ltl f { [] !(x[0] == 1 && x[1] == 1) }"},
    {"how_full_channels_are", Asked::formula,
     "chan c = [1] of { bit }; chan d = [1] of { bit }; active proctype a() { bit n; c!1; c?n }\n"
     "active proctype b() { bit n; d!1; d?n } ltl f { [] !(len(c) == 1 && len(d) == 1) }"},
    {"places_of_processes", Asked::formula,
     "active proctype a() { byte n; n = 1; here: n = 2; n = 3 } active proctype b() { byte n; n = 1; here: n = 2; n = "
     "3 }\n"
     "ltl f { [] !(a@here && b@here) }"},
    {"places_of_processes_by_number", Asked::formula,
     "active [2] proctype a() { byte n; n = 1; here: n = 2; n = 3 } ltl f { [] !(a[0]@here && a[1]@here) }"},
    {"variables_of_processes", Asked::formula,
     "active proctype a() { byte n; n = 1; n = 0 } active proctype b() { byte n; n = 1; n = 0 }\n"
     "ltl f { [] !(a:n == 1 && b:n == 1) }"},
    {"how_many_live", Asked::formula,
     "byte x; active proctype b() { byte k; k = 1; x = 1; x = 0 } active proctype a() { byte n; n = 1 }\n"
     "ltl f { [] !(x == 1 && _nr_pr == 2) }"},
    {"circles_on_which_others_are_left_out", Asked::formula,
     "byte x; active proctype a() { byte n; do :: n = 1 - n od } active proctype b() { byte k; k = 1; x = 1 }\n"
     "ltl f { [] (x == 0) }"},
    {"circles_of_cycles_too", Asked::formula,
     "byte x; active proctype a() { byte n; do :: n = 1 - n od } active proctype b() { byte k; k = 1; x = 1 }\n"
     "ltl f { [] <> (x == 0) }"},
    {"circles_of_partners", Asked::formula,
     "chan r = [0] of { byte }; chan s = [0] of { byte }; byte x, y, z;\n"
     "active proctype p() { r!1; do :: s?y; r!1 od } active proctype q() { do :: r?z; s!1 od }\n"
     "active proctype w() { byte k; k = 1; x = 1 } ltl f { [] (x == 0) }"},
    {"circles_within_atomic_sequences", Asked::formula,
     "chan c = [1] of { byte }; byte x; active proctype p() { byte n; do :: atomic { n = 1 - n; c!n; c?n } od }\n"
     "active proctype w() { byte k; k = 1; x = 1 } ltl f { [] (x == 0) }"},
    {"what_comes_before_a_circle", Asked::formula,
     "byte x; active proctype a() { byte n; n = 1; n = 2; do :: n = 3 - n :: n == 1 -> n = 2 od }\n"
     "active proctype b() { byte k; k = 1; do :: x = 1; x = 0 od } ltl f { <> [] (x == 1) || [] <> (x == 1) }"},
    {"accept_labels", Asked::accept,
     "active proctype a() { byte n; n = 1; accept: n = 2; n = 3; end: false } active proctype b() { byte m; do :: m = "
     "1 - m od }"},
    {"progress_labels", Asked::progress,
     "active proctype a() { byte n; progress: n = 1; n = 2; progress1: n = 3; progress2: false }\n"
     "active proctype b() { byte m; do :: m = 1 - m od }"},
};

INSTANTIATE_TEST_SUITE_P(Every, PartialOrderForRuns, testing::ValuesIn(conditions),
                         [](const testing::TestParamInfo<Condition>& one) { return std::string(one.param.on); });

TEST(PartialOrderForRuns, LeavesOutWhatAFormulaDoesNotSee) {
  const LoadedClaim loaded(
      "byte x; active [3] proctype p() { byte n; do :: n < 6 -> n++ :: else -> break od }\n"
      "active proctype w() { byte k; do :: k < 3 -> k++ :: else -> break od; x = 1 } ltl f { <> (x == 1) }",
      Asked::formula, promela::StepMode::plain);
  const std::unique_ptr<Independence> independence = loaded.system->independence();
  ASSERT_NE(independence, nullptr);
  const FoundRuns whole = search(*loaded.system, *loaded.system, Asked::formula);
  const FoundRuns some =
      search(*loaded.system, StubbornSystem(*loaded.system, *independence, StubbornFor::runs), Asked::formula);
  EXPECT_FALSE(whole.violated);
  EXPECT_FALSE(some.violated);
  EXPECT_GT(some.partly, 0U);
  EXPECT_LT(some.states, whole.states / 3);
}

bool leaves_out(const char* text, const std::string& claim) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("model.pml", text);
  const auto model = promela::load(sources, file, {}, diagnostics);
  return model->compile(claim, diagnostics)->independence() != nullptr;
}

TEST(PartialOrderForRuns, IsNotForClaimsThatMayCountStepsOrSeeEverything) {
  const std::string text =
      "byte x; active [2] proctype p() { byte n; n = 1; x = n }\n"
      "ltl stutters { <> (x == 1) } ltl counts { X (x == 0) } ltl waits { <> timeout }\n"
      "ltl moves { [] <> enabled(0) }\nnever c { do :: x == 1 -> break :: else od }\n";
  EXPECT_TRUE(leaves_out(text.c_str(), "stutters"));
  EXPECT_FALSE(leaves_out(text.c_str(), "counts"));
  EXPECT_FALSE(leaves_out(text.c_str(), "waits"));
  EXPECT_FALSE(leaves_out(text.c_str(), "moves"));
  EXPECT_FALSE(leaves_out(text.c_str(), "c"));
}

}  // namespace
}  // namespace quotient
