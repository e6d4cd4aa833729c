#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "symmetry/group/big_number.hpp"

namespace quotient {

/// What permutations move: an index from 0. What it stands for (an atom, a vertex of a graph) is the caller's matter.
using Point = std::uint32_t;

/// A bijection of the points 0 … degree-1. A value: cheap to move, compared by its images.
///
/// Composition is written in reading order: `p.then(q)` maps x to q[p[x]], first p, then q, as in GAP's `p*q`.
class Permutation {
 public:
  /// Of no points.
  Permutation() = default;
  static Permutation identity(std::size_t degree);
  /// images[x] is where x goes. It is our bug if this is not a bijection; use from_images on what comes from outside.
  explicit Permutation(std::vector<Point> images);
  static std::optional<Permutation> from_images(std::vector<Point> images);
  /// Moves each point of a cycle to the next; cycles must be disjoint.
  static Permutation from_cycles(std::size_t degree, std::span<const std::vector<Point>> cycles);
  static Permutation transposition(std::size_t degree, Point a, Point b);

  std::size_t degree() const { return images_.size(); }
  Point operator[](Point x) const { return images_[x]; }
  std::span<const Point> images() const { return images_; }

  bool is_identity() const;
  /// A product of an even number of transpositions.
  bool is_even() const;
  /// The least n > 0 with power(n) the identity.
  BigNumber order() const;
  /// Those of at least two points, each from its least point, ordered by that.
  std::vector<std::vector<Point>> cycles() const;

  Permutation then(const Permutation& next) const;
  Permutation inverse() const;
  Permutation power(std::int64_t exponent) const;
  /// g⁻¹ · this · g: what this does, with every point x permuted to g[x].
  Permutation conjugated_by(const Permutation& g) const;

  friend bool operator==(const Permutation&, const Permutation&) = default;
  friend std::strong_ordering operator<=>(const Permutation&, const Permutation&) = default;

 private:
  struct Trusted {};
  Permutation(std::vector<Point> images, Trusted) : images_(std::move(images)) {}

  std::vector<Point> images_;
};

}  // namespace quotient
