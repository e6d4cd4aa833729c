#pragma once

#include <vector>

#include "frontend/model_settings.hpp"
#include "promela/promela.hpp"
#include "temporal/subject.hpp"

namespace quotient::promela {

/// A branching formula of the settings. Proposition i is part i of the given formula of that name.
struct BranchingSource {
  temporal::FormulaText text;
  temporal::Tree tree;
  std::uint32_t deadlock = 0;  // proposition that no step is possible: the one behind the parts
};

struct GivenFormulas {
  std::vector<GivenFormula> all;    // for the parser, each with a name of its own
  std::vector<std::string> linear;  // names
  std::vector<BranchingSource> branching;
};

/// The formulas of --ltl and --ctl. What is wrong with them, but for their propositions, is in `diagnostics`.
GivenFormulas read_given(const ModelSettings& settings, FileId model, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace quotient::promela
