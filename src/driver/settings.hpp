#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/model_settings.hpp"
#include "frontend/symmetry_source.hpp"
#include "search/search.hpp"

namespace quotient::driver {

/// The words that settings know, each list with its default first.
namespace choices {
inline constexpr std::string_view steps = "full|spin|plain";
inline constexpr std::string_view symmetry =
    "auto|off|flattened|sorted|sorted-main|segmented|enumerate|local-search|exact-markers|approx-markers|"
    "flooding|canonical|rules";
inline constexpr std::string_view skip_sequential = "auto|always|never";
inline constexpr std::string_view partial_order = "off|on";
inline constexpr std::string_view detect = "system|scd|scalarset";
inline constexpr std::string_view order = "bfs|dfs";
inline constexpr std::string_view store = "exact|compact|bitstate";
inline constexpr std::string_view engine = "auto|interpreter|native";
}  // namespace choices

/// What is checked, and how. Words are those of the command line.
struct CheckSettings {
  ModelSettings model;
  SearchOptions search;
  std::string symmetry = "auto";
  std::string skip_sequential = "auto";
  std::string partial_order = "off";
  std::string main_array;
  bool audit = false;
  bool check_rules = false;
  DetectOptions detection;  // --detect, --conjugates, --patience
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
