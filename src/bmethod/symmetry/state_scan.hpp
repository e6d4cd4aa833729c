#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bmethod/symmetry/parts.hpp"
#include "symmetry/action/state_action.hpp"

namespace quotient::bmethod {

/// Takes values apart into tuples of elements. One for each thread: it owns scratch memory.
class StateScan {
 public:
  /// Fills `out`. Bytes before the first part are plain.
  void scan(std::span<const std::uint8_t> before, std::span<const Part> parts, AtomTuples& out);

 private:
  /// A set inside of the value of a tuple.
  struct Inner {
    const Shape* shape;
    Value set;
    std::uint64_t salt;
  };
  /// The elements of a tuple are those of `context`, then those of the value.
  void add(std::uint64_t salt, std::span<const Point> context, const Shape* shape, Value value, AtomTuples& out);
  void add_members(const Inner& inner, std::span<const Point> context, AtomTuples& out);
  void walk(const Shape* shape, Value value, std::uint64_t& salt, std::vector<Inner>& inner, AtomTuples& out);
};

}  // namespace quotient::bmethod
