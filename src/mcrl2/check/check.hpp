#pragma once

#include <optional>

#include "base/diagnostics.hpp"
#include "base/name_table.hpp"
#include "mcrl2/check/specification.hpp"
#include "mcrl2/syntax/formula_ast.hpp"

namespace quotient::mcrl2 {

/// Resolves names and sorts as mcrl22lps does: sorts are inferred from below, numbers and finite sets are used where a
/// wider sort is expected, overloaded names are chosen by their arguments. Every error is reported; with any, nothing
/// is returned. `names` is told what names mean.
std::optional<Specification> check(const ast::Specification& tree, Diagnostics& diagnostics,
                                   NameTable* names = nullptr);
/// The same with a state formula over its actions and data. `tree` has the declarations of the formula as well. The
/// formula is made positive: a fixed point variable below an odd number of negations is an error.
std::optional<Specification> check(const ast::Specification& tree, const ast::Formula& formula,
                                   Diagnostics& diagnostics, NameTable* names = nullptr);

}  // namespace quotient::mcrl2
