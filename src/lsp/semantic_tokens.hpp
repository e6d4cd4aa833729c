#pragma once

#include <nlohmann/json_fwd.hpp>

#include "lsp/analysis.hpp"

namespace quotient::lsp {

/// The names of the kinds and modifiers that tokens have, for the client.
nlohmann::json semantic_legend();

/// What each name of a file means, in the protocol's encoding: five numbers a name, places relative to the one before.
/// Names that come out of macros are left to the macro.
nlohmann::json semantic_tokens(const Analysis& analysis, FileId file);

}  // namespace quotient::lsp
