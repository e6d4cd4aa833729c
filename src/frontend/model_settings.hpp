#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/cycle_property.hpp"

namespace quotient {

/// How a model is loaded, in the words of the command line. Options that only some languages understand are refused by
/// the others (FrontEnd::understands).
struct ModelSettings {
  std::string path;
  std::optional<std::string> text;              // instead of what the file holds
  std::map<std::string, std::string> overlays;  // texts instead of what other files hold, by path as it is written
  std::string language = "auto";
  std::string steps = "full";
  bool spin_limits = true;  // with spin and plain steps: no more processes and channels than pan has room for
  std::vector<std::string> defines;
  std::vector<std::string> include_dirs;
  // What is checked, by --property: the program alone, and which of its claims.
  bool program = true;
  bool all_never_claims = true, all_formulas = true;
  std::vector<std::string> formulas;      // by name, where not all
  std::vector<std::string> never_claims;  // by name or by number, from 1, where not all
  bool accept = false, progress = false;  // cycles by the program's own labels
  Fairness fairness = Fairness::none;
  std::vector<std::string> fair_actors;  // --fairness weak:A,B; empty: everybody
  // B and Murphi: --set. B: --min-int, --max-int, --refinement, --goal, --scope, --solver.
  std::map<std::string, std::uint32_t> set_sizes;
  std::optional<std::int64_t> min_int, max_int;
  bool refinement = false;
  std::string goal, scope;  // predicates; empty: those of the text, if any
  bool solver = true;
  bool find_symmetry = false;                   // mCRL2: while loading
  bool permuted_labels = false;                 // mCRL2: labels will be
  bool up_to_symmetry = false;                  // constants of a B machine are set up once for every orbit
  std::vector<std::string> actions;             // mCRL2: --property action:NAME
  std::vector<std::string> formula_texts;       // mCRL2: --formula: paths of files, or formulas as they are written
  std::vector<std::string> linear_formulas;     // --ltl: paths of files, or formulas as they are written
  std::vector<std::string> branching_formulas;  // --ctl
  std::string for_every;                        // --for-every: the name of a family
  std::string engine = "interpreter";           // --engine; commands that do not explore have no other
  bool paranoid = false;                        // --paranoid
  bool rules = false;                           // --symmetry rules
  std::string rules_path;                       // --rules; empty: those of the model
  bool scalarsets = false;                      // what --detect system and scalarset need
  bool outline = false;                         // what --detect scd and drawings need
  /// Only this claim, and nothing else. For replaying.
  std::string only_claim;

  friend bool operator==(const ModelSettings&, const ModelSettings&) = default;
};

}  // namespace quotient
