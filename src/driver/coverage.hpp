#pragma once

#include "driver/hooks.hpp"
#include "driver/model.hpp"
#include "driver/settings.hpp"
#include "driver/subject_symmetry.hpp"
#include "search/result.hpp"

namespace quotient::driver {

/// A search up to symmetry comes to the places of the model that the states come to which it looked at; this adds those
/// of the states that these represent, so that what is missing from `result.coverage` is never reached. `system` is
/// what was searched.
///
/// Where the group alone does not tell, a second search without it does, if there are at most 200,000 states and the
/// deadline allows it. Beyond that, what may be reached counts as reached: nothing is said of it.
void close_coverage(const System& system, const SubjectSymmetry& symmetry, const CheckSettings& settings,
                    const Hooks& hooks, Result& result);

}  // namespace quotient::driver
