#include "symmetry/action/narrow.hpp"

#include <map>

namespace quotient {

void narrow(Symmetry& symmetry, std::span<const Permutation> generators) {
  std::vector<bool> moved(symmetry.atoms.size(), false);
  for (const Permutation& g : generators) {
    for (Point a = 0; a < g.degree(); ++a) moved[a] = moved[a] || g[a] != a;
  }
  std::vector<Point> kept, number(moved.size(), 0);
  std::vector<Atom> atoms;
  for (Point a = 0; a < moved.size(); ++a) {
    if (!moved[a]) continue;
    number[a] = static_cast<Point>(kept.size());
    kept.push_back(a);
    atoms.push_back(std::move(symmetry.atoms[a]));
  }
  symmetry.group = Group(kept.size(), restricted_to(generators, kept).generators);
  symmetry.atoms = std::move(atoms);
  for (StepOrbit& orbit : symmetry.step_orbits) orbit.certain = false;
  std::vector<std::uint32_t> class_number(symmetry.classes.size(), no_class);
  std::vector<ValueClass> classes;
  for (std::size_t c = 0; c < symmetry.classes.size(); ++c) {
    ValueClass values;
    for (const auto& [value, atom] : symmetry.classes[c].atoms) {
      if (moved[atom]) values.atoms.push_back({value, number[atom]});
    }
    if (values.atoms.empty()) continue;
    class_number[c] = static_cast<std::uint32_t>(classes.size());
    classes.push_back(std::move(values));
  }
  symmetry.classes = std::move(classes);
  // A place of an atom that stays is a template of its own.
  std::map<std::pair<std::uint32_t, std::vector<std::int64_t>>, std::uint32_t> patterns;
  std::vector<Place> places;
  std::vector<PatternName> names;
  for (Place& place : symmetry.places) {
    std::vector<std::int64_t> fixed;
    std::vector<Point> moving;
    for (const Point a : place.atoms) {
      fixed.push_back(moved[a] ? -1 : static_cast<std::int64_t>(a));
      if (moved[a]) moving.push_back(number[a]);
    }
    if (place.value_class != no_class) place.value_class = class_number[place.value_class];
    if (moving.empty() && place.value_class == no_class) continue;
    const auto fresh = static_cast<std::uint32_t>(patterns.size());
    const auto [at, added] = patterns.try_emplace({place.pattern, std::move(fixed)}, fresh);
    if (added) names.push_back(symmetry.pattern_names[place.pattern]);
    place.pattern = at->second;
    place.atoms = std::move(moving);
    places.push_back(std::move(place));
  }
  symmetry.places = std::move(places);
  symmetry.pattern_names = std::move(names);
}

}  // namespace quotient
