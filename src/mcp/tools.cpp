#include "mcp/tools.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <span>

#include "base/reading_scope.hpp"
#include "base/source.hpp"
#include "driver/check.hpp"
#include "driver/options.hpp"
#include "driver/phase.hpp"
#include "driver/subject_symmetry.hpp"
#include "report/input_errors.hpp"
#include "report/result_json.hpp"
#include "report/symmetry_report.hpp"
#include "report/text.hpp"
#include "studio/job_text.hpp"
#include "studio/simulation.hpp"

namespace quotient::mcp {

using OrderedJson = nlohmann::ordered_json;
using studio::Refusal;

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;
constexpr std::uint64_t most_seconds = 3600;
constexpr std::chrono::duration<double> seconds_for_steps(20);

OrderedJson text_schema(const char* description) { return {{"type", "string"}, {"description", description}}; }

/// Arguments that say which model, with those of a tool.
OrderedJson schema(OrderedJson more, std::vector<std::string> required) {
  OrderedJson properties = {{"path", text_schema("the model: a file in the folder that the server was started in")},
                            {"text", text_schema("the text of the model, instead of what the file holds")},
                            {"options", text_schema("options of `quotient check`, such as `-D N=4 --symmetry off`")}};
  properties.update(more);
  required.insert(required.begin(), "path");
  return {{"type", "object"}, {"properties", std::move(properties)}, {"required", required}};
}

OrderedJson budget() {
  return {
      {"seconds", {{"type", "integer"}, {"minimum", 1}, {"maximum", most_seconds}, {"description", "limit of time"}}},
      {"memory_mb", {{"type", "integer"}, {"minimum", 16}, {"description", "limit of memory, in megabytes"}}}};
}

OrderedJson run_schema() {
  return {
      {"choices",
       {{"type", "array"},
        {"items", {{"type", "integer"}, {"minimum", 0}}},
        {"description", "a run: the number of an initial state, then of a step in each state"}}},
      {"counterexample",
       {{"type", "boolean"}, {"description", "the run comes from `check`: statements make steps as they did there"}}},
      {"claim", text_schema("the claim of that counterexample, where it has one")}};
}

OrderedJson joined(OrderedJson a, const OrderedJson& b) {
  a.update(b);
  return a;
}

std::string required_text(const nlohmann::json& arguments, const char* key) {
  std::string text = studio::text_at(arguments, key);
  if (text.empty()) throw Refusal{400, fmt::format("'{}' is missing", key)};
  return text;
}

/// The model that arguments name. Its file lies in the folder.
studio::JobText job_of(const nlohmann::json& arguments, const ToolContext& context) {
  studio::JobText job;
  job.file = required_text(arguments, "path");
  job.text = studio::text_at(arguments, "text");
  job.arguments = studio::text_at(arguments, "options");
  if (!lies_within(job.file, context.folder))
    throw Refusal{400, fmt::format("'{}' is outside the folder that may be read", job.file)};
  std::string error;
  if (!arguments.contains("text")) {
    const std::optional<std::string> text = read_text_file(job.file, error);
    if (!text) throw Refusal{400, error};
    job.text = *text;
  }
  return job;
}

ToolResult input_errors(const driver::Model& model, const Diagnostics& diagnostics, const std::string& problem,
                        const studio::JobText& job) {
  InputErrors errors = make_input_errors(diagnostics, *model.sources, problem);
  errors.version = QUOTIENT_VERSION;
  errors.model = job.file;
  errors.language = model.language();
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += render(*model.sources, d, false);
  if (!problem.empty()) text += problem + "\n";
  return {std::move(text), OrderedJson::parse(input_errors_json(errors)), true};
}

/// Large parts are for pages, not for the reader of an answer.
OrderedJson brief(OrderedJson result) {
  for (const char* key : {"sources", "graph", "diagram", "growth", "unreached"}) result.erase(key);
  return result;
}

ToolResult check(const nlohmann::json& arguments, const ToolContext& context) {
  const std::uint64_t seconds = studio::number_at(arguments, "seconds", 0);
  const std::uint64_t memory = studio::number_at(arguments, "memory_mb", 0);
  if (seconds == 0 || memory == 0) throw Refusal{400, "a check needs a budget: 'seconds' and 'memory_mb'"};
  driver::CheckSettings limits = driver::default_settings();
  limits.search.limits.time = std::chrono::duration<double>(static_cast<double>(std::min(seconds, most_seconds)));
  limits.search.limits.memory = std::min(limits.search.limits.memory, memory * mebibyte);
  const studio::JobText job = job_of(arguments, context);
  const driver::CheckSettings settings = studio::settings_of(job, limits);
  Deadline deadline(driver::deadline_options(settings.search.limits, context.stop));
  const driver::Model model = driver::load_model(settings.model, &deadline);
  if (!model && model.stopped == StopCause::none) return input_errors(model, model.diagnostics, model.problem, job);
  driver::Hooks hooks;
  hooks.deadline = &deadline;
  hooks.progress = context.progress;
  const driver::CheckOutcome outcome = driver::check(model, settings, hooks);
  if (!outcome.report) return input_errors(model, outcome.diagnostics, outcome.refusal, job);
  const StopScope no_limit(nullptr);
  ToolResult made{text_report(*outcome.report, {}), brief(result_json(*outcome.report)), false};
  made.data["choices"] = OrderedJson::array();
  for (const ToldViolation& v : outcome.report->violations) made.data["choices"].push_back(v.trace.choices);
  return made;
}

ToolResult symmetry(const nlohmann::json& arguments, const ToolContext& context) {
  const studio::JobText job = job_of(arguments, context);
  driver::CheckSettings settings = studio::settings_of(job, driver::default_settings());
  settings.model.engine = "interpreter";
  Limits limits;
  limits.time = std::chrono::duration<double>(
      static_cast<double>(std::min(studio::number_at(arguments, "seconds", 30), most_seconds)));
  Deadline deadline(driver::deadline_options(limits, context.stop));
  const driver::Model model = driver::load_model(settings.model, &deadline);
  if (!model) return input_errors(model, model.diagnostics, model.problem, job);
  std::vector<SymmetrySummary> summaries;
  const bool done = driver::run_phase(deadline, driver::phases::symmetry, [&] {
    for (const Subject& subject : model.subjects) {
      driver::ToldSymmetry told = driver::tell_symmetry(subject, *model.sources, settings);
      if (!told.refusal.empty()) throw Refusal{400, told.refusal};
      summaries.push_back(std::move(told.summary));
    }
  });
  if (!done) throw Refusal{400, "symmetry detection took too long"};
  return {symmetry_text(summaries, {}), OrderedJson::parse(symmetry_json(job.file, settings.detection.how, summaries)),
          false};
}

/// Where a run leads; `random` steps are added.
OrderedJson walk(const nlohmann::json& arguments, const ToolContext& context, std::size_t known, std::uint64_t random) {
  driver::CheckSettings settings = studio::settings_of(job_of(arguments, context), driver::default_settings());
  if (arguments.value("counterexample", false)) {
    studio::load_as_replay(settings.model, studio::text_at(arguments, "claim"));
  } else {
    studio::load_as_simulation(settings.model, settings.model.steps == "full");
  }
  Limits limits;
  limits.time = seconds_for_steps;
  Deadline deadline(driver::deadline_options(limits, context.stop));
  const driver::Model model = driver::load_model(settings.model, &deadline);
  if (!model) throw Refusal{400, model.problem.empty() ? "the model has errors: see `check`" : model.problem};
  OrderedJson answer;
  const bool done = driver::run_guarded(deadline, deadline, [&] {
    answer = studio::simulate(
        model, {studio::choices_at(arguments, "choices"), known, random, studio::number_at(arguments, "seed", 0)});
  });
  if (!done) throw Refusal{400, "these steps take too long"};
  return answer;
}

std::string steps_text(const OrderedJson& steps, std::size_t first) {
  std::string text;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    text += fmt::format("step {}:", first + i);
    if (steps[i]["events"].empty()) text += " initial state";
    for (const OrderedJson& e : steps[i]["events"]) {
      const std::string process = e["process"], statement = e["statement"];
      text += fmt::format(" {}{}{};", process, process.empty() ? "" : ": ", statement);
    }
    text += "\n";
  }
  return text;
}

