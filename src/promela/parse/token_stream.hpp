#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "promela/parse/token.hpp"

/// The tokens as the grammar sees them, with the separators that SPIN supplies by itself: a line break ends a statement
/// where one can end, `}` and `else` need none after them, and those before `}` and other separators go.
/// The rules are SPIN's to the letter, because `x` on one line and `-1` on the next are two statements to it.
namespace quotient::promela {

struct Inline;

class TokenStream {
 public:
  /// `names_something`: the name of a type, a proctype or an inline, after which a line break ends no statement.
  TokenStream(std::vector<Token> tokens, std::function<bool(std::string_view)> names_something);

  const Token& peek();
  /// Reads ahead no further than the token it returns, so that what is set below takes effect at once.
  Token take();

  /// Line breaks separate only in bodies and typedefs.
  void set_separating(bool on) { separating_ = on; }
  /// Within parentheses they never do; `take` counts these.
  int open_parens() const { return parens_; }
  void set_open_parens(int count) { parens_ = count; }

  /// Goes on with these tokens and then comes back here. Nothing may be looked ahead at.
  void push_inline(const Inline* which, std::vector<Token> tokens);
  bool is_expanding(const Inline* which) const;
  std::size_t inline_depth() const { return frames_.size() - 1; }
  /// Drops what is left of inlines down to this depth: after an error.
  void leave_inlines(std::size_t depth);

  /// The tokens up to the `}` that closes a `{` just taken, that one not included but taken, with nothing supplied or
  /// left out: the body of an inline, embedded C. Nullopt if it is not closed.
  std::optional<std::vector<Token>> take_raw_block();
  /// As if a token of this kind had just been read: after take_raw_block.
  void set_last(TokenKind kind);

  /// Reads the tokens of [begin, end) instead, and then comes to an end: for ltl formulas, read after all else.
  std::size_t position() const { return frames_.front().position; }
  /// The place of the next token of the text itself, for messages about a missing one.
  const Token& last_taken() const { return last_taken_; }

 private:
  struct Frame {
    const Inline* which = nullptr;
    std::vector<Token> tokens;
    std::size_t position = 0;
  };

  const Token* next_of_text();
  Token read();
  void fill();
  Token separator(const Token& before) const;
  bool ends_statement(const Token& token) const;

  std::function<bool(std::string_view)> names_something_;
  std::vector<Frame> frames_;
  Token end_;
  std::optional<Token> current_;
  std::optional<Token> held_;
  Token last_read_;                        // last_token of SPIN's lexer
  TokenKind last_given_ = TokenKind::end;  // what the rules for `}` and `else` look at
  Token last_taken_;
  bool break_seen_ = false;  // the line break before the next token has been dealt with
  bool separating_ = false;
  int parens_ = 0;
  std::uint32_t serial_ = 0;
};

}  // namespace quotient::promela
