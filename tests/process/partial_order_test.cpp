#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

#include "../search/partial_orders.hpp"
#include "base/diagnostics.hpp"
#include "process/partial_order/program_independence.hpp"
#include "promela/promela.hpp"
#include "search/reduce/stubborn.hpp"
#include "search/search.hpp"

namespace quotient {
namespace {

namespace fs = std::filesystem;

struct Loaded {
  SourceMap sources;
  std::unique_ptr<ProcessSystem> system;

  explicit Loaded(const std::string& text, const std::string& path = "model.pml",
                  promela::StepMode steps = promela::StepMode::full) {
    Diagnostics diagnostics;
    promela::Options options;
    options.steps = steps;
    const FileId file = sources.add(path, text);
    if (const auto model = promela::load(sources, file, options, diagnostics)) system = model->compile("", diagnostics);
  }
};

using testing::Found;
using testing::search;

std::pair<std::uint64_t, std::uint64_t> compare(const Loaded& loaded) { return testing::compare(*loaded.system); }

TEST(PartialOrder, ProcessesThatShareNothingAreExploredOneByOne) {
  const Loaded loaded("active [3] proctype p() { byte n; do :: n < 4 -> n++ :: n == 4 -> break od }", "model.pml",
                      promela::StepMode::plain);
  const auto [whole, reduced] = compare(loaded);
  EXPECT_GT(whole, 500U);
  EXPECT_LT(reduced, whole / 10);
}

TEST(PartialOrder, SendAndReceiveOfOneChannelAccord) {
  const Loaded loaded(
      "chan c = [2] of { byte }; chan d = [2] of { byte };\n"
      "active proctype a() { byte n; do :: c!n; n = (n + 1) % 4 od }\n"
      "active proctype b() { byte n; do :: c?n -> d!n od }\n"
      "active proctype e() { byte n; do :: d?n od }\n",
      "model.pml", promela::StepMode::plain);
  const auto [whole, reduced] = compare(loaded);
  EXPECT_LT(reduced, whole);
}

TEST(PartialOrder, AnAssertionThatOnlyAnIgnoredProcessCanFailIsFound) {
  // Without the proviso p goes round for ever, and q never moves.
  const Loaded loaded(
      "byte x; active proctype p() { byte n; do :: n = 1 - n od }\n"
      "active proctype q() { x = 1; assert(x == 0) }\n",
      "model.pml", promela::StepMode::plain);
  const Found found = search(*loaded.system, false);
  ASSERT_EQ(found.wrong.size(), 1U);
  compare(loaded);
}

TEST(PartialOrder, RunsThatComeRoundNeedNotBeExpandedCompletelyEveryTime) {
  // Three loops: whatever one does in its loop, the others' places need not be combined with it.
  const Loaded loaded(
      "byte g; active [3] proctype p() { byte n; do :: n = (n + 1) % 10; if :: n == 9 -> g = 1 - g :: else fi od }",
      "model.pml", promela::StepMode::plain);
  const auto [whole, reduced] = compare(loaded);
  EXPECT_GT(whole, 5'000U);
  EXPECT_LT(reduced, whole / 20);
}

TEST(PartialOrder, StatesThatLeanOnEachOtherAreNoWayOut) {
  // The loops of p and r lead back to states that are known but have left q out themselves.
  const Loaded loaded(
      "byte x; active [2] proctype p() { byte n; do :: n = (n + 1) % 5 od }\n"
      "active proctype r() { byte n; do :: n = 1 :: n = 2 :: n = 3 od }\n"
      "active proctype q() { byte k; k = 1; k = 2; x = 1; assert(x == 0) }\n",
      "model.pml", promela::StepMode::plain);
  EXPECT_EQ(search(*loaded.system, false).wrong.size(), 1U);
  compare(loaded);
}

/// Says that nothing interferes with anything.
class Careless final : public Independence {
 public:
  explicit Careless(const Independence& careful) : careful_(careful) {}
  std::size_t actor_count() const override { return careful_.actor_count(); }
  std::size_t place_count() const override { return careful_.place_count(); }
  std::unique_ptr<Locator> locator() const override { return careful_.locator(); }
  std::vector<std::uint64_t> interfering(Position) const override {
    return std::vector<std::uint64_t>((careful_.place_count() + 63) / 64, 0);
  }
  std::unique_ptr<StepGenerator> with_actors(std::unique_ptr<StepGenerator> own) const override {
    return careful_.with_actors(std::move(own));
  }

 private:
  const Independence& careful_;
};

void search_carelessly(const char* text) {
  const Loaded loaded(text, "model.pml", promela::StepMode::plain);
  const std::unique_ptr<Independence> independence = loaded.system->independence();
  const Careless careless(*independence);
  search(StubbornSystem(*loaded.system, careless, StubbornFor::states, true), true);
}

TEST(PartialOrderDeathTest, WhatDoesNotCommuteIsNoticed) {
  EXPECT_DEATH(search_carelessly("byte x; active proctype a() { x = 1 } active proctype b() { x = 2 }"), "commute");
}

TEST(PartialOrderDeathTest, WhatDisablesAChosenStepIsNoticed) {
  EXPECT_DEATH(search_carelessly("byte x; active proctype a() { x == 0 } active proctype b() { byte n; n = 1; x = 2 }"),
               "changes what");
}

/// A model for each thing that makes steps depend on each other. Each finds less where that is forgotten; which that is
/// stands in front of it.
struct Dependence {
  const char* on;
  const char* model;
};

class PartialOrderOn : public ::testing::TestWithParam<Dependence> {};

TEST_P(PartialOrderOn, FindsTheSame) {
  for (const promela::StepMode steps : {promela::StepMode::full, promela::StepMode::plain}) {
    const Loaded loaded(GetParam().model, "model.pml", steps);
    ASSERT_NE(loaded.system, nullptr);
    ASSERT_NE(loaded.system->independence(), nullptr);
    compare(loaded);
  }
}

const Dependence dependences[] = {
    {"variables_read",
     "byte x; active proctype a() { byte n; n = 1; x = 1; x = 2 } active proctype b() { byte k; k = 1; assert(x != 1) "
     "}"},
    {"elements_of_an_array",
     "byte x[3]; byte i; active proctype a() { i = 1; x[i] = 1; x[i] = 2 } active proctype b() { byte k; k = 1; "
     "assert(x[1] != 1) }"},
    {"two_senders",
     "chan c = [1] of { byte }; active proctype a() { byte n; n = 1; c!1 } active proctype b() { byte n; n = 1; c!2 }\n"
     "active proctype r() { byte x; c?x; assert(x != 2); c?x }"},
    {"a_full_channel",
     "chan c = [1] of { byte }; byte x; active proctype a() { c!1; c!2; x = 1 } active proctype r() { byte y; do :: "
     "c?y od }\n"
     "active proctype w() { byte n; do :: n = 1 - n od }\nactive proctype q() { x == 1; assert(false) }"},
    {"an_empty_channel",
     "chan c = [1] of { byte }; active proctype r() { byte y; if :: c?y -> assert(false) :: true -> y = 3 fi }\n"
     "active proctype a() { byte n; n = 1; n = 2; c!1 }"},
    {"how_full_a_channel_is",
     "chan c = [2] of { byte }; active proctype a() { byte n; n = 1; c!1; c!2 } active proctype r() { byte n; n = 1; n "
     "= 2;\n"
     "assert(len(c) != 1) }"},
    {"messages_that_are_looked_for",
     "chan c = [2] of { byte }; active proctype r() { byte n; if :: c??2 -> assert(false) :: true -> n = 3 fi }"
     "active proctype a() { byte n; c!1; n = 1; c!2 }"},
    {"sorted_sends",
     "chan c = [2] of { byte }; active proctype a() { byte n; c!!5; n = 1; c!!3 } active proctype r() { byte y, n; n = "
     "1; n = 2; c?y;\n"
     "assert(y == 3); c?y }"},
    {"where_a_partner_stands",
     "chan r = [0] of { bit }; byte n; active proctype s() { do :: n < 3 -> if :: r!1 :: else -> assert(n < 1); n++ "
     "fi; n++\n"
     ":: else -> break od } byte got; active proctype t() { end: do :: r?1 -> got = (got + 1) % 3 od }"},
    {"else_beside_a_channel",
     "chan c = [1] of { bit }; active proctype s() { byte k; c!1; k = 1; if :: c!1 :: else -> assert(false) fi }\n"
     "active proctype t() { byte k; c?1; k = 1; c?1 }"},
    {"else_inside_of_a_d_step",
     "chan c = [1] of { bit }; byte x; active proctype s() { byte k; k = 1; d_step { skip; if :: c!1; x = 1 :: else -> "
     "x = 2 fi };\n"
     "assert(x != 2) } active proctype t() { byte k; k = 2; c!0 } active proctype u() { c?0 }"},
    {"escapes",
     "byte g; active proctype s() { byte n; { n = 1; n = 2; n = 3 } unless { g == 1 -> assert(n != 2) } }\n"
     "active proctype t() { byte k; k = 1; g = 1; k = 2; g = 2 }"},
    {"what_follows_atomically",
     "byte x; active proctype a() { byte n; atomic { n = 1; x = 1 } } active proctype b() { byte k; k = 1; assert(x != "
     "0) }"},
    {"atomic_sequences_that_wait",
     "chan c = [1] of { bit }; byte x; active proctype s() { c!1 } active proctype w() { x = 1 }\n"
     "active proctype h() { bit m; atomic { x == 0 -> c?m; assert(x == 0) } }"},
    {"atomic_sequences_that_wait_for_a_partner",
     "chan c = [0] of { bit }; byte x; active proctype s() { byte n; n = 1; c!1 } active proctype w() { x = 1 }\n"
     "active proctype h() { bit m; atomic { x == 0 -> c?m; assert(x == 0) } }"},
    // One send, and it waits again; after two receives, both sends at once: another step, and a shorter run.
    {"atomic_loops_that_wait_again",
     "chan c = [2] of { byte }; active proctype p() { byte i; atomic { do :: i < 4 -> c!i; i++ :: else -> break od }; "
     "i "
     "= 0; false }\n"
     "active proctype r() { byte x; c?x; c?x; false }"},
    {"atomic_sequences_that_send_twice",
     "chan c = [2] of { bit }; byte x; active proctype s() { c!0; atomic { x = 1; c!1; c!1; x = 2 }; x = 3 }\n"
     "active proctype r() { bit m; c?m } active proctype w() { byte k; k = 1; assert(x != 1) }"},
    {"room_that_others_take",
     "chan c = [1] of { bit }; active proctype a() { nfull(c) -> skip } active proctype b() { c!1 }"},
    {"room_that_others_make",
     "chan c = [1] of { bit }; active proctype a() { byte n; c!0; if :: nfull(c) -> assert(false) :: true -> n = 1 fi "
     "}\n"
     "active proctype r() { bit m; byte k; k = 1; c?m }"},
    {"messages_that_others_take",
     "chan c = [1] of { bit }; active proctype a() { c!1; nempty(c) -> skip } active proctype r() { bit m; c?m }"},
    {"messages_that_others_send",
     "chan c = [1] of { bit }; active proctype a() { byte n; if :: nempty(c) -> assert(false) :: true -> n = 1 fi }\n"
     "active proctype s() { byte k; k = 1; c!1 }"},
    {"tests_of_room_that_are_asserted",
     "chan c = [1] of { bit }; active proctype a() { byte n; n = 1; assert(nfull(c)) } active proctype s() { c!1; end: "
     "false }\n"
     "active proctype r() { bit m; byte k; k = 1; c?m }"},
    {"tests_of_room_in_a_d_step",
     "chan c = [2] of { bit }; byte x; active proctype s() { byte n; c!0; d_step { c!1; if :: nfull(c) -> n = 1 :: x "
     ">= 0 -> n = 2 fi; x "
     "= n };\n"
     "assert(x != 1) } active proctype r() { bit m; c?m }"},
    {"rendezvous_that_goes_on",
     "chan r = [0] of { bit }; byte x; active proctype a() { byte n; n = 1; r!1; x = 2 } active proctype b() { atomic "
     "{ r?1; x = 1 };\n"
     "end: skip } active proctype c() { byte k; k = 1; assert(x != 1) }"},
    {"who_dies_first",
     "byte x; active proctype a() { byte n; n = 1; _nr_pr == 1; assert(false) } active proctype b() { byte n; n = 1; n "
     "= 2 }"},
    {"how_many_live",
     "active proctype a() { byte n; n = 1; assert(_nr_pr != 2) } active proctype b() { byte n; n = 1 } active proctype "
     "c() { byte n; n = 1 }"},
    {"timeouts",
     "byte x; active proctype a() { byte n; timeout -> n = 1; x = 1; false } active proctype b() { timeout -> assert(x "
     "== 1) }"},
    {"statements_left_for_later",
     "byte x; active proctype a() { byte n; do :: n = 1 - n od } active proctype b() { byte k; k = 1; x = 1; assert(x "
     "== 0) }"},
    {"processes_that_are_created",
     "byte x, y; proctype a() { x = 1; end: false } proctype b() { assert(y == 1) }\n"
     "init { run a(); if :: x == 0 -> y = 1 :: else fi; run b() }"},
    {"others_of_others",
     "byte x, y; active proctype a() { x = 1 } active proctype b() { assert(x == 1 || y == 0) } active proctype c() { "
     "y = 1 }"},
    {"remote_references",
     "byte x; active proctype a() { byte n; n = 1; n = 2; n = 3 } active proctype b() { byte k; k = 1; assert(a:n != "
     "2) }"},
    {"remote_references_by_number",
     "byte x; active proctype a() { byte n; n = 1; n = 2; n = 3 } active proctype b() { byte k; k = 1; assert(a[0]:n "
     "!= "
     "2) }"},
    {"control_of_others",
     "active proctype a() { byte n; n = 1; here: n = 2; n = 3 } active proctype b() { byte k; k = 1; assert(!a@here) "
     "}"},
};

INSTANTIATE_TEST_SUITE_P(Every, PartialOrderOn, ::testing::ValuesIn(dependences),
                         [](const ::testing::TestParamInfo<Dependence>& one) { return std::string(one.param.on); });

TEST(PartialOrder, IsNotWhereEveryStepDependsOnEveryOther) {
  for (const char* text :
       {"active proctype a() priority 2 { byte n; n = 1 } active proctype b() priority 1 { byte k; k = 1 }",
        "byte x; active proctype a() provided (x == 0) { byte n; n = 1 } active proctype b() { x = 1 }",
        "active proctype a() { byte n; n = 1 } active proctype b() { assert(_last != 0) }",
        "chan c = [1] of { bit }; trace { c!1 } active proctype a() { c!1 } active proctype b() { bit m; c?m }"}) {
    const Loaded loaded(text);
    ASSERT_NE(loaded.system, nullptr) << text;
    EXPECT_EQ(loaded.system->independence(), nullptr) << text;
  }
}

std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(PartialOrder, FindsTheSameInEveryModelOfTheTests) {
  std::uint64_t whole = 0, reduced = 0, smaller = 0;
  for (const char* folder : {"/tests/oracle/models", "/examples", "/tests/oracle/cycle_models"}) {
    for (const auto& entry : fs::recursive_directory_iterator(std::string(QUOTIENT_ROOT) + folder)) {
      if (entry.path().extension() != ".pml") continue;
      for (const promela::StepMode steps : {promela::StepMode::full, promela::StepMode::plain}) {
        SCOPED_TRACE(entry.path().string() + (steps == promela::StepMode::full ? " full" : " plain"));
        const Loaded loaded(text_of(entry.path()), entry.path().string(), steps);
        if (loaded.system == nullptr) continue;
        const auto [before, after] = compare(loaded);
        whole += before;
        reduced += after;
        smaller += after < before ? 1 : 0;
      }
    }
  }
  EXPECT_GT(smaller, 20U);
  EXPECT_LT(reduced, whole);
  RecordProperty("whole", static_cast<int>(whole));
  RecordProperty("reduced", static_cast<int>(reduced));
  std::printf("%llu states without, %llu with partial orders; %llu models got smaller\n",
              static_cast<unsigned long long>(whole), static_cast<unsigned long long>(reduced),
              static_cast<unsigned long long>(smaller));
}

}  // namespace
}  // namespace quotient
