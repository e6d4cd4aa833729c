#pragma once

#include <memory>

#include "mcrl2/mcrl2.hpp"
#include "mcrl2/process/model.hpp"
#include "mcrl2/steps/shared_tables.hpp"
#include "model/independence.hpp"

namespace quotient::mcrl2 {

/// Which components of a network cannot get into each other's way. They share nothing but the steps that they take
/// together, so those interfere that may take one with what somebody can do now. Null where there is more than that:
/// time, random choices, a formula, sums that are bounded only by what others offer; and for a single component. What
/// it is given must outlive it.
std::unique_ptr<Independence> find_independence(const Model& model, SharedTables& shared, const Options& options);

}  // namespace quotient::mcrl2
