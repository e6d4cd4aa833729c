#include "lts/minimise.hpp"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

#include "lts/compare.hpp"

namespace quotient {
namespace {

/// With labels a, b and tau, of which states have few.
Lts random_system(std::mt19937& random, std::uint32_t most) {
  Lts lts;
  const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  lts.state_count = 1 + below(most);
  const char* const labels[] = {"a", "b", "tau"};
  for (std::uint32_t i = 0; i < 2 * lts.state_count; ++i) {
    const std::uint32_t from = below(lts.state_count), to = below(lts.state_count);
    lts.edges.push_back({from, lts.label(labels[below(3)]), to});
  }
  return lts;
}

/// Both in one, as states of one relation.
struct Joined {
  Joined(const Lts& a, const Lts& b) : states(a.state_count + b.state_count), second(a.state_count + b.initial) {
    for (const Lts::Edge& e : a.edges) edges.emplace_back(e.source, a.labels()[e.label], e.target);
    for (const Lts::Edge& e : b.edges) {
      edges.emplace_back(a.state_count + e.source, b.labels()[e.label], a.state_count + e.target);
    }
    first = a.initial;
  }
  std::uint32_t states, first = 0, second;
  std::vector<std::tuple<std::uint32_t, std::string, std::uint32_t>> edges;
};

/// By the definition: a step is answered by silent steps between related states, and the same step; a silent one also
/// by doing nothing.
bool branching_bisimilar_by_definition(const Lts& a, const Lts& b) {
  const Joined all(a, b);
  std::vector<std::vector<bool>> related(all.states, std::vector<bool>(all.states, true));
  const auto answered = [&](std::uint32_t s, std::uint32_t t) {
    for (const auto& [from, label, to] : all.edges) {
      if (from != s) continue;
      if (label == "tau" && related[to][t]) continue;
      std::set<std::uint32_t> reached{t};
      for (bool more = true; more;) {
        more = false;
        for (const auto& [f, l, g] : all.edges) {
          if (l == "tau" && reached.contains(f) && related[s][g] && reached.insert(g).second) more = true;
        }
      }
      const bool found =
          std::any_of(all.edges.begin(), all.edges.end(), [&, wanted = label, target = to](const auto& e) {
            return reached.contains(std::get<0>(e)) && std::get<1>(e) == wanted && related[target][std::get<2>(e)];
          });
      if (!found) return false;
    }
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t s = 0; s < all.states; ++s) {
      for (std::uint32_t t = 0; t < all.states; ++t) {
        if (!related[s][t] || (answered(s, t) && answered(t, s))) continue;
        related[s][t] = related[t][s] = false;
        changed = true;
      }
    }
  }
  return related[all.first][all.second];
}

/// Traces without tau up to a length.
std::set<std::string> traces(const Lts& lts, std::size_t length) {
  std::set<std::pair<std::uint32_t, std::string>> met{{lts.initial, ""}};
  std::vector<std::pair<std::uint32_t, std::string>> todo(met.begin(), met.end());
  std::set<std::string> result;
  while (!todo.empty()) {
    const auto [state, trace] = todo.back();
    todo.pop_back();
    result.insert(trace);
    for (const Lts::Edge& e : lts.edges) {
      if (e.source != state) continue;
      const std::string& label = lts.labels()[e.label];
      const std::string longer = label == "tau" ? trace : trace + label;
      if (longer.size() <= length && met.insert({e.target, longer}).second) todo.emplace_back(e.target, longer);
    }
  }
  return result;
}

TEST(Minimise, TauThatChangesNothingGoes) {
  Lts lts;
  lts.state_count = 4;
  lts.edges = {{0, lts.label("tau"), 1}, {1, lts.label("a"), 2}, {2, lts.label("tau"), 3}, {3, lts.label("b"), 0}};
  const Lts small = minimised(lts, Equivalence::branching);
  EXPECT_EQ(small.state_count, 2U);
  EXPECT_EQ(small.edges.size(), 2U);
  EXPECT_EQ(minimised(lts, Equivalence::strong).state_count, 4U);
  EXPECT_EQ(minimised(lts, Equivalence::weak_trace).state_count, 2U);
}

TEST(Minimise, AChoiceIsNoTrace) {
  Lts early, late;
  early.state_count = 5;
  early.edges = {
      {0, early.label("a"), 1}, {0, early.label("a"), 2}, {1, early.label("b"), 3}, {2, early.label("c"), 4}};
  late.state_count = 4;
  late.edges = {{0, late.label("a"), 1}, {1, late.label("b"), 2}, {1, late.label("c"), 3}};
  EXPECT_TRUE(compare_weak_traces(early, late).equal);
  const Comparison different = compare_branching_bisimilar(early, late);
  EXPECT_FALSE(different.equal);
  EXPECT_FALSE(different.reason.empty());
}

TEST(Minimise, EquivalencesAreThoseOfTheirDefinitions) {
  std::mt19937 random(7);
  int alike = 0, same_traces = 0;
  for (int i = 0; i < 1500; ++i) {
    const Lts a = random_system(random, 4), b = random_system(random, 4);
    const bool expected = branching_bisimilar_by_definition(a, b);
    const Comparison found = compare_branching_bisimilar(a, b);
    ASSERT_EQ(found.equal, expected) << i;
    ASSERT_EQ(found.reason.empty(), expected) << i;
    alike += expected ? 1 : 0;
    const Comparison weak = compare_weak_traces(a, b);
    // Subsets of four states each: a trace of at most 32 steps tells them apart; in practice much shorter ones do.
    ASSERT_EQ(weak.equal, traces(a, 9) == traces(b, 9)) << i;
    same_traces += weak.equal ? 1 : 0;
  }
  EXPECT_GT(alike, 100);
  EXPECT_GT(same_traces, alike);
}

TEST(Minimise, WhatIsWrittenIsEquivalentAndSmallest) {
  std::mt19937 random(11);
  for (int i = 0; i < 500; ++i) {
    const Lts lts = random_system(random, 7);
    const Lts strong = minimised(lts, Equivalence::strong), branching = minimised(lts, Equivalence::branching),
              traced = minimised(lts, Equivalence::weak_trace);
    ASSERT_TRUE(compare_bisimilar(lts, strong).equal) << i;
    ASSERT_TRUE(branching_bisimilar_by_definition(lts, branching)) << i;
    ASSERT_TRUE(compare_weak_traces(lts, traced).equal) << i;
    ASSERT_LE(branching.state_count, strong.state_count) << i;
    // No two states of the result are equivalent.
    for (std::uint32_t s = 1; s < branching.state_count; ++s) {
      Lts from_there = branching;
      from_there.initial = s;
      ASSERT_FALSE(branching_bisimilar_by_definition(branching, from_there)) << i << " state " << s;
    }
    ASSERT_EQ(minimised(branching, Equivalence::branching).state_count, branching.state_count) << i;
  }
}

}  // namespace
}  // namespace quotient
