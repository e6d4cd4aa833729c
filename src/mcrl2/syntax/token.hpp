#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source.hpp"

namespace quotient::mcrl2 {

enum class TokenKind : std::uint8_t { identifier, number, keyword, symbol, end };

/// A word of the text. `text` points into the source file. `match` is, for a bracket, the index of its partner, or the
/// index of the token itself where there is none; the parser looks past bracketed parts with it.
struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  SourceRange range;
  std::uint32_t match = 0;

  bool is(std::string_view word) const {
    return (kind == TokenKind::keyword || kind == TokenKind::symbol) && text == word;
  }
};

/// Cuts a file into tokens, the last of which has kind `end`. Characters that belong to no token are reported and
/// skipped. `%` starts a comment that runs to the end of its line.
std::vector<Token> tokenise(const SourceMap& sources, FileId file, Diagnostics& diagnostics);

}  // namespace quotient::mcrl2
