#include "ltl/parse.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <fmt/format.h>

namespace quotient::ltl {

namespace {

constexpr int deepest_nesting = 1000;

enum class Token : std::uint8_t {
  end,
  unknown,
  open,
  close,
  verum,
  falsum,
  proposition,
  negation,
  always,
  eventually,
  next,
  until,
  release,
  weak_until,
  conjunction,
  disjunction,
  implies,
  equivalent,
};

struct Spelling {
  std::string_view text;
  Token token;
};

// Longer ones before their beginnings.
constexpr std::array signs = {
    Spelling{"<->", Token::equivalent}, Spelling{"[]", Token::always},      Spelling{"<>", Token::eventually},
    Spelling{"->", Token::implies},     Spelling{"&&", Token::conjunction}, Spelling{"||", Token::disjunction},
    Spelling{"(", Token::open},         Spelling{")", Token::close},        Spelling{"!", Token::negation},
};
constexpr std::array words = {
    Spelling{"true", Token::verum}, Spelling{"false", Token::falsum}, Spelling{"X", Token::next},
    Spelling{"U", Token::until},    Spelling{"V", Token::release},    Spelling{"W", Token::weak_until},
};

class Parser {
 public:
  Parser(Formulas& formulas, std::string_view text, FileId file, std::uint32_t offset, Diagnostics& found)
      : formulas_(formulas), text_(text), file_(file), offset_(offset), found_(found) {
    advance();
  }

  std::optional<Formula> parse() {
    const std::optional<Formula> formula = boolean_level();
    if (formula && token_ != Token::end) return fail("expected an operator or the end of the formula");
    return formula;
  }

 private:
  std::nullopt_t fail(std::string message) {
    found_.error({file_, offset_ + static_cast<std::uint32_t>(begin_), offset_ + static_cast<std::uint32_t>(end_)},
                 std::move(message));
    return std::nullopt;
  }

  void advance() {
    begin_ = end_;
    while (begin_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[begin_])) != 0) ++begin_;
    end_ = begin_;
    if (begin_ == text_.size()) {
      token_ = Token::end;
      return;
    }
    const std::string_view rest = text_.substr(begin_);
    for (const Spelling& sign : signs) {
      if (!rest.starts_with(sign.text)) continue;
      token_ = sign.token;
      end_ += sign.text.size();
      return;
    }
    while (end_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end_])) != 0 || text_[end_] == '_')) {
      ++end_;
    }
    if (end_ == begin_) ++end_;
    token_ = word(text_.substr(begin_, end_ - begin_));
  }

  Token word(std::string_view spelled) {
    for (const Spelling& known : words) {
      if (spelled == known.text) return known.token;
    }
    if (spelled.size() < 2 || spelled[0] != 'p') return Token::unknown;
    const char* const last = spelled.data() + spelled.size();
    const auto [stop, problem] = std::from_chars(spelled.data() + 1, last, number_);
    return problem == std::errc() && stop == last ? Token::proposition : Token::unknown;
  }

  std::optional<Formula> boolean_level() {
    std::optional<Formula> left = temporal_level();
    while (left && token_ >= Token::conjunction) {
      const Token sign = token_;
      advance();
      const std::optional<Formula> right = temporal_level();
      if (!right) return std::nullopt;
      switch (sign) {
        case Token::conjunction:
          left = formulas_.conjunction(*left, *right);
          break;
        case Token::disjunction:
          left = formulas_.disjunction(*left, *right);
          break;
        case Token::implies:
          left = formulas_.implies(*left, *right);
          break;
        default:
          left = formulas_.equivalent(*left, *right);
          break;
      }
    }
    return left;
  }

  std::optional<Formula> temporal_level() {
    std::optional<Formula> left = unary_level();
    while (left && token_ >= Token::until && token_ <= Token::weak_until) {
      const Token sign = token_;
      advance();
      const std::optional<Formula> right = unary_level();
      if (!right) return std::nullopt;
      switch (sign) {
        case Token::until:
          left = formulas_.until(*left, *right);
          break;
        case Token::release:
          left = formulas_.release(*left, *right);
          break;
        default:
          left = formulas_.weak_until(*left, *right);
          break;
      }
    }
    return left;
  }

  std::optional<Formula> unary_level() {
    if (nesting_ == deepest_nesting) return fail(fmt::format("nested more than {} levels deep", deepest_nesting));
    ++nesting_;
    const std::optional<Formula> formula = unary_or_atom();
    --nesting_;
    return formula;
  }

  std::optional<Formula> unary_or_atom() {
    const Token token = token_;
    switch (token) {
      case Token::verum:
      case Token::falsum:
        advance();
        return formulas_.constant(token == Token::verum);
      case Token::proposition: {
        const Formula f = formulas_.proposition(number_);
        advance();
        return f;
      }
      case Token::open: {
        advance();
        const std::optional<Formula> inner = boolean_level();
        if (!inner) return std::nullopt;
        if (token_ != Token::close) return fail("expected ')'");
        advance();
        return inner;
      }
      case Token::negation:
      case Token::always:
      case Token::eventually:
      case Token::next: {
        advance();
        const std::optional<Formula> inner = unary_level();
        if (!inner) return std::nullopt;
        if (token == Token::negation) return formulas_.negation(*inner);
        if (token == Token::always) return formulas_.always(*inner);
        if (token == Token::eventually) return formulas_.eventually(*inner);
        return formulas_.next(*inner);
      }
      case Token::end:
        return fail("the formula ends too early");
      default:
        return fail("expected a formula");
    }
  }

  Formulas& formulas_;
  std::string_view text_;
  FileId file_;
  std::uint32_t offset_;
  Diagnostics& found_;
  Token token_ = Token::end;
  std::uint32_t number_ = 0;
  std::size_t begin_ = 0, end_ = 0;
  int nesting_ = 0;
};

}  // namespace

std::optional<Formula> parse_formula(Formulas& formulas, std::string_view text, FileId file, std::uint32_t offset,
                                     Diagnostics& found) {
  return Parser(formulas, text, file, offset, found).parse();
}

}  // namespace quotient::ltl
