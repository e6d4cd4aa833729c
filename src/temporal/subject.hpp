#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "frontend/model_settings.hpp"
#include "frontend/subject.hpp"
#include "temporal/formula.hpp"
#include "temporal/parse.hpp"
#include "temporal/product.hpp"

namespace quotient::temporal {

/// A formula to be checked, and where its text stands.
struct FormulaText {
  Logic logic = Logic::linear;
  std::string name;  // of a definition; of --ltl and --ctl the text itself, shortened, or the name of the file
  SourceRange range;
};

/// What --ltl and --ctl name: files, or formulas as they are written. Where a file cannot be read, an error at `model`.
std::vector<FormulaText> formulas_of(const ModelSettings& settings, FileId model, SourceMap& sources,
                                     Diagnostics& diagnostics);

/// A lowered formula with all that it takes to check it.
struct LoweredFormula {
  FormulaText text;
  Tree tree;
  std::uint32_t proposition_count = 0;
  std::shared_ptr<const System> model;
  std::shared_ptr<const Propositions> propositions;
  std::shared_ptr<const SymmetrySource> symmetry;  // of the model; null: none
  std::set<std::string> fixed;                     // atoms that the formula tells apart from the others
  /// Which infinite runs count, where the formula is linear: those that are fair to these actors.
  Fairness fairness = Fairness::none;
  std::optional<ProcessSet> fair_to;  // unset: to all
};

/// The actors of --fairness weak:NAME,… by their numbers in `names`, of which several may be the same; unset where all
/// are meant. What is not there is an error at `model`; `kind` says what it would be.
std::optional<ProcessSet> fair_actors(const ModelSettings& settings, const std::vector<std::string>& names,
                                      std::string_view kind, FileId model, Diagnostics& diagnostics);

/// The model with the formula; nothing where the formula is too large, which is then an error.
std::optional<Subject> make_subject(LoweredFormula formula, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace quotient::temporal
