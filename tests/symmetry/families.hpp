#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "symmetry/group/group.hpp"

/// Generators of groups whose order and structure are known by construction.
namespace quotient::families {

struct Generators {
  std::size_t degree = 0;
  std::vector<Permutation> permutations;

  Group group(GroupOptions options = {}) const { return Group(degree, permutations, options); }
};

/// From a function that gives the image of every point.
template <typename Image>
Permutation from_rule(std::size_t degree, Image image) {
  std::vector<Point> images;
  for (Point x = 0; x < degree; ++x) images.push_back(static_cast<Point>(image(x)));
  return Permutation(std::move(images));
}

inline Generators symmetric(std::size_t n) {
  Generators result{n, {}};
  for (Point x = 0; x + 1 < n; ++x) result.permutations.push_back(Permutation::transposition(n, x, x + 1));
  return result;
}

inline Generators alternating(std::size_t n) {
  Generators result{n, {}};
  for (Point x = 0; x + 2 < n; ++x) {
    const std::vector<std::vector<Point>> cycle{{x, x + 1, x + 2}};
    result.permutations.push_back(Permutation::from_cycles(n, cycle));
  }
  return result;
}

inline Generators cyclic(std::size_t n) {
  return {n, {from_rule(n, [n](Point x) { return (x + 1) % n; })}};
}

inline Generators dihedral(std::size_t n) {
  return {n, {from_rule(n, [n](Point x) { return (x + 1) % n; }), from_rule(n, [n](Point x) { return (n - x) % n; })}};
}

/// The symmetries of a cube, on its 2^d corners: order 2^d d!.
inline Generators hypercube(std::size_t d) {
  const std::size_t n = std::size_t{1} << d;
  Generators result{n, {from_rule(n, [](Point x) { return x ^ 1U; })}};
  for (std::size_t i = 0; i + 1 < d; ++i) {
    result.permutations.push_back(from_rule(n, [i](Point x) {
      const Point low = (x >> i) & 1U;
      const Point high = (x >> (i + 1)) & 1U;
      return (x & ~(3U << i)) | (low << (i + 1)) | (high << i);
    }));
  }
  return result;
}

/// Side by side, on disjoint points.
inline Generators product(const Generators& a, const Generators& b) {
  const std::size_t n = a.degree + b.degree;
  Generators result{n, {}};
  for (const Permutation& g : a.permutations) {
    result.permutations.push_back(from_rule(n, [&](Point x) { return x < a.degree ? g[x] : x; }));
  }
  const auto shift = static_cast<Point>(a.degree);
  for (const Permutation& g : b.permutations) {
    result.permutations.push_back(from_rule(n, [&](Point x) { return x < shift ? x : g[x - shift] + shift; }));
  }
  return result;
}

/// inner ≀ outer on inner.degree · outer.degree points, block after block. With `owners`, outer.degree more points
/// follow, one for each block, which move along with it.
inline Generators wreath(const Generators& inner, const Generators& outer, bool owners = false) {
  const std::size_t width = inner.degree;
  const std::size_t leaves = width * outer.degree;
  const std::size_t n = leaves + (owners ? outer.degree : 0);
  Generators result{n, {}};
  for (const Permutation& g : inner.permutations) {
    result.permutations.push_back(from_rule(n, [&](Point x) { return x < width ? g[x] : x; }));
  }
  for (const Permutation& g : outer.permutations) {
    result.permutations.push_back(from_rule(n, [&](Point x) {
      if (x >= leaves) return g[static_cast<Point>(x - leaves)] + leaves;
      return g[static_cast<Point>(x / width)] * width + x % width;
    }));
  }
  return result;
}

/// The same group on several copies of its points at once.
inline Generators linked(const Generators& a, std::size_t copies) {
  const std::size_t n = a.degree * copies;
  Generators result{n, {}};
  for (const Permutation& g : a.permutations) {
    result.permutations.push_back(
        from_rule(n, [&](Point x) { return g[static_cast<Point>(x % a.degree)] + x / a.degree * a.degree; }));
  }
  return result;
}

/// The points, and a further point for every ordered pair of different points (a channel from each to each other).
inline Generators with_pairs(const Generators& a) {
  const std::size_t m = a.degree;
  std::vector<std::pair<Point, Point>> pairs;
  for (Point x = 0; x < m; ++x) {
    for (Point y = 0; y < m; ++y) {
      if (x != y) pairs.emplace_back(x, y);
    }
  }
  const std::size_t n = m + pairs.size();
  Generators result{n, {}};
  for (const Permutation& g : a.permutations) {
    result.permutations.push_back(from_rule(n, [&](Point x) {
      if (x < m) return std::size_t{g[x]};
      const auto [from, to] = pairs[x - m];
      const auto image = std::find(pairs.begin(), pairs.end(), std::pair{g[from], g[to]});
      return m + static_cast<std::size_t>(image - pairs.begin());
    }));
  }
  return result;
}

/// The same group with its points permuted.
inline Generators permuted(const Generators& a, const Permutation& names) {
  Generators result{a.degree, {}};
  for (const Permutation& g : a.permutations) result.permutations.push_back(g.conjugated_by(names));
  return result;
}

inline Permutation random_permutation(std::size_t n, Random& random) {
  std::vector<Point> images;
  for (Point x = 0; x < n; ++x) images.push_back(x);
  for (std::size_t i = n; i > 1; --i) std::swap(images[i - 1], images[random.below(static_cast<std::uint32_t>(i))]);
  return Permutation(std::move(images));
}

}  // namespace quotient::families
