#pragma once

#include <string>
#include <vector>

#include "model/system.hpp"
#include "search/trace.hpp"

namespace quotient {

/// The states of the model alone that a run of it together with a claim goes through, as bytes: one for each step of
/// the run. Both systems describe their states in the same words, and that is how states are matched. Empty for a step
/// without such a state: the model may take several statements in one step where the claim observes the states between
/// them.
std::vector<std::string> projected_run(const System& model, const System& with_claim, const ToldRun& run);

}  // namespace quotient
