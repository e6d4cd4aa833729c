#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/check_report.hpp"

namespace quotient {

/// A check by the schema of docs/result.schema.json. `json_report` is the same as a text.
nlohmann::ordered_json result_json(const CheckReport& report);
/// As it is written to files, ended by a line break.
std::string json_text(const nlohmann::ordered_json& result);

}  // namespace quotient
