#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "driver/model.hpp"

namespace quotient::studio {

/// A request to a simulation. The run so far is the list of choices that were made: first of an initial state, then
/// of a step in each state. It comes from outside, and may not fit the model.
struct SimulationRequest {
  std::vector<std::uint32_t> choices;
  std::size_t known = 0;     // this many steps of the run were sent before
  std::uint64_t random = 0;  // steps to add at random
  std::uint64_t seed = 0;
};

/// Where a run leads, and what can happen there. Keys: "choices", with those that were added; "steps", those that were
/// not sent before, each as in the trace of a result, with the state behind it; "enabled", the steps from there, each
/// with its "choice" and, where it follows a step that is wrong and is the same one completed, "passes_over";
/// "findings"; "standing"; "note", why the run is shorter than requested, or ends.
nlohmann::ordered_json simulate(const driver::Model& model, const SimulationRequest& request);

}  // namespace quotient::studio
