#pragma once

#include <cstdint>

#include "model/system.hpp"
#include "search/result.hpp"
#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// What is spent on a run before it is shown. No clock: the run shown is the same on every machine.
struct FewSwitchesOptions {
  /// Of the search that found the violation, where it is exact, and the group that it uses; null: none.
  const Reduction* reduction = nullptr;
  const Symmetry* symmetry = nullptr;
  /// States that may be expanded, and bytes of states kept. Beyond, steps of the run as it is are exchanged.
  std::uint64_t most_states = 30'000;
  std::uint64_t most_bytes = std::uint64_t{32} << 20;
};

/// How often the actor changes along a run, as it would be retraced.
std::size_t count_switches(const System& system, const Violation& violation);

/// Replaces the run of a violation by one of the shortest runs to the same finding with the fewest changes of actor,
/// where there are few enough states to know; elsewhere, and in cycles, by one with fewer changes that exchanging steps
/// leads to. A run that is already as good stays, and so does one whose language names no actors. Polls the stop signal
/// of its thread; what it throws leaves the violation as it was.
void show_few_switches(const System& system, Violation& violation, const FewSwitchesOptions& options);

}  // namespace quotient
