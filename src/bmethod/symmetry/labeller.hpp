#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "bmethod/symmetry/structure.hpp"

namespace quotient::bmethod {

/// Canonical forms: the same bytes for two lists of parts exactly when a permutation of the elements takes one to the
/// other. Refine, individualise one of those that remain tied, refine again, and take the least of what comes out
/// [McKay 1981]; what an automorphism that was found on the way takes to something tried already is not tried again.
/// One for each thread: it owns scratch memory.
class Labeller {
 public:
  explicit Labeller(const Elements& elements) : elements_(elements), structure_(elements) {}

  /// The form of the parts is appended to `out`. Parts that belong together must have the same shapes.
  void label(std::span<const Part> parts, std::vector<std::uint8_t>& out);

  /// After `label`: the number of permutations that leave the parts alone, as a product.
  std::span<const std::uint32_t> stabiliser() const { return levels_[0].least.factors; }
  /// After `label`: the permutation that takes the parts to their form.
  std::span<const Element> images() const { return levels_[0].least.images; }
  /// After `label`: whether every two elements of one set that the parts do not tell apart are seen as tied at once, so
  /// that nothing had to be tried. A measure of how hard the parts are.
  std::uint64_t leaves() const { return leaves_; }

 private:
  struct Leaf {
    std::vector<std::uint8_t> bytes;
    std::vector<Element> images;
    std::vector<std::uint32_t> factors;
    bool known = false;
  };
  struct Level {
    Partition partition;
    Leaf least;
    std::vector<Element> orbit;  // known automorphisms that fix what was individualised above: a forest of elements
    std::uint64_t digest = 0;    // of the least child
    std::size_t chosen = 0;      // the child that `least` is below of
  };
  static constexpr std::size_t nowhere = ~std::size_t{0};

  Level& at(std::size_t level);
  std::size_t search(std::size_t level);
  std::size_t branch(std::size_t level, std::size_t begin, std::size_t end);
  std::size_t take_leaf(std::size_t level);
  bool are_twins(Element a, Element b);
  Element find(Level& level, Element e);
  void join(Level& level, Element a, Element b);

  const Elements& elements_;
  Structure structure_;
  Renamer renamer_;
  std::span<const Part> parts_;
  std::deque<Level> levels_;  // references stay valid while it grows
  std::vector<Element> images_;
  std::vector<std::uint8_t> bytes_;
  std::uint64_t leaves_ = 0;
};

}  // namespace quotient::bmethod
