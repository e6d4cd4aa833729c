#pragma once

#include <optional>

#include "symmetry/reduce/cell_work.hpp"
#include "symmetry/reduce/reduction.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// What Reading and Scanner do with the cells of a state, to be written as code that does the same. Nullopt where
/// states are more than cells, where values of atoms are no small numbers, or where the code would get too long.
std::optional<CellWork> describe_cells(const Scheme& scheme);
/// The same, with the place where the scanners of the scheme look for the code.
std::optional<CellsToWrite> cells_to_write(const Scheme& scheme);

}  // namespace quotient
