#pragma once

#include "model/random_steps.hpp"
#include "report/output_file.hpp"
#include "search/graph.hpp"

namespace quotient {

/// Writes an unreduced graph with random steps as .aut with probabilities: a target is `s1 p1 s2 p2 … sn`, the last
/// probability being what is left; so is the initial state. Returns the number of steps, each with its distribution.
std::uint64_t write_random_aut(const System& system, const RandomSteps& random, const StateGraph& graph,
                               OutputFile& out);

}  // namespace quotient
