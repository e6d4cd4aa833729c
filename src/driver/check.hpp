#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/hooks.hpp"
#include "driver/model.hpp"
#include "driver/settings.hpp"
#include "report/check_report.hpp"

namespace quotient::driver {

/// The result of a check: a report, or the reason why there is none.
struct CheckOutcome {
  std::optional<CheckReport> report;
  std::string refusal;      // what was asked for does not work with this model: why, and what does
  Diagnostics diagnostics;  // rules that are wrong
  std::string account;      // how that shows, as a run; else empty
  std::string certificate;  // of --for-every, where it was asked for and is shown
};

/// Checks the subjects of a model one after the other, until one is violated or a limit is reached. The model must be
/// one that was loaded for these settings; where a limit ended that, the report says so.
CheckOutcome check(const Model& model, const CheckSettings& settings, const Hooks& hooks = {});

}  // namespace quotient::driver
