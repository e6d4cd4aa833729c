#pragma once

#include "driver/hooks.hpp"
#include "driver/subject_symmetry.hpp"

namespace quotient::driver {

/// `--symmetry rules`: how rules are used for a subject. With `--check-rules` they are checked first: in the graph of
/// the system or, where that does not show them all, on all its states. Where one is wrong, the strategy is refused
/// with an account of it.
std::unique_ptr<SubjectSymmetry> rule_symmetry(const Subject& subject, const CheckSettings& settings,
                                               const Hooks& hooks);

}  // namespace quotient::driver
