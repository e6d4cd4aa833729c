#include "report/page.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

#include "report/json_input.hpp"
#include "report/page_assets.hpp"
#include "report/polled_dump.hpp"

namespace quotient {

namespace {

using Json = nlohmann::ordered_json;

std::string in_markup(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// JSON that may stand in a script element: no '<' means no "</script" and no "<!--". It occurs in texts only, where it
/// can be spelled otherwise.
std::string in_script(const Json& json) {
  const std::string text = polled_dump(json, 0);
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (const char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

/// A text without bytes that are no UTF-8.
std::string valid(const Json& text) {
  return Json::parse(text.dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

/// What is wrong with a result, as far as the page relies on it; empty if nothing is.
std::string objection(const Json& json) {
  if (!json.is_object() || json.value("tool", Json()) != "quotient" || !json.contains("verdict")) {
    return "this is not a result of quotient check --json";
  }
  const Json& verdict = json["verdict"];
  if (verdict != "verified" && verdict != "violated" && verdict != "incomplete") {
    return "\"verdict\" must be \"verified\", \"violated\" or \"incomplete\"";
  }
  for (const char* key : {"model", "language", "reason", "version"}) {
    if (!json.contains(key) || !json[key].is_string()) return fmt::format("\"{}\" must be a string", key);
  }
  for (const char* key : {"states", "transitions", "max_depth"}) {
    if (!json.contains(key) || !json[key].is_number()) return fmt::format("\"{}\" must be a number", key);
  }
  if (!json.contains("violations") || !json["violations"].is_array()) return "\"violations\" must be a list";
  for (const Json& violation : json["violations"]) {
    if (!violation.is_object() || !violation.contains("trace") || !violation["trace"].is_array()) {
      return "each of \"violations\" must have a \"trace\"";
    }
  }
  return {};
}

/// Now, or when SOURCE_DATE_EPOCH says, so that a page can be made again byte by byte.
std::string date_in_words() {
  std::time_t now = std::time(nullptr);
  if (const char* epoch = std::getenv("SOURCE_DATE_EPOCH")) {
    std::time_t given = 0;
    const std::string_view text(epoch);
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), given);
    if (wrong == std::errc() && end == text.data() + text.size()) now = given;
  }
  std::tm parts{};
  if (gmtime_r(&now, &parts) == nullptr) return {};
  std::array<char, 64> words{};
  return {words.data(), std::strftime(words.data(), words.size(), "%Y-%m-%d %H:%M UTC", &parts)};
}

void replace_mark(std::string& page, std::string_view mark, std::string_view by) {
  const std::size_t at = page.find(mark);
  if (at != std::string::npos) page.replace(at, mark.size(), by);
}

}  // namespace

std::optional<std::string> html_page(const std::string& text, const std::string& path, std::string& error) {
  Json json;
  if (!read_json(text, path, "result", json, error)) return std::nullopt;
  const std::string wrong = objection(json);
  if (!wrong.empty()) {
    error = fmt::format("{}: {}", path, wrong);
    return std::nullopt;
  }
  return html_page(json);
}

std::string html_page(const Json& json) {
  // The parts that come from outside last, so that a mark in them is left alone.
  std::string page(page_assets::markup);
  replace_mark(page, "@STYLE@", page_assets::style);
  replace_mark(page, "@LIBRARY@", page_assets::library);
  replace_mark(page, "@SCRIPT@", page_assets::script);
  replace_mark(page, "@WRITTEN@", date_in_words());
  const std::string title = in_markup(fmt::format("{}: {}", valid(json["model"]), valid(json["verdict"])));
  const std::string result = in_script(json);
  replace_mark(page, "@RESULT@", result);
  replace_mark(page, "@TITLE@", title);
  return page;
}

}  // namespace quotient
