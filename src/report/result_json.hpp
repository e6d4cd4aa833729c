#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/check_report.hpp"

namespace quotient {

/// A check by the schema of docs/result.schema.json. `json_report` is the same as a text.
nlohmann::ordered_json result_json(const CheckReport& report);
/// The same, made in place. A stop leaves there what was made so far: to take a long run down again, step by step,
/// takes about as long as to make it, and is up to the caller.
void make_result_json(const CheckReport& report, nlohmann::ordered_json& json);
/// As it is written to files, ended by a line break.
std::string json_text(const nlohmann::ordered_json& result);

}  // namespace quotient
