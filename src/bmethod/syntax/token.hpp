#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source.hpp"

namespace quotient::bmethod {

/// A word or sign of a machine. `text` is in ASCII whatever the file used (`∈` arrives as `:`); it lives as long as the
/// SourceMap or the program. For identifiers it may hold dots (`M.op`).
struct Token {
  enum class Kind : std::uint8_t { end, identifier, keyword, number, string, symbol };
  Kind kind = Kind::end;
  std::string_view text;
  SourceRange range;
};

/// Always ends with a token of kind `end`. Characters that mean nothing in B are reported once for each run of them and
/// skipped.
std::vector<Token> lex(const SourceMap& sources, FileId file, Diagnostics& diagnostics);
/// The same of a part of a file.
std::vector<Token> lex(const SourceMap& sources, SourceRange part, Diagnostics& diagnostics);

/// What a string literal stands for: escapes resolved, quotes gone.
std::string unquote(std::string_view literal);

/// A keyword that opens a clause of a machine (SETS, OPERATIONS, …).
bool is_clause_keyword(std::string_view text);

}  // namespace quotient::bmethod
