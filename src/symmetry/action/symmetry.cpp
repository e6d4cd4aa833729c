#include "symmetry/action/symmetry.hpp"

#include <algorithm>
#include <map>

#include "base/ensure.hpp"

namespace quotient {

std::optional<Point> ValueClass::find(std::int32_t value) const {
  const auto found = std::lower_bound(atoms.begin(), atoms.end(), value,
                                      [](const auto& entry, std::int32_t v) { return entry.first < v; });
  if (found == atoms.end() || found->first != value) return std::nullopt;
  return found->second;
}

std::vector<std::uint32_t> Symmetry::place_images(const Permutation& permutation) const {
  std::map<std::pair<std::uint32_t, std::vector<Point>>, std::uint32_t> by_atoms;
  for (std::uint32_t p = 0; p < places.size(); ++p) by_atoms[{places[p].pattern, places[p].atoms}] = p;
  std::vector<std::uint32_t> out;
  out.reserve(places.size());
  for (const Place& place : places) {
    std::vector<Point> moved;
    moved.reserve(place.atoms.size());
    for (const Point a : place.atoms) moved.push_back(permutation[a]);
    const auto found = by_atoms.find({place.pattern, moved});
    ensure(found != by_atoms.end(), "a permutation moves a place where there is none");
    out.push_back(found->second);
  }
  return out;
}

}  // namespace quotient
