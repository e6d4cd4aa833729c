#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.hpp"
#include "cli/options.hpp"
#include "driver/settings.hpp"
#include "report/look.hpp"

namespace quotient::cli {

enum class When { automatic, always, never };

/// The arguments of a command with their types: what is checked and how, and what is made of it.
struct Settings : driver::CheckSettings {
  const CommandSpec* command = nullptr;
  Arguments arguments;           // from which all this was made
  Deadline* deadline = nullptr;  // of the whole command
  std::string json_path, trace_path, html_path, sarif_path, junit_path, output_path, dot_path, svg_path;
  std::string baseline_path;
  std::string checkpoint;       // folder, and how often
  bool resumes = false;         // the checkpoints that are there
  std::string second_argument;  // of replay the trace, of compare the other file
  bool plain = false, classes = false, network = false;
  std::optional<std::uint64_t> max_summands;
  std::string equivalence = "strong";
  std::string reduce;  // the equivalence up to which a graph is minimised; empty: it is not
  bool quiet = false;
  bool interactive = false;
  std::optional<std::uint64_t> seed;
  std::uint64_t max_steps = 1000;
  std::uint16_t port = 0;  // of the studio
  bool browser = true;     // open it
  When progress = When::automatic;
  bool progress_json = false;  // --progress json
  When colour = When::automatic;

  bool colour_on(int file_descriptor) const;
  Look look_on(int file_descriptor) const;
};

/// Values are right one by one when they come here; what is left to find is what is wrong in their combination.
std::optional<Settings> make_settings(const Arguments& arguments, std::string& error);

/// Those of the arguments that say what the model is, in a form that can be saved with a trace of it.
std::vector<std::string> arguments_to_save(const Settings& settings);

/// The settings of a replay completed by saved arguments; what is given on the command line goes before them. They may
/// come from anywhere, and pass the same checks as the command line.
std::optional<Settings> with_saved_arguments(const Settings& settings, std::span<const std::string> saved,
                                             std::string& error);

}  // namespace quotient::cli
