#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace quotient {

/// Reads JSON that may come from anywhere. What is nested deeper than files of ours is refused, since copying or
/// writing such a value could exhaust the stack; so are numbers that no type holds. False, and in `error` what is wrong
/// and where, ready to print, as with "result.json:3:14: this is no WHAT: JSON expected".
bool read_json(const std::string& text, const std::string& path, std::string_view what, nlohmann::ordered_json& json,
               std::string& error);

}  // namespace quotient
