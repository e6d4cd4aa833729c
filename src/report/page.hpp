#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace quotient {

/// A result, which is JSON as json_report writes it, as a page: one file that needs nothing else, neither a network nor
/// a server. `json` may be anything: where it is no result, returns nothing and says in `error` what is wrong and
/// where, ready to print. `path` is only for that message.
///
/// Nothing in a result can become markup or script: the data is inert text to the browser, and the page's own code puts
/// all of it into the document as text.
std::optional<std::string> html_page(const std::string& json, const std::string& path, std::string& error);

/// The same of a result that has just been made.
std::string html_page(const nlohmann::ordered_json& result);

}  // namespace quotient
