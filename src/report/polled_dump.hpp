#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace quotient {

/// `json` as a text, indented where `indent` is not 0. Bytes that are no UTF-8, which a model may hold, are replaced.
/// Asks whether it is still wanted (`poll_stop`): a run of many steps takes seconds.
std::string polled_dump(const nlohmann::ordered_json& json, int indent);

}  // namespace quotient
