#pragma once

#include <vector>

#include "driver/hooks.hpp"
#include "driver/model.hpp"
#include "driver/settings.hpp"
#include "report/check_report.hpp"

namespace quotient::driver {

/// Which conditions of a formula that was verified never hold: then it holds whatever it asks for. Each is looked for
/// by a search of its own, which ends at the first state where it holds, or after 200,000 states:
/// only what a complete and exact search has not met is reported.
std::vector<VacuousFormula> find_vacuous(const Subject& subject, const SourceMap& sources,
                                         const CheckSettings& settings, const Hooks& hooks);

}  // namespace quotient::driver
