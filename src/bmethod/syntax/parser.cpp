#include "bmethod/syntax/parser.hpp"

#include <fmt/format.h>

#include "base/stop_signal.hpp"

namespace quotient::bmethod {

Parser::Nesting::Nesting(Parser& owner) : parser(owner) {
  if (++parser.nesting_ > max_nesting) {
    --parser.nesting_;  // the destructor of a half-built object does not run
    parser.fail(parser.peek().range, fmt::format("nested more than {} levels deep", max_nesting));
  }
}

bool Parser::at(std::string_view text, std::size_t ahead) const {
  const Token& token = peek(ahead);
  return token.text == text && token.kind != Token::Kind::string && token.kind != Token::Kind::end;
}

Token Parser::take() {
  poll_stop();
  const Token token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool Parser::accept(std::string_view text) {
  if (!at(text)) return false;
  take();
  return true;
}

void Parser::expect(std::string_view text, std::string_view context) {
  if (accept(text)) return;
  if (at_identifier() && text.front() >= 'A' && text.front() <= 'Z') {
    suggestion_ = nearest_name(peek().text, std::vector{std::string(text)});
  }
  fail_here(fmt::format("'{}' {}", text, context));
}

Identifier Parser::identifier(std::string_view what) {
  if (!at_identifier()) fail_here(what);
  const Token token = take();
  return {std::string(token.text), token.range};
}

std::vector<Identifier> Parser::identifiers(std::string_view what) {
  std::vector<Identifier> names;
  do {
    names.push_back(identifier(what));
  } while (accept(","));
  return names;
}

void Parser::fail(SourceRange range, std::string message) {
  if (!trying_) diagnostics_.error(range, std::move(message)).suggestion = std::move(suggestion_);
  suggestion_.clear();
  throw SyntaxError{};
}

void Parser::fail_here(std::string_view expected) {
  const Token& token = peek();
  if (token.kind == Token::Kind::end) fail(token.range, fmt::format("expected {}, but the text ends here", expected));
  // What other languages write, and some of their authors here.
  std::string_view hint;
  if (token.text == "==") hint = "; equality is written '=', and '==' belongs to DEFINITIONS";
  const bool reversed =
      token.text == "<" && at_ > 0 && tokens_[at_ - 1].text == "=" && tokens_[at_ - 1].range.end == token.range.begin;
  if (reversed) hint = "; 'at most' is written '<=', not '=<'";
  const bool assigned = token.text == "=" && at_ > 0 && tokens_[at_ - 1].kind == Token::Kind::identifier;
  if (assigned) {
    hint = "; an assignment is written ':='";
    suggestion_ = ":=";
  }
  fail(token.range, fmt::format("expected {}, not '{}'{}", expected, token.text, hint));
}

SourceRange Parser::since(SourceRange begin) const { return join(begin, at_ > 0 ? tokens_[at_ - 1].range : begin); }

Expr* Parser::checked_depth(Expr* made) {
  if (made->depth > max_depth) fail(made->range, fmt::format("this formula is more than {} levels deep", max_depth));
  return made;
}

}  // namespace quotient::bmethod
