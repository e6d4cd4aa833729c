#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <optional>

#include "promela/preprocess/preprocess.hpp"

// Integer expressions of `#if`: 64 bits, signed unless a constant says otherwise, as in C99 6.10.1.
namespace quotient::promela {

namespace {

constexpr int deepest_condition = 500;

struct Value {
  std::uint64_t bits = 0;
  bool is_unsigned = false;
  std::int64_t as_signed() const { return static_cast<std::int64_t>(bits); }
};

Value of(bool truth) { return {truth ? 1U : 0U, false}; }

struct BinaryOperator {
  std::string_view text;
  int precedence;
};

constexpr BinaryOperator operators[] = {{"*", 10}, {"/", 10}, {"%", 10}, {"+", 9},  {"-", 9},  {"<<", 8},
                                        {">>", 8}, {"<", 7},  {">", 7},  {"<=", 7}, {">=", 7}, {"==", 6},
                                        {"!=", 6}, {"&", 5},  {"^", 4},  {"|", 3},  {"&&", 2}, {"||", 1}};

class Evaluator {
 public:
  Evaluator(const std::vector<RawToken>& tokens, SourceRange where, Diagnostics& diagnostics)
      : tokens_(tokens), where_(where), diagnostics_(diagnostics) {}

  bool run() {
    if (tokens_.empty()) {
      fail("expected a condition");
      return false;
    }
    const Value value = comma();
    if (!failed_ && position_ < tokens_.size()) fail(fmt::format("unexpected '{}' in condition", peek()));
    return !failed_ && value.bits != 0;
  }

 private:
  std::string_view peek() const { return position_ < tokens_.size() ? tokens_[position_].text : std::string_view(); }
  bool take(std::string_view text) {
    if (peek() != text || tokens_[position_].kind != RawKind::punctuator) return false;
    ++position_;
    return true;
  }
  void fail(std::string message) {
    if (!failed_) diagnostics_.error(position_ < tokens_.size() ? tokens_[position_].use : where_, std::move(message));
    failed_ = true;
  }

  Value comma() {
    Value value = conditional();
    while (!failed_ && take(",")) value = conditional();
    return value;
  }

  Value conditional() {
    if (++depth_ > deepest_condition) fail("condition is nested too deeply");
    Value condition = failed_ ? Value{} : binary(1);
    if (!failed_ && take("?")) {
      const bool chosen = condition.bits != 0;
      const int skipped = skipping_;
      skipping_ = skipped + (chosen ? 0 : 1);
      Value yes = comma();
      if (!failed_ && !take(":")) fail("expected ':' in condition");
      skipping_ = skipped + (chosen ? 1 : 0);
      Value no = failed_ ? Value{} : conditional();
      skipping_ = skipped;
      condition = chosen ? yes : no;
      condition.is_unsigned = yes.is_unsigned || no.is_unsigned;
    }
    --depth_;
    return condition;
  }

  std::optional<BinaryOperator> binary_operator() const {
    if (position_ >= tokens_.size() || tokens_[position_].kind != RawKind::punctuator) return std::nullopt;
    for (const BinaryOperator& candidate : operators) {
      if (candidate.text == tokens_[position_].text) return candidate;
    }
    return std::nullopt;
  }

  Value binary(int least) {
    Value left = unary();
    while (!failed_) {
      const auto op = binary_operator();
      if (!op || op->precedence < least) break;
      ++position_;
      const bool decided = (op->text == "&&" && left.bits == 0) || (op->text == "||" && left.bits != 0);
      if (decided) ++skipping_;
      const Value right = binary(op->precedence + 1);
      if (decided) --skipping_;
      if (!failed_) left = apply(op->text, left, right);
    }
    return left;
  }

  Value apply(std::string_view op, Value a, Value b) {
    if (op == "&&") return of(a.bits != 0 && b.bits != 0);
    if (op == "||") return of(a.bits != 0 || b.bits != 0);
    if (op == "<<" || op == ">>") return shift(op == "<<", a, b);
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    if (op == "==") return of(a.bits == b.bits);
    if (op == "!=") return of(a.bits != b.bits);
    if (op == "<") return of(is_unsigned ? a.bits < b.bits : a.as_signed() < b.as_signed());
    if (op == ">") return of(is_unsigned ? a.bits > b.bits : a.as_signed() > b.as_signed());
    if (op == "<=") return of(is_unsigned ? a.bits <= b.bits : a.as_signed() <= b.as_signed());
    if (op == ">=") return of(is_unsigned ? a.bits >= b.bits : a.as_signed() >= b.as_signed());
    if (op == "/" || op == "%") return divide(op == "/", a, b, is_unsigned);
    std::uint64_t bits = 0;
    if (op == "+") bits = a.bits + b.bits;
    if (op == "-") bits = a.bits - b.bits;
    if (op == "*") bits = a.bits * b.bits;
    if (op == "&") bits = a.bits & b.bits;
    if (op == "^") bits = a.bits ^ b.bits;
    if (op == "|") bits = a.bits | b.bits;
    return {bits, is_unsigned};
  }

