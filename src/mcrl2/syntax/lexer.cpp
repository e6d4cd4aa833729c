#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "mcrl2/syntax/token.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr std::array keywords = {
    "Bag",  "Bool",   "FBag",  "FSet", "Int",  "List",   "Nat",  "Pos",    "Real",  "Set",    "act",  "allow", "block",
    "comm", "cons",   "delta", "dist", "div",  "end",    "eqn",  "exists", "false", "forall", "glob", "hide",  "in",
    "init", "lambda", "map",   "mod",  "proc", "rename", "sort", "struct", "sum",   "tau",    "true", "var",   "whr"};

/// Longer symbols first: the first that fits is taken.
constexpr std::array symbols = {"||_", "->", "=>", "==", "!=", "<=", ">=", "<>", "<|", "<<", "|>", "||",
                                "&&",  "++", "(",  ")",  "[",  "]",  "{",  "}",  ",",  ";",  ":",  ".",
                                "=",   "!",  "<",  ">",  "|",  "+",  "-",  "*",  "/",  "#",  "@",  "?"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Pairs up brackets. Mismatched ones stay their own partner; the parser reports them where they hurt.
void match_brackets(std::vector<Token>& tokens) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    Token& token = tokens[i];
    token.match = i;
    if (token.kind != TokenKind::symbol) continue;
    if (token.text == "(" || token.text == "[" || token.text == "{") open.push_back(i);
    const std::string_view partner = token.text == ")" ? "(" : token.text == "]" ? "[" : token.text == "}" ? "{" : "";
    if (partner.empty() || open.empty() || tokens[open.back()].text != partner) continue;
    token.match = open.back();
    tokens[open.back()].match = i;
    open.pop_back();
  }
}

}  // namespace

std::vector<Token> tokenise(const SourceMap& sources, FileId file, Diagnostics& diagnostics) {
  const std::string_view text = sources[file].text();
  std::vector<Token> tokens;
  std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // a byte order mark
  const auto add = [&](TokenKind kind, std::size_t length) {
    tokens.push_back({kind,
                      text.substr(at, length),
                      {file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + length)},
                      0});
    at += length;
  };
  while (at < text.size()) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
      ++at;
    } else if (c == '%') {
      at = std::min(text.find('\n', at), text.size());
    } else if (is_letter(c)) {
      std::size_t length = 1;
      while (at + length < text.size() &&
             (is_letter(text[at + length]) || is_digit(text[at + length]) || text[at + length] == '\'')) {
        ++length;
      }
      const bool keyword = std::binary_search(keywords.begin(), keywords.end(), text.substr(at, length));
      add(keyword ? TokenKind::keyword : TokenKind::identifier, length);
    } else if (is_digit(c)) {
      std::size_t length = 1;
      while (at + length < text.size() && is_digit(text[at + length])) ++length;
      add(TokenKind::number, length);
    } else {
      const auto symbol = std::find_if(symbols.begin(), symbols.end(),
                                       [&](std::string_view s) { return text.substr(at, s.size()) == s; });
      if (symbol != symbols.end()) {
        add(TokenKind::symbol, std::string_view(*symbol).size());
        continue;
      }
      std::size_t length = 1;  // the whole of a UTF-8 character, so that it is named as one
      while (at + length < text.size() && (static_cast<unsigned char>(text[at + length]) & 0xC0U) == 0x80U) ++length;
      const SourceRange range{file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + length)};
      const bool printable = static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
      diagnostics.error(range, printable ? fmt::format("'{}' has no meaning in mCRL2", text.substr(at, length))
                                         : fmt::format("stray byte 0x{:02x}", static_cast<unsigned char>(c)));
      at += length;
    }
  }
  const auto end = static_cast<std::uint32_t>(text.size());
  tokens.push_back({TokenKind::end, {}, {file, end, end}, 0});
  match_brackets(tokens);
  return tokens;
}

}  // namespace quotient::mcrl2
