#pragma once

#include <memory>
#include <span>

#include "base/diagnostics.hpp"
#include "murphi/syntax/ast.hpp"
#include "murphi/syntax/lex.hpp"

namespace quotient::murphi {

/// Stops at the first error; null then.
std::unique_ptr<Specification> parse(std::span<const Token> tokens, Diagnostics& diagnostics);
/// One expression and nothing else; nullopt after an error.
std::optional<Expression> parse_expression(std::span<const Token> tokens, Diagnostics& diagnostics);

}  // namespace quotient::murphi
