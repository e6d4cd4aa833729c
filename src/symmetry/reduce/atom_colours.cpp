#include "symmetry/reduce/atom_colours.hpp"

#include <algorithm>

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
    known.push_back({std::move(action), count});
    count += static_cast<std::uint32_t>(orbit.size());
  }
}

AtomColours::AtomColours(const Symmetry& symmetry, const AtomUnits& units, StateActor* actor)
    : symmetry_(symmetry), units_(units), actor_(actor) {}

void AtomColours::read(StateView state) {
  relations_.clear();
  related_.clear();
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
  sorted_ = colours_;
  std::sort(sorted_.begin(), sorted_.end());
  return static_cast<std::size_t>(std::unique(sorted_.begin(), sorted_.end()) - sorted_.begin());
}

void AtomColours::colour(StateView state, std::span<const std::uint32_t> labels) {
  colours_.assign(units_.count, 0);
  for (Point a = 0; a < labels.size(); ++a) colours_[units_.of[a]] += mix(labels[a] + (std::uint64_t{1} << 40U));
  read(state);
  for (std::uint64_t& c : colours_) c = mix(c);
  if (relations_.empty()) return;
  for (std::size_t known = count_colours(); known < colours_.size();) {
    sums_.assign(colours_.size(), 0);
    for (const Relation& r : relations_) {
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
