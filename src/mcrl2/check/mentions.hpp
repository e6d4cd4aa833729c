#pragma once

#include <span>
#include <string_view>

#include "mcrl2/syntax/formula_ast.hpp"

namespace quotient::mcrl2 {

/// Whether one of the names occurs in the data of a formula; also where it means something else.
bool mentions(const ast::Formula& formula, std::span<const std::string_view> names);

}  // namespace quotient::mcrl2
