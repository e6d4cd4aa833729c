#pragma once

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "explore_reduced.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient {

/// Strategies for all groups, as long as they are small.
inline bool is_general(std::string_view strategy) {
  return strategy == "canonical" || strategy == "enumerate" || strategy == "flooding" || strategy == "local-search";
}

/// Every strategy against what is true of the model.
inline void check_strategies(const TestModel& model, const Symmetry& symmetry, std::size_t orbits, std::size_t states) {
  for (const Strategy& strategy : all_strategies()) {
    SCOPED_TRACE(strategy.name);
    const ChosenReduction chosen = choose_reduction(symmetry, strategy.name);
    if (chosen.reduction == nullptr) {
      EXPECT_NE(chosen.refusal, "");
      EXPECT_FALSE(is_general(strategy.name)) << chosen.refusal;
      continue;
    }
    // Approximate markers may turn out to be precise.
    const bool exact = chosen.reduction->exact();
    EXPECT_TRUE(exact == strategy.exact || (strategy.name == "approx-markers" && !chosen.note.empty()));
    const Counts counts = explore_reduced(*model.system, *chosen.reduction);
    if (exact) {
      EXPECT_GE(counts.keys, orbits);
    }
    if (strategy.unique) {
      EXPECT_LE(counts.keys, orbits);
    }
    EXPECT_LE(counts.keys, states);
    // The orbits together are all states.
    const bool knows = strategy.exact && strategy.unique;
    EXPECT_EQ(counts.represents, knows ? std::to_string(states) : "");
  }
}

}  // namespace quotient
