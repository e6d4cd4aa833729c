#include "studio/job_text.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "driver/languages.hpp"
#include "driver/options.hpp"
#include "studio/examples.hpp"

namespace quotient::studio {

using Json = nlohmann::json;

namespace {

/// Words, of which quotes keep spaces together.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = '\0';
  for (const char c : line) {
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (inside || !word.empty()) words.push_back(std::exchange(word, {}));
      inside = false;
    } else {
      word += c;
    }
  }
  if (inside || !word.empty()) words.push_back(word);
  return words;
}

/// Whether a check in the studio has an option: it sets something, and writes no file.
bool is_offered(const driver::Option& option) {
  return (option.commands & driver::check_command) != 0 && option.set != nullptr;
}

bool is_called(const driver::Option& option, std::string_view word) {
  const std::vector<std::string> names = driver::split(option.name, ',');
  return std::find(names.begin(), names.end(), word) != names.end();
}

const driver::Option& option_called(const std::string& word) {
  std::vector<std::string> names;
  for (const driver::Option& option : driver::options()) {
    if (!is_offered(option)) continue;
    if (is_called(option, word)) return option;
    names.emplace_back(option.shown_name());
  }
  const std::string near = nearest_name(word, names);
  throw Refusal{
      400, fmt::format("unknown option '{}'{}", word, near.empty() ? "" : fmt::format(", did you mean '{}'?", near))};
}

void set_options(const std::vector<std::string>& words, driver::CheckSettings& settings) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string name = words[i];
    std::optional<std::string> value;
    if (name.starts_with("--") && name.find('=') != std::string::npos) {
      value = name.substr(name.find('=') + 1);
      name.resize(name.find('='));
    } else if (name.size() > 2 && name[0] == '-' && name[1] != '-') {  // -DN=4
      value = name.substr(2);
      name.resize(2);
    }
    const driver::Option& option = option_called(name);
    if (option.kind == driver::ValueKind::flag && !value) {
      option.set(settings, {});
      continue;
    }
    if (!value && ++i == words.size()) throw Refusal{400, fmt::format("{} needs a value", name)};
    std::string error;
    const auto parsed = driver::parse_value(option, value ? *value : words[i], error);
    if (!parsed) throw Refusal{400, error};
    option.set(settings, *parsed);
  }
}

}  // namespace

std::string text_at(const Json& request, const char* key) {
  const auto at = request.find(key);
  if (at == request.end() || at->is_null()) return {};
  if (!at->is_string()) throw Refusal{400, fmt::format("'{}' must be a string", key)};
  return at->get<std::string>();
}

std::uint64_t number_at(const Json& request, const char* key, std::uint64_t otherwise) {
  const auto at = request.find(key);
  if (at == request.end() || at->is_null()) return otherwise;
  if (!at->is_number_unsigned()) throw Refusal{400, fmt::format("'{}' must be a number", key)};
  return at->get<std::uint64_t>();
}

std::vector<std::uint32_t> choices_at(const Json& request, const char* key) {
  std::vector<std::uint32_t> choices;
  const auto at = request.find(key);
  if (at == request.end()) return choices;
  if (!at->is_array()) throw Refusal{400, fmt::format("'{}' must be a list", key)};
  for (const Json& choice : *at) {
    if (!choice.is_number_unsigned() || choice.get<std::uint64_t>() > UINT32_MAX)
      throw Refusal{400, fmt::format("'{}' must be a list of numbers", key)};
    choices.push_back(choice.get<std::uint32_t>());
  }
  return choices;
}

JobText job_text(const Json& request) {
  JobText job{text_at(request, "file"), text_at(request, "text"), text_at(request, "options"), {}};
  if (job.file.empty()) throw Refusal{400, "'file' is missing"};
  job.overlays = example_texts_beside(job.file, job.text);
  return job;
}

driver::CheckSettings settings_of(const JobText& job, const driver::CheckSettings& limits) {
  driver::CheckSettings settings = limits;
  set_options(words_of(job.arguments), settings);
  Limits& asked = settings.search.limits;
  asked.memory = std::min(asked.memory, limits.search.limits.memory);
  if (const auto most = limits.search.limits.time) asked.time = asked.time ? std::min(*asked.time, *most) : *most;
  settings.search.threads = std::min(settings.search.threads, limits.search.threads);
  settings.model.path = job.file;
  settings.model.text = job.text;
  settings.model.overlays = job.overlays;
  const std::string error = driver::complete(settings);
  if (!error.empty()) throw Refusal{400, error};
  return settings;
}

void load_as_replay(ModelSettings& model, const std::string& claim) {
  model.only_claim = claim;
  model.all_never_claims = model.all_formulas = false;
  model.program = true;
  model.accept = model.progress = false;
  model.formulas.clear();
  model.engine = "interpreter";
}

void load_as_simulation(ModelSettings& model, bool statement_steps) {
  if (statement_steps) model.steps = "plain";
  model.spin_limits = model.rules = model.find_symmetry = model.up_to_symmetry = false;
  model.all_never_claims = model.all_formulas = false;
  model.program = true;
  model.engine = "interpreter";
}

}  // namespace quotient::studio
