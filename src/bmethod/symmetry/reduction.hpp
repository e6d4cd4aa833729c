#pragma once

#include <memory>
#include <string_view>

#include "bmethod/symmetry/state_parts.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient::bmethod {

/// A way of merging states by name: "canonical", "enumerate", "flooding" (exact) or "approx-markers". Null where there
/// is no such way, or it would have to try too many permutations. Must not outlive the symmetry.
std::unique_ptr<Reduction> make_reduction(const MachineSymmetry& symmetry, std::string_view strategy);

// One for each name:
std::unique_ptr<Reduction> canonical_states(const MachineSymmetry& symmetry);
/// Of all permuted states the least.
std::unique_ptr<Reduction> least_states(const MachineSymmetry& symmetry);
std::unique_ptr<Reduction> flooded_states(const MachineSymmetry& symmetry);
std::unique_ptr<Reduction> marked_states(const MachineSymmetry& symmetry);

}  // namespace quotient::bmethod
