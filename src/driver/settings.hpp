#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/search.hpp"
#include "symmetry/scd/scd.hpp"

namespace quotient::driver {

/// The words that settings know, each list with its default first.
namespace choices {
inline constexpr std::string_view language = "auto|promela|promela-lite|b|mcrl2";
inline constexpr std::string_view steps = "full|spin|plain";
inline constexpr std::string_view symmetry =
    "auto|off|flattened|sorted|sorted-main|segmented|enumerate|local-search|exact-markers|approx-markers|"
    "flooding|canonical|rules";
inline constexpr std::string_view skip_sequential = "auto|always|never";
inline constexpr std::string_view detect = "system|scd|scalarset";
inline constexpr std::string_view order = "bfs|dfs";
inline constexpr std::string_view store = "exact|compact|bitstate";
inline constexpr std::string_view engine = "auto|interpreter|native";
}  // namespace choices

/// How a model is loaded.
struct ModelSettings {
  std::string path;
  std::optional<std::string> text;              // instead of what the file holds
  std::map<std::string, std::string> overlays;  // texts instead of what other files hold, by path as it is written
  std::string language = "auto";
  std::string steps = "full";
  bool spin_limits = true;  // with spin and plain steps: no more processes and channels than pan has room for
  std::vector<std::string> defines;
  std::vector<std::string> include_dirs;
  // What is looked at, by --property: the program alone, and which of its claims.
  bool program = true;
  bool all_never_claims = true, all_formulas = true;
  std::vector<std::string> formulas;      // by name, where not all
  std::vector<std::string> never_claims;  // by name or by number, from 1, where not all
  bool accept = false, progress = false;  // cycles by the program's own labels
  bool weak_fairness = false;
  // B: --set, --min-int, --max-int.
  std::map<std::string, std::uint32_t> set_sizes;
  std::optional<std::int64_t> min_int, max_int;
  bool find_symmetry = false;          // mCRL2: while loading
  bool renamed_labels = false;         // mCRL2: labels will be
  bool up_to_symmetry = false;         // constants of a B machine are set up once for every orbit
  std::vector<std::string> actions;    // mCRL2: --property action:NAME
  std::string engine = "interpreter";  // --engine; commands that do not explore have no other
  bool paranoid = false;               // --paranoid
  bool rules = false;                  // --symmetry rules
  std::string rules_path;              // --rules; empty: those of the model
  bool scalarsets = false;             // what --detect system and scalarset need
  bool outline = false;                // what --detect scd and drawings need
  /// Only this claim, and nothing else. For replaying.
  std::string only_claim;
};

/// What is checked, and how. Words are those of the command line.
struct CheckSettings {
  ModelSettings model;
  SearchOptions search;
  std::string symmetry = "auto";
  std::string skip_sequential = "auto";
  std::string main_array;
  bool audit = false;
  bool check_rules = false;
  std::string detect = "system";
  scd::Options scd;  // --conjugates, --patience
  std::string store = "exact";
  bool details = false;  // the report is to hold what files of it do: text of the model, who talks to whom
  bool graph = false;    // and among that the state graph, where it is small
};

/// What --property says, once for each time it is given. False, with the reason in `error`, where it is no property.
bool set_properties(std::span<const std::string> names, CheckSettings& settings, std::string& error);
/// What --store says.
void set_store(const std::string& name, CheckSettings& settings);

/// What loading a model for a check needs to know of how it is checked.
void prepare_model(CheckSettings& settings);

/// What is wrong in the combination of settings that are right one by one; empty where nothing is.
std::string objection(const CheckSettings& settings);

}  // namespace quotient::driver
