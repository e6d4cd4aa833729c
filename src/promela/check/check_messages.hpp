#pragma once

#include <functional>
#include <vector>

#include "base/diagnostics.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// The variables with a channel of their own that may flow into this one: by assignment, as an argument, in a message.
using ChannelOrigins = std::function<std::vector<const Variable*>(const Variable& channel)>;

/// Warns where a message has not the number of fields or not the types that the channel takes. For a variable without a
/// channel of its own the channels that flow into it are looked at, one of each kind of message.
void check_messages(const Module& module, const ChannelOrigins& origins, Diagnostics& diagnostics);

/// As many fields of the same types and widths.
bool carry_alike(const ChannelInitialiser& a, const ChannelInitialiser& b);

}  // namespace quotient::promela
