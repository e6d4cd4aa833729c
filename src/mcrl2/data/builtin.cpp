#include <algorithm>

#include "mcrl2/data/evaluator.hpp"
#include "mcrl2/data/number.hpp"
#include "mcrl2/data/sets.hpp"

namespace quotient::mcrl2 {

/// A built-in operation on arguments for which it has no value (head([]), 1 + n for an n without equation) stays as it
/// is.
Value Evaluator::stuck(Builtin op, std::span<const Value> arguments) {
  std::vector<Value> parts{Value::small(static_cast<std::int64_t>(op)), Value::small(operand_sorts_[0].value),
                           Value::small(operand_sorts_[1].value)};
  parts.insert(parts.end(), arguments.begin(), arguments.end());
  return store_.make(node_op::stuck_builtin, parts);
}

Value Evaluator::builtin_number(Builtin op, std::span<const Value> arguments) {
  for (const Value v : arguments) {
    if (!is_number(v)) return stuck(op, arguments);
  }
  const Value a = arguments[0];
  const Value b = arguments.back();
  switch (op) {
    case Builtin::add:
      return add(a, b, store_);
    case Builtin::subtract:
      return subtract(a, b, store_);
    case Builtin::multiply:
      return multiply(a, b, store_);
    case Builtin::negate:
      return subtract(Value::small(0), a, store_);
    case Builtin::divide:
      return sign(b) > 0 ? divide(a, b, store_) : stuck(op, arguments);
    case Builtin::modulo:
      return sign(b) > 0 ? modulo(a, b, store_) : stuck(op, arguments);
    case Builtin::divide_real:
      return sign(b) != 0 ? divide_real(a, b, store_) : stuck(op, arguments);
    case Builtin::power: {
      const auto result = is_integer(b) ? power(a, b, store_) : std::nullopt;
      return result ? *result : stuck(op, arguments);
    }
    case Builtin::successor:
      return add(a, Value::small(1), store_);
    case Builtin::predecessor:
      return subtract(a, Value::small(1), store_);
    case Builtin::absolute:
      return sign(a) < 0 ? subtract(Value::small(0), a, store_) : a;
    case Builtin::maximum:
      return compare_numbers(a, b) < 0 ? b : a;
    case Builtin::minimum:
      return compare_numbers(a, b) < 0 ? a : b;
    case Builtin::floor:
      return floor(a, store_);
    case Builtin::ceiling:
      return subtract(Value::small(0), floor(subtract(Value::small(0), a, store_), store_), store_);
    case Builtin::round:
      return floor(add(a, divide_real(Value::small(1), Value::small(2), store_), store_), store_);
    case Builtin::square_root:
      return sign(a) >= 0 ? square_root(a, store_) : stuck(op, arguments);
    case Builtin::to_pos:
      return is_integer(a) && sign(a) > 0 ? a : stuck(op, arguments);
    case Builtin::to_nat:
      return is_integer(a) && sign(a) >= 0 ? a : stuck(op, arguments);
    case Builtin::to_int:
      return is_integer(a) ? a : stuck(op, arguments);
    default:
      return a;
  }
}

/// Elements below keys in the order of the keys; where the function already yields the value, nothing is kept.
Value Evaluator::update(Value function, Value key, Value value) {
  const bool updated = is_op(function, node_op::update);
  const Value base = updated ? (*function.node())[0] : function;
  std::vector<Value> rows;
  if (updated) rows.assign(function.node()->arguments().begin() + 1, function.node()->arguments().end());
  const Found found = find_sorted(rows, 2, key, program_.constructor_index);
  const Value argument[] = {key};
  const bool as_before = equal(apply(base, argument), value).is_true();
  const auto at = rows.begin() + static_cast<std::ptrdiff_t>(found.at);
  if (as_before) {
    if (found.present) rows.erase(at, at + 2);
  } else if (found.present) {
    rows[found.at + 1] = value;
  } else {
    const Value row[] = {key, value};
    rows.insert(at, row, row + 2);
  }
  if (rows.empty()) return base;
  rows.insert(rows.begin(), base);
  return store_.make(node_op::update, rows);
}

Value Evaluator::builtin(Builtin op, std::span<const Value> arguments) {
  if (op >= Builtin::add && op <= Builtin::to_real) return builtin_number(op, arguments);
  if (op >= Builtin::list_prepend && op <= Builtin::list_contains) return builtin_list(op, arguments);
  if (op >= Builtin::set_union && op <= Builtin::set_size) return builtin_set(op, arguments);
  if (op >= Builtin::bag_union && op <= Builtin::bag_to_set) return builtin_bag(op, arguments);
  const Value a = arguments[0];
  switch (op) {
    case Builtin::logic_not:
      if (a.is_true() || a.is_false()) return Value::truth(a.is_false());
      return stuck(op, arguments);
    case Builtin::equal:
      return equal(a, arguments[1]);
    case Builtin::not_equal: {
      const auto same = are_same(a, arguments[1]);
      return same ? Value::truth(!*same) : stuck(op, arguments);
    }
    case Builtin::less:
    case Builtin::less_equal: {
      const Value b = arguments[1];
      if (a == b) return Value::truth(op == Builtin::less_equal);
      // Functions and terms without value have no order.
      if (!is_plain(a) || !is_plain(b)) return stuck(op, arguments);
      return Value::truth(compare(a, b, program_.constructor_index) < 0);
    }
    case Builtin::subset_less:
    case Builtin::subset_less_equal: {
      const auto subset = is_subset(a, arguments[1], store_, program_.constructor_index);
      if (!subset) return stuck(op, arguments);
      return Value::truth(*subset && (op == Builtin::subset_less_equal || a != arguments[1]));
    }
    case Builtin::bag_less:
    case Builtin::bag_less_equal: {
      if (!is_op(a, node_op::bag) || !is_op(arguments[1], node_op::bag)) return stuck(op, arguments);
      const Value rest = combine_bags(SetOp::subtract, a, arguments[1], store_, program_.constructor_index);
      return Value::truth(rest.node()->size == 0 && (op == Builtin::bag_less_equal || a != arguments[1]));
    }
    case Builtin::function_update:
      return update(a, arguments[1], arguments[2]);
    default:
      return stuck(op, arguments);
  }
}

}  // namespace quotient::mcrl2
