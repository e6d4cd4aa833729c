#pragma once

#include <vector>

#include "mcrl2/data/value.hpp"
#include "mcrl2/symmetry/items.hpp"
#include "symmetry/action/state_action.hpp"

namespace quotient::mcrl2 {

/// Finds constants in structured values, and exchanges them. Values must have known sorts (typed_value.hpp). Uses no
/// recursion. One for each thread: it owns scratch memory.
class ValuePermuter {
 public:
  ValuePermuter(const Program& program, const SymmetryItems& items, TermStore& store)
      : program_(program), items_(items), store_(store) {}

  Value permute(Value value, SortId sort, const Permutation& permutation);

  using Parts = std::vector<std::pair<Value, SortId>>;
  /// Adds values to the last of `tuples`: atoms from left to right, what else they say to the salt. The elements of
  /// sets, of bags and of functions have no order: each becomes a tuple of its own, added behind.
  void scan(Parts values, AtomTuples& tuples);

 private:
  struct Open {
    const Node* node;
    SortId sort;
    std::size_t first;  // of its permuted arguments in `done_`
  };
  /// Something unordered that waits for a tuple of its own.
  struct Element {
    std::uint64_t salt;
    Parts parts;
  };
  Point atom_of(Value value, SortId sort) const;
  Value rebuild(const Node* node, std::span<const Value> arguments);
  void scan_parts(Parts& todo, AtomTuples& tuples);

  const Program& program_;
  const SymmetryItems& items_;
  TermStore& store_;
  std::vector<Open> open_;
  std::vector<Value> done_;
  std::vector<Element> waiting_;
};

}  // namespace quotient::mcrl2
