#pragma once

#include <span>
#include <vector>

#include "symmetry/group/permutation.hpp"
#include "symmetry/group/random.hpp"

namespace quotient {

/// The data structure of Sims: a base b₀, b₁, …, strong generators, and for each level i the orbit of bᵢ under those
/// strong generators that fix b₀ … bᵢ₋₁, as a Schreier tree. A group element is written in one way only as a product
/// u₍ₖ₎ ⋯ u₍₁₎ u₍₀₎ with uᵢ from level i, once the chain is complete.
///
/// This class keeps trees and generators consistent and knows nothing of completeness: making a chain complete, and
/// proving that it is, is the work of schreier_sims.hpp. The tree of a level only ever grows, except by flatten().
class StabiliserChain {
 public:
  explicit StabiliserChain(std::size_t degree) : degree_(degree) {}
  /// Starts with these base points, also where they turn out not to be moved.
  StabiliserChain(std::size_t degree, std::span<const Point> base);

  std::size_t degree() const { return degree_; }
  std::size_t depth() const { return levels_.size(); }
  std::vector<Point> base() const;
  Point base_point(std::size_t level) const { return levels_[level].base; }

  /// orbit(i)[0] is the base point of level i.
  std::span<const Point> orbit(std::size_t level) const { return levels_[level].orbit; }
  bool in_orbit(std::size_t level, Point x) const { return levels_[level].edge[x] != outside; }
  /// The product of the lengths of the orbits: the order of the group once complete, less than that before.
  BigNumber order(std::size_t from_level = 0) const;

  /// Strong generators of this level and those below, in the order they came. Level depth() has none.
  std::size_t generator_count(std::size_t level) const;
  const Permutation& generator(std::size_t level, std::size_t k) const;
  std::vector<Permutation> generators(std::size_t level) const;

  /// The element of the tree that takes the base point of `level` to x of its orbit.
  Permutation representative(std::size_t level, Point x) const;
  /// `images` := images · representative(level, x)⁻¹, where x is the image of the base point. False, with `images` left
  /// as they are, where x is outside the orbit.
  bool strip(std::vector<Point>& images, std::size_t level) const;
  /// Strips from `level` downwards. Returns where it got stuck: a level, or depth() where all levels let it through;
  /// it is in the group of the chain if in addition `images` is then the identity.
  std::size_t sift(std::vector<Point>& images, std::size_t level = 0) const;
  bool contains(const Permutation& permutation, std::size_t level = 0) const;

  /// A product of random elements of the trees from `level` on; uniform once complete.
  Permutation random_element(Random& random, std::size_t level = 0) const;

  /// Adds a strong generator that fixes the base points above `level` and moves that of `level`, which may be depth():
  /// then a level is added with the first point it moves. Extends orbits; does not restore completeness.
  void add_generator(Permutation generator, std::size_t level);
  /// Sifts an element and adds what is left of it as a strong generator; false where nothing is left.
  bool absorb(const Permutation& element);
  /// Rebuilds all trees breadth-first, which makes them as shallow as the strong generators allow.
  void flatten();

  /// The chain of the stabiliser of the first `level` base points.
  StabiliserChain tail(std::size_t level) const;

 private:
  static constexpr std::uint32_t outside = 0xffffffffU;
  static constexpr std::uint32_t root = 0xfffffffeU;

  struct Level {
    Point base = 0;
    std::vector<Point> orbit;
    std::vector<std::uint32_t> edge;        // by point: the strong generator that led here, or `root`, or `outside`
    std::vector<std::uint32_t> generators;  // indices of the strong generators of this level and below
  };

  void append_level(Point base);
  /// `moved` are the points that the generator moves.
  void extend_orbit(std::size_t level, std::uint32_t generator, std::span<const Point> moved);

  std::size_t degree_;
  std::vector<Level> levels_;
  std::vector<Permutation> strong_;
  std::vector<Permutation> inverse_;                // of strong_, one for one
  std::vector<std::size_t> lowest_;                 // of strong_, one for one: the last level that it belongs to
  std::vector<std::vector<std::uint32_t>> moving_;  // by point: the strong generators that move it, in their order
};

/// images := images · next, in place.
void compose_in_place(std::vector<Point>& images, const Permutation& next);
bool is_identity(std::span<const Point> images);

}  // namespace quotient
