#pragma once

#include <span>
#include <vector>

#include "symmetry/reduce/mover_colour.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// Puts movers in order: siblings by their colours, and what is inside of a mover goes along with it. Owns scratch
/// memory; one for each thread.
class Arrangement {
 public:
  explicit Arrangement(const Scheme& scheme);

  /// images[m] becomes the mover whose place m takes. Siblings of the same colour stay in the order that they have.
  void by_colour(std::span<const std::uint64_t> colours, std::vector<MoverId>& images);

  /// The same for colours whose ranks are all different among siblings: nothing needs to be compared.
  void by_rank(std::span<const MoverColour> colours, std::vector<MoverId>& images);

  /// The sets inside of a mover, in an order that corresponds between siblings.
  std::span<const std::uint32_t> inside(MoverId m) const;
  bool nested() const { return !inside_.empty(); }

 private:
  template <typename Put>
  void place(std::uint32_t from, std::uint32_t to, const Put& put, std::vector<MoverId>& images);

  const Scheme& scheme_;
  std::vector<std::uint32_t> outermost_;  // sets that are inside of nothing
  std::vector<std::uint32_t> inside_;     // sets, by the mover that they are inside of
  std::vector<std::uint32_t> begin_;      // of each mover, in inside_
  std::vector<MoverId> order_;
};

}  // namespace quotient
