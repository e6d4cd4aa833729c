#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "report/remark.hpp"

namespace quotient {

/// Null where there is no place.
nlohmann::ordered_json place_json(const Location& at);

/// One object for each remark: its kind, its words, its place, whether the verdict depends on it, and what it is made
/// of.
nlohmann::ordered_json remarks_json(const std::vector<Remark>& remarks);

}  // namespace quotient
