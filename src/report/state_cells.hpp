#pragma once

#include <vector>

#include "model/system.hpp"

namespace quotient {

/// The cells of a state, and behind them where its processes stand: "client(1)", "lock.pml:22 !taken". A process that
/// has come to a valid end is left out.
std::vector<CellValue> state_cells(const System& system, StateView state);

}  // namespace quotient
