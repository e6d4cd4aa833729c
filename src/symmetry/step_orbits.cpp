#include "symmetry/step_orbits.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace quotient {

namespace {

/// Disjoint sets of vertices, joined along the generators.
std::vector<Point> vertex_orbits(std::size_t vertices, std::span<const Permutation> generators) {
  std::vector<Point> parent(vertices);
  std::iota(parent.begin(), parent.end(), Point{0});
  const auto root = [&parent](Point v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const Permutation& g : generators) {
    for (Point v = 0; v < g.degree(); ++v) {
      if (g[v] != v) parent[root(v)] = root(g[v]);
    }
  }
  for (Point v = 0; v < vertices; ++v) parent[v] = root(v);
  return parent;
}

}  // namespace

std::vector<StepOrbit> step_orbits(std::span<const StepVertex> steps, std::span<const Permutation> generators) {
  if (generators.empty()) return {};
  const std::vector<Point> orbit_of = vertex_orbits(generators.front().degree(), generators);
  std::map<Point, StepOrbit> orbits;
  std::map<std::uint32_t, Point> first_orbit;  // by code
  for (const StepVertex& step : steps) {
    const Point orbit = orbit_of[step.vertex];
    orbits[orbit].steps.push_back(step.places);
    const Point first = first_orbit.try_emplace(step.code, orbit).first->second;
    if (!step.one_way || first != orbit) orbits[orbit].certain = false;
    if (first != orbit) orbits[first].certain = false;
  }
  std::vector<StepOrbit> out;
  for (auto& [root, orbit] : orbits) {
    const bool all_alike = std::all_of(orbit.steps.begin(), orbit.steps.end(),
                                       [&](const auto& places) { return places == orbit.steps.front(); });
    if (orbit.steps.size() > 1 && !(all_alike && (orbit.certain || orbit.steps.front().size() < 2)))
      out.push_back(std::move(orbit));
  }
  return out;
}

ReachedBySymmetry reached_by_symmetry(std::span<const StepOrbit> orbits, std::span<const std::uint8_t> coverage) {
  const auto covered = [&](std::uint32_t place) { return place < coverage.size() && coverage[place] != 0; };
  std::set<std::uint32_t> surely, perhaps;
  for (const StepOrbit& orbit : orbits) {
    const auto was_taken = [&](const auto& places) { return std::any_of(places.begin(), places.end(), covered); };
    const bool known = std::any_of(orbit.steps.begin(), orbit.steps.end(), was_taken);
    // Of a step without places nobody knows whether it was taken.
    const bool possible =
        known || std::any_of(orbit.steps.begin(), orbit.steps.end(), [](const auto& places) { return places.empty(); });
    if (!possible) continue;
    for (const auto& places : orbit.steps) {
      for (const std::uint32_t place : places) {
        if (!covered(place)) (known && orbit.certain ? surely : perhaps).insert(place);
      }
    }
  }
  for (const std::uint32_t place : surely) perhaps.erase(place);
  return {{surely.begin(), surely.end()}, {perhaps.begin(), perhaps.end()}};
}

}  // namespace quotient
