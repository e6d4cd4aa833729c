#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/source.hpp"
#include "bmethod/evaluate/program.hpp"
#include "bmethod/values/value.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient::bmethod {

/// An element of a symmetric set. All of them are numbered through, those of one set next to one another.
using Element = std::uint32_t;

/// The elements that may change places. Those of a whole family no formula distinguishes: deferred sets, set
/// parameters, and enumerated sets none of whose elements is named; every permutation of each of them takes steps of
/// the machine to steps. Of a set whose elements are named, those permutations do that leave the text as it is.
class Elements {
 public:
  Elements(const std::vector<GivenSet>& sets, const Program& program);

  struct Family {
    std::uint32_t set = 0;  // the given set
    Element first = 0;
    std::uint32_t size = 0;
    bool whole = true;  // any permutation will do
  };
  const std::vector<Family>& families() const { return families_; }
  /// The family of a given set; null where its elements are plain, or there is only one of them.
  const Family* family(std::uint32_t set) const;
  std::size_t count() const { return count_; }
  /// Whether there is a family of which any permutation will do.
  bool has_whole() const;

  /// The same in the terms that reports are written in; places are not filled.
  Symmetry symmetry(const std::vector<GivenSet>& sets) const;

 private:
  void blame_numbers(const Program& program);
  void blame(const GivenSet& set, std::uint32_t index, const Program& program);

  std::vector<Family> families_;
  std::vector<std::int32_t> family_of_set_;
  std::size_t count_ = 0;
  std::vector<Permutation> generators_;  // of families that are not whole
  std::vector<Symmetry::Break> broken_by_;
};

/// A type, and where in its values the elements are.
struct Shape {
  const Type* type = nullptr;
  bool moves = false;  // there are elements in it
  bool free = false;   // also of a whole family
  Element base = 0;    // of a symmetric set: the number of its first element
  const Shape* first = nullptr;
  const Shape* second = nullptr;
};

/// The shapes of the types of one machine. Immutable once those that are needed have been asked for.
class Shapes {
 public:
  explicit Shapes(const Elements& elements) : elements_(elements) {}
  const Shape* of(const Type* type);
  /// Null where it was never asked for.
  const Shape* known(const Type* type) const {
    const auto found = known_.find(type);
    return found == known_.end() ? nullptr : found->second;
  }

 private:
  const Elements& elements_;
  std::deque<Shape> all_;
  std::unordered_map<const Type*, const Shape*> known_;
};

}  // namespace quotient::bmethod
