#include "bmethod/syntax/prolog_term.hpp"

#include <cctype>

namespace quotient::bmethod {
namespace {

constexpr std::size_t deepest_term = 4000;

class TermReader {
 public:
  explicit TermReader(std::string_view text) : text_(text) {}

  PrologRead run() {
    PrologRead made;
    skip_blank();
    made.term = term(0);
    made.error = std::move(error_);
    made.offset = at_;
    return made;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

  void fail(std::string what) {
    if (error_.empty()) error_ = std::move(what);
  }

  void skip_blank() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
        ++at_;
      } else if (peek() == '%') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_).starts_with("/*")) {
        const std::size_t close = text_.find("*/", at_ + 2);
        at_ = close == std::string_view::npos ? text_.size() : close + 2;
      } else {
        return;
      }
    }
  }

  /// Terms up to a closing bracket.
  void arguments(std::vector<PrologTerm>& into, char close, std::size_t depth) {
    ++at_;
    skip_blank();
    if (peek() == close) {
      ++at_;
      return;
    }
    while (error_.empty()) {
      into.push_back(term(depth + 1));
      skip_blank();
      if (peek() == close) {
        ++at_;
        return;
      }
      if (peek() != ',') return fail(std::string("expected ',' or '") + close + "'");
      ++at_;
      skip_blank();
    }
  }

  std::string quoted() {
    std::string made;
    const char quote = peek();
    for (++at_; at_ < text_.size(); ++at_) {
      if (peek() == '\\' && at_ + 1 < text_.size()) {
        ++at_;
        made += peek() == 'n' ? '\n' : peek();
      } else if (peek() == quote) {
        ++at_;
        if (peek() != quote) return made;
        made += quote;  // written twice
      } else {
        made += peek();
      }
    }
    fail("this name in quotes does not end");
    return made;
  }

  PrologTerm term(std::size_t depth) {
    PrologTerm made;
    made.begin = at_;
    if (depth > deepest_term) {
      fail("terms are nested too deep");
      return made;
    }
    if (peek() == '[') {
      arguments(made.args, ']', depth);
    } else if (peek() == '\'' || peek() == '"') {
      made.name = quoted();
    } else if (is_word(peek()) || (peek() == '-' && at_ + 1 < text_.size() && is_word(text_[at_ + 1]))) {
      do {
        made.name += text_[at_++];
      } while (is_word(peek()));
    } else {
      fail("expected a term of Prolog");
    }
    if (!made.name.empty() && peek() == '(') arguments(made.args, ')', depth);
    made.end = at_;
    return made;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string error_;
};

}  // namespace

PrologRead read_prolog_term(std::string_view text) { return TermReader(text).run(); }

}  // namespace quotient::bmethod
