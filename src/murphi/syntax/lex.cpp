#include "murphi/syntax/lex.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <string>

namespace quotient::murphi {

namespace {

// In alphabetical order. `end` and all that begins with it close whatever is open.
constexpr std::array<std::string_view, 68> keywords = {"alias",
                                                       "array",
                                                       "assert",
                                                       "assume",
                                                       "begin",
                                                       "by",
                                                       "case",
                                                       "choose",
                                                       "clear",
                                                       "const",
                                                       "cover",
                                                       "do",
                                                       "else",
                                                       "elsif",
                                                       "end",
                                                       "endalias",
                                                       "endchoose",
                                                       "endexists",
                                                       "endfor",
                                                       "endforall",
                                                       "endfunction",
                                                       "endif",
                                                       "endprocedure",
                                                       "endrecord",
                                                       "endrule",
                                                       "endruleset",
                                                       "endstartstate",
                                                       "endswitch",
                                                       "endwhile",
                                                       "enum",
                                                       "error",
                                                       "exists",
                                                       "externfun",
                                                       "for",
                                                       "forall",
                                                       "function",
                                                       "if",
                                                       "invariant",
                                                       "ismember",
                                                       "isundefined",
                                                       "liveness",
                                                       "multiset",
                                                       "multisetadd",
                                                       "multisetcount",
                                                       "multisetremove",
                                                       "multisetremovepred",
                                                       "of",
                                                       "procedure",
                                                       "property",
                                                       "put",
                                                       "real",
                                                       "record",
                                                       "return",
                                                       "rule",
                                                       "ruleset",
                                                       "scalarset",
                                                       "startstate",
                                                       "switch",
                                                       "then",
                                                       "to",
                                                       "type",
                                                       "undefine",
                                                       "union",
                                                       "var",
                                                       "while",
                                                       "endmultiset",
                                                       "endunion",
                                                       "endproperty"};

/// Signs beyond ASCII that stand for others.
struct Synonym {
  std::string_view sign, meaning;
};
constexpr std::array<Synonym, 10> synonyms = {{{"∀", "forall"},
                                               {"∃", "exists"},
                                               {"≤", "<="},
                                               {"≥", ">="},
                                               {"≠", "!="},
                                               {"→", "->"},
                                               {"⇒", "==>"},
                                               {"¬", "!"},
                                               {"∧", "&"},
                                               {"∨", "|"}}};
constexpr std::array<std::string_view, 7> long_signs = {"==>", ":=", "..", "!=", "<=", ">=", "->"};

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool goes_on_name(char c) { return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Lexer {
 public:
  /// `text`: the file up to where to end.
  Lexer(std::string_view text, FileId file, std::size_t begin, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics), at_(begin) {
    if (at_ == 0 && text_.starts_with("\xef\xbb\xbf")) at_ = 3;
  }

  std::vector<Token> run() {
    while (skip_blanks()) next();
    tokens_.push_back({TokenKind::end, range(at_, at_), ""});
    return std::move(tokens_);
  }

 private:
  SourceRange range(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  std::string_view rest() const { return text_.substr(at_); }

  /// Moves to the next token; false at the end of the text.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      if (rest().starts_with("--")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest().starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) {
          diagnostics_.error(range(at_, at_ + 2), "this comment is not closed: '*/' is missing");
          at_ = text_.size();
          return false;
        }
        at_ = end + 2;
      } else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        ++at_;
      } else {
        return true;
      }
    }
    return false;
  }

  void add(TokenKind kind, std::size_t length, std::string_view text) {
    tokens_.push_back({kind, range(at_, at_ + length), text});
    at_ += length;
  }

  void next() {
    if (begins_name(text_[at_])) return word();
    if (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) return number();
    if (text_[at_] == '"' || rest().starts_with("“")) return string();
    for (const Synonym& s : synonyms) {
      if (!rest().starts_with(s.sign)) continue;
      return add(begins_name(s.meaning[0]) ? TokenKind::keyword : TokenKind::sign, s.sign.size(), s.meaning);
    }
    if (rest().starts_with("≔")) return add(TokenKind::sign, std::string_view("≔").size(), ":=");
    // As in other languages; rumur reads them too.
    if (rest().starts_with("==") && !rest().starts_with("==>")) return add(TokenKind::sign, 2, "=");
    if (rest().starts_with("&&")) return add(TokenKind::sign, 2, "&");
    if (rest().starts_with("||")) return add(TokenKind::sign, 2, "|");
    for (const std::string_view sign : long_signs) {
      if (rest().starts_with(sign)) return add(TokenKind::sign, sign.size(), sign);
    }
    if (std::string_view(":;,.[](){}=<>+-*/%&|!?").find(text_[at_]) != std::string_view::npos) {
      return add(TokenKind::sign, 1, text_.substr(at_, 1));
    }
    diagnostics_.error(range(at_, at_ + 1), "this character has no meaning here");
    ++at_;
  }

  void word() {
    std::size_t length = 1;
    while (at_ + length < text_.size() && goes_on_name(text_[at_ + length])) ++length;
    const std::string_view word = text_.substr(at_, length);
    std::string folded(word);
    std::ranges::transform(folded, folded.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto known = std::ranges::find(keywords, folded);
    if (known == keywords.end()) return add(TokenKind::name, length, word);
    add(TokenKind::keyword, length, *known);
  }

  void number() {
    std::size_t length = 1;
    while (at_ + length < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_ + length])) != 0) ++length;
    add(TokenKind::number, length, text_.substr(at_, length));
  }

  void string() {
    const std::size_t open = text_[at_] == '"' ? 1 : std::string_view("“").size();
    const std::string_view close = text_[at_] == '"' ? std::string_view("\"") : std::string_view("”");
    std::size_t end = at_ + open;
    while (end < text_.size() && text_[end] != '\n' && !text_.substr(end).starts_with(close)) {
      end += text_[end] == '\\' && end + 1 < text_.size() ? 2 : 1;
    }
    if (end >= text_.size() || text_[end] == '\n') {
      diagnostics_.error(range(at_, at_ + open), "this string is not closed on its line");
      at_ = std::min(end, text_.size());
      return;
    }
    const std::string_view inside = text_.substr(at_ + open, end - at_ - open);
    add(TokenKind::string, end + close.size() - at_, inside);
  }

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> lex(const SourceMap& sources, FileId file, Diagnostics& diagnostics) {
  return Lexer(sources[file].text(), file, 0, diagnostics).run();
}

std::vector<Token> lex(const SourceMap& sources, SourceRange part, Diagnostics& diagnostics) {
  const std::string_view text = sources[part.file].text();
  return Lexer(text.substr(0, part.end), part.file, part.begin, diagnostics).run();
}

}  // namespace quotient::murphi
