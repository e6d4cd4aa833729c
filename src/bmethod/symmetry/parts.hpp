#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bmethod/symmetry/elements.hpp"

namespace quotient::bmethod {

/// Something that permutations of the elements act on: a constant or a variable with its value, or a list of values
/// whose order does not matter, as a set that is still being built.
struct Part {
  const Shape* shape = nullptr;  // of the value, or of each in the list
  Value value = 0;
  bool is_list = false;
  std::span<const Value> list;
};

/// Applies permutations to values. One for each thread: it owns scratch memory.
class ValuePermuter {
 public:
  /// The value with each element `e` replaced by images[e]. What it needs is taken from `arena`.
  Value permute(const Shape* shape, Value value, std::span<const Element> images, Arena& arena);
  /// Appends the permuted parts as encode() writes them: equal bytes mean equal parts.
  void encode_permuted(std::span<const Part> parts, std::span<const Element> images, std::vector<std::uint8_t>& out);
  /// Whether the parts stay as they are.
  bool is_fixed(std::span<const Part> parts, std::span<const Element> images);

 private:
  /// The permuted list, sorted.
  void permute_list(const Part& part, std::span<const Element> images);

  Arena arena_;  // of what lives within one call
  std::vector<Value> scratch_;
  std::vector<Value> list_, sorted_;
};

}  // namespace quotient::bmethod
