#pragma once

#include "driver/hooks.hpp"
#include "driver/model.hpp"
#include "driver/settings.hpp"
#include "driver/subject_symmetry.hpp"
#include "report/check_report.hpp"

namespace quotient::driver {

/// Adds to a report what files of it hold and a terminal does not show: the text of the model, which processes use
/// which channel, and where the settings ask for it the state graph. `symmetry` is that of the first subject.
void add_details(const Model& model, const CheckSettings& settings, const SubjectSymmetry& symmetry, const Hooks& hooks,
                 CheckReport& report);

}  // namespace quotient::driver
