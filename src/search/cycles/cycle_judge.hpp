#pragma once

#include <span>
#include <string>

#include "search/cycles/cycle_search.hpp"

namespace quotient {

/// Why a run that goes through these states again and again is none that the property forbids; empty where it is. The
/// last state must equal the first; a single state means that the run ends there. The steps between them must exist.
std::string judge_cycle(const System& system, std::span<const StateBytes> cycle, CycleKind kind, Fairness fairness);

}  // namespace quotient
