#pragma once

#include <string>

#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// The statement as the user wrote it, on one line, shortened where it is long.
std::string statement_text(const SourceMap& sources, const Statement& statement);
std::string expression_text(const SourceMap& sources, const Expression& expression);

}  // namespace quotient::promela
