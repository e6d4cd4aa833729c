#include <algorithm>

#include "mcrl2/data/evaluator.hpp"
#include "mcrl2/data/number.hpp"
#include "mcrl2/data/sets.hpp"

namespace quotient::mcrl2 {

namespace {

/// The elements, if the whole of the list is known.
bool elements_of(Value list, std::vector<Value>& out) {
  out.clear();
  while (is_op(list, node_op::cons)) {
    out.push_back((*list.node())[0]);
    list = (*list.node())[1];
  }
  return list == empty_list();
}

}  // namespace

Value Evaluator::builtin_list(Builtin op, std::span<const Value> arguments) {
  const Value a = arguments[0];
  const Value b = arguments.back();
  std::vector<Value> elements;
  const auto with_front = [&](Value rest) {
    for (auto it = elements.rbegin(); it != elements.rend(); ++it) rest = store_.cons(*it, rest);
    return rest;
  };
  switch (op) {
    case Builtin::list_prepend:
      return store_.cons(a, b);
    case Builtin::list_append:
      if (!elements_of(a, elements)) return stuck(op, arguments);
      return with_front(store_.cons(b, empty_list()));
    case Builtin::list_concatenate:
      if (b == empty_list()) return a;
      if (!elements_of(a, elements)) return stuck(op, arguments);
      return with_front(b);
    case Builtin::list_length: {
      std::int64_t length = 0;
      Value rest = a;
      for (; is_op(rest, node_op::cons); rest = (*rest.node())[1]) ++length;
      return rest == empty_list() ? Value::small(length) : stuck(op, arguments);
    }
    case Builtin::list_at: {
      if (!b.is_small() || b.small() < 0) return stuck(op, arguments);
      Value rest = a;
      for (std::int64_t i = b.small(); i > 0 && is_op(rest, node_op::cons); --i) rest = (*rest.node())[1];
      return is_op(rest, node_op::cons) ? (*rest.node())[0] : stuck(op, arguments);
    }
    case Builtin::list_head:
      return is_op(a, node_op::cons) ? (*a.node())[0] : stuck(op, arguments);
    case Builtin::list_tail:
      return is_op(a, node_op::cons) ? (*a.node())[1] : stuck(op, arguments);
    case Builtin::list_last:
      if (!elements_of(a, elements) || elements.empty()) return stuck(op, arguments);
      return elements.back();
    case Builtin::list_front:
      if (!elements_of(a, elements) || elements.empty()) return stuck(op, arguments);
      elements.pop_back();
      return with_front(empty_list());
    default: {
      bool undecided = !elements_of(b, elements);
      for (const Value element : elements) {
        const Value same = equal(a, element);
        if (same.is_true()) return same;
        undecided = undecided || !same.is_false();
      }
      return undecided ? stuck(op, arguments) : Value::truth(false);
    }
  }
}

/// Membership in any kind of set.
Value Evaluator::contains(Value set, Value element) {
  if (set.is_small()) return Value::truth(false);
  const Node* node = set.node();
  const Value argument[] = {element};
  switch (node->op) {
    case node_op::set:
    case node_op::co_set: {
      std::optional<bool> present = find_sorted(node->arguments(), 1, element, program_.constructor_index).present;
      if (!*present && !(node->plain != 0 && is_plain(element))) present = is_element(node->arguments(), element);
      if (present) return Value::truth(*present == (node->op == node_op::set));
      const Value both[] = {element, set};
      return stuck(Builtin::set_contains, both);
    }
    case node_op::set_of:
      return apply((*node)[0], argument);
    case node_op::set_complement: {
      const Value inside = contains((*node)[0], element);
      return inside.is_small() ? Value::truth(inside.is_false()) : inside;
    }
    case node_op::set_union:
    case node_op::set_intersection: {
      const Value decided = Value::truth(node->op == node_op::set_union);
      const Value first = contains((*node)[0], element);
      if (first == decided) return first;
      const Value second = contains((*node)[1], element);
      return second == decided || first.is_small() ? second : first;
    }
    default: {
      const Value both[] = {element, set};
      return stuck(Builtin::set_contains, both);
    }
  }
}

Value Evaluator::builtin_set(Builtin op, std::span<const Value> arguments) {
  const Value a = arguments[0];
  const Value b = arguments.back();
  const auto symbolic = [&](std::uint32_t kind, Value x, Value y) {
    const Value both[] = {x, y};
    return store_.make(kind, both);
  };
  const auto complement = [&](Value set) {
    if (is_op(set, node_op::set)) return store_.make(node_op::co_set, set.node()->arguments());
    if (is_op(set, node_op::co_set)) return store_.make(node_op::set, set.node()->arguments());
    if (is_op(set, node_op::set_complement)) return (*set.node())[0];
    const Value one[] = {set};
    return store_.make(node_op::set_complement, one);
  };
  /// A finite set meets one that is only known by its members: ask for each element.
  const auto filtered = [&](Value finite, Value other, bool keep) {
    std::vector<Value> kept;
    for (const Value element : finite.node()->arguments()) {
      const Value inside = contains(other, element);
      if (!inside.is_small()) return stuck(op, arguments);
      if (inside.is_true() == keep) kept.push_back(element);
    }
    return make_set(std::move(kept), store_, program_.constructor_index);
  };
  switch (op) {
    case Builtin::set_contains:
      return contains(b, a);
    case Builtin::set_complement:
      return complement(a);
    case Builtin::set_pick:  // any element; as in mCRL2 the least
      return is_op(a, node_op::set) && a.node()->size > 0 ? (*a.node())[0] : stuck(op, arguments);
    case Builtin::set_size:
      return is_op(a, node_op::set) ? Value::small(a.node()->size) : stuck(op, arguments);
    case Builtin::set_union: {
      const auto plain = combine_plain_sets(SetOp::unite, a, b, store_, program_.constructor_index);
      return plain ? *plain : symbolic(node_op::set_union, a, b);
    }
    case Builtin::set_intersection: {
      const auto plain = combine_plain_sets(SetOp::intersect, a, b, store_, program_.constructor_index);
      if (plain) return *plain;
      if (is_op(a, node_op::set)) return filtered(a, b, true);
      if (is_op(b, node_op::set)) return filtered(b, a, true);
      return symbolic(node_op::set_intersection, a, b);
    }
    default: {
      const auto plain = combine_plain_sets(SetOp::subtract, a, b, store_, program_.constructor_index);
      if (plain) return *plain;
      if (is_op(a, node_op::set)) return filtered(a, b, false);
      return symbolic(node_op::set_intersection, a, complement(b));
    }
  }
}

Value Evaluator::count_in(Value bag, Value element) {
  if (is_op(bag, node_op::bag)) {
    const Found found = find_sorted(bag.node()->arguments(), 2, element, program_.constructor_index);
    if (found.present) return (*bag.node())[found.at + 1];
    if (bag.node()->plain != 0 && is_plain(element)) return Value::small(0);
    bool unknown = false;
    for (std::size_t i = 0; i < bag.node()->size; i += 2) {
      const auto same = are_same((*bag.node())[i], element);
      if (same == true) return (*bag.node())[i + 1];
      unknown = unknown || !same;
    }
    if (!unknown) return Value::small(0);
  }
  const Value argument[] = {element};
  if (is_op(bag, node_op::bag_of)) return apply((*bag.node())[0], argument);
  const Value both[] = {element, bag};
  return stuck(Builtin::bag_count, both);
}

Value Evaluator::builtin_bag(Builtin op, std::span<const Value> arguments) {
  const Value a = arguments[0];
  const Value b = arguments.back();
  const bool finite = is_op(a, node_op::bag) && is_op(b, node_op::bag);
  const auto combined = [&](SetOp how) {
    return finite ? combine_bags(how, a, b, store_, program_.constructor_index) : stuck(op, arguments);
  };
  switch (op) {
    case Builtin::bag_union:
      return combined(SetOp::unite);
    case Builtin::bag_intersection:
      return combined(SetOp::intersect);
    case Builtin::bag_difference:
      return combined(SetOp::subtract);
    case Builtin::bag_count:
      return count_in(b, a);
    case Builtin::bag_contains: {
      const Value count = count_in(b, a);
      return is_number(count) ? Value::truth(sign(count) > 0) : stuck(op, arguments);
    }
    case Builtin::bag_size: {
      if (!is_op(a, node_op::bag)) return stuck(op, arguments);
      Value total = Value::small(0);
      for (std::size_t i = 1; i < a.node()->size; i += 2) total = add(total, (*a.node())[i], store_);
      return total;
    }
    case Builtin::set_to_bag: {
      if (!is_op(a, node_op::set)) return stuck(op, arguments);
      std::vector<Value> parts;
      for (const Value element : a.node()->arguments()) {
        parts.push_back(element);
        parts.push_back(Value::small(1));
      }
      return store_.make(node_op::bag, parts);
    }
    default: {
      if (!is_op(a, node_op::bag)) return stuck(op, arguments);
      std::vector<Value> parts;
      for (std::size_t i = 0; i < a.node()->size; i += 2) parts.push_back((*a.node())[i]);
      return store_.make(node_op::set, parts);
    }
  }
}

}  // namespace quotient::mcrl2