  static Value shift(bool left, Value a, Value b) {
    std::int64_t count = b.as_signed();
    if (!b.is_unsigned && count < 0) {
      left = !left;
      count = count == std::numeric_limits<std::int64_t>::min() ? 64 : -count;
    }
    const bool all_out = (b.is_unsigned && b.bits >= 64) || count >= 64 || count < 0;
    if (left) return {all_out ? 0 : a.bits << count, a.is_unsigned};
    const bool negative = !a.is_unsigned && a.as_signed() < 0;
    if (all_out) return {negative ? ~std::uint64_t{0} : 0, a.is_unsigned};
    if (negative) return {static_cast<std::uint64_t>(a.as_signed() >> count), false};
    return {a.bits >> count, a.is_unsigned};
  }

  Value divide(bool quotient, Value a, Value b, bool is_unsigned) {
    if (b.bits == 0) {
      if (skipping_ == 0) fail("division by zero in condition");
      return {};
    }
    if (is_unsigned) return {quotient ? a.bits / b.bits : a.bits % b.bits, true};
    if (b.as_signed() == -1) return {quotient ? 0 - a.bits : 0, false};
    return {static_cast<std::uint64_t>(quotient ? a.as_signed() / b.as_signed() : a.as_signed() % b.as_signed()),
            false};
  }

  Value unary() {
    if (++depth_ > deepest_condition) fail("condition is nested too deeply");
    Value value;
    if (failed_) {
    } else if (take("!")) {
      value = of(unary().bits == 0);
    } else if (take("-")) {
      value = unary();
      value.bits = 0 - value.bits;
    } else if (take("+")) {
      value = unary();
    } else if (take("~")) {
      value = unary();
      value.bits = ~value.bits;
    } else if (take("(")) {
      value = comma();
      if (!failed_ && !take(")")) fail("expected ')' in condition");
    } else {
      value = primary();
    }
    --depth_;
    return value;
  }

  Value primary() {
    if (position_ >= tokens_.size()) {
      fail("condition ends too early");
      return {};
    }
    const RawToken& token = tokens_[position_];
    if (token.kind == RawKind::identifier) {
      ++position_;
      return {};  // C: a name that is no macro counts as 0
    }
    if (token.kind == RawKind::number) return number(token);
    if (token.kind == RawKind::character && !token.unterminated) return character(token);
    fail(fmt::format("'{}' is not an integer and cannot stand in a condition", token.text));
    return {};
  }

  Value number(const RawToken& token) {
    std::string_view text = token.text;
    unsigned base = 10;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
      base = 16;
      text.remove_prefix(2);
    } else if (text.size() > 2 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B')) {
      base = 2;
      text.remove_prefix(2);
    } else if (text.size() > 1 && text[0] == '0') {
      base = 8;
    }
    Value value;
    std::size_t i = 0;
    for (; i < text.size(); ++i) {
      const char c = text[i];
      unsigned digit = 99;
      if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
      if (c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a') + 10;
      if (c >= 'A' && c <= 'F') digit = static_cast<unsigned>(c - 'A') + 10;
      if (digit >= base) break;
      value.bits = value.bits * base + digit;
    }
    if (value.as_signed() < 0) value.is_unsigned = true;
    for (; i < text.size(); ++i) {
      if (text[i] == 'u' || text[i] == 'U') {
        value.is_unsigned = true;
      } else if (text[i] != 'l' && text[i] != 'L') {
        fail(fmt::format("'{}' is not an integer and cannot stand in a condition", token.text));
        return {};
      }
    }
    ++position_;
    return value;
  }

  Value character(const RawToken& token) {
    std::string_view text = token.text.substr(1, token.text.size() - 2);
    if (text.empty()) {
      fail("empty character constant");
      return {};
    }
    ++position_;
    if (text[0] != '\\' || text.size() == 1)
      return {static_cast<std::uint64_t>(static_cast<std::int64_t>(text[0])), false};
    constexpr std::string_view letters = "abfnrtv";
    constexpr char meanings[] = {7, 8, 12, 10, 13, 9, 11};
    const std::size_t letter = letters.find(text[1]);
    if (letter != std::string_view::npos) return {static_cast<std::uint64_t>(meanings[letter]), false};
    if (text[1] < '0' || text[1] > '7') return {static_cast<std::uint64_t>(static_cast<unsigned char>(text[1])), false};
    std::uint64_t octal = 0;
    for (std::size_t i = 1; i < text.size() && text[i] >= '0' && text[i] <= '7'; ++i) {
      octal = octal * 8 + static_cast<std::uint64_t>(text[i] - '0');
    }
    return {octal, false};
  }

  const std::vector<RawToken>& tokens_;
  SourceRange where_;
  Diagnostics& diagnostics_;
  std::size_t position_ = 0;
  int depth_ = 0;
  int skipping_ = 0;
  bool failed_ = false;
};

}  // namespace

bool evaluate_condition(const std::vector<RawToken>& tokens, SourceRange where, Diagnostics& diagnostics) {
  return Evaluator(tokens, where, diagnostics).run();
}

}  // namespace quotient::promela
