#pragma once

#include <nlohmann/json_fwd.hpp>

#include "lsp/analysis.hpp"

namespace quotient::lsp {

/// What may be written at byte `offset` of a file of the analysis: the names that are known there. Fields are offered
/// behind a dot, and nothing else is. The text may have errors, as it usually has while being typed.
nlohmann::json completions(const Analysis& analysis, FileId file, std::size_t offset);

}  // namespace quotient::lsp