std::string state_text(const OrderedJson& answer) {
  std::string text;
  if (!answer["steps"].empty() && answer["steps"].back().contains("state")) {
    for (const OrderedJson& c : answer["steps"].back()["state"]) {
      text += fmt::format("{} = {}\n", c["cell"].get<std::string>(), c["value"].get<std::string>());
    }
  }
  for (const OrderedJson& f : answer["findings"]) text += "wrong: " + f["message"].get<std::string>() + "\n";
  for (const OrderedJson& e : answer["enabled"]) {
    text += fmt::format("possible, choice {}: {} {}\n", e["choice"].get<std::uint64_t>(),
                        e["process"].get<std::string>(), e["statement"].get<std::string>());
  }
  if (answer["enabled"].empty()) text += "no step is possible\n";
  if (const std::string note = answer["note"]; !note.empty()) text += note + "\n";
  return text;
}

ToolResult replay(const nlohmann::json& arguments, const ToolContext& context) {
  OrderedJson answer = walk(arguments, context, 0, 0);
  return {steps_text(answer["steps"], 0), std::move(answer), false};
}

/// The state at the end of a run: the steps before are left out.
ToolResult explain(const nlohmann::json& arguments, const ToolContext& context) {
  const std::size_t length = studio::choices_at(arguments, "choices").size();
  OrderedJson answer = walk(arguments, context, length == 0 ? 0 : length - 1, 0);
  return {state_text(answer), std::move(answer), false};
}

