#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/channel_diagram.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient {

/// A channel diagram in Graphviz's language: processes as ovals, channels as boxes, an arrow where something
/// is sent. `orbits`: for each item a number, the same for items that some permutation takes to one another. Orbits of
/// more than one item have a colour each.
std::string channel_diagram_dot(const ChannelDiagram& diagram, std::span<const std::uint32_t> orbits);

/// For each item of a diagram a number, the same for items that the group takes to one another.
std::vector<std::uint32_t> orbits_of_items(const ChannelDiagram& diagram, const Symmetry& symmetry);

}  // namespace quotient
