#pragma once

#include "model/channel_diagram.hpp"
#include "model/system.hpp"

namespace quotient {

/// What the first steps of a model show, where the text is not of the form that a static diagram can be had from.
ChannelDiagram observed_diagram(const System& system);

}  // namespace quotient
