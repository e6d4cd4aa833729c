#include <fmt/format.h>

#include "../search/partial_orders.hpp"
#include "explore.hpp"
#include "inventor.hpp"
#include "symmetry/reduce/canonical.hpp"

namespace quotient::mcrl2 {
namespace {

using quotient::testing::compare;
using quotient::testing::Found;
using quotient::testing::search;

struct LoadedSpecification {
  SourceMap sources;
  Diagnostics diagnostics;
  std::unique_ptr<SpecificationSystem> system;

  explicit LoadedSpecification(const std::string& text, std::vector<std::string> actions = {}, bool symmetry = false) {
    Options options;
    options.symmetry = symmetry;
    options.actions = std::move(actions);
    system = load(sources, sources.add("m.mcrl2", text), options, diagnostics);
  }
};

TEST(NetworkPartialOrder, ComponentsThatShareNothingAreExploredOneByOne) {
  const LoadedSpecification loaded(
      "act a, b, c, d; proc P = a.b.c.d.delta; init allow({a, b, c, d}, P || P || P || P);");
  const auto [whole, reduced] = compare(*loaded.system);
  EXPECT_EQ(whole, 625U);
  EXPECT_LT(reduced, 30U);
}

TEST(NetworkPartialOrder, StepsBetweenCommunicationsAreExploredInOneOrder) {
  // Philosophers who think in several steps before they reach for forks. A fork knows which it is: so does a
  // communication with it.
  const LoadedSpecification loaded(
      "act think, dream, eat: Nat; get, up, lock, put, down, free: Nat;\n"
      "proc Phil(i: Nat) = think(i).dream(i).get(i).get((i + 1) mod 4).eat(i).put(i).put((i + 1) mod 4).Phil(i);\n"
      "     Fork(i: Nat) = up(i).down(i).Fork(i);\n"
      "init allow({think, dream, eat, lock, free}, comm({get|up -> lock, put|down -> free},\n"
      "  Phil(0) || Phil(1) || Phil(2) || Phil(3) || Fork(0) || Fork(1) || Fork(2) || Fork(3)));");
  const auto [whole, reduced] = compare(*loaded.system);
  EXPECT_LT(reduced, whole / 4);
}

TEST(NetworkPartialOrder, WhatAComponentCanDoNowIsAskedOfItsData) {
  // One location with conditions, as in linear processes: where only `work` is possible, nobody can join in.
  const LoadedSpecification loaded(
      "act work: Nat; send, take, pass: Nat;\n"
      "proc P(i: Nat, n: Nat) = (n < 4) -> work(i).P(i, n + 1) + (n == 4) -> send(i).P(i, 0);\n"
      "     Q = sum i: Nat. (i < 3) -> take(i).Q;\n"
      "init allow({work, pass}, comm({send|take -> pass}, P(0, 0) || P(1, 0) || P(2, 0) || Q));");
  const auto [whole, reduced] = compare(*loaded.system);
  EXPECT_EQ(whole, 125U);
  EXPECT_LT(reduced, 40U);
}

/// A specification for each way in which components depend on each other. Each finds less where that is forgotten. What
/// is lost is `lost`, an action that happens at the end.
struct Together {
  const char* by;
  const char* text;
};

class NetworkPartialOrderOn : public ::testing::TestWithParam<Together> {};

TEST_P(NetworkPartialOrderOn, FindsTheSame) {
  const LoadedSpecification loaded(GetParam().text, {"lost"});
  ASSERT_NE(loaded.system, nullptr) << render(loaded.sources, loaded.diagnostics.all().front(), false);
  ASSERT_NE(loaded.system->independence(), nullptr);
  EXPECT_FALSE(search(*loaded.system, false).wrong.empty());
  compare(*loaded.system);
}

// In all of them P may go away at once, and what happens together with it comes later.
const Together ways[] = {
    {"communication",
     "act a, b, lost, go, l; proc P = go.delta + a.l.delta; Q = l.b.delta;\n"
     "init allow({go, l, lost}, comm({a|b -> lost}, P || Q));"},
    {"communication_of_three",
     "act a, b, c, lost, go, l; proc P = go.delta + a.l.delta; Q = l.b.delta; R = c.delta;\n"
     "init allow({go, l, lost}, comm({a|b|c -> lost}, P || Q || R));"},
    {"communication_without_allow",
     "act a, b, lost, go, l; proc P = go.delta + a.l.delta; Q = l.b.delta;\n"
     "init block({a, b}, comm({a|b -> lost}, P || Q));"},
    {"pairs_that_are_allowed",
     "act a, lost, go, l; proc P = go.delta + a.delta; Q = l.lost.delta; init allow({go, l, a|lost}, P || Q);"},
    {"pairs_of_communications",
     "act a, b, c, d, e, lost, go, l; proc P = go.delta + a.delta; Q = l.b.delta; R = c.delta; S = d.delta;\n"
     "init allow({go, l, e|lost}, comm({a|c -> e, b|d -> lost}, P || Q || R || S));"},
    {"hidden_actions_that_go_with_others",
     "act a, b, lost, go, l; proc P = go.delta + (a|b).delta; Q = l.(lost|b).delta;\n"
     "init allow({go, l, a|lost}, hide({b}, P || Q));"},
    // A step that nobody sees happens together with another: then the way to the deadlock is one step long.
    {"silent_steps", "act lost; proc P = tau.delta; Q = lost.delta; init allow({lost}, P || Q);"},
    {"hidden_steps", "act a, lost; proc P = a.delta; Q = lost.delta; init allow({lost}, hide({a}, P || Q));"},
    {"names_that_are_changed",
     "act a, b, c, lost, go, l; proc P = go.delta + a.l.delta; Q = l.b.delta;\n"
     "init allow({go, l, lost}, comm({c|b -> lost}, rename({a -> c}, P || Q)));"},
    {"groups_within_groups",
     "act a, b, lost, go, l; proc P = go.delta + a.l.delta; Q = l.b.delta; R = l.delta;\n"
     "init allow({go, l, lost}, comm({a|b -> lost}, allow({go, a, l}, P || R) || allow({l, b}, Q || R)));"},
    {"communications_within_groups",
     "act a, b, c, d, lost, go, l; proc P = go.delta + a.l.delta; R = b.delta; Q = l.d.delta;\n"
     "init allow({go, l, lost}, comm({c|d -> lost}, allow({go, c, l}, comm({a|b -> c}, P || R)) || Q));"},
    {"what_comes_much_later",
     "act a, b, lost, go, l; proc P = go.delta + a.delta; Q = l.l.Q1; Q1 = l.Q2 + l.Q1; Q2 = l.b.delta;\n"
     "init allow({go, l, lost}, comm({a|b -> lost}, P || Q));"},
    {"values_that_change",
     "act a, b, lost: Nat; go, l; proc P = go.delta + a(2).delta; Q(n: Nat) = (n < 2) -> l.Q(n + 1) + b(n).delta;\n"
     "init allow({go, l, lost}, comm({a|b -> lost}, P || Q(0)));"},
    {"values_that_are_handed_on",
     "act a, b, lost: Nat; go, l; proc P(k: Nat) = go.delta + a(k).delta; Q(m: Nat, n: Nat) = l.Q1(n, m);\n"
     "     Q1(m: Nat, n: Nat) = b(m).delta;\n"
     "init allow({go, l, lost}, comm({a|b -> lost}, P(2) || Q(1, 2)));"},
    {"values_of_sums",
     "act a, b, lost: Nat; go, l; proc P = go.delta + a(2).delta; Q = l.(sum n: Nat. (n < 3) -> b(n).delta);\n"
     "init allow({go, l, lost}, comm({a|b -> lost}, P || Q));"},
    {"values_that_a_partner_gives",
     "act a, b, lost: Nat; go, l; proc P = go.delta + (sum n: Nat. a(n).delta); Q = l.b(2).delta;\n"
     "init allow({go, l, lost}, comm({a|b -> lost}, P || Q));"},
    {"two_of_the_same_name",
     "act a, lost, go, l; proc P = go.delta + a.delta; Q = l.a.delta; init allow({go, l, lost}, comm({a|a -> lost}, P "
     "|| "
     "Q));"},
    {"steps_that_could_be_left_out_for_ever",
     "act lost, go, l; proc P = go.P; Q = l.lost.delta; init allow({go, l, lost}, P || Q);"},
};

INSTANTIATE_TEST_SUITE_P(Every, NetworkPartialOrderOn, ::testing::ValuesIn(ways),
                         [](const ::testing::TestParamInfo<Together>& one) { return std::string(one.param.by); });

TEST(NetworkPartialOrder, IsNotWhereComponentsShareMoreThanSteps) {
  for (const char* text :
       {"act a; proc P = a@1.a@2.delta; init P || P;",
        "act a: Bool; proc P = dist b: Bool[1/2].a(b).delta; init P || P;",
        // Whether the sum can be decided depends on where the other stands.
        "act a, b, c: Nat; l; proc P = sum n: Nat. a(n).delta; Q = l.b(1).delta; init comm({a|b -> c}, P || Q);",
        "act a, b, c: Nat; l; proc P = sum n: Nat. a(n).delta; Q = l.(sum n: Nat. b(n).delta);\n"
        "init allow({c, l}, comm({a|b -> c}, P || Q));",
        "act a; init a;"}) {
    const LoadedSpecification loaded(text);
    ASSERT_NE(loaded.system, nullptr) << text;
    EXPECT_EQ(loaded.system->independence(), nullptr) << text;
  }
}

/// What is found up to symmetry, with partial orders and without. False where there is no symmetry.
bool compare_up_to_symmetry(const std::string& text) {
  const LoadedSpecification loaded(text, {"c", "u"}, true);
  if (loaded.system == nullptr || loaded.system->symmetry().group.is_trivial()) return false;
  const auto reduction = canonical_reduction(loaded.system->symmetry());
  const auto independence = loaded.system->independence();
  if (reduction == nullptr || independence == nullptr) return false;
  const Found whole = search(*loaded.system, false, 1, 20'000, reduction.get());
  const Found some = search(StubbornSystem(*loaded.system, *independence), true, 1, 20'000, reduction.get());
  if (!whole.complete) return false;
  EXPECT_EQ(some.wrong, whole.wrong);
  EXPECT_EQ(some.deadlock_lengths, whole.deadlock_lengths);
  EXPECT_LE(some.states, whole.states);
  return some.states < whole.states;
}

TEST(NetworkPartialOrder, FindsTheSameInRandomSpecifications) {
  const auto [first, last] = testing::seeds_up_to(150);
  unsigned smaller = 0, permuted = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    testing::Inventor inventor(seed);
    const std::string text = seed % 4 == 0 ? inventor.specification() : inventor.network();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const LoadedSpecification loaded(text, {"c", "u"});
    if (loaded.system == nullptr) continue;
    const auto independence = loaded.system->independence();
    if (independence == nullptr) continue;
    const Found found = search(*loaded.system, false, 1, 20'000);
    const auto is_error = [](const auto& one) { return one.first == FindingKind::runtime; };
    if (!found.complete || std::any_of(found.wrong.begin(), found.wrong.end(), is_error)) continue;
    const auto [whole, reduced] = compare(*loaded.system);
    smaller += reduced < whole ? 1 : 0;
    permuted += compare_up_to_symmetry(text) ? 1 : 0;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(smaller, (last - first) / 30);
  std::printf("%u got smaller, %u of them up to symmetry\n", smaller, permuted);
}

}  // namespace
}  // namespace quotient::mcrl2
