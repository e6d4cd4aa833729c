#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/system.hpp"

namespace quotient::driver {

/// Whether each step leads from states in which the invariant holds to such states, reachable or not.
struct Induction {
  /// A step that does not, and what does not hold behind it. Neither state need be reachable.
  struct Counterexample {
    std::vector<std::uint8_t> from;
    Successor step;  // its state is `to`
    std::vector<std::uint8_t> to;
    Finding finding;
  };
  std::optional<Counterexample> counterexample;
  std::uint64_t states = 0, steps = 0;  // looked at, one of every orbit
  Finding too_much;                     // what was given up; then not all was looked at
};

/// `system` begins in every state in which its invariant holds (FrontEnd::load_beginning_anywhere); of its steps, those
/// that set up how it begins do not count. Asks the stop signal of the thread: Stopped is thrown.
Induction check_induction(const System& system);

}  // namespace quotient::driver
