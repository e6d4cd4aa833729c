#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace quotient::ltl {

/// A cube speaks of propositions 0 to 63.
constexpr std::uint32_t most_propositions = 64;

/// A conjunction of literals: the propositions of one set hold, those of another do not. Bit i is proposition i.
/// Without literals it is true.
struct Cube {
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;

  /// Whether it holds where exactly the propositions in `holding` do.
  bool holds_at(std::uint64_t holding) const { return (positive & ~holding) == 0 && (negative & holding) == 0; }
  bool is_true() const { return (positive | negative) == 0; }
  bool consistent() const { return (positive & negative) == 0; }
  int size() const { return std::popcount(positive) + std::popcount(negative); }
  friend auto operator<=>(const Cube&, const Cube&) = default;
};

inline Cube operator&(Cube a, Cube b) { return {a.positive | b.positive, a.negative | b.negative}; }

/// Whether `inner` implies `outer`.
inline bool implies(Cube inner, Cube outer) {
  return (outer.positive & ~inner.positive) == 0 && (outer.negative & ~inner.negative) == 0;
}

/// Whether `cube` implies the disjunction of `cover`. Gives up, and says no, where that needs very many case splits.
bool covered(Cube cube, std::span<const Cube> cover);

/// Replaces a disjunction of cubes by an equivalent one in which no literal and no cube can be left out, sorted.
void minimise(std::vector<Cube>& cover);

}  // namespace quotient::ltl
