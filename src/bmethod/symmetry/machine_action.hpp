#pragma once

#include <memory>

#include "bmethod/symmetry/state_parts.hpp"
#include "symmetry/action/state_action.hpp"

namespace quotient::bmethod {

/// How permutations of elements act on the states of a machine. Must not outlive `symmetry`.
std::shared_ptr<const StateAction> machine_action(const MachineSymmetry& symmetry);

}  // namespace quotient::bmethod
