#pragma once

#include <nlohmann/json_fwd.hpp>

#include "lsp/analysis.hpp"

namespace quotient::lsp {

/// How what is called around byte `offset` of a file is declared (process, inline, macro, operation, action), and which
/// of its parameters is being written. Null where nothing that has parameters is called there.
nlohmann::json signature_help(const Analysis& analysis, FileId file, std::size_t offset);

}  // namespace quotient::lsp
