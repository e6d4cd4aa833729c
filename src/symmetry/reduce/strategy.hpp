#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// A way to make states one that differ by a permutation.
struct Strategy {
  std::string_view name;
  /// No orbit is lost. Else: what an approximate strategy may have done instead, in words.
  bool exact;
  std::string_view loss;
  /// No orbit has two keys.
  bool unique;
};

/// All of them, by name.
std::span<const Strategy> all_strategies();
const Strategy* find_strategy(std::string_view name);

struct StrategyOptions {
  std::string main_array;  // of sorted-main; empty: chosen by itself
};

struct ChosenReduction {
  std::unique_ptr<Reduction> reduction;
  std::string refusal;    // why there is none, and what to use instead
  std::string note = {};  // what makes it exact, where the strategy need not be
};

/// The reduction of a strategy for a group that is not trivial. `symmetry` must outlive it.
ChosenReduction choose_reduction(const Symmetry& symmetry, std::string_view strategy,
                                 const StrategyOptions& options = {});

}  // namespace quotient
