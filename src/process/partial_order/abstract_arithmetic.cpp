#include <optional>

#include "process/partial_order/abstract_run.hpp"

namespace quotient {

namespace {

std::optional<std::int32_t> apply(Op op, std::int32_t left, std::int32_t right) {
  const std::uint32_t a = u(left), b = u(right);
  const auto i = [](std::uint32_t value) { return static_cast<std::int32_t>(value); };
  switch (op) {
    case Op::add:
      return i(a + b);
    case Op::subtract:
      return i(a - b);
    case Op::multiply:
      return i(a * b);
    case Op::divide:
      if (right == 0) return std::nullopt;
      return static_cast<std::int32_t>(std::int64_t{left} / right);
    case Op::modulo:
      if (right == 0) return std::nullopt;
      return static_cast<std::int32_t>(std::int64_t{left} % right);
    case Op::bit_and:
      return left & right;
    case Op::bit_or:
      return left | right;
    case Op::bit_xor:
      return left ^ right;
    case Op::shift_left:
      return i(a << (b & 31U));
    case Op::shift_right:
      return left >> (b & 31U);
    case Op::less:
      return left < right;
    case Op::less_equal:
      return left <= right;
    case Op::greater:
      return left > right;
    case Op::greater_equal:
      return left >= right;
    case Op::equal:
      return left == right;
    case Op::not_equal:
      return left != right;
    case Op::negate:
      return i(0U - a);
    case Op::logical_not:
      return left == 0;
    case Op::complement:
      return ~left;
    case Op::to_bool:
      return left != 0;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool EffectFinder::Run::arithmetic(const Instruction& in) {
  switch (in.op) {
    case Op::negate:
    case Op::logical_not:
    case Op::complement:
    case Op::to_bool: {
      // Part of a condition: it holds where what it waits for is there.
      if (in.op == Op::to_bool && !stack_->back().speaks_of.empty()) return true;
      const ValueSet given = popped_and_read();
      push(AbstractValue::number(
          given.combined(ValueSet::of(0), [&](std::int32_t a, std::int32_t) { return apply(in.op, a, 0); })));
      return true;
    }
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::shift_left:
    case Op::shift_right:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal: {
      const ValueSet right = popped_and_read(), left = popped_and_read();
      const ValueSet made = left.combined(right, [&](std::int32_t a, std::int32_t b) { return apply(in.op, a, b); });
      push(AbstractValue::number(made.is_known() && made.values().empty() ? ValueSet::unknown() : made));
      return true;
    }
    default:
      return false;
  }
}

}  // namespace quotient
