#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "search/search.hpp"
#include "symmetry/scd/scd.hpp"

namespace quotient::cli {

enum class When { automatic, always, never };

/// How a model is loaded.
struct ModelSettings {
  std::string path;
  std::string language = "auto";
  std::string steps = "full";
  std::vector<std::string> defines;
  std::vector<std::string> include_dirs;
  // What is looked at, by --property: the program alone, and which of its claims.
  bool program = true;
  bool all_never_claims = true, all_formulas = true;
  std::vector<std::string> formulas;      // by name, where not all
  bool accept = false, progress = false;  // cycles by the program's own labels
  bool weak_fairness = false;
  // B: --set, --min-int, --max-int.
  std::map<std::string, std::uint32_t> set_sizes;
  std::optional<std::int64_t> min_int, max_int;
  bool find_symmetry = false;          // mCRL2: while loading
  bool up_to_symmetry = false;         // constants of a B machine are set up once for every orbit
  std::vector<std::string> actions;    // mCRL2: --property action:NAME
  std::string engine = "interpreter";  // --engine; commands that do not explore have no other
  bool paranoid = false;               // --paranoid
  bool skip_sequential = false;        // --skip-sequential
  bool rules = false;                  // --symmetry rules
  std::string rules_path;              // --rules; empty: those of the model
  bool scalarsets = false;             // what --detect system and scalarset need
  bool outline = false;                // what --detect scd and drawings need
  /// Only this claim, and nothing else. For replaying.
  std::string only_claim;
};

/// The arguments of a command with their types.
struct Settings {
  const CommandSpec* command = nullptr;
  ModelSettings model;
  Arguments arguments;  // from which all this was made
  SearchOptions search;
  std::string symmetry = "auto";
  std::string main_array;
  bool audit = false;
  bool check_rules = false;
  std::string detect = "system";
  scd::Options scd;  // --conjugates, --patience
  std::string store = "exact";
  std::string json_path, trace_path, output_path, dot_path, svg_path;
  std::string second_argument;  // of replay the trace, of compare the other file
  bool plain = false, classes = false;
  std::string equivalence = "strong";
  bool quiet = false;
  bool interactive = false;
  std::optional<std::uint64_t> seed;
  std::uint64_t max_steps = 1000;
  When progress = When::automatic;
  When colour = When::automatic;

  bool colour_on(int file_descriptor) const;
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
