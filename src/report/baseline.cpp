#include "report/baseline.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/json_input.hpp"

namespace quotient {

namespace {

using Json = nlohmann::ordered_json;

/// What stands at a path of keys, as people read it; "nothing" where it is missing.
std::string figure(const Json& result, std::initializer_list<const char*> keys) {
  const Json* at = &result;
  for (const char* key : keys) {
    if (!at->is_object() || !at->contains(key)) return "nothing";
    at = &(*at)[key];
  }
  if (at->is_null()) return "nothing";
  return at->is_string() ? at->get<std::string>() : at->dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string verdict_of_claim(const Json& result, const std::string& name) {
  if (!result.contains("claims") || !result["claims"].is_array()) return "nothing";
  for (const Json& claim : result["claims"]) {
    if (claim.is_object() && figure(claim, {"name"}) == name) return figure(claim, {"verdict"});
  }
  return "nothing";
}

}  // namespace

std::optional<std::vector<std::string>> differences(const Json& result, const std::string& baseline,
                                                    const std::string& path, std::string& error) {
  Json before;
  if (!read_json(baseline, path, "result", before, error)) return std::nullopt;
  if (!before.is_object() || figure(before, {"tool"}) != "quotient" || !before.contains("verdict")) {
    error = fmt::format("{}: this is not a result of quotient check --json", path);
    return std::nullopt;
  }
  std::vector<std::string> found;
  const auto compare = [&found](const std::string& name, const std::string& then, const std::string& now) {
    if (then != now) found.push_back(fmt::format("{}: {} → {}", name, then, now));
  };
  const auto compare_at = [&](const char* name, std::initializer_list<const char*> keys) {
    compare(name, figure(before, keys), figure(result, keys));
  };
  compare_at("verdict", {"verdict"});
  compare_at("order of the symmetry group", {"symmetry", "order"});
  compare_at("symmetry group", {"symmetry", "structure"});
  if (figure(before, {"verdict"}) != "incomplete" && figure(result, {"verdict"}) != "incomplete") {
    compare_at("states", {"states"});
    compare_at("states represented", {"symmetry", "represents"});
    compare_at("transitions", {"transitions"});
  }
  std::vector<std::string> claims;
  for (const Json* each : {static_cast<const Json*>(&before), &result}) {
    if (!each->contains("claims") || !(*each)["claims"].is_array()) continue;
    for (const Json& claim : (*each)["claims"]) {
      std::string name = claim.is_object() ? figure(claim, {"name"}) : "";
      if (std::find(claims.begin(), claims.end(), name) == claims.end()) claims.push_back(std::move(name));
    }
  }
  for (const std::string& name : claims) compare(name, verdict_of_claim(before, name), verdict_of_claim(result, name));
  return found;
}

}  // namespace quotient
