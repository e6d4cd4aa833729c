#pragma once

#include "model/system.hpp"
#include "search/cluster/transport.hpp"
#include "search/result.hpp"

namespace quotient {

/// Gives every rank what the first one has: verdict, figures and runs, in which states are those of the process that
/// asks. A gathering.
Result share_result(Transport& ranks, const System& system, Result own);

/// Gives every rank what is not known of the others: that values were left out there.
std::optional<Shortcoming> join_shortcomings(Transport& ranks, const std::optional<Shortcoming>& own);

}  // namespace quotient
