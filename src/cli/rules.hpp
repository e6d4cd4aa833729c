#pragma once

#include "cli/subject_symmetry.hpp"

namespace quotient::cli {

/// `--symmetry rules`: how rules are used for a subject. With `--check-rules` they are checked first, on all its
/// states; one that is wrong is told, and then the strategy is refused.
std::unique_ptr<SubjectSymmetry> rule_symmetry(const Subject& subject, const Settings& settings,
                                               const SourceMap& sources);

}  // namespace quotient::cli
