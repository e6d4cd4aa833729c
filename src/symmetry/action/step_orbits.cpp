#include "symmetry/action/step_orbits.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "base/stop_signal.hpp"

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
    poll_stop();
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
  std::map<std::uint32_t, Point> owner;  // of each place: the orbit of the steps that have it
  std::set<std::uint32_t> shared;        // places of several steps of the text
  std::map<std::uint32_t, std::uint32_t> code_of;
  for (const StepVertex& step : steps) {
    for (const std::uint32_t place : step.places) {
      const bool same_orbit = owner.try_emplace(place, orbit_of[step.vertex]).first->second == orbit_of[step.vertex];
      const bool same_code = code_of.try_emplace(place, step.code).first->second == step.code;
      if (!same_orbit || !same_code) shared.insert(place);
    }
  }
  std::map<Point, StepOrbit> orbits;
  std::set<Point> branching;  // orbits of steps with several ways to go
  for (const StepVertex& step : steps) {
    StepOrbit& orbit = orbits[orbit_of[step.vertex]];
    std::vector<std::uint32_t>& places = orbit.steps.emplace_back(step.places);
    const auto telling =
        std::find_if(places.begin(), places.end(), [&](std::uint32_t p) { return !shared.contains(p); });
    if (telling == places.end()) {
      orbit.certain = false;
    } else {
      std::rotate(places.begin(), telling, telling + 1);
    }
    if (step.one_way) continue;
    orbit.certain = false;
    branching.insert(orbit_of[step.vertex]);
  }
  std::vector<StepOrbit> out;
  for (auto& [root, orbit] : orbits) {
    const bool all_alike =
        std::adjacent_find(orbit.steps.begin(), orbit.steps.end(), std::not_equal_to<>()) == orbit.steps.end();
    // Steps that all come to the same places have nothing to tell of each other.
    const bool tells_nothing = all_alike && (!branching.contains(root) || orbit.steps.front().size() < 2);
    if (orbit.steps.size() > 1 && !tells_nothing) out.push_back(std::move(orbit));
  }
  return out;
}

ReachedBySymmetry reached_by_symmetry(std::span<const StepOrbit> orbits, std::span<const std::uint8_t> coverage) {
  const auto covered = [&](std::uint32_t place) { return place < coverage.size() && coverage[place] != 0; };
  std::set<std::uint32_t> surely, perhaps;
  for (const StepOrbit& orbit : orbits) {
    const auto was_taken = [&](const auto& places) {
      return orbit.certain && std::all_of(places.begin(), places.end(), covered);
    };
    // Of a step without places nobody knows whether it was taken.
    const auto may_be_taken = [&](const auto& places) {
      return places.empty() || std::any_of(places.begin(), places.end(), covered);
    };
    const bool known = std::any_of(orbit.steps.begin(), orbit.steps.end(), was_taken);
    const bool possible = known || std::any_of(orbit.steps.begin(), orbit.steps.end(), may_be_taken);
    if (!possible) continue;
    for (const auto& places : orbit.steps) {
      for (const std::uint32_t place : places) {
        if (!covered(place)) (known ? surely : perhaps).insert(place);
      }
    }
  }
  for (const std::uint32_t place : surely) perhaps.erase(place);
  return {{surely.begin(), surely.end()}, {perhaps.begin(), perhaps.end()}};
}

}  // namespace quotient
