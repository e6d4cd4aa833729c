#include "promela/parse/token_stream.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient::promela {

TokenStream::TokenStream(std::vector<Token> tokens, std::function<bool(std::string_view)> names_something)
    : names_something_(std::move(names_something)) {
  ensure(!tokens.empty() && tokens.back().kind == TokenKind::end, "a token stream must end");
  end_ = tokens.back();
  tokens.pop_back();
  frames_.push_back({nullptr, std::move(tokens), 0});
  last_taken_ = end_;
}

const Token* TokenStream::next_of_text() {
  while (frames_.size() > 1 && frames_.back().position >= frames_.back().tokens.size()) frames_.pop_back();
  Frame& frame = frames_.back();
  return frame.position < frame.tokens.size() ? &frame.tokens[frame.position] : nullptr;
}

Token TokenStream::separator(const Token& before) const {
  Token token;
  token.kind = TokenKind::semicolon;
  token.implied = true;
  token.text = ";";
  token.range = token.place = token.definition = {before.range.file, before.range.begin, before.range.begin};
  return token;
}

/// SPIN's list of tokens after which a line break separates. `timeout` stands in it because SPIN puts it into
/// parentheses.
bool TokenStream::ends_statement(const Token& token) const {
  switch (token.kind) {
    case TokenKind::right_brace:
    case TokenKind::right_paren:
    case TokenKind::right_bracket:
    case TokenKind::kw_od:
    case TokenKind::kw_fi:
    case TokenKind::kw_else:
    case TokenKind::kw_break:
    case TokenKind::kw_c_code:
    case TokenKind::kw_c_expr:
    case TokenKind::kw_c_decl:
    case TokenKind::kw_timeout:
    case TokenKind::number:
    case TokenKind::character:
    case TokenKind::kw_true:
    case TokenKind::kw_false:
    case TokenKind::kw_skip:
    case TokenKind::increment:
    case TokenKind::decrement:
      return true;
    case TokenKind::kw_in:
      return true;  // outside the head of a for it is a name
    case TokenKind::name:
      return !names_something_(token.text);
    default:
      return false;
  }
}

/// One token of the text, or the separator that a line break before it stands for.
Token TokenStream::read() {
  const Token* token = next_of_text();
  if (token == nullptr) token = &end_;
  if (token->line_break && !break_seen_ && separating_ && parens_ == 0 && ends_statement(last_read_)) {
    const bool unless = last_read_.kind == TokenKind::right_brace && token->kind == TokenKind::kw_unless;
    break_seen_ = true;
    if (!unless) {
      last_read_ = separator(*token);
      return last_read_;
    }
  }
  break_seen_ = false;
  last_read_ = *token;
  if (token != &end_) ++frames_.back().position;
  return last_read_;
}

void TokenStream::fill() {
  poll_stop();
  if (held_) {
    current_ = held_;
    held_.reset();
    last_read_ = *current_;
    last_given_ = current_->kind;
    return;
  }
  Token token = read();
  const TokenKind kind = token.kind;
  const bool separates = kind == TokenKind::semicolon || kind == TokenKind::arrow;
  bool supply = last_given_ == TokenKind::kw_else && !separates && kind != TokenKind::kw_fi;
  if (last_given_ == TokenKind::right_brace && !separates) {
    switch (kind) {
      case TokenKind::kw_proctype:
      case TokenKind::kw_init:
      case TokenKind::kw_never:
      case TokenKind::option:
      case TokenKind::kw_fi:
      case TokenKind::kw_od:
      case TokenKind::right_brace:
      case TokenKind::kw_unless:
      case TokenKind::end:
        break;
      default:
        supply = true;
    }
  }
  if (supply) {
    current_ = separator(token);
    held_ = token;
    last_given_ = TokenKind::end;
    return;
  }
  if (separates) {
    Token next = read();
    const bool drops_this =
        next.kind == TokenKind::right_brace || next.kind == TokenKind::arrow || next.kind == TokenKind::semicolon;
    if (drops_this) {
      token = next;
    } else {
      held_ = next;
    }
  }
  last_given_ = token.kind;
  current_ = token;
}

const Token& TokenStream::peek() {
  if (!current_) {
    fill();
    current_->serial = ++serial_;
  }
  return *current_;
}

Token TokenStream::take() {
  (void)peek();
  Token token = *current_;
  if (token.kind != TokenKind::end) current_.reset();
  if (token.kind == TokenKind::left_paren) ++parens_;
  if (token.kind == TokenKind::right_paren && parens_ > 0) --parens_;
  if (!token.implied) last_taken_ = token;
  return token;
}

void TokenStream::push_inline(const Inline* which, std::vector<Token> tokens) {
  ensure(!current_ && !held_, "an inline must begin right after its call");
  frames_.push_back({which, std::move(tokens), 0});
  last_read_ = separator(last_taken_);
  break_seen_ = false;
}

bool TokenStream::is_expanding(const Inline* which) const {
  return std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) { return frame.which == which; });
}

void TokenStream::leave_inlines(std::size_t depth) {
  if (frames_.size() <= depth + 1) return;
  while (frames_.size() > depth + 1) frames_.pop_back();
  current_.reset();
  held_.reset();
  break_seen_ = false;
  last_given_ = TokenKind::right_brace;
  last_read_.kind = TokenKind::right_brace;
}

std::optional<std::vector<Token>> TokenStream::take_raw_block() {
  ensure(!current_ && !held_, "a raw block must begin right after its brace");
  std::vector<Token> tokens;
  int depth = 0;
  for (const Token* token = next_of_text(); token != nullptr; token = next_of_text()) {
    ++frames_.back().position;
    if (token->kind == TokenKind::left_brace) ++depth;
    if (token->kind == TokenKind::right_brace && depth-- == 0) {
      last_taken_ = last_read_ = *token;
      last_given_ = TokenKind::right_brace;
      return tokens;
    }
    tokens.push_back(*token);
  }
  return std::nullopt;
}

void TokenStream::set_last(TokenKind kind) {
  last_read_.kind = kind;
  last_given_ = kind;
}

}  // namespace quotient::promela
