#pragma once

#include <cstdint>
#include <vector>

#include "process/outline.hpp"
#include "report/diagram.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient::driver {

/// The static channel diagram, as the text has it.
ChannelDiagram static_diagram(const Outline& outline);

/// For each item of the diagram a number, the same for items that the group takes to one another.
std::vector<std::uint32_t> orbits_of_items(const ChannelDiagram& diagram, const Symmetry& symmetry);

}  // namespace quotient::driver
