#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "bmethod/syntax/known_words.hpp"
#include "bmethod/syntax/token.hpp"

namespace quotient::bmethod {
namespace {

// Longest first: the first that fits is the token.
constexpr std::array symbols = std::to_array<std::string_view>(
    {"<<->>", "+->>", "-->>", ">+>>", ">->>", "<<->", "<->>", "/<<:", "<=>", "/<:", "<<:", "<->", "+->", "-->",
     ">+>",   ">->",  "<--",  "<<|",  "|>>",  "|->",  "/|\\", "\\|/", "..",  ":=",  "::",  "<=",  ">=",  "/=",
     "/:",    "<:",   "=>",   "==",   "||",   "\\/",  "/\\",  "**",   "<|",  "|>",  "<+",  "><",  "->",  "<-",
     "(",     ")",    "[",    "]",    "{",    "}",    ",",    ";",    ".",   ":",   "=",   "<",   ">",   "+",
     "-",     "*",    "/",    "\\",   "&",    "|",    "!",    "#",    "%",   "~",   "'",   "^"});

// The signs that ProB and Rodin also write; those without a Unicode name of their own are in the private area.
using Sign = std::pair<std::string_view, std::string_view>;
constexpr std::array unicode = std::to_array<Sign>({{"ℕ1", "NATURAL1"},
                                                    {"ℕ₁", "NATURAL1"},
                                                    {":∈", "::"},
                                                    {"∶∈", "::"},
                                                    {"∈", ":"},
                                                    {"∉", "/:"},
                                                    {"∧", "&"},
                                                    {"∨", "or"},
                                                    {"¬", "not"},
                                                    {"∀", "!"},
                                                    {"∃", "#"},
                                                    {"≤", "<="},
                                                    {"≥", ">="},
                                                    {"≠", "/="},
                                                    {"∪", "\\/"},
                                                    {"∩", "/\\"},
                                                    {"⊆", "<:"},
                                                    {"⊂", "<<:"},
                                                    {"⊈", "/<:"},
                                                    {"⊄", "/<<:"},
                                                    {"∅", "{}"},
                                                    {"↦", "|->"},
                                                    {"→", "-->"},
                                                    {"⇸", "+->"},
                                                    {"↔", "<->"},
                                                    {"⇒", "=>"},
                                                    {"⇔", "<=>"},
                                                    {"≔", ":="},
                                                    {"×", "*"},
                                                    {"−−>>", "-->>"},
                                                    {"−−>", "-->"},
                                                    {"−", "-"},
                                                    {"λ", "%"},
                                                    {"·", "."},
                                                    {"•", "."},
                                                    {"←", "<--"},
                                                    {"∥", "||"},
                                                    {"ℙ", "POW"},
                                                    {"◁", "<|"},
                                                    {"⩤", "<<|"},
                                                    {"◀", "<<|"},
                                                    {"▷", "|>"},
                                                    {"⩥", "|>>"},
                                                    {"▶", "|>>"},
                                                    {"⤖", ">->>"},
                                                    {"↣", ">->"},
                                                    {"⤔", ">+>"},
                                                    {"↠", "-->>"},
                                                    {"⤀", "+->>"},
                                                    {"∼", "~"},
                                                    {"‥", ".."},
                                                    {"ℤ", "INTEGER"},
                                                    {"ℕ", "NATURAL"},
                                                    {"⊤", "btrue"},
                                                    {"⊥", "bfalse"},
                                                    {"÷", "/"},
                                                    {"∗", "*"},
                                                    {"∖", "\\"},
                                                    {"⊗", "><"},
                                                    {"∣", "|"},
                                                    {"⦂", ":"},
                                                    {"⋃", "UNION"},
                                                    {"⋂", "INTER"},
                                                    {"≜", "=="},
                                                    {"⇄", "<->"},
                                                    {"∶", ":"},
                                                    {"\xEE\x84\x83", "<+"},
                                                    {"\xEE\x84\x81", "<->>"},
                                                    {"\xEE\x84\x80", "<<->"},
                                                    {"\xEE\x84\x82", "<<->>"}});

constexpr std::array clause_keywords = std::to_array<std::string_view>({"ABSTRACT_CONSTANTS",
                                                                        "ABSTRACT_VARIABLES",
                                                                        "ASSERTIONS",
                                                                        "CONCRETE_CONSTANTS",
                                                                        "CONCRETE_VARIABLES",
                                                                        "CONSTANTS",
                                                                        "CONSTRAINTS",
                                                                        "DEFINITIONS",
                                                                        "EVENTS",
                                                                        "EXTENDS",
                                                                        "FREETYPES",
                                                                        "HIDDEN_CONSTANTS",
                                                                        "HIDDEN_VARIABLES",
                                                                        "IMPORTS",
                                                                        "INCLUDES",
                                                                        "INITIALISATION",
                                                                        "INITIALIZATION",
                                                                        "INVARIANT",
                                                                        "LOCAL_OPERATIONS",
                                                                        "OPERATIONS",
                                                                        "PROMOTES",
                                                                        "PROPERTIES",
                                                                        "REFERENCES",
                                                                        "REFINES",
                                                                        "SEES",
                                                                        "SETS",
                                                                        "USES",
                                                                        "VALUES",
                                                                        "VARIABLES",
                                                                        "VISIBLE_CONSTANTS",
                                                                        "VISIBLE_VARIABLES"});

constexpr std::array other_keywords =
    std::to_array<std::string_view>({"MACHINE", "MODEL", "SYSTEM", "REFINEMENT", "IMPLEMENTATION",
                                     "END",     "BEGIN", "PRE",    "THEN",       "ASSERT",
                                     "SELECT",  "WHEN",  "ELSE",   "ELSIF",      "IF",
                                     "CASE",    "OF",    "EITHER", "OR",         "CHOICE",
                                     "ANY",     "WHERE", "LET",    "BE",         "IN",
                                     "VAR",     "WHILE", "DO",     "VARIANT",    "skip",
                                     "or",      "not",   "mod",    "TRUE",       "FALSE",
                                     "btrue",   "bfalse"});

bool is_letter(unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }

class Lexer {
 public:
  Lexer(const SourceMap& sources, FileId file, Diagnostics& diagnostics)
      : text_(sources[file].text()), file_(file), diagnostics_(diagnostics) {}
  Lexer(const SourceMap& sources, SourceRange part, Diagnostics& diagnostics)
      : text_(sources[part.file].text().substr(0, part.end)),
        file_(part.file),
        diagnostics_(diagnostics),
        at_(part.begin) {}