ToolResult simulate(const nlohmann::json& arguments, const ToolContext& context) {
  const std::size_t length = studio::choices_at(arguments, "choices").size();
  OrderedJson answer = walk(arguments, context, length, studio::number_at(arguments, "random", 0));
  return {steps_text(answer["steps"], length) + state_text(answer), std::move(answer), false};
}

struct Tool {
  std::string_view name, description;
  OrderedJson (*schema)();
  ToolResult (*call)(const nlohmann::json&, const ToolContext&);
};

constexpr Tool all_tools[] = {
    {"check", "Explores a model and verifies it: verdict, figures, a shortest counterexample. Needs a budget.",
     [] {
       return schema(budget(), {"seconds", "memory_mb"});
     },
     check},
    {"symmetry", "Finds what is interchangeable in a model, and what breaks symmetry.",
     [] {
       return schema({{"seconds", budget()["seconds"]}}, {});
     },
     symmetry},
    {"explain", "Describes the state at the end of a run: values, where each process stands, what can happen next.",
     [] { return schema(run_schema(), {"choices"}); }, explain},
    {"replay", "Takes the steps of a run, such as a counterexample of `check`, and describes each.",
     [] { return schema(run_schema(), {"choices"}); }, replay},
    {"simulate", "Goes on with a run, by random steps or by choices of the caller.",
     [] {
       return schema(joined(run_schema(), {{"random", {{"type", "integer"}, {"minimum", 0}, {"maximum", 1000}}},
                                           {"seed", {{"type", "integer"}, {"minimum", 0}}}}),
                     {});
     },
     simulate},
};

}  // namespace

OrderedJson tool_list() {
  OrderedJson list = OrderedJson::array();
  for (const Tool& tool : all_tools) {
    list.push_back({{"name", tool.name},
                    {"description", tool.description},
                    {"inputSchema", tool.schema()},
                    {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}});
  }
  return list;
}

std::optional<ToolResult> call_tool(const std::string& name, const nlohmann::json& arguments,
                                    const ToolContext& context) {
  const auto tool =
      std::find_if(std::begin(all_tools), std::end(all_tools), [&](const Tool& t) { return t.name == name; });
  if (tool == std::end(all_tools)) return std::nullopt;
  const ReadingScope scope(context.folder);
  try {
    if (!arguments.is_object()) throw Refusal{400, "the arguments must be an object"};
    return tool->call(arguments, context);
  } catch (const Refusal& refusal) {
    return ToolResult{refusal.message, {{"error", refusal.message}}, true};
  } catch (const Stopped&) {
    return ToolResult{"the call was ended", {{"error", "the call was ended"}}, true};
  }
}

}  // namespace quotient::mcp
