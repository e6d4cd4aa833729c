#pragma once

#include <memory>

#include "mcrl2/mcrl2.hpp"
#include "temporal/subject.hpp"

namespace quotient::mcrl2 {

/// A temporal formula about the actions of a specification, lowered: `a` and `[a(1, x)]` say of the next multi-action
/// that such an action takes part in it, `e(a)` that some step has one, `deadlock` that there is no step. Arguments are
/// compared with those of labels as they are written, `_` is any. After errors, which are then among the diagnostics,
/// nothing. The symmetry is left to the caller.
std::optional<temporal::LoweredFormula> read_action_formula(const temporal::FormulaText& text,
                                                            std::shared_ptr<const SpecificationSystem> system,
                                                            const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace quotient::mcrl2
