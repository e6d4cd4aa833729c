#pragma once

#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

#include "search/reduce/stubborn.hpp"
#include "search/search.hpp"

/// For the tests of partial orders in every language.
namespace quotient::testing {

/// What a search can find wrong, wherever, and the statements that it comes to.
struct Found {
  std::set<std::pair<FindingKind, std::uint32_t>> wrong;
  std::vector<std::uint8_t> coverage;
  std::uint64_t states = 0, partly = 0, transitions = 0;
  std::vector<std::size_t> deadlock_lengths;
  bool complete = true;
};

inline Found search(const System& system, bool partial_orders, unsigned threads = 1, std::uint64_t most = 200'000,
                    const Reduction* reduction = nullptr) {
  SearchOptions options;
  options.all = true;
  options.threads = threads;
  options.smallest_shared_level = 2;
  options.partial_orders = partial_orders;
  options.reduction = reduction;
  options.limits.max_states = most;
  const Result result = explore(system, options);
  Found found;
  for (const Violation& v : result.violations) {
    found.wrong.emplace(v.finding.kind, v.finding.site);
    if (v.finding.kind == FindingKind::deadlock) found.deadlock_lengths.push_back(v.length());
  }
  found.coverage = result.coverage;
  found.states = result.states;
  found.partly = result.partly_expanded;
  found.transitions = result.transitions;
  found.complete = result.complete();
  return found;
}

/// Searches with and without, and expects the same to be found. Returns how many states each has; 0 where that is not
/// known.
inline std::pair<std::uint64_t, std::uint64_t> compare(const System& system) {
  const std::unique_ptr<Independence> independence = system.independence();
  const Found whole = search(system, false);
  if (independence == nullptr || !whole.complete) return {0, 0};
  const StubbornSystem stubborn(system, *independence);
  const Found reduced = search(stubborn, true);
  EXPECT_EQ(reduced.wrong, whole.wrong);
  EXPECT_EQ(reduced.coverage, whole.coverage);
  EXPECT_EQ(reduced.deadlock_lengths, whole.deadlock_lengths) << "a shortest way to a deadlock stays";
  EXPECT_LE(reduced.states, whole.states);
  const StubbornSystem checked(system, *independence, StubbornFor::states, true);
  EXPECT_EQ(search(checked, true).states, reduced.states) << "what is chosen withstands being tried";
  const Found two = search(stubborn, true, 2);
  EXPECT_EQ(two.states, reduced.states) << "threads make no difference";
  EXPECT_EQ(two.transitions, reduced.transitions);
  EXPECT_EQ(two.wrong, reduced.wrong);
  return {whole.states, reduced.states};
}

}  // namespace quotient::testing
