#include "lts/compare.hpp"

#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <set>

namespace quotient {
namespace {

struct Step {
  std::uint32_t from;
  const char* label;
  std::uint32_t to;
};

Lts make(std::uint32_t states, const std::vector<Step>& steps) {
  Lts lts;
  lts.state_count = states;
  for (const Step& s : steps) lts.edges.push_back({s.from, lts.label(s.label), s.to});
  return lts;
}

/// The largest relation that is a bisimulation, by leaving out pairs.
bool bisimilar_by_definition(const Lts& a, const Lts& b) {
  std::vector<std::vector<bool>> related(a.state_count, std::vector<bool>(b.state_count, true));
  const auto answered = [](const Lts& x, std::uint32_t s, const Lts& y, std::uint32_t t, const auto& in_relation) {
    return std::all_of(x.edges.begin(), x.edges.end(), [&](const Lts::Edge& e) {
      return e.source != s || std::any_of(y.edges.begin(), y.edges.end(), [&](const Lts::Edge& f) {
               return f.source == t && x.labels()[e.label] == y.labels()[f.label] && in_relation(e.target, f.target);
             });
    });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t s = 0; s < a.state_count; ++s) {
      for (std::uint32_t t = 0; t < b.state_count; ++t) {
        if (!related[s][t]) continue;
        const auto forth = [&](std::uint32_t x, std::uint32_t y) { return related[x][y]; };
        const auto back = [&](std::uint32_t y, std::uint32_t x) { return related[x][y]; };
        if (answered(a, s, b, t, forth) && answered(b, t, a, s, back)) continue;
        related[s][t] = false;
        changed = true;
      }
    }
  }
  return related[a.initial][b.initial];
}

bool isomorphic_by_trying(const Lts& a, const Lts& b) {
  using Named = std::multiset<std::tuple<std::uint32_t, std::string, std::uint32_t>>;
  if (a.state_count != b.state_count) return false;
  Named wanted;
  for (const Lts::Edge& e : b.edges) wanted.insert({e.source, b.labels()[e.label], e.target});
  std::vector<std::uint32_t> images(a.state_count);
  std::iota(images.begin(), images.end(), 0U);
  do {
    if (images[a.initial] != b.initial) continue;
    Named moved;
    for (const Lts::Edge& e : a.edges) moved.insert({images[e.source], a.labels()[e.label], images[e.target]});
    if (moved == wanted) return true;
  } while (std::next_permutation(images.begin(), images.end()));
  return false;
}

TEST(Compare, ChoiceIsNotChoiceAfterwards) {
  const Lts early = make(4, {{0, "a", 1}, {0, "a", 2}, {1, "b", 3}, {2, "c", 3}});
  const Lts late = make(3, {{0, "a", 1}, {1, "b", 2}, {1, "c", 2}});
  const Comparison found = compare_bisimilar(early, late);
  EXPECT_FALSE(found.equal);
  ASSERT_EQ(found.reason.size(), 2U);
  EXPECT_EQ(found.reason[0], "first state 0 does a and becomes first state 1; second state 0 becomes second state 1");
  EXPECT_EQ(found.reason[1], "second state 1 does c, first state 1 cannot");
}

TEST(Compare, StatesOfBothHaveNumbers) {
  // Their sum once began again at 0 after 32 bits, and the initial states were taken for bisimilar.
  Lts first = make(2, {{0, "a", 1}}), second = make(2, {{0, "b", 1}});
  EXPECT_TRUE(can_be_compared(first, second));
  first.state_count = second.state_count = 3'000'000'000U;
  EXPECT_FALSE(can_be_compared(first, second));
}

TEST(Compare, BisimilarIsNotIsomorphic) {
  const Lts loop = make(1, {{0, "a", 0}});
  const Lts longer = make(2, {{0, "a", 1}, {1, "a", 0}});
  EXPECT_TRUE(compare_bisimilar(loop, longer).equal);
  const Comparison found = compare_isomorphic(loop, longer);
  EXPECT_FALSE(found.equal);
  EXPECT_FALSE(found.reason.empty());
  // As many states and steps, and the same labels.
  const Lts split = make(4, {{0, "a", 1}, {0, "a", 2}, {1, "b", 3}, {2, "b", 3}});
  const Lts joined = make(4, {{0, "a", 1}, {0, "a", 2}, {1, "b", 3}, {2, "b", 0}});
  EXPECT_FALSE(compare_isomorphic(split, joined).equal);
}

TEST(Compare, AgreesWithDefinitionsOnRandomGraphs) {
  std::mt19937 random(7);
  const auto below = [&](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
  int bisimilar = 0, isomorphic = 0;
  for (int round = 0; round < 1500; ++round) {
    const auto invent = [&] {
      Lts lts;
      lts.state_count = 1 + below(5);
      const char* names[] = {"a", "b"};
      for (std::uint32_t n = below(9); n > 0; --n) {
        lts.edges.push_back({below(lts.state_count), lts.label(names[below(2)]), below(lts.state_count)});
      }
      return lts;
    };
    const Lts a = invent();
    Lts b = invent();
    if (round % 3 == 0) {  // the same with other numbers, and now and then another step
      std::vector<std::uint32_t> images(a.state_count);
      std::iota(images.begin(), images.end(), 0U);
      std::shuffle(images.begin(), images.end(), random);
      b = Lts();
      b.state_count = a.state_count;
      b.initial = images[a.initial];
      for (const Lts::Edge& e : a.edges) {
        b.edges.push_back({images[e.source], b.label(a.labels()[e.label]), images[e.target]});
      }
      std::shuffle(b.edges.begin(), b.edges.end(), random);
      if (round % 2 == 0 && !b.edges.empty()) b.edges[0].target = below(b.state_count);
    }
    const bool same = bisimilar_by_definition(a, b), equal = isomorphic_by_trying(a, b);
    const Comparison found = compare_bisimilar(a, b);
    ASSERT_EQ(found.equal, same) << round;
    ASSERT_EQ(found.reason.empty(), same) << round;
    ASSERT_EQ(compare_isomorphic(a, b).equal, equal) << round;
    bisimilar += same ? 1 : 0;
    isomorphic += equal ? 1 : 0;
  }
  EXPECT_GT(bisimilar, isomorphic);
  EXPECT_GT(isomorphic, 200);
  EXPECT_LT(bisimilar, 1200);
}

}  // namespace
}  // namespace quotient
