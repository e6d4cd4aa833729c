#include "bmethod/values/relations.hpp"

#include <algorithm>

namespace quotient::bmethod {
namespace {

/// Exactly one bit. std::has_single_bit counts them all, by a call where the processor's own instruction is not
/// assumed.
bool is_single(Value row) { return row != 0 && (row & (row - 1)) == 0; }

/// A relation as a mask is a matrix of bits: one row for each first component, as wide as there are second components.
struct Matrix {
  explicit Matrix(const Type* relation)
      : rows(relation->first->first->cardinality),
        width(relation->first->second->cardinality),
        row_bits(low_bits(width)) {}

  Value row(Value r, Value x) const { return (r >> (x * width)) & row_bits; }
  Value at(Value x, Value row) const { return row << (x * width); }
  /// The bits of the rows in `set`.
  Value rows_of(Value set) const {
    Value result = 0;
    for (Value rest = set; rest != 0; rest &= rest - 1)
      result |= at(static_cast<Value>(std::countr_zero(rest)), row_bits);
    return result;
  }
  /// `row` in every row.
  Value repeat(Value row) const {
    Value result = 0;
    for (Value x = 0; x < rows; ++x) result |= at(x, row);
    return result;
  }
  Value domain(Value r) const {
    Value result = 0;
    while (r != 0) {
      const Value x = static_cast<Value>(std::countr_zero(r)) / width;
      result |= Value{1} << x;
      r &= ~at(x, row_bits);
    }
    return result;
  }

  std::uint64_t rows;
  std::uint64_t width;
  Value row_bits;
};

/// Merges two sorted arrays; `f` decides by where an element was found: left only, right only, both.
Value merge(Workspace work, const Type* set, Value a, Value b, bool left, bool right, bool both) {
  const auto x = items(a);
  const auto y = items(b);
  const Type* element = set->first;
  SetBuilder result(work.arena, work.scratch, set);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < x.size() && j < y.size()) {
    const int order = compare(element, x[i], y[j]);
    if (order < 0) {
      if (left) result.add(x[i]);
      ++i;
    } else if (order > 0) {
      if (right) result.add(y[j]);
      ++j;
    } else {
      if (both) result.add(x[i]);
      ++i;
      ++j;
    }
  }
  for (; left && i < x.size(); ++i) result.add(x[i]);
  for (; right && j < y.size(); ++j) result.add(y[j]);
  return result.finish(true);
}

template <typename Keep>
Value filter(Workspace work, const Type* set, Value value, Keep keep) {
  SetBuilder result(work.arena, work.scratch, set);
  for_each(set, value, [&](Value element) {
    if (keep(element)) result.add(element);
    return true;
  });
  return result.finish(true);
}

}  // namespace

bool has_element(const Type* set, Value value, Value element) {
  if (set->mask) return ((value >> element) & 1) != 0;
  const auto all = items(value);
  const Type* type = set->first;
  const auto found =
      std::lower_bound(all.begin(), all.end(), element, [type](Value x, Value y) { return compare(type, x, y) < 0; });
  return found != all.end() && equal(type, *found, element);
}

bool is_subset(const Type* set, Value a, Value b) {
  if (set->mask) return (a & ~b) == 0;
  const auto x = items(a);
  const auto y = items(b);
  if (x.size() > y.size()) return false;
  std::size_t j = 0;
  for (Value element : x) {
    while (j < y.size() && compare(set->first, y[j], element) < 0) ++j;
    if (j == y.size() || !equal(set->first, y[j], element)) return false;
  }
  return true;
}

Value unite(Workspace work, const Type* set, Value a, Value b) {
  if (set->mask) return a | b;
  if (a == 0 || b == 0) return a | b;
  return merge(work, set, a, b, true, true, true);
}

Value intersect(Workspace work, const Type* set, Value a, Value b) {
  if (set->mask) return a & b;
  return merge(work, set, a, b, false, false, true);
}

Value subtract(Workspace work, const Type* set, Value a, Value b) {
  if (set->mask) return a & ~b;
  return merge(work, set, a, b, true, false, false);
}

