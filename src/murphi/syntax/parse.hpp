#pragma once

#include <memory>
#include <span>

#include "base/diagnostics.hpp"
#include "murphi/syntax/ast.hpp"
#include "murphi/syntax/lex.hpp"

namespace quotient::murphi {

/// Stops at the first error; null then.
std::unique_ptr<Specification> parse(std::span<const Token> tokens, Diagnostics& diagnostics);

}  // namespace quotient::murphi
