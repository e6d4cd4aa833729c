#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "process/outline.hpp"
#include "symmetry/group/permutation.hpp"

namespace quotient::scd {

/// Whether a permutation of items leaves the text of an outline the same, up to the order of what has none ([Donaldson
/// & Miller 2009], section 7.3.1: normalise(P) = normalise(α(P))).
///
/// Texts are compared by numbering: equal parts of the normalised text have equal numbers. If the permuted text is the
/// same, each of its parts is a part of the text too; so the numbers are given once, for the text itself, and a
/// permuted part that has none ends the comparison. The outline must outlive this.
class Validity {
 public:
  explicit Validity(const Outline& outline);

  bool is_valid(const Permutation& permutation);

 private:
  using Number = std::uint32_t;
  using Key = std::vector<std::uint32_t>;
  struct HashKey {
    std::size_t operator()(const Key& key) const {
      std::size_t h = key.size();
      for (const std::uint32_t part : key) h = (h ^ part) * 0x9e3779b97f4a7c15U + (h >> 29);
      return h;
    }
  };

  /// The label, and the numbers of the children, sorted where they are unordered.
  void make_key(std::uint32_t node, const Permutation* permutation);

  const Outline& outline_;
  std::vector<std::uint32_t> parts_;     // nodes that belong to the whole and hold items, children first
  std::vector<std::uint32_t> label_of_;  // by node
  std::vector<Number> number_of_;        // by node; of the text itself
  std::vector<Number> permuted_;         // by node, while a permutation is looked at
  std::unordered_map<Key, Number, HashKey> numbers_;
  Key key_;
};

}  // namespace quotient::scd
