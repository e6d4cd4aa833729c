#include "report/state_cells.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace quotient {

std::vector<CellValue> state_cells(const System& system, StateView state) {
  std::vector<CellValue> cells = system.narrator().describe(state);
  const std::size_t described = cells.size();
  for (const TraceEvent& at : system.narrator().standing(state)) {
    // Where the state itself says where a process is, that is enough.
    const auto end = cells.begin() + static_cast<std::ptrdiff_t>(described);
    if (std::any_of(cells.begin(), end, [&at](const CellValue& c) { return c.cell == at.process; })) continue;
    const std::string& file = at.at.file;
    const std::string name = file.substr(file.find_last_of('/') + 1);
    cells.push_back({at.process, fmt::format("{}:{} {}", name, at.at.position.line, at.statement)});
  }
  return cells;
}

}  // namespace quotient
