#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "model/narrator.hpp"

namespace quotient {

/// The parts of a run as the schema of results has them: for everything that writes runs as JSON.
nlohmann::ordered_json event_json(const TraceEvent& event);
nlohmann::ordered_json cells_json(const std::vector<CellValue>& values);
/// Processes, each with where it is and what it would do next.
nlohmann::ordered_json standing_json(const std::vector<TraceEvent>& processes);

}  // namespace quotient