Value cartesian(Workspace work, const Type* set, const Type* left, Value a, const Type* right, Value b) {
  if (set->mask) {
    const Matrix matrix(set);
    Value result = 0;
    for (Value rest = a; rest != 0; rest &= rest - 1)
      result |= matrix.at(static_cast<Value>(std::countr_zero(rest)), b);
    return result;
  }
  SetBuilder result(work.arena, work.scratch, set);
  for_each(left, a, [&](Value x) {
    return for_each(right, b, [&](Value y) {
      result.add(make_pair(work.arena, set->first, x, y));
      return true;
    });
  });
  return result.finish(true);
}

Value domain_of(Workspace work, const Type* relation, const Type* result, Value r) {
  if (relation->mask && result->mask) return Matrix(relation).domain(r);
  SetBuilder made(work.arena, work.scratch, result);
  for_each(relation, r, [&](Value pair) {
    made.add(first_of(relation->first, pair));
    return true;
  });
  return made.finish();
}

Value range_of(Workspace work, const Type* relation, const Type* result, Value r) {
  if (relation->mask && result->mask) {
    const Matrix matrix(relation);
    Value made = 0;
    for (; r != 0; r = matrix.width >= 64 ? 0 : r >> matrix.width) made |= r & matrix.row_bits;
    return made;
  }
  SetBuilder made(work.arena, work.scratch, result);
  for_each(relation, r, [&](Value pair) {
    made.add(second_of(relation->first, pair));
    return true;
  });
  return made.finish();
}

Value invert(Workspace work, const Type* relation, const Type* result, Value r) {
  SetBuilder made(work.arena, work.scratch, result);
  for_each(relation, r, [&](Value pair) {
    made.add(make_pair(work.arena, result->first, second_of(relation->first, pair), first_of(relation->first, pair)));
    return true;
  });
  return made.finish();
}

Value image_of(Workspace work, const Type* relation, const Type* arguments, const Type* result, Value r, Value set) {
  if (relation->mask && result->mask && arguments->mask) {
    const Matrix matrix(relation);
    Value made = 0;
    for (Value rest = set; rest != 0; rest &= rest - 1)
      made |= matrix.row(r, static_cast<Value>(std::countr_zero(rest)));
    return made;
  }
  SetBuilder made(work.arena, work.scratch, result);
  for_each(relation, r, [&](Value pair) {
    if (has_element(arguments, set, first_of(relation->first, pair))) made.add(second_of(relation->first, pair));
    return true;
  });
  return made.finish();
}

Value compose(Workspace work, const Type* left, const Type* right, const Type* result, Value r, Value s) {
  SetBuilder made(work.arena, work.scratch, result);
  const auto add = [&](Value x, Value z) { made.add(make_pair(work.arena, result->first, x, z)); };
  for_each(left, r, [&](Value pair) {
    const Value x = first_of(left->first, pair);
    const Value y = second_of(left->first, pair);
    if (right->mask) {
      for (Value rest = Matrix(right).row(s, y); rest != 0; rest &= rest - 1) {
        add(x, static_cast<Value>(std::countr_zero(rest)));
      }
    } else {
      for (Value next : pairs_at(right, s, y)) add(x, second_of(right->first, next));
    }
    return true;
  });
  return made.finish();
}

Value restrict_domain(Workspace work, const Type* relation, const Type* arguments, Value r, Value set, bool keep) {
  if (relation->mask && arguments->mask) {
    const Value rows = Matrix(relation).rows_of(set);
    return keep ? r & rows : r & ~rows;
  }
  return filter(work, relation, r,
                [&](Value pair) { return has_element(arguments, set, first_of(relation->first, pair)) == keep; });
}

Value restrict_range(Workspace work, const Type* relation, const Type* results, Value r, Value set, bool keep) {
  if (relation->mask && results->mask) {
    const Value columns = Matrix(relation).repeat(set);
    return keep ? r & columns : r & ~columns;
  }
  return filter(work, relation, r,
                [&](Value pair) { return has_element(results, set, second_of(relation->first, pair)) == keep; });
}

