#pragma once

#include "driver/check.hpp"

namespace quotient::driver {

/// A check for every number of elements of a family (settings.model.for_every): sizes that are small one after the
/// other, and then whether anything new can be seen with more. See docs/every-n.md.
CheckOutcome check_for_every(Deadline& deadline, const Model& model, const CheckSettings& settings, const Hooks& hooks);

}  // namespace quotient::driver
