#pragma once

#include <string>

#include "model/system.hpp"
#include "search/search.hpp"

namespace quotient {

/// Why a search cannot have its states on disk; empty where it can.
std::string objection_to_disk(const SearchOptions& options);

/// Explores with states in files of `options.spill`, and at most `options.limits.memory` of memory. The result is that
/// of a search in memory. There must be no objection.
Result explore_on_disk(const System& system, const SearchOptions& options);

}  // namespace quotient
