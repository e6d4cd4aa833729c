#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "report/check_report.hpp"

// The parts of a result that pages are drawn from. For the files of this folder that write JSON.

namespace quotient {

nlohmann::ordered_json growth_json(const std::vector<Progress>& growth);
nlohmann::ordered_json sources_json(const std::vector<SourceText>& sources);
nlohmann::ordered_json diagram_json(const std::optional<ChannelDiagram>& diagram);
nlohmann::ordered_json graph_json(const std::optional<GraphReport>& graph);

}  // namespace quotient
