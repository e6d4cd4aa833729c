#include "report/trace_file.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/json_input.hpp"
#include "report/words.hpp"

namespace quotient {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view format_name = "quotient-trace";
constexpr int format_version = 1;

constexpr std::array<std::pair<ViolationPlace, std::string_view>, 5> places = {{
    {ViolationPlace::state, "state"},
    {ViolationPlace::step, "step"},
    {ViolationPlace::broken_step, "broken step"},
    {ViolationPlace::cycle, "cycle"},
    {ViolationPlace::position, "position"},
}};

/// Takes values out of a JSON object; the first that is missing or of a wrong type is remembered as the error.
class Reader {
 public:
  Reader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

  const std::string& error() const { return error_; }

  std::string text(const char* key) {
    const Json* value = find(key, "a text");
    if (value == nullptr) return {};
    if (!value->is_string()) return fail(key, "a text"), std::string();
    return value->get<std::string>();
  }
  std::uint64_t number(const char* key, std::uint64_t most) {
    const Json* value = find(key, "a number");
    if (value == nullptr) return 0;
    if (!value->is_number_unsigned() || value->get<std::uint64_t>() > most) return fail(key, "a number"), 0U;
    return value->get<std::uint64_t>();
  }
  bool truth(const char* key) {
    const Json* value = find(key, "true or false");
    if (value == nullptr) return false;
    if (!value->is_boolean()) return fail(key, "true or false"), false;
    return value->get<bool>();
  }
  std::vector<std::string> texts(const char* key) {
    return list<std::string>(key, "a list of texts", [](const Json& v) { return v.is_string(); });
  }
  std::vector<std::uint32_t> numbers(const char* key) {
    return list<std::uint32_t>(key, "a list of numbers from 0 to 4294967295", [](const Json& v) {
      return v.is_number_unsigned() && v.get<std::uint64_t>() <= 0xffffffffU;
    });
  }
  void fail(const char* key, std::string_view expected) {
    if (error_.empty()) error_ = fmt::format("{}: '{}' must be {}", where_, key, expected);
  }

 private:
  const Json* find(const char* key, std::string_view expected) {
    const auto at = json_.find(key);
    if (at == json_.end()) {
      if (error_.empty()) error_ = fmt::format("{}: '{}' is missing, it must be {}", where_, key, expected);
      return nullptr;
    }
    return &*at;
  }
  template <typename T, typename Check>
  std::vector<T> list(const char* key, std::string_view expected, Check fits) {
    const Json* value = find(key, expected);
    if (value == nullptr) return {};
    if (!value->is_array() || !std::all_of(value->begin(), value->end(), fits))
      return fail(key, expected), std::vector<T>();
    return value->get<std::vector<T>>();
  }

  const Json& json_;
  std::string where_;
  std::string error_;
};

}  // namespace

std::string trace_file_text(const SavedTrace& saved) {
  std::string_view place;
  for (const auto& [known, name] : places) {
    if (known == saved.trace.place) place = name;
  }
  Json json = {
      {"format", format_name},
      {"format_version", format_version},
      {"tool", "quotient"},
      {"version", saved.version},
      {"model", saved.model},
      {"language", saved.language},
      {"claim", saved.claim},
      {"arguments", saved.arguments},
      {"violation",
       {{"kind", name_of(saved.trace.finding.kind)},
        {"site", saved.trace.finding.site},
        {"place", place},
        {"message", saved.message}}},
      {"last_state", fmt::format("{:016x}", saved.trace.digest)},
      {"choices", saved.trace.choices},
  };
  if (saved.trace.place == ViolationPlace::cycle) {
    json["cycle"] = {{"start", saved.trace.cycle_start}, {"weak_fairness", saved.trace.fairness == Fairness::weak}};
    if (saved.trace.fairness == Fairness::strong) json["cycle"]["strong_fairness"] = true;
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<SavedTrace> read_trace(const std::string& text, const std::string& path, std::string& error) {
  Json json;
  if (!read_json(text, path, "trace", json, error)) return std::nullopt;
  if (!json.is_object() || json.value("format", Json()) != format_name) {
    error = fmt::format("{}:1:1: this is not a trace: \"format\": \"{}\" is missing", path, format_name);
    return std::nullopt;
  }
  if (json.value("format_version", Json()) != format_version) {
    error = fmt::format("{}: this trace is of a format that this version does not read, format_version {} is expected",
                        path, format_version);
    return std::nullopt;
  }
  SavedTrace saved;
  Reader top(json, path);
  saved.version = top.text("version");
  saved.model = top.text("model");
  saved.language = top.text("language");
  saved.claim = top.text("claim");
  saved.arguments = top.texts("arguments");
  saved.trace.choices = top.numbers("choices");

  const Json nothing = Json::object();
  const auto part = [&](const char* key) -> const Json& {
    const auto at = json.find(key);
    if (at != json.end() && at->is_object()) return *at;
    top.fail(key, "an object");
    return nothing;
  };
  Reader violation(part("violation"), path + ": violation");
  const std::string kind = violation.text("kind"), place = violation.text("place");
  saved.trace.finding.kind = finding_kind(kind);
  if (saved.trace.finding.kind == FindingKind::none) violation.fail("kind", "a kind of violation");
  saved.trace.finding.site = static_cast<std::uint32_t>(violation.number("site", 0xffffffffU));
  const auto known = std::find_if(places.begin(), places.end(), [&](const auto& p) { return p.second == place; });
  if (known == places.end()) {
    violation.fail("place", "\"state\", \"step\", \"broken step\" or \"cycle\"");
  } else {
    saved.trace.place = known->first;
  }
  saved.message = violation.text("message");
  const bool is_cycle = saved.trace.place == ViolationPlace::cycle;
  Reader cycle(is_cycle ? part("cycle") : nothing, path + ": cycle");
  if (is_cycle) {
    saved.trace.cycle_start = static_cast<std::uint32_t>(cycle.number("start", 0xffffffffU));
    if (cycle.truth("weak_fairness")) saved.trace.fairness = Fairness::weak;
    if (part("cycle").contains("strong_fairness") && cycle.truth("strong_fairness")) {
      saved.trace.fairness = Fairness::strong;
    }
  }

  const std::string digits = top.text("last_state");
  if (digits.size() != 16 || digits.find_first_not_of("0123456789abcdef") != std::string::npos) {
    top.fail("last_state", "16 hexadecimal digits");
  } else {
    saved.trace.digest = std::stoull(digits, nullptr, 16);
  }
  for (const Reader* reader : {&top, &violation, &cycle}) {
    if (reader->error().empty()) continue;
    error = reader->error();
    return std::nullopt;
  }
  return saved;
}

}  // namespace quotient
