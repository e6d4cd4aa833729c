#pragma once

#include <vector>

#include "mcrl2/check/formula.hpp"

namespace quotient::mcrl2 {

/// By node: the least numbers such that a fixed point is above those inside that depend on it, and even if it is a
/// greatest one: by the depth of alternation [Emerson, Lei 1986]. Of the nodes listed; 0 for others.
std::vector<std::uint32_t> priorities(const StateFormula& formula, const std::vector<std::uint32_t>& reachable);

}  // namespace quotient::mcrl2
