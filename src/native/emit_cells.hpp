#pragma once

#include "native/emit.hpp"
#include "symmetry/reduce/cell_work.hpp"

namespace quotient::native {

/// Writes the C that reads and permutes the cells of states for symmetry reduction: straight on, place by place, with
/// all that is known beforehand as constants. Deterministic. `work` says what is meant (src/symmetry/reduce).
ModuleText write_cells(const CellWork& work);

}  // namespace quotient::native
