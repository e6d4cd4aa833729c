#pragma once

#include <string>
#include <vector>

#include "frontend/model_settings.hpp"
#include "frontend/symmetry_source.hpp"
#include "search/search.hpp"

namespace quotient::driver {

/// What is checked, and how. Words are those of the command line.
struct CheckSettings {
  ModelSettings model;
  SearchOptions search;
  std::string symmetry = "auto";
  std::string skip_sequential = "auto";
  std::string partial_order = "auto";
  std::string main_array;
  bool audit = false;
  bool check_rules = false;
  std::vector<std::string> properties;  // --property, once for each time it is given; empty: all
  DetectOptions detection;              // --detect, --conjugates, --patience
  bool explains_symmetry = false;       // the result has what breaks symmetry, also where there is some
  std::string store = "exact";
  bool details = false;  // the report is to hold what files of it do: text of the model, which processes communicate
  Transport* ranks = nullptr;  // processes that search together, see SearchOptions; for the searches of subjects alone
  std::uint32_t views = 0;     // --views, with model.for_every; 0: as many as it takes
  std::string certificate;     // --certificate: a path; empty: none
  bool graph = false;          // and among that the state graph, where it is small
};

/// Derives settings from combinations of options: what is checked, and how the model is loaded for that. To be called
/// once all options are set (driver/options.hpp). Returns what is wrong in a combination of settings that are right one
/// by one; empty if nothing is.
std::string complete(CheckSettings& settings);

}  // namespace quotient::driver
