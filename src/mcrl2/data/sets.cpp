#include "mcrl2/data/sets.hpp"

#include <algorithm>

#include "mcrl2/data/number.hpp"

namespace quotient::mcrl2 {

Value make_set(std::vector<Value> elements, TermStore& store, ConstructorIndex index) {
  std::sort(elements.begin(), elements.end(), [&](Value a, Value b) { return compare(a, b, index) < 0; });
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return store.make(node_op::set, elements);
}

Value make_bag(std::vector<Value> parts, TermStore& store, ConstructorIndex index) {
  std::vector<std::pair<Value, Value>> rows;
  for (std::size_t i = 0; i + 1 < parts.size(); i += 2) rows.emplace_back(parts[i], parts[i + 1]);
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const auto& a, const auto& b) { return compare(a.first, b.first, index) < 0; });
  std::vector<Value> result;
  for (const auto& [element, count] : rows) {
    if (!result.empty() && result[result.size() - 2] == element) {
      result.back() = add(result.back(), count, store);
    } else {
      result.push_back(element);
      result.push_back(count);
    }
  }
  std::vector<Value> kept;
  for (std::size_t i = 0; i < result.size(); i += 2) {
    if (sign(result[i + 1]) <= 0) continue;
    kept.push_back(result[i]);
    kept.push_back(result[i + 1]);
  }
  return store.make(node_op::bag, kept);
}

Found find_sorted(std::span<const Value> sorted, std::size_t stride, Value element, ConstructorIndex index) {
  std::size_t low = 0;
  std::size_t high = sorted.size() / stride;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const int order = compare(sorted[middle * stride], element, index);
    if (order == 0) return {middle * stride, true};
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return {low * stride, false};
}

Value combine_sets(SetOp op, Value a, Value b, TermStore& store, ConstructorIndex index) {
  const auto x = a.node()->arguments();
  const auto y = b.node()->arguments();
  std::vector<Value> out;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < x.size() || j < y.size()) {
    const int order = i == x.size() ? 1 : j == y.size() ? -1 : compare(x[i], y[j], index);
    if (order == 0) {
      if (op != SetOp::subtract) out.push_back(x[i]);
      ++i;
      ++j;
    } else if (order < 0) {
      if (op != SetOp::intersect) out.push_back(x[i]);
      ++i;
    } else {
      if (op == SetOp::unite) out.push_back(y[j]);
      ++j;
    }
  }
  return store.make(node_op::set, out);
}

Value combine_bags(SetOp op, Value a, Value b, TermStore& store, ConstructorIndex index) {
  const auto x = a.node()->arguments();
  const auto y = b.node()->arguments();
  std::vector<Value> out;
  const auto push = [&](Value element, Value count) {
    if (sign(count) <= 0) return;
    out.push_back(element);
    out.push_back(count);
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < x.size() || j < y.size()) {
    const int order = i == x.size() ? 1 : j == y.size() ? -1 : compare(x[i], y[j], index);
    if (order == 0) {
      const Value m = x[i + 1];
      const Value n = y[j + 1];
      push(x[i], op == SetOp::unite       ? add(m, n, store)
                 : op == SetOp::intersect ? (compare_numbers(m, n) < 0 ? m : n)
                                          : subtract(m, n, store));
      i += 2;
      j += 2;
    } else if (order < 0) {
      if (op != SetOp::intersect) push(x[i], x[i + 1]);
      i += 2;
    } else {
      if (op == SetOp::unite) push(y[j], y[j + 1]);
      j += 2;
    }
  }
  return store.make(node_op::bag, out);
}

bool is_plain_set(Value set) { return is_op(set, node_op::set) || is_op(set, node_op::co_set); }

std::optional<Value> combine_plain_sets(SetOp op, Value a, Value b, TermStore& store, ConstructorIndex index) {
  if (!is_plain_set(a) || !is_plain_set(b)) return std::nullopt;
  const bool co_a = is_op(a, node_op::co_set);
  const bool co_b = is_op(b, node_op::co_set) != (op == SetOp::subtract);  // a - b is a * !b
  const auto finite = [&](Value s) { return store.make(node_op::set, s.node()->arguments()); };
  const auto complement = [&](Value s) { return store.make(node_op::co_set, s.node()->arguments()); };
  const Value x = finite(a);
  const Value y = finite(b);
  if (op == SetOp::unite) {
    if (!co_a && !co_b) return combine_sets(SetOp::unite, x, y, store, index);
    if (co_a && co_b) return complement(combine_sets(SetOp::intersect, x, y, store, index));
    return complement(co_a ? combine_sets(SetOp::subtract, x, y, store, index)
                           : combine_sets(SetOp::subtract, y, x, store, index));
  }
  if (!co_a && !co_b) return combine_sets(SetOp::intersect, x, y, store, index);
  if (co_a && co_b) return complement(combine_sets(SetOp::unite, x, y, store, index));
  return co_a ? combine_sets(SetOp::subtract, y, x, store, index) : combine_sets(SetOp::subtract, x, y, store, index);
}

std::optional<bool> is_subset(Value a, Value b, TermStore& store, ConstructorIndex index) {
  if (a == b) return true;
  const auto rest = combine_plain_sets(SetOp::subtract, a, b, store, index);
  if (!rest) return std::nullopt;
  return is_op(*rest, node_op::set) && rest->node()->size == 0;
}

}  // namespace quotient::mcrl2
