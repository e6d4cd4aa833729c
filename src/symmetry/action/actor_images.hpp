#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "symmetry/action/symmetry.hpp"

namespace quotient {

/// How permutations act on whoever takes steps: actors go where their atoms go, everybody else stays.
class ActorImages {
 public:
  ActorImages() = default;
  explicit ActorImages(const Symmetry& symmetry) {
    for (Point a = 0; a < symmetry.atoms.size(); ++a) {
      const Atom& atom = symmetry.atoms[a];
      const bool moves =
          std::ranges::any_of(symmetry.group.generators(), [a](const Permutation& g) { return g[a] != a; });
      moves_.push_back(moves);
      numbers_.push_back(atom.kind == Atom::Kind::process ? static_cast<Actor>(atom.number) : atom.actor);
      if (numbers_.back() == no_actor) continue;
      points_.emplace(numbers_.back(), a);
      bound_ = std::max(bound_, numbers_.back() + 1);
    }
  }

  /// `by` is a permutation of the symmetry's atoms.
  Actor image(Actor actor, const Permutation& by) const {
    const auto point = points_.find(actor);
    return point == points_.end() ? actor : numbers_[by[point->second]];
  }
  /// Whether some permutation takes it elsewhere.
  bool moves(Actor actor) const {
    const auto point = points_.find(actor);
    return point != points_.end() && moves_[point->second];
  }
  /// More than any actor that is moved.
  Actor bound() const { return bound_; }

 private:
  std::unordered_map<Actor, Point> points_;
  std::vector<Actor> numbers_;  // of atoms
  std::vector<bool> moves_;
  Actor bound_ = 0;
};

}  // namespace quotient
