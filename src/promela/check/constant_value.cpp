#include "promela/check/check_expression.hpp"

// Expressions of constants only, in SPIN's 32-bit arithmetic.
namespace quotient::promela {

namespace {

std::int32_t wrap(std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(value)); }

std::optional<std::int64_t> apply(Operator op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Operator::add:
      return wrap(a + b);
    case Operator::subtract:
      return wrap(a - b);
    case Operator::multiply:
      return wrap(a * b);
    case Operator::divide:
      if (b == 0) return std::nullopt;
      return wrap(a / b);
    case Operator::modulo:
      if (b == 0) return std::nullopt;
      return b == -1 ? 0 : wrap(a % b);
    case Operator::bit_and:
      return wrap(a & b);
    case Operator::bit_or:
      return wrap(a | b);
    case Operator::bit_xor:
      return wrap(a ^ b);
    case Operator::less:
      return a < b;
    case Operator::less_equal:
      return a <= b;
    case Operator::greater:
      return a > b;
    case Operator::greater_equal:
      return a >= b;
    case Operator::equal:
      return a == b;
    case Operator::not_equal:
      return a != b;
    case Operator::logical_and:
      return a != 0 && b != 0;
    case Operator::logical_or:
      return a != 0 || b != 0;
    case Operator::shift_left:
      if (b < 0 || b > 31) return std::nullopt;
      return wrap(static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << b));
    case Operator::shift_right:
      if (b < 0 || b > 31) return std::nullopt;
      return wrap(a >> b);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::int64_t> constant_value(const Expression& expression) {
  if (expression.kind == ExpressionKind::constant) return expression.value;
  if (expression.kind != ExpressionKind::unary && expression.kind != ExpressionKind::binary) return std::nullopt;
  const auto first = constant_value(expression.operands[0]);
  if (!first) return std::nullopt;
  switch (expression.op) {
    case Operator::negate:
      return wrap(-*first);
    case Operator::complement:
      return wrap(~*first);
    case Operator::logical_not:
      return *first == 0;
    default:
      break;
  }
  if (expression.operands.size() != 2) return std::nullopt;
  const auto second = constant_value(expression.operands[1]);
  if (!second) return std::nullopt;
  return apply(expression.op, *first, *second);
}

std::string_view operator_text(Operator op) {
  switch (op) {
    case Operator::none:
      return "";
    case Operator::negate:
    case Operator::subtract:
      return "-";
    case Operator::logical_not:
      return "!";
    case Operator::complement:
      return "~";
    case Operator::add:
      return "+";
    case Operator::multiply:
      return "*";
    case Operator::divide:
      return "/";
    case Operator::modulo:
      return "%";
    case Operator::bit_and:
      return "&";
    case Operator::bit_or:
      return "|";
    case Operator::bit_xor:
      return "^";
    case Operator::shift_left:
      return "<<";
    case Operator::shift_right:
      return ">>";
    case Operator::less:
      return "<";
    case Operator::less_equal:
      return "<=";
    case Operator::greater:
      return ">";
    case Operator::greater_equal:
      return ">=";
    case Operator::equal:
      return "==";
    case Operator::not_equal:
      return "!=";
    case Operator::logical_and:
      return "&&";
    case Operator::logical_or:
      return "||";
    case Operator::always:
      return "[]";
    case Operator::eventually:
      return "<>";
    case Operator::next:
      return "X";
    case Operator::until:
      return "U";
    case Operator::weak_until:
      return "W";
    case Operator::release:
      return "V";
    case Operator::implies:
      return "->";
    case Operator::equivalent:
      return "<->";
    case Operator::previously:
      return "previously";
    case Operator::once:
      return "once";
    case Operator::historically:
      return "historically";
    case Operator::since:
      return "since";
  }
  return "";
}

}  // namespace quotient::promela
