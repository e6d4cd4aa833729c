#pragma once

#include <vector>

#include "driver/hooks.hpp"
#include "driver/model.hpp"
#include "driver/settings.hpp"
#include "report/check_report.hpp"

namespace quotient::driver {

/// Which parts of a formula that was verified make no difference: conditions that never hold, and propositions that
/// might be anything. Each is decided by a search of its own, which ends at the first run that depends on it, or after
/// 200,000 states: only what a complete and exact search has shown is reported. Propositions are looked at where the
/// formula was verified within 50,000 states, and where its conditions are met.
std::vector<Remark> find_vacuous(const Subject& subject, const SourceMap& sources, const Result& verified,
                                 const CheckSettings& settings, const Hooks& hooks);

}  // namespace quotient::driver
