#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lts/lts.hpp"
#include "model/system.hpp"
#include "search/limits.hpp"
#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

struct QuotientLts {
  Lts lts;
  StopReason stopped = StopReason::nothing;  // anything else: it is not whole
  std::string problem;                       // why there is none
  std::uint64_t broken_steps = 0;            // that ended in an error and lead nowhere
  Finding obstacle;                          // why the steps of a state could not be computed: it is not whole
};

/// One state of every orbit, the first that is met, and the steps between them, as Algorithm 4 of [Adyanthaya 2010]
/// has them: a step whose target is not the one that stands for its orbit is permuted together with the target. Labels
/// tell the permutations, unless `plain`. For systems with one initial state and labels in which `symmetry` names what
/// it moves; `reduction` must be one with a key for every orbit that is a permuted state.
QuotientLts quotient_lts(const System& system, const Symmetry& symmetry, const Reduction& reduction,
                         const Limits& limits, bool plain);

/// The orbits of states of a system that is not reduced, by their keys: the equivalence classes of its Algorithm 2.
/// States come in the order of their numbers.
std::vector<std::vector<std::uint32_t>> state_classes(std::uint32_t count, const Reduction& reduction,
                                                      const std::function<StateView(std::uint32_t)>& state);

}  // namespace quotient
