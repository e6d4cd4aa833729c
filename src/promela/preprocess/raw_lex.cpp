#include <array>

#include "promela/preprocess/raw_token.hpp"

namespace quotient::promela {

namespace {

bool begins_identifier(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_identifier(char c) { return begins_identifier(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r'; }

// Longest first where one is the beginning of another.
constexpr std::array<std::string_view, 29> long_punctuators = {
    "%:%:", "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "*=",   "/=",  "%=",  "+=",  "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "::"};
constexpr std::string_view single_punctuators = "[](){}.&*+-~!/%<>^|?:;=,#";

}  // namespace

RawLexer::RawLexer(const SourceFile& file, FileId id, TextPool& pool, Diagnostics& diagnostics)
    : RawLexer(file, {id, 0, static_cast<std::uint32_t>(file.text().size())}, pool, diagnostics) {}

RawLexer::RawLexer(const SourceFile& file, SourceRange part, TextPool& pool, Diagnostics& diagnostics)
    : text_(std::string_view(file.text()).substr(0, part.end)),
      file_(part.file),
      pool_(pool),
      diagnostics_(diagnostics) {
  // A byte order mark at the beginning is nothing, as to gcc.
  position_ = after_splices(part.begin == 0 && text_.starts_with("\xEF\xBB\xBF") ? 3 : part.begin);
}

char RawLexer::at(std::uint32_t position) const { return position < text_.size() ? text_[position] : '\0'; }

/// A backslash, blanks and a line break join two lines; so does gcc, which only warns about the blanks.
std::uint32_t RawLexer::after_splices(std::uint32_t position) const {
  while (at(position) == '\\') {
    std::uint32_t next = position + 1;
    while (is_blank(at(next)) && next < text_.size()) ++next;
    if (at(next) != '\n' || next >= text_.size()) break;
    position = next + 1;
  }
  return position;
}

void RawLexer::skip_block_comment() {
  const std::uint32_t begin = position_;
  advance();
  advance();
  while (position_ < text_.size()) {
    if (peek() == '*' && peek_second() == '/') {
      advance();
      advance();
      return;
    }
    advance();
  }
  diagnostics_.error({file_, begin, begin + 2}, "comment is not closed");
}

void RawLexer::skip_space(RawToken& token) {
  while (position_ < text_.size()) {
    const char c = peek();
    if (c == '\n') {
      token.space_before = true;
      at_line_start_ = true;
      advance();
    } else if (is_blank(c)) {
      token.space_before = true;
      advance();
    } else if (c == '/' && peek_second() == '*') {
      token.space_before = true;
      token.annotated = token.annotated || at(position_ + 2) == '@';
      skip_block_comment();
    } else if (c == '/' && peek_second() == '/') {
      token.space_before = true;
      while (position_ < text_.size() && peek() != '\n') advance();
    } else {
      return;
    }
  }
}

void RawLexer::scan_quoted(RawToken& token, char quote) {
  advance();
  while (position_ < text_.size() && peek() != '\n') {
    const char c = peek();
    advance();
    if (c == quote) return;
    if (c == '\\' && position_ < text_.size() && peek() != '\n') advance();
  }
  token.unterminated = true;
}

void RawLexer::scan_number() {
  while (position_ < text_.size()) {
    const char c = peek();
    if (!continues_identifier(c) && c != '.') return;
    advance();
    if ((c == 'e' || c == 'E' || c == 'p' || c == 'P') && (peek() == '+' || peek() == '-')) advance();
  }
}

void RawLexer::scan_punctuator() {
  const char first = peek();
  for (const std::string_view candidate : long_punctuators) {
    if (candidate.front() != first) continue;
    std::uint32_t position = position_;
    bool matches = true;
    for (const char c : candidate) {
      if (at(position) != c) {
        matches = false;
        break;
      }
      position = after_splices(position + 1);
    }
    if (matches) {
      position_ = position;
      return;
    }
  }
  advance();
}

/// The view into the file where it can be, else a copy without the splices.
void RawLexer::finish(RawToken& token, std::uint32_t begin) {
  std::uint32_t end = position_;
  // What follows the last character may be a splice, which is no part of the token.
  std::string spliced;
  std::uint32_t last = begin;
  for (std::uint32_t p = begin; p < end; p = after_splices(p + 1)) {
    spliced += text_[p];
    last = p;
  }
  end = last + 1;
  token.text = text_.substr(begin, end - begin);
  if (token.text.size() != spliced.size()) token.text = pool_.keep(std::move(spliced));
  token.spelling = {file_, begin, end};
  token.use = token.spelling;
}

/// Positions are asked for in ascending order, so every line break is counted once.
std::uint32_t RawLexer::line_of(std::uint32_t position) {
  for (; lines_counted_to_ < position && lines_counted_to_ < text_.size(); ++lines_counted_to_) {
    if (text_[lines_counted_to_] == '\n') ++line_;
  }
  return line_;
}

RawToken RawLexer::next() {
  RawToken token;
  skip_space(token);
  token.line_start = at_line_start_;
  at_line_start_ = false;
  const std::uint32_t begin = position_;
  token.line = line_of(begin);
  if (begin >= text_.size()) {
    token.line_start = true;
    const auto size = static_cast<std::uint32_t>(text_.size());
    token.spelling = token.use = {file_, size, size};
    return token;
  }
  const char c = peek();
  if (begins_identifier(c)) {
    token.kind = RawKind::identifier;
    while (position_ < text_.size() && continues_identifier(peek())) advance();
  } else if (is_digit(c) || (c == '.' && is_digit(peek_second()))) {
    token.kind = RawKind::number;
    scan_number();
  } else if (c == '"' || c == '\'') {
    token.kind = c == '"' ? RawKind::string : RawKind::character;
    scan_quoted(token, c);
  } else if (single_punctuators.find(c) != std::string_view::npos) {
    token.kind = RawKind::punctuator;
    scan_punctuator();
  } else {
    token.kind = RawKind::other;
    advance();
  }
  finish(token, begin);
  return token;
}

RawToken RawLexer::next_header_name() {
  RawToken token;
  while (is_blank(peek()) && position_ < text_.size()) {
    token.space_before = true;
    advance();
  }
  if (peek() != '<') return next();
  const std::uint32_t begin = position_;
  std::uint32_t end = begin;
  while (end < text_.size() && text_[end] != '>' && text_[end] != '\n') ++end;
  if (at(end) != '>') return next();
  position_ = after_splices(end + 1);
  token.kind = RawKind::string;
  token.text = text_.substr(begin, end + 1 - begin);
  token.spelling = token.use = {file_, begin, end + 1};
  return token;
}

std::vector<RawToken> raw_tokens_of(std::string_view text, SourceRange use) {
  // Views must point into `text`, so the lexer runs over a file of its own and the offsets are carried over.
  const SourceFile file("", std::string(text));
  TextPool pool;
  Diagnostics ignored;
  RawLexer lexer(file, FileId{}, pool, ignored);
  std::vector<RawToken> tokens;
  for (RawToken token = lexer.next(); token.kind != RawKind::end; token = lexer.next()) {
    const std::uint32_t begin = token.spelling.begin;
    token.text = text.substr(begin, token.spelling.end - begin);
    token.spelling = token.use = use;
    token.line_start = false;
    tokens.push_back(token);
  }
  return tokens;
}

}  // namespace quotient::promela
