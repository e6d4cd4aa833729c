#include "symmetry/group/point_action.hpp"

#include <algorithm>
#include <limits>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

namespace {

constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();

/// Labels the pairs (x, y) of two orbits by their orbit under the group: label[x * |second| + y].
std::vector<std::uint32_t> label_pairs(const PointAction& first, const PointAction& second) {
  std::vector<std::uint32_t> label(first.degree * second.degree, unknown);
  std::vector<std::size_t> open;
  std::uint32_t labels = 0;
  for (std::size_t start = 0; start < label.size(); ++start) {
    if (label[start] != unknown) continue;
    label[start] = labels;
    open.push_back(start);
    while (!open.empty()) {
      poll_stop();
      const auto x = static_cast<Point>(open.back() / second.degree);
      const auto y = static_cast<Point>(open.back() % second.degree);
      open.pop_back();
      for (std::size_t k = 0; k < first.generators.size(); ++k) {
        const std::size_t image = first.generators[k][x] * second.degree + second.generators[k][y];
        if (label[image] != unknown) continue;
        label[image] = labels;
        open.push_back(image);
      }
    }
    ++labels;
  }
  return label;
}

}  // namespace

Orbits orbits(std::size_t degree, std::span<const Permutation> generators) {
  Orbits result;
  result.of.assign(degree, unknown);
  for (Point start = 0; start < degree; ++start) {
    if (result.of[start] != unknown) continue;
    const auto number = static_cast<std::uint32_t>(result.members.size());
    std::vector<Point>& orbit = result.members.emplace_back(1, start);
    result.of[start] = number;
    for (std::size_t i = 0; i < orbit.size(); ++i) {
      poll_stop();
      for (const Permutation& g : generators) {
        const Point image = g[orbit[i]];
        if (result.of[image] != unknown) continue;
        result.of[image] = number;
        orbit.push_back(image);
      }
    }
    std::sort(orbit.begin(), orbit.end());
  }
  return result;
}

PointAction restricted_to(std::span<const Permutation> generators, std::span<const Point> points) {
  PointAction result;
  result.degree = points.size();
  if (generators.empty()) return result;
  std::vector<Point> place(generators[0].degree(), unknown);
  for (Point i = 0; i < points.size(); ++i) place[points[i]] = i;
  for (const Permutation& g : generators) {
    std::vector<Point> images;
    images.reserve(points.size());
    for (const Point x : points) images.push_back(place[g[x]]);
    result.generators.emplace_back(std::move(images));
  }
  return result;
}

std::optional<std::vector<Point>> equivariant_map(const PointAction& first, const PointAction& second, Point from,
                                                  Point to) {
  ensure(first.degree == second.degree && first.generators.size() == second.generators.size(),
         "linked actions must be of one group and of the same degree");
  std::vector<Point> map(first.degree, unknown);
  std::vector<Point> open{from};
  map[from] = to;
  while (!open.empty()) {
    poll_stop();
    const Point x = open.back();
    open.pop_back();
    for (std::size_t k = 0; k < first.generators.size(); ++k) {
      const Point image = first.generators[k][x];
      const Point expected = second.generators[k][map[x]];
      if (map[image] == unknown) {
        map[image] = expected;
        open.push_back(image);
      } else if (map[image] != expected) {
        return std::nullopt;
      }
    }
  }
  return map;
}

bool is_determined_by(std::span<const Permutation> generators, std::span<const Point> orbit,
                      std::span<const std::vector<Point>> others) {
  constexpr std::size_t most_steps = 200'000'000;
  const PointAction inner = restricted_to(generators, orbit);
  // Points that look like the first one so far. "Looks like" is an invariant equivalence, so when nothing else looks
  // like the first point, no two points look alike.
  std::vector<Point> alike;
  for (Point y = 1; y < orbit.size(); ++y) alike.push_back(y);
  std::size_t steps = 0;
  for (const std::vector<Point>& other : others) {
    if (alike.empty()) break;
    steps += other.size() * orbit.size() * std::max<std::size_t>(1, generators.size());
    if (steps > most_steps) return false;
    const std::vector<std::uint32_t> label = label_pairs(restricted_to(generators, other), inner);
    std::erase_if(alike, [&](Point y) {
      for (std::size_t x = 0; x < other.size(); ++x) {
        if (label[x * orbit.size()] != label[x * orbit.size() + y]) return true;
      }
      return false;
    });
  }
  return alike.empty();
}

}  // namespace quotient
