#pragma once

#include <span>
#include <vector>

#include "model/system.hpp"
#include "search/result.hpp"

namespace quotient {

/// A run step by step, with who takes each.
struct ActedRun {
  std::vector<StateBytes> states;
  std::vector<Actor> actors;  // of the step into each state but the first
  std::vector<StepLabel> labels;

  std::size_t switches() const;
};

/// As the run would be retraced: of several steps to a state the first counts.
ActedRun acted_run(const System& system, std::span<const StateBytes> states);

/// Exchanges neighbouring blocks of steps where that leads to the same state and leaves fewer changes of actor; a
/// change only ever makes them fewer. The first and the last state stay. At most `most_states` states are expanded.
void exchange_steps(const System& system, ActedRun& run, std::uint64_t most_states);

}  // namespace quotient
