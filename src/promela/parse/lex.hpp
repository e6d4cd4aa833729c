#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "promela/parse/token.hpp"
#include "promela/preprocess/preprocess.hpp"

namespace quotient::promela {

/// Cuts preprocessed text into Promela's tokens; the last is `end`. Reports constants that are cut off or too large.
/// The text of the tokens is that of `text`, whose pool and files must live as long.
std::vector<Token> lex(const Preprocessed& text, Diagnostics& diagnostics);

/// The same tokens as they are cut within an ltl formula: `[]`, `<>`, `<->`, `->`, `U` and the names of these.
/// Operators of the past, which SPIN does not know, are names where the model has something of that name.
std::vector<Token> as_ltl(const std::vector<Token>& tokens, const std::function<bool(std::string_view)>& is_declared);

/// `while`, `->`: as it is called in messages.
std::string_view spelling(TokenKind kind);

}  // namespace quotient::promela
