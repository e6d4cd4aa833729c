#pragma once

#include <set>
#include <vector>

#include "mcrl2/symmetry/number_flow.hpp"
#include "mcrl2/symmetry/number_names.hpp"

namespace quotient::mcrl2 {

/// Where processes of one text run in parallel under different numbers, P(0) || P(1), that something computes with:
/// what that is. Where they run under true and false, that these are no names. `are_names`: those that became names.
std::vector<KeptNumbers> kept_numbers(const Specification& spec, const NumberFlow& flow,
                                      const std::set<NumberFlow::Place>& are_names);

}  // namespace quotient::mcrl2
