#include "report/sarif.hpp"

#include <cctype>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

#include "report/words.hpp"

namespace quotient {

namespace {

using Json = nlohmann::ordered_json;

/// Longer runs are cut in the middle: who shows them has limits.
constexpr std::size_t most_flow_steps = 400;

std::string uri_reference(const std::string& path) {
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || std::string_view("/-_.~").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

Json location_json(const Location& at, const std::string& message = "") {
  Json region = {{"startLine", at.position.line}};
  if (at.position.column > 0) region["startColumn"] = at.position.column;
  Json location = {
      {"physicalLocation", {{"artifactLocation", {{"uri", uri_reference(at.file)}}}, {"region", std::move(region)}}}};
  if (!message.empty()) location["message"] = {{"text", message}};
  return location;
}

class Log {
 public:
  explicit Log(const std::string& model) : model_(model) {}

  /// A result without a place of its own belongs to the model as a whole.
  Json& add(const std::string& rule, const char* level, const std::string& message, const Location& at) {
    rules_.emplace(rule, rules_.size());
    Location where = at;
    if (where.file.empty()) where = {model_, {1, 0}};
    results_.push_back({{"ruleId", rule},
                        {"level", level},
                        {"message", {{"text", message.empty() ? rule : message}}},
                        {"locations", Json::array({location_json(where)})}});
    return results_.back();
  }

  std::string text(const std::string& version, bool successful, const std::string& notification) const {
    std::vector<Json> rules(rules_.size());
    for (const auto& [name, index] : rules_) rules[index] = {{"id", name}};
    Json invocation = {{"executionSuccessful", successful}};
    if (!notification.empty()) {
      invocation["toolExecutionNotifications"] =
          Json::array({{{"level", successful ? "note" : "error"}, {"message", {{"text", notification}}}}});
    }
    const Json log = {
        {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
        {"version", "2.1.0"},
        {"runs",
         Json::array({{{"tool", {{"driver", {{"name", "quotient"}, {"semanticVersion", version}, {"rules", rules}}}}},
                       {"invocations", Json::array({std::move(invocation)})},
                       {"columnKind", "unicodeCodePoints"},
                       {"results", results_}}})}};
    return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  std::string model_;
  std::map<std::string, std::size_t> rules_;
  Json results_ = Json::array();
};

/// The steps of a run, as far as they have places.
Json code_flow(const ToldViolation& violation) {
  Json locations = Json::array();
  const auto& steps = violation.run.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps.size() > most_flow_steps && i >= most_flow_steps / 2 && i < steps.size() - most_flow_steps / 2) continue;
    for (const TraceEvent& e : steps[i].events) {
      if (e.at.file.empty()) continue;
      std::string text = fmt::format("step {}: {}{}{}", i, e.process, e.process.empty() ? "" : ": ", e.statement);
      for (const CellChange& c : e.changes) text += fmt::format("; {}: {} → {}", c.cell, c.before, c.after);
      locations.push_back({{"location", location_json(e.at, text)}});
    }
  }
  if (locations.empty()) return {};
  return {{"threadFlows", Json::array({{{"locations", std::move(locations)}}})}};
}

}  // namespace

std::string sarif_report(const CheckReport& report) {
  Log log(report.model);
  for (const ToldViolation& v : report.violations) {
    std::string message = v.text.message;
    if (!v.claim.empty()) message += ", with " + v.claim;
    if (v.untold.empty()) message += ", after " + length_in_words(v);
    Json& result = log.add(std::string(name_of(v.kind)), "error", message, v.text.at);
    if (Json flow = code_flow(v); !flow.is_null()) result["codeFlows"] = Json::array({std::move(flow)});
  }
  if (report.result.verdict == Verdict::incomplete) log.add("incomplete", "warning", reason_of(report), {});
  for (const Remark& remark : report.remarks) {
    const RemarkText told = describe(remark);
    if (!told.expected)
      log.add(std::string(told.kind), told.bears_on_verdict ? "warning" : "note", told.message, told.at);
  }
  return log.text(report.version, true, fmt::format("{}: {}", name_of(report.result.verdict), reason_of(report)));
}

std::string sarif_report(const InputErrors& errors) {
  Log log(errors.model);
  for (const InputErrors::Entry& e : errors.entries) {
    std::string message = e.message;
    if (!e.suggestion.empty()) message += fmt::format("; did you mean '{}'?", e.suggestion);
    Json& result =
        log.add(e.is_error ? "input_error" : "input_warning", e.is_error ? "error" : "warning", message, e.begin);
    if (!e.end.file.empty()) {
      Json& region = result["locations"][0]["physicalLocation"]["region"];
      region["endLine"] = e.end.position.line;
      region["endColumn"] = e.end.position.column;
    }
    Json related = Json::array();
    for (const InputErrors::Entry::Note& n : e.notes) {
      if (!n.at.file.empty()) related.push_back(location_json(n.at, n.message));
    }
    if (!related.empty()) result["relatedLocations"] = std::move(related);
  }
  return log.text(errors.version, false, errors.reason);
}

}  // namespace quotient
