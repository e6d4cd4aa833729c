#pragma once

#include "model/channel_diagram.hpp"
#include "process/outline.hpp"

namespace quotient {

/// The static channel diagram, as the text has it.
ChannelDiagram static_diagram(const Outline& outline);

}  // namespace quotient
