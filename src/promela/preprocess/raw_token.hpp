#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source.hpp"

/// Tokens as the C preprocessor sees them. Promela's own tokens are made of them afterwards (lex.hpp), because the two
/// languages cut the text differently: `0..N` is one number to the preprocessor, `??` two tokens.
namespace quotient::promela {

enum class RawKind : std::uint8_t {
  identifier,
  number,      // in the wide sense of C: begins with a digit, or a dot and a digit, and swallows letters and dots
  character,   // with its quotes
  string,      // with its quotes
  punctuator,  // as C cuts them
  other,       // a character that is none of these
  directive,   // stands for one that comes next, where a macro's `(` was looked for
  end,         // of a file, or of what is being scanned
};

struct RawToken {
  RawKind kind = RawKind::end;
  bool space_before = false;  // white space or a comment stands before it
  bool line_start = false;    // the first of its line: where it is `#`, this is a directive
  bool no_expand = false;     // was met inside its own expansion: never expanded again
  bool line_break = false;    // by the preprocessor: its output has a line break before this token
  bool annotated = false;     // a comment that begins with /*@ stands before it
  bool unterminated = false;  // a string or character constant that the end of the line cuts off
  std::uint32_t line = 0;     // counted from 1, in the file of `spelling`
  std::string_view text;      // line splices removed
  SourceRange spelling;       // where these very characters stand
  SourceRange use;            // where the user wrote it: for a token of a macro's body, the use of the macro
  SourceRange expansion;      // by the preprocessor: the use of the outermost macro it comes out of, else as `use`
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline bool is(const RawToken& token, std::string_view punctuator) {
  return token.kind == RawKind::punctuator && token.text == punctuator;
}

/// Keeps text that stands in no file as it is: pasted and spliced tokens. Views into it stay valid while it lives.
class TextPool {
 public:
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

 private:
  std::deque<std::string> texts_;
};

/// Cuts a file, or a part of one, into raw tokens, one call for each. Removes comments and line splices, knows nothing
/// of directives. The file and the pool must outlive the tokens.
class RawLexer {
 public:
  RawLexer(const SourceFile& file, FileId id, TextPool& pool, Diagnostics& diagnostics);
  RawLexer(const SourceFile& file, SourceRange part, TextPool& pool, Diagnostics& diagnostics);

  /// The next token; `end` again and again when there are no more.
  RawToken next();
  /// After `#include`: a name between `<` and `>` on this line is one token of kind string, with its brackets.
  RawToken next_header_name();
  std::uint32_t offset() const { return position_; }

 private:
  char at(std::uint32_t position) const;
  std::uint32_t after_splices(std::uint32_t position) const;
  void advance() { position_ = after_splices(position_ + 1); }
  char peek() const { return at(position_); }
  char peek_second() const { return at(after_splices(position_ + 1)); }
  void skip_space(RawToken& token);
  void skip_block_comment();
  void scan_quoted(RawToken& token, char quote);
  void scan_number();
  void scan_punctuator();
  void finish(RawToken& token, std::uint32_t begin);
  std::uint32_t line_of(std::uint32_t position);

  std::string_view text_;
  FileId file_;
  TextPool& pool_;
  Diagnostics& diagnostics_;
  std::uint32_t position_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t lines_counted_to_ = 0;
  bool at_line_start_ = true;
};

/// The raw tokens of `text` alone, as for `-D NAME=text` and for pasted tokens; all get the range `use`.
std::vector<RawToken> raw_tokens_of(std::string_view text, SourceRange use);

}  // namespace quotient::promela
