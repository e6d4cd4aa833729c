#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source.hpp"

namespace quotient::murphi {

enum class TokenKind : std::uint8_t { name, keyword, number, string, sign, end };

struct Token {
  TokenKind kind = TokenKind::end;
  SourceRange range;
  std::string_view text;  // a keyword in lower case; a sign in the form that ASCII has for it; a string without quotes
};

/// The tokens of a text, the last of which is `end`. Keywords are recognised in every letter case, names are not
/// folded.
std::vector<Token> lex(const SourceMap& sources, FileId file, Diagnostics& diagnostics);
/// Those of a part of a text.
std::vector<Token> lex(const SourceMap& sources, SourceRange part, Diagnostics& diagnostics);

}  // namespace quotient::murphi
