#include "report/state_cells.hpp"

#include <fmt/format.h>

namespace quotient {

std::vector<CellValue> state_cells(const System& system, StateView state) {
  std::vector<CellValue> cells = system.describe(state);
  for (const TraceEvent& at : system.standing(state)) {
    const std::string& file = at.at.file;
    const std::string name = file.substr(file.find_last_of('/') + 1);
    cells.push_back({at.process, fmt::format("{}:{} {}", name, at.at.position.line, at.statement)});
  }
  return cells;
}

}  // namespace quotient
