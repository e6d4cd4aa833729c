#pragma once

#include <memory>

#include "bmethod/bmethod.hpp"

namespace quotient::bmethod {

/// As `load`, without formulas. Instead of by its INITIALISATION the machine begins in every state in which its
/// INVARIANT holds. Refinements are refused: what glues them says nothing about their own variables alone.
std::unique_ptr<MachineSystem> load_beginning_anywhere(SourceMap& sources, FileId file, const Options& options,
                                                       Diagnostics& diagnostics);

}  // namespace quotient::bmethod
