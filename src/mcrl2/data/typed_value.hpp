#pragma once

#include <optional>

#include "mcrl2/data/program.hpp"
#include "mcrl2/data/value.hpp"

namespace quotient::mcrl2 {

/// What the parts of a value are. A word does not say by itself whether it is a number or a constructor: that follows
/// from the sort of the whole.
struct PartSort {
  SortId sort;
  bool plain = false;  // a number of the representation (a count, an index), no datum of a sort
};

/// Of argument `i` of a node that is a value of `sort`. Nullopt for terms without value (head([])), whose parts can be
/// of any sort.
std::optional<PartSort> part_sort(const Node* node, SortId sort, std::size_t i, const Program& program);

/// Whether part_sort knows all parts of a value, all the way down. Uses no recursion.
bool has_known_sorts(Value value, SortId sort, const Program& program);

}  // namespace quotient::mcrl2
