#pragma once

#include <algorithm>
#include <rapidcheck.h>
#include <vector>

#include "symmetry/group/permutation.hpp"

namespace quotient {

/// rapidcheck's inRange keeps to the lower end while a test is young; here every number is as likely as any other.
template <typename Number>
rc::Gen<Number> any_below(Number end) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Number>(0, end));
}

/// Permutations for rapidcheck, which shrink towards the identity: a list of transpositions.
inline rc::Gen<Permutation> arbitrary_permutation(std::size_t degree) {
  if (degree == 0) return rc::gen::just(Permutation());
  const auto point = any_below(static_cast<Point>(degree));
  const auto swaps =
      rc::gen::resize(static_cast<int>(2 * degree),
                      rc::gen::container<std::vector<std::pair<Point, Point>>>(rc::gen::pair(point, point)));
  return rc::gen::map(swaps, [degree](const std::vector<std::pair<Point, Point>>& pairs) {
    std::vector<Point> images;
    for (Point x = 0; x < degree; ++x) images.push_back(x);
    for (const auto& [a, b] : pairs) std::swap(images[a], images[b]);
    return Permutation(std::move(images));
  });
}

}  // namespace quotient

namespace rc {

inline void showValue(const quotient::Permutation& permutation, std::ostream& out) {  // NOLINT: rapidcheck's name
  show(std::vector<quotient::Point>(permutation.images().begin(), permutation.images().end()), out);
}

}  // namespace rc
