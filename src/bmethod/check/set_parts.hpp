#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "bmethod/project/model.hpp"

namespace quotient::bmethod {

/// What properties say about constants that are elements or subsets of given sets: which are different, which have no
/// element in common, how many elements they have. Counts what a given set must have room for.
class SetParts {
 public:
  /// The value of an expression over integers, where it is known.
  using Number = std::function<std::optional<std::int64_t>(const Expr*)>;
  SetParts(const Model& model, const std::vector<const Expr*>& conjuncts, const Number& number);

  struct Bounds {
    std::int64_t least = 0;
    std::optional<std::int64_t> most;
    bool listed = false;  // `most` is the length of an enumeration: people who write one mean different elements
  };
  /// How many elements a union of enumerations and constants has.
  Bounds size_of(const Expr* set) const;
  /// How many elements a given set has at least, as its elements and subsets that are constants need room.
  std::int64_t least_size(std::uint32_t given) const;

 private:
  void read(const Expr* property);
  void set_apart(const Expr* a, const Expr* b);
  void bound_size(const Expr* set, Op relation, std::int64_t size);
  bool is_apart(const Expr* a, const Expr* b) const;
  bool is_disjoint(const Expr* a, const Expr* b) const;
  Bounds size_of_part(const Expr* part) const;
  const Symbol* constant(const Expr* expr) const;
  template <typename Apart, typename Weight>
  std::int64_t weigh(const std::vector<const Symbol*>& symbols, Apart apart, Weight weight) const;

  const Model& model_;
  const Number& number_;
  std::set<std::pair<const Symbol*, const Symbol*>> apart_;     // elements that differ, sets that are disjoint
  std::set<std::pair<const Symbol*, const Symbol*>> excluded_;  // an element, and a set that it is not in
  std::map<const Symbol*, Bounds> sizes_;
};

}  // namespace quotient::bmethod