Value override_with(Workspace work, const Type* relation, Value r, Value s) {
  if (relation->mask) {
    const Matrix matrix(relation);
    return (r & ~matrix.rows_of(matrix.domain(s))) | s;
  }
  const Type* pair = relation->first;
  const Value kept =
      filter(work, relation, r, [&](Value element) { return pairs_at(relation, s, first_of(pair, element)).empty(); });
  return unite(work, relation, kept, s);
}

Value override_one(Workspace work, const Type* relation, Value r, Value x, Value y) {
  if (relation->mask) {
    const Matrix matrix(relation);
    return (r & ~matrix.at(x, matrix.row_bits)) | matrix.at(x, Value{1} << y);
  }
  const Value made = make_pair(work.arena, relation->first, x, y);
  const auto all = items(r);
  const auto old = pairs_at(relation, r, x);
  const auto before = static_cast<std::size_t>(old.data() - all.data());
  const std::size_t after = all.size() - (all.empty() ? 0 : before + old.size());
  const std::size_t kept = all.empty() ? 0 : before;
  Value* words = work.arena.words(kept + after + 2);
  words[0] = kept + after + 1;
  std::copy_n(all.begin(), kept, words + 1);
  words[kept + 1] = made;
  std::copy_n(all.end() - static_cast<std::ptrdiff_t>(after), after, words + kept + 2);
  return address(words);
}

std::span<const Value> pairs_at(const Type* relation, Value r, Value x) {
  const auto all = items(r);
  const Type* pair = relation->first;
  const Type* type = pair->first;
  const auto begin = std::partition_point(all.begin(), all.end(),
                                          [&](Value element) { return compare(type, first_of(pair, element), x) < 0; });
  auto end = begin;
  while (end != all.end() && equal(type, first_of(pair, *end), x)) ++end;
  return {begin, end};
}

bool in_domain(const Type* relation, Value r, Value x) {
  return relation->mask ? Matrix(relation).row(r, x) != 0 : !pairs_at(relation, r, x).empty();
}

std::optional<Value> apply_relation(const Type* relation, Value r, Value x) {
  if (relation->mask) {
    const Value row = Matrix(relation).row(r, x);
    if (!is_single(row)) return std::nullopt;
    return static_cast<Value>(std::countr_zero(row));
  }
  const auto found = pairs_at(relation, r, x);
  if (found.size() != 1) return std::nullopt;
  return second_of(relation->first, found[0]);
}

bool is_function(const Type* relation, Value r) {
  if (relation->mask) {
    const Matrix matrix(relation);
    while (r != 0) {
      const Value x = static_cast<Value>(std::countr_zero(r)) / matrix.width;
      if (!is_single(matrix.row(r, x))) return false;
      r &= ~matrix.at(x, matrix.row_bits);
    }
    return true;
  }
  const auto all = items(r);
  const Type* pair = relation->first;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (equal(pair->first, first_of(pair, all[i - 1]), first_of(pair, all[i]))) return false;
  }
  return true;
}

/// No two pairs with the same second component.
bool is_injective(Workspace work, const Type* relation, Value r) {
  const Type* pair = relation->first;
  if (relation->mask) {
    const Matrix matrix(relation);
    Value seen = 0;
    for (; r != 0; r = matrix.width >= 64 ? 0 : r >> matrix.width) {
      const Value row = r & matrix.row_bits;
      if ((row & seen) != 0) return false;
      seen |= row;
    }
    return true;
  }
  const std::size_t begin = work.scratch.size();
  for (Value element : items(r)) work.scratch.push_back(second_of(pair, element));
  const auto first = work.scratch.begin() + static_cast<std::ptrdiff_t>(begin);
  std::sort(first, work.scratch.end(), [&](Value a, Value b) { return compare(pair->second, a, b) < 0; });
  const bool distinct = std::adjacent_find(first, work.scratch.end(), [&](Value a, Value b) {
                          return equal(pair->second, a, b);
                        }) == work.scratch.end();
  work.scratch.resize(begin);
  return distinct;
}

bool is_sequence(const Type* sequence, Value s) {
  std::int64_t index = 0;
  for (Value element : items(s)) {
    if (to_int(first_of(sequence->first, element)) != ++index) return false;
  }
  return true;
}

}  // namespace quotient::bmethod
