#pragma once

#include "base/diagnostics.hpp"
#include "mcrl2/syntax/formula_ast.hpp"

namespace quotient::mcrl2 {

/// Reads a whole specification. After an error it goes on at the next declaration, so that one run shows every error;
/// what is returned is then incomplete and must not be used further than for finding more errors.
ast::Specification parse(const SourceMap& sources, FileId file, Diagnostics& diagnostics);

/// Reads a file with one modal formula: the formula alone, or `form` with declarations around it.
/// Where a quantifier or a fixed point ends that a modality or a negation begins with: `<a> exists n: Nat. f && g` is
/// `(<a> exists n: Nat. f) && g` since mCRL2 202507.0 (narrow); before, it often was `<a> (exists n: Nat. f && g)`
/// (wide).
enum class FormulaScope { narrow, wide };
ast::FormulaFile parse_formula(const SourceMap& sources, FileId file, Diagnostics& diagnostics,
                               FormulaScope scope = FormulaScope::narrow);

}  // namespace quotient::mcrl2
