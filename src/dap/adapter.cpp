#include "dap/adapter.hpp"

#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>

#include "driver/check.hpp"
#include "driver/options.hpp"
#include "driver/phase.hpp"
#include "report/text.hpp"
#include "report/words.hpp"
#include "studio/job_text.hpp"

namespace quotient::dap {

using Json = nlohmann::json;

namespace {

constexpr int values_reference = 1;
constexpr std::uint64_t usual_seconds = 60;

const Json& child(const Json& object, const char* key) {
  static const Json null;
  if (!object.is_object()) return null;
  const auto at = object.find(key);
  return at == object.end() ? null : *at;
}

std::string words_at(const Json& object, const char* key) {
  const Json& value = child(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::uint64_t count_at(const Json& object, const char* key, std::uint64_t otherwise) {
  const Json& value = child(object, key);
  return value.is_number_unsigned() ? value.get<std::uint64_t>() : otherwise;
}

Json source_json(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path whole = std::filesystem::absolute(path, ignored).lexically_normal();
  return {{"name", whole.filename().string()}, {"path", whole.string()}};
}

/// The errors of a model, as `quotient check` prints them.
std::string errors_of(const driver::Model& model, const driver::CheckOutcome& outcome) {
  std::string text = model.problem;
  for (const Diagnostics* all : {&model.diagnostics, &outcome.diagnostics}) {
    for (const Diagnostic& d : all->all()) text += render(*model.sources, d, false);
  }
  return text + outcome.refusal;
}

}  // namespace

void Adapter::run() {
  while (!left_) {
    const std::optional<std::string> text = stream_.read();
    if (!text) return;
    handle(Json::parse(*text, nullptr, false));
  }
}

void Adapter::handle(const Json& message) {
  if (words_at(message, "type") != "request") return;
  const std::string command = words_at(message, "command");
  Json response = {{"type", "response"}, {"request_seq", count_at(message, "seq", 0)}, {"command", command}};
  afterwards_.clear();
  try {
    response["body"] = answer(command, child(message, "arguments"));
    response["success"] = true;
  } catch (const studio::Refusal& refusal) {
    response["success"] = false;
    response["message"] = refusal.message;
  } catch (const std::exception& e) {
    response["success"] = false;
    response["message"] = e.what();
  }
  response["seq"] = ++sent_;
  stream_.write(response);
  for (const auto& action : afterwards_) action();
}

void Adapter::event(const char* name, Json body) {
  stream_.write({{"seq", ++sent_}, {"type", "event"}, {"event", name}, {"body", std::move(body)}});
}

void Adapter::stopped(const char* reason) {
  Json body = {{"reason", reason}, {"threadId", run_.thread_at(position_) + 1}, {"allThreadsStopped", true}};
  if (position_ == run_.end()) {
    body["reason"] = "exception";
    body["description"] = body["text"] = run_.message();
  }
  event("stopped", std::move(body));
}

void Adapter::go(std::size_t position, const char* reason) {
  position_ = std::min(position, run_.end());
  afterwards_.emplace_back([this, reason] { stopped(reason); });
}

void Adapter::launch(const Json& arguments) {
  studio::JobText job;
  job.file = words_at(arguments, "program");
  if (job.file.empty()) throw std::runtime_error("'program' is missing: the model to check");
  std::string error;
  const std::optional<std::string> text = read_text_file(job.file, error);
  if (!text) throw std::runtime_error(error);
  job.text = *text;
  job.arguments = words_at(arguments, "options");
  driver::CheckSettings limits = driver::default_settings();
  limits.search.limits.time =
      std::chrono::duration<double>(static_cast<double>(count_at(arguments, "seconds", usual_seconds)));
  const driver::CheckSettings settings = studio::settings_of(job, limits);
  Deadline deadline(driver::deadline_options(settings.search.limits));
  const driver::Model model = driver::load_model(settings.model, &deadline);
  driver::CheckOutcome outcome;
  driver::Hooks hooks;
  hooks.deadline = &deadline;
  if (model || model.stopped != StopCause::none) outcome = driver::check(model, settings, hooks);
  if (!outcome.report) throw std::runtime_error(errors_of(model, outcome));
  launched_ = true;
  const std::string told = text_report(*outcome.report, {});
  const bool found = !outcome.report->violations.empty() && outcome.report->violations.front().untold.empty();
  if (found) run_ = RecordedRun(outcome.report->violations.front());
  afterwards_.emplace_back([this, told, found] {
    event("output", {{"category", "console"}, {"output", told}});
    if (found) {
      event("initialized", Json::object());
    } else {  // nothing to step through
      event("terminated", Json::object());
    }
  });
}

Json Adapter::set_breakpoints(const Json& arguments) {
  const Json source = source_json(words_at(child(arguments, "source"), "path"));
  std::set<std::uint32_t>& lines = lines_[source["path"]];
  lines.clear();
  Json list = Json::array();
  const Json& wanted = child(arguments, "breakpoints");
  for (const Json& each : wanted.is_array() ? wanted : Json::array()) {
    const auto line = static_cast<std::uint32_t>(std::min<std::uint64_t>(count_at(each, "line", 0), UINT32_MAX));
    const bool reached = run_.has_step_at(source["path"], line);
    lines.insert(line);
    Json entry = {{"verified", reached}, {"line", line}};
    if (!reached) entry["message"] = "no step of this run is here";
    list.push_back(std::move(entry));
  }
  return {{"breakpoints", std::move(list)}};
}

Json Adapter::stack_trace(const Json& arguments) const {
  const std::uint64_t number = count_at(arguments, "threadId", 1);
  if (number == 0 || number > run_.threads().size()) throw std::runtime_error("there is no such process");
  const TraceEvent* statement = run_.statement_of(number - 1, position_);
  Json frames = Json::array();
  if (statement != nullptr) {
    Json frame = {{"id", number},
                  {"name", statement->statement},
                  {"line", statement->at.position.line},
                  {"column", std::max<std::uint32_t>(1, statement->at.position.column)}};
    if (!statement->at.file.empty()) frame["source"] = source_json(statement->at.file);
    frames.push_back(std::move(frame));
  }
  return {{"stackFrames", frames}, {"totalFrames", frames.size()}};
}

Json Adapter::variables() const {
  Json list = Json::array();
  for (const CellValue& c : run_.values_at(position_)) {
    list.push_back({{"name", c.cell}, {"value", c.value}, {"variablesReference", 0}});
  }
  return {{"variables", std::move(list)}};
}

Json Adapter::answer(const std::string& command, const Json& arguments) {
  if (command == "initialize") {
    return {{"supportsConfigurationDoneRequest", true}, {"supportsStepBack", true}, {"supportsTerminateRequest", true}};
  }
  if (command == "disconnect" || command == "terminate") {
    left_ = command == "disconnect";
    if (!left_) afterwards_.emplace_back([this] { event("terminated", Json::object()); });
    return Json::object();
  }
  if (command == "launch") return launch(arguments), Json::object();
  if (!launched_) throw std::runtime_error("nothing was launched");
  if (command == "setBreakpoints") return set_breakpoints(arguments);
  if (command == "setExceptionBreakpoints") return Json::object();
  if (command == "configurationDone") return go(0, "entry"), Json::object();
  if (command == "threads") {
    Json list = Json::array();
    for (std::size_t i = 0; i < run_.threads().size(); ++i)
      list.push_back({{"id", i + 1}, {"name", run_.threads()[i]}});
    return {{"threads", std::move(list)}};
  }
  if (command == "stackTrace") return stack_trace(arguments);
  if (command == "scopes") {
    return {{"scopes",
             Json::array({{{"name", "Values"}, {"variablesReference", values_reference}, {"expensive", false}}})}};
  }
  if (command == "variables") return variables();
  if (command == "next" || command == "stepIn" || command == "stepOut")
    return go(position_ + 1, "step"), Json::object();
  if (command == "stepBack") return go(position_ == 0 ? 0 : position_ - 1, "step"), Json::object();
  if (command == "continue" || command == "reverseContinue") {
    bool hit = false;
    const std::size_t to = run_.next_breakpoint(position_, command == "continue", lines_, hit);
    go(to, hit ? "breakpoint" : "step");
    return {{"allThreadsContinued", true}};
  }
  throw std::runtime_error(fmt::format("unknown request '{}'", command));
}

}  // namespace quotient::dap
