#include "symmetry/reduce/atom_colours.hpp"

#include <algorithm>

#include "base/stop_signal.hpp"
#include "model/cell.hpp"
#include "symmetry/reduce/scanner.hpp"

namespace quotient {

AtomUnits::AtomUnits(const Symmetry& symmetry) : of(symmetry.atoms.size()), kinds(symmetry.group.orbits().of) {
  const Orbits orbits = symmetry.group.orbits();
  struct Known {
    PointAction action;
    std::uint32_t first;  // unit of its first point
  };
  std::vector<Known> known;
  for (const std::vector<Point>& orbit : orbits.members) {
    PointAction action = restricted_to(symmetry.group.generators(), orbit);
    bool joined = false;
    for (const Known& other : known) {
      if (orbit.size() == 1 || other.action.degree != orbit.size()) continue;
      for (Point to = 0; to < orbit.size() && !joined; ++to) {
        const auto map = equivariant_map(action, other.action, 0, to);
        if (!map) continue;
        for (std::size_t k = 0; k < orbit.size(); ++k) of[orbit[k]] = other.first + (*map)[k];
        joined = true;
      }
      if (joined) break;
    }
    if (joined) continue;
    for (std::size_t k = 0; k < orbit.size(); ++k) of[orbit[k]] = count + static_cast<std::uint32_t>(k);
    find_pairs(action, count);
    known.push_back({std::move(action), count});
    count += static_cast<std::uint32_t>(orbit.size());
  }
}

/// Without these, a state in which one node of a cube has a token would leave the directions from another one tied,
/// and every way of breaking such ties would be tried.
void AtomUnits::find_pairs(const PointAction& action, std::uint32_t first) {
  constexpr std::size_t largest_orbit = 256, most_neighbours = 6;
  const std::size_t degree = action.degree;
  if (degree < 3 || degree > largest_orbit) return;
  constexpr std::uint32_t none = 0xffff'ffff;
  std::vector<std::uint32_t> orbit_of(degree * degree, none);  // by pair
  std::vector<std::vector<std::uint32_t>> orbits;
  for (std::uint32_t pair = 0; pair < orbit_of.size(); ++pair) {
    poll_stop();
    if (orbit_of[pair] != none || pair / degree == pair % degree) continue;
    const auto number = static_cast<std::uint32_t>(orbits.size());
    orbit_of[pair] = number;
    orbits.push_back({pair});
    for (std::size_t k = 0; k < orbits.back().size(); ++k) {
      const auto from = static_cast<Point>(orbits.back()[k] / degree),
                 to = static_cast<Point>(orbits.back()[k] % degree);
      for (const Permutation& g : action.generators) {
        const auto image = static_cast<std::uint32_t>(g[from] * degree + g[to]);
        if (orbit_of[image] != none) continue;
        orbit_of[image] = number;
        orbits.back().push_back(image);
      }
    }
  }
  std::stable_sort(orbits.begin(), orbits.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  std::size_t taken = 0;
  for (const std::vector<std::uint32_t>& orbit : orbits) {
    taken += orbit.size();
    if (taken > most_neighbours * degree) return;
    for (const std::uint32_t pair : orbit) {
      pairs.push_back({kinds_of_pairs_, first + static_cast<std::uint32_t>(pair / degree),
                       first + static_cast<std::uint32_t>(pair % degree)});
    }
    ++kinds_of_pairs_;
  }
}

AtomColours::AtomColours(const Symmetry& symmetry, const AtomUnits& units, StateActor* actor)
    : symmetry_(symmetry), units_(units), actor_(actor) {
  for (const AtomUnits::Pair& pair : units.pairs) {
    constexpr std::uint64_t salt = std::uint64_t{1} << 48U;  // no pattern has that number
    relations_.push_back({mix(salt + pair.kind), static_cast<std::uint32_t>(related_.size()), 2});
    related_.insert(related_.end(), {pair.first, pair.second});
  }
}

/// Only what holds in all states is left.
void AtomColours::forget_state() {
  relations_.resize(units_.pairs.size());
  related_.resize(2 * units_.pairs.size());
}

void AtomColours::read(StateView state) {
  forget_state();
  if (actor_ != nullptr) return read_tuples(state);
  for (const Place& place : symmetry_.places) {
    if (place.offset >= state.size()) continue;
    const std::int32_t value = load_cell(state.data() + place.offset, place.type.kind);
    std::optional<Point> content;
    bool counts = place.value_class != no_class;
    if (counts && place.slot >= 0) {
      const std::uint8_t* queue = state.data() + place.queue;
      counts = place.slot < (place.length_size == 1 ? queue[0] : queue[0] | queue[1] << 8);
    }
    if (counts) content = symmetry_.classes[place.value_class].find(value);
    if (place.atoms.empty() && !content) continue;
    const auto what = content ? (std::uint64_t{units_.kinds[*content]} | std::uint64_t{1} << 32U)
                              : std::uint64_t{static_cast<std::uint32_t>(value)};
    Relation r{mix(mix(place.pattern + 1) + what), static_cast<std::uint32_t>(related_.size()), 0};
    for (const Point a : place.atoms) related_.push_back(units_.of[a]);
    if (content) related_.push_back(units_.of[*content]);
    r.count = static_cast<std::uint32_t>(related_.size()) - r.first;
    if (r.count == 1) {  // known from the start
      colours_[related_.back()] += mix(r.salt);
      related_.pop_back();
    } else {
      relations_.push_back(r);
    }
  }
}

void AtomColours::read_tuples(StateView state) {
  actor_->scan(state, tuples_);
  for (const AtomTuples::Tuple& tuple : tuples_.tuples) {
    Relation r{tuple.salt, static_cast<std::uint32_t>(related_.size()), 0};
    for (const Point a : std::span(tuples_.atoms).subspan(tuple.first, tuple.count)) {
      r.salt = mix(r.salt + units_.kinds[a]);
      related_.push_back(units_.of[a]);
    }
    r.salt = unite_repeated(r.salt, r.first, related_);
    r.count = static_cast<std::uint32_t>(related_.size()) - r.first;
    if (r.count == 1) {
      colours_[related_.back()] += mix(r.salt);
      related_.pop_back();
    } else if (r.count > 1) {
      relations_.push_back(r);
    }
  }
}

std::size_t AtomColours::count_colours() {
  std::size_t size = 16;
  while (size < 2 * colours_.size()) size *= 2;
  met_.assign(size, 0);
  std::size_t count = 0;
  for (const std::uint64_t colour : colours_) {
    const std::uint64_t c = colour == 0 ? 1 : colour;  // one colour less than there could be
    std::size_t at = c & (size - 1);                   // colours are mixed
    while (met_[at] != 0 && met_[at] != c) at = (at + 1) & (size - 1);
    if (met_[at] == c) continue;
    met_[at] = c;
    ++count;
  }
  return count;
}

void AtomColours::colour(StateView state, std::span<const std::uint32_t> labels) {
  colours_.assign(units_.count, 0);
  for (Point a = 0; a < labels.size(); ++a) colours_[units_.of[a]] += mix(labels[a] + (std::uint64_t{1} << 40U));
  read(state);
  for (std::uint64_t& c : colours_) c = mix(c);
  if (relations_.empty()) return;
  for (std::size_t known = count_colours(); known < colours_.size();) {
    sums_.assign(colours_.size(), 0);
    first_role_.resize(colours_.size());
    second_role_.resize(colours_.size());
    for (std::size_t u = 0; u < colours_.size(); ++u) {
      first_role_[u] = mix(colours_[u]);
      second_role_[u] = mix(colours_[u] + 1);
    }
    for (const Relation& r : relations_) {
      if (r.count == 2) {  // mostly so
        const std::uint32_t a = related_[r.first], b = related_[r.first + 1];
        const std::uint64_t both = r.salt + first_role_[a] + second_role_[b];
        sums_[a] += mix(both);
        sums_[b] += mix(both ^ (std::uint64_t{1} << 56U));
        continue;
      }
      std::uint64_t whole = r.salt;
      for (std::uint32_t k = 0; k < r.count; ++k) whole += mix(colours_[related_[r.first + k]] + k);
      for (std::uint32_t k = 0; k < r.count; ++k)
        sums_[related_[r.first + k]] += mix(whole ^ (std::uint64_t{k} << 56U));
    }
    for (std::size_t u = 0; u < colours_.size(); ++u) colours_[u] = mix(colours_[u] + sums_[u]);
    const std::size_t now = count_colours();
    if (now <= known) return;
    known = now;
  }
}

}  // namespace quotient
