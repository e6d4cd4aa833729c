#include "report/json_input.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/json_place.hpp"

namespace quotient {

namespace {

constexpr int deepest_json = 32;

}  // namespace

bool read_json(const std::string& text, const std::string& path, std::string_view what, nlohmann::ordered_json& json,
               std::string& error) {
  using Json = nlohmann::ordered_json;
  bool too_deep = false;
  const auto watch_depth = [&too_deep](int depth, Json::parse_event_t, Json&) {
    too_deep |= depth > deepest_json;
    return depth <= deepest_json;
  };
  try {
    json = Json::parse(text, watch_depth);
  } catch (const Json::parse_error& e) {
    error = fmt::format("{}: this is not a {}: JSON expected", json_place(e.byte, text, path), what);
    return false;
  } catch (const Json::out_of_range&) {  // 1e999
    error = fmt::format("{}: this is not a {}: a number in it is too large", path, what);
    return false;
  }
  if (too_deep) error = fmt::format("{}: this is not a {}: it is nested too deeply", path, what);
  return !too_deep;
}

}  // namespace quotient
