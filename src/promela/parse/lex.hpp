#pragma once

#include <vector>

#include "base/diagnostics.hpp"
#include "promela/parse/token.hpp"
#include "promela/preprocess/preprocess.hpp"

namespace quotient::promela {

/// Cuts preprocessed text into Promela's tokens; the last is `end`. Reports constants that are cut off or too large.
/// The text of the tokens is that of `text`, whose pool and files must live as long.
std::vector<Token> lex(const Preprocessed& text, Diagnostics& diagnostics);

/// The same tokens as they are cut within an ltl formula: `[]`, `<>`, `<->`, `->`, `U` and the names of these.
std::vector<Token> as_ltl(const std::vector<Token>& tokens);

/// `while`, `->`: as it is called in messages.
std::string_view spelling(TokenKind kind);

}  // namespace quotient::promela
