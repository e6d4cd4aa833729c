#pragma once

#include "search/reduce/sequential.hpp"
#include "search/result.hpp"

namespace quotient {

/// What a search of `skipping` has found, as a run of the system itself: with all the states that were passed through.
Violation unfold(const SequentialSystem& skipping, const Violation& found);

}  // namespace quotient