  std::vector<Token> run() {
    if (at_ == 0 && text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    if (text_.substr(at_).starts_with("#!")) at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    while (skip_blank()) next();
    tokens_.push_back({Token::Kind::end, "", range(text_.size())});
    return std::move(tokens_);
  }

 private:
  SourceRange range(std::size_t begin) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::max(begin, at_))};
  }
  bool looking_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  unsigned char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? static_cast<unsigned char>(text_[at_ + ahead]) : '\0';
  }
  void emit(Token::Kind kind, std::string_view text, std::size_t begin) {
    tokens_.push_back({kind, text, range(begin)});
  }

  /// Spaces and comments; false at the end of the text.
  bool skip_blank() {
    while (at_ < text_.size()) {
      const unsigned char c = peek();
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (looking_at("//")) {
        while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
      } else if (looking_at("/*")) {
        const std::size_t begin = at_;
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) {
          at_ = begin + 2;
          diagnostics_.error(range(begin), "this comment is never closed");
          at_ = text_.size();
        } else {
          at_ = end + 2;
        }
      } else if (looking_at("\xC2\xA0")) {  // a space that a word processor left behind
        at_ += 2;
      } else {
        return true;
      }
    }
    return false;
  }

  /// Whether there was one.
  bool unicode_sign() {
    if (peek() < 0x80 && peek() != ':') return false;
    for (const auto& [sign, ascii] : unicode) {
      if (!looking_at(sign)) continue;
      const std::size_t begin = at_;
      at_ += sign.size();
      if (ascii == "{}") {
        emit(Token::Kind::symbol, "{", begin);
        emit(Token::Kind::symbol, "}", begin);
      } else {
        emit(is_letter(static_cast<unsigned char>(ascii[0])) ? kind_of_word(ascii) : Token::Kind::symbol, ascii, begin);
      }
      return true;
    }
    return false;
  }

  void next() {
    const unsigned char c = peek();
    if (is_letter(c) || wide_letter()) return word();
    if (is_digit(c)) return number();
    if (c == '"' || looking_at("'''")) return string();
    if (c == '$') return primed();
    if (c == '`') return quoted_word();
    // Signs first: `:∈` is one.
    if (unicode_sign()) return;
    for (std::string_view symbol : symbols) {
      if (looking_at(symbol)) {
        const std::size_t begin = at_;
        at_ += symbol.size();
        return emit(Token::Kind::symbol, symbol, begin);
      }
    }
    const std::size_t begin = at_;
    do {
      ++at_;
    } while (at_ < text_.size() && peek() >= 0x80);
    diagnostics_.error(range(begin),
                       fmt::format("'{}' has no meaning in a B machine", text_.substr(begin, at_ - begin)));
  }

  static Token::Kind kind_of_word(std::string_view word) {
    const bool keyword = is_clause_keyword(word) || std::ranges::find(other_keywords, word) != other_keywords.end();
    return keyword ? Token::Kind::keyword : Token::Kind::identifier;
  }

  /// A letter of Latin with accents, Greek or Cyrillic: two bytes in UTF-8. Those that are operators are none.
  bool wide_letter() const {
    const unsigned char lead = peek();
    const bool letters =
        (lead >= 0xC3 && lead <= 0xC9) || (lead >= 0xCD && lead <= 0xCF) || (lead >= 0xD0 && lead <= 0xD3);
    if (!letters || (peek(1) & 0xC0) != 0x80) return false;
    return !looking_at("×") && !looking_at("÷") && !looking_at("λ");
  }

  void word() {
    const std::size_t begin = at_;
    const auto run = [&] {
      for (;;) {
        if (is_letter(peek()) || is_digit(peek())) {
          ++at_;
        } else if (wide_letter()) {
          at_ += 2;
        } else {
          return;
        }
      }
    };
    run();
    // A dot between two words without blanks renames: `left.take`. A quantifier's dot is followed by a parenthesis.
    while (peek() == '.' && is_letter(peek(1)) &&
           kind_of_word(text_.substr(begin, at_ - begin)) != Token::Kind::keyword) {
      ++at_;
      run();
    }
    const std::string_view text = text_.substr(begin, at_ - begin);
    emit(kind_of_word(text), text, begin);
  }

  void quoted_word() {
    const std::size_t begin = at_++;
    const std::size_t end = text_.find('`', at_);
    if (end == std::string_view::npos || end == at_) {
      diagnostics_.error(range(begin), "this quoted name is never closed");
      return;
    }
    const std::string_view text = text_.substr(at_, end - at_);
    at_ = end + 1;
    emit(Token::Kind::identifier, text, begin);
  }

  void number() {
    const std::size_t begin = at_;
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      at_ += 2;
      while (is_digit(peek()) || (peek() >= 'a' && peek() <= 'f') || (peek() >= 'A' && peek() <= 'F')) ++at_;
    } else {
      while (is_digit(peek())) ++at_;
      if (peek() == '.' && is_digit(peek(1))) {
        ++at_;
        while (is_digit(peek())) ++at_;
        diagnostics_.error(range(begin), "real numbers are not supported");
      }
    }
    emit(Token::Kind::number, text_.substr(begin, at_ - begin), begin);
  }

  void string() {
    const std::size_t begin = at_;
    const std::string_view quote = peek() == '"' ? "\"" : "'''";
    at_ += quote.size();
    while (at_ < text_.size() && !looking_at(quote)) {
      if (quote.size() == 1 && (peek() == '\n' || peek() == '\r')) break;
      at_ += peek() == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    }
    if (!looking_at(quote)) {
      diagnostics_.error(range(begin), "this string is never closed");
      at_ = std::min(at_, text_.size());
    } else {
      at_ += quote.size();
    }
    emit(Token::Kind::string, text_.substr(begin, at_ - begin), begin);
  }

  void primed() {
    const std::size_t begin = at_++;
    while (is_digit(peek())) ++at_;
    if (at_ - begin == 2 && text_[begin + 1] == '0') return emit(Token::Kind::symbol, "$0", begin);
    diagnostics_.error(range(begin), "only '$0', the value before a substitution, may follow a name");
  }

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

