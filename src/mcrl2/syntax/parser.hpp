#pragma once

#include "base/diagnostics.hpp"
#include "mcrl2/syntax/formula_ast.hpp"

namespace quotient::mcrl2 {

/// Reads a whole specification. After an error it goes on at the next declaration, so that one run shows every error;
/// what is returned is then incomplete and must not be used further than for finding more errors.
ast::Specification parse(const SourceMap& sources, FileId file, Diagnostics& diagnostics);

/// Reads a file with one modal formula: the formula alone, or `form` with declarations around it.
ast::FormulaFile parse_formula(const SourceMap& sources, FileId file, Diagnostics& diagnostics);

}  // namespace quotient::mcrl2
