#pragma once

#include <optional>
#include <span>
#include <vector>

#include "mcrl2/data/value.hpp"

namespace quotient::mcrl2 {

/// Sets and bags in normal form: elements in increasing order, each once.
using ConstructorIndex = std::span<const std::uint32_t>;

Value make_set(std::vector<Value> elements, TermStore& store, ConstructorIndex index);
/// Elements and counts alternate; counts of equal elements are added up. Counts must be numbers.
Value make_bag(std::vector<Value> elements_and_counts, TermStore& store, ConstructorIndex index);

/// Where `element` is in a sorted sequence in which every `stride`-th value counts, or where it would go.
struct Found {
  std::size_t at;
  bool present;
};
Found find_sorted(std::span<const Value> sorted, std::size_t stride, Value element, ConstructorIndex index);

enum class SetOp { unite, intersect, subtract };
/// Of finite sets.
Value combine_sets(SetOp op, Value a, Value b, TermStore& store, ConstructorIndex index);
/// Union adds counts, intersection takes the lesser, difference stops at 0. Of finite bags.
Value combine_bags(SetOp op, Value a, Value b, TermStore& store, ConstructorIndex index);

/// Of sets that are finite or the complement of a finite set; nothing for others.
bool is_plain_set(Value set);
std::optional<Value> combine_plain_sets(SetOp op, Value a, Value b, TermStore& store, ConstructorIndex index);
std::optional<bool> is_subset(Value a, Value b, TermStore& store, ConstructorIndex index);

}  // namespace quotient::mcrl2