bool is_clause_keyword(std::string_view text) {
  return std::ranges::find(clause_keywords, text) != clause_keywords.end();
}

std::vector<std::string> clause_names() { return {clause_keywords.begin(), clause_keywords.end()}; }

std::vector<Token> lex(const SourceMap& sources, FileId file, Diagnostics& diagnostics) {
  return Lexer(sources, file, diagnostics).run();
}

std::vector<Token> lex(const SourceMap& sources, SourceRange part, Diagnostics& diagnostics) {
  return Lexer(sources, part, diagnostics).run();
}

std::string unquote(std::string_view literal) {
  const std::size_t quote = literal.starts_with("'''") ? 3 : 1;
  std::string_view body = literal.substr(std::min(quote, literal.size()));
  if (body.size() >= quote) body.remove_suffix(quote);
  std::string result;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\' || i + 1 == body.size()) {
      result += body[i];
      continue;
    }
    const char escaped = body[++i];
    if (escaped == 'n') {
      result += '\n';
    } else if (escaped == 't') {
      result += '\t';
    } else if (escaped == 'r') {
      result += '\r';
    } else if (escaped == '"' || escaped == '\\' || escaped == '\'') {
      result += escaped;
    } else {
      result += '\\';
      result += escaped;
    }
  }
  return result;
}

}  // namespace quotient::bmethod
