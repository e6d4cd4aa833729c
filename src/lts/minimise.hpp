#pragma once

#include "lts/lts.hpp"

namespace quotient {

enum class Equivalence : std::uint8_t { strong, branching, weak_trace };

/// The smallest system that is equivalent: up to strong bisimulation, branching bisimulation (which does not see
/// divergence), or the traces of steps other than tau; of the last the smallest deterministic one. States that cannot
/// be reached are left out. Numbered breadth-first from 0, the initial state.
Lts minimised(const Lts& lts, Equivalence equivalence);

}  // namespace quotient
