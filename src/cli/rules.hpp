#pragma once

#include "cli/subject_symmetry.hpp"

namespace quotient::cli {

/// `--symmetry rules`: how rules are used for a subject. With `--check-rules` they are checked first: in the
/// graph of the system or, where that does not show them all, on all its states. One that is wrong is told,
/// and then the strategy is refused.
std::unique_ptr<SubjectSymmetry> rule_symmetry(const Subject& subject, const Settings& settings,
                                               const SourceMap& sources);

}  // namespace quotient::cli
