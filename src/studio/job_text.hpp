#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "driver/settings.hpp"

namespace quotient::studio {

/// A request that cannot be answered, with the message for the user.
struct Refusal {
  unsigned status = 400;
  std::string message;
};

/// A text as it stands in the editor, and how it is to be loaded: what most requests are about.
struct JobText {
  std::string file;  // in the folder, or of an example
  std::string text;
  std::string arguments;                        // options in the words of the command line
  std::map<std::string, std::string> overlays;  // what it may include and no disk holds
};

/// Of the keys "file", "text" and "options" of a request. Throws Refusal.
JobText job_text(const nlohmann::json& request);

/// What stands at a key. Throws Refusal where it has another type; missing is empty.
std::string text_at(const nlohmann::json& request, const char* key);
std::uint64_t number_at(const nlohmann::json& request, const char* key, std::uint64_t otherwise);
/// A list of choices: of steps of a run. Throws Refusal.
std::vector<std::uint32_t> choices_at(const nlohmann::json& request, const char* key);

/// The settings of a job: `limits` as they are, or less where its options ask for less. Throws Refusal.
driver::CheckSettings settings_of(const JobText& job, const driver::CheckSettings& limits);

/// How a model is loaded for a run of a counterexample, as `quotient replay` does: the choices are those of the search
/// that found it. `claim`: that was violated; may be empty.
void load_as_replay(ModelSettings& model, const std::string& claim);
/// The same for a run from the beginning, as `quotient simulate` does; `statement_steps`: each statement is a step.
void load_as_simulation(ModelSettings& model, bool statement_steps);

}  // namespace quotient::studio
