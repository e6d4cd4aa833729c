#pragma once

#include <vector>

#include "mcrl2/process/model.hpp"

namespace quotient::mcrl2 {

/// For each location of the type (by its number), which of its variables have the same value whenever control is there:
/// that of a variable of the first location, or a constant. Linear in the text, but not needed for exploring: for
/// people, who know a process by such values.
std::vector<std::vector<bool>> fixed_variables(const ProcessType& type, const Model& model);

}  // namespace quotient::mcrl2
