#pragma once

#include <vector>

#include "bmethod/project/model.hpp"
#include "bmethod/project/options.hpp"

namespace quotient::bmethod {

/// Decides how many elements every deferred set has and how far integers go, and names the elements. In this order: the
/// options; `scope_S` and `SET_PREF_…` definitions; what PROPERTIES and CONSTRAINTS say of card(S); the default, raised
/// where the text names more distinct elements.
std::vector<SetSize> decide_sizes(Model& model, const Options& options, Limits& limits, const SourceMap& sources,
                                  Diagnostics& diagnostics);

}  // namespace quotient::bmethod
