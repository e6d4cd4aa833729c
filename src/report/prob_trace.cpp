#include "report/prob_trace.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/json_input.hpp"

namespace quotient {

namespace {

using Json = nlohmann::ordered_json;

constexpr int prob_format_version = 6;

Json as_object(const std::vector<CellValue>& values) {
  Json made = Json::object();
  for (const CellValue& each : values) made[each.cell] = each.value;
  return made;
}

/// What the step is called there. Ours are SETUP_CONSTANTS and INITIALISATION.
std::string transition_name(const TraceEvent& event) {
  if (event.statement == "SETUP_CONSTANTS") return prob_setup;
  if (event.statement == "INITIALISATION") return prob_initialisation;
  return event.statement.substr(0, event.statement.find_first_of("( "));
}

/// An object of texts; false where it is none.
bool read_values(const Json& transition, const char* key, ProbTransition::Values& into) {
  const auto at = transition.find(key);
  if (at == transition.end() || at->is_null()) return true;
  if (!at->is_object()) return false;
  for (const auto& [name, value] : at->items()) {
    if (!value.is_string()) return false;
    into.emplace_back(name, value.get<std::string>());
  }
  return true;
}

}  // namespace

std::string prob_trace_text(const ToldViolation& violation, const std::string& model) {
  Json transitions = Json::array();
  for (const ToldStep& step : violation.run.steps) {
    if (step.events.empty() || !step.completed) continue;
    const TraceEvent& event = step.events.front();
    Json made;
    made["name"] = transition_name(event);
    made["params"] = as_object(event.arguments);
    made["results"] = as_object(event.results);
    Json target = Json::object();
    for (const CellChange& change : event.changes) target[change.cell] = change.after;
    made["destState"] = std::move(target);
    made["destStateNotChanged"] = Json::array();
    made["preds"] = nullptr;
    made["postconditions"] = Json::array();
    made["description"] = "";
    transitions.push_back(std::move(made));
  }
  Json text;
  text["description"] = violation.text.message;
  text["transitionList"] = std::move(transitions);
  text["variableNames"] = Json::array();
  text["constantNames"] = Json::array();
  text["setNames"] = Json::array();
  text["machineOperationInfos"] = Json::object();
  text["globalIdentifierTypes"] = Json::object();
  text["metadata"] = {
      {"fileType", "Trace"},   {"formatVersion", prob_format_version}, {"savedAt", "1970-01-01T00:00:00Z"},
      {"creator", "quotient"}, {"proB2KernelVersion", nullptr},        {"proBCliVersion", nullptr},
      {"modelName", model}};
  return text.dump(2) + "\n";
}

std::optional<std::vector<ProbTransition>> read_prob_trace(const std::string& text, const std::string& path,
                                                           std::string& error) {
  Json json;
  if (!read_json(text, path, "trace of ProB", json, error)) return std::nullopt;
  const auto fail = [&](const std::string& why) {
    error = fmt::format("{}: this is no trace of ProB: {}", path, why);
    return std::nullopt;
  };
  if (!json.is_object() || !json.contains("transitionList") || !json.at("transitionList").is_array())
    return fail("'transitionList' must be a list");
  std::vector<ProbTransition> made;
  for (const Json& each : json.at("transitionList")) {
    ProbTransition transition;
    const bool named = each.is_object() && each.contains("name") && each.at("name").is_string();
    if (!named) return fail(fmt::format("transition {} has no name", made.size() + 1));
    transition.name = each.at("name").get<std::string>();
    if (!read_values(each, "params", transition.parameters) || !read_values(each, "results", transition.results) ||
        !read_values(each, "destState", transition.target))
      return fail(fmt::format("transition {} has values that are no texts", made.size() + 1));
    made.push_back(std::move(transition));
  }
  return made;
}

}  // namespace quotient
