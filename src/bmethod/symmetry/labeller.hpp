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
/// Where there might be too many leaves nevertheless, the graph library is asked. One for each thread: it owns scratch
/// memory.
class Labeller {
 public:
  /// As many leaves as eight elements can have that are alike at first sight.
  static constexpr double most_leaves = 40'320;

  explicit Labeller(const Elements& elements, double leaves = most_leaves)
      : elements_(elements), structure_(elements), leaves_(leaves) {}

  /// The form of the parts is appended to `out`. Parts that belong together must have the same shapes.
  void label(std::span<const Part> parts, std::vector<std::uint8_t>& out);

  /// After `label`: the number of permutations that leave the parts alone, as a product.
  std::span<const std::uint32_t> stabiliser() const { return levels_[0].least.factors; }

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
    Element chosen = 0;          // the child that `least` is below of
  };
  static constexpr std::size_t nowhere = ~std::size_t{0};

  Level& at(std::size_t level);
  std::size_t search(std::size_t level);
  std::size_t branch(std::size_t level, std::size_t begin, std::size_t end);
  std::size_t take_leaf(std::size_t level);
  void ask_graph_library();
  bool are_twins(Element a, Element b);
  Element find(Level& level, Element e);
  void join(Level& level, Element a, Element b);

  const Elements& elements_;
  Structure structure_;
  double leaves_;
  ValuePermuter permuter_;
  std::span<const Part> parts_;
  std::deque<Level> levels_;  // references stay valid while it grows
  std::vector<Element> images_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace quotient::bmethod
