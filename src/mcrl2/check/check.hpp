#pragma once

#include <optional>

#include "base/diagnostics.hpp"
#include "base/name_table.hpp"
#include "mcrl2/check/specification.hpp"
#include "mcrl2/syntax/ast.hpp"

namespace quotient::mcrl2 {

/// Resolves names and sorts as mcrl22lps does: sorts are inferred from below, numbers and finite sets are used where a
/// wider sort is expected, overloaded names are chosen by their arguments. Every error is reported; with any, nothing
/// is returned. `names` is told what names mean.
std::optional<Specification> check(const ast::Specification& tree, Diagnostics& diagnostics,
                                   NameTable* names = nullptr);

}  // namespace quotient::mcrl2
