#pragma once

#include <memory>

#include "mcrl2/steps/shared_tables.hpp"
#include "mcrl2/symmetry/items.hpp"
#include "symmetry/action/state_action.hpp"

namespace quotient::mcrl2 {

/// How permutations act on the states of a model: processes change places, and constants in their values. A process is
/// read once for each of its local states, and permuted once for each of those and each way to permute what is in it.
/// `model` and `shared` must outlive the action.
std::shared_ptr<const StateAction> process_action(const Model& model, SharedTables& shared, SymmetryItems items);

}  // namespace quotient::mcrl2
