#include "symmetry/reduce/state_orbits.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "base/stop_signal.hpp"
#include "symmetry/action/state_permutation.hpp"
#include "symmetry/reduce/atom_colours.hpp"
#include "symmetry/reduce/canonical.hpp"

namespace quotient {

namespace {

/// `actor` is one of the symmetry's; null where states are plain cells.
void permute(const Symmetry& symmetry, const Permutation& by, StateView state, std::uint8_t* out, StateActor* actor) {
  if (actor != nullptr) return actor->permute(state, by, out);
  StatePermutation(symmetry, by).apply(state, out);
}

/// Permutes `to` step by step along the stabiliser chain, so that one base point after the other is where it is in
/// `from`. Only atoms are tried that have the colour of the base point: colours are the same for all states that the
/// permutations left at that level take to one another.
class Matcher {
 public:
  Matcher(const Symmetry& symmetry, const AtomUnits& units, StateView from)
      : symmetry_(symmetry),
        chain_(symmetry.group.chain()),
        colours_(symmetry, units),
        actor_(symmetry.actor()),
        from_(from) {
    for (std::size_t i = 0; i < chain_.depth(); ++i) {
      if (chain_.orbit(i).size() == 1) continue;
      Level level{i, quotient::orbits(chain_.degree(), chain_.generators(i)).of, 0};
      colours_.colour(from, level.labels);
      level.wanted = colours_.of(chain_.base_point(i));
      levels_.push_back(std::move(level));
    }
  }

  /// What takes `to` to `from`.
  std::optional<Permutation> match(StateView to) {
    return match(0, std::vector<std::uint8_t>(to.begin(), to.end()), Permutation::identity(chain_.degree()));
  }

 private:
  struct Level {
    std::size_t number;
    std::vector<std::uint32_t> labels;  // of each atom: its orbit under the permutations of this level
    std::uint64_t wanted;               // the colour of the base point in `from`
  };

  std::optional<Permutation> match(std::size_t depth, const std::vector<std::uint8_t>& to, const Permutation& way) {
    if (depth == levels_.size()) {
      if (std::ranges::equal(from_, to)) return way;
      return std::nullopt;
    }
    const Level& level = levels_[depth];
    colours_.colour(to, level.labels);
    std::vector<Point> candidates;
    for (const Point x : chain_.orbit(level.number)) {
      if (colours_.of(x) == level.wanted) candidates.push_back(x);
    }
    std::vector<std::uint8_t> image(to.size());
    for (const Point x : candidates) {
      poll_stop();
      const Permutation to_base = chain_.representative(level.number, x).inverse();
      permute(symmetry_, to_base, to, image.data(), actor_.get());
      if (auto found = match(depth + 1, image, way.then(to_base))) return found;
    }
    return std::nullopt;
  }

  const Symmetry& symmetry_;
  const StabiliserChain& chain_;
  AtomColours colours_;
  std::unique_ptr<StateActor> actor_;
  StateView from_;
  std::vector<Level> levels_;
};

class GroupOrbits final : public StateOrbits {
 public:
  GroupOrbits(const Symmetry& symmetry, std::unique_ptr<Reduction> reduction)
      : symmetry_(symmetry), reduction_(std::move(reduction)), units_(symmetry), actors_(symmetry) {}

  const Reduction& reduction() const override { return *reduction_; }

  const ActorImages* actors() const override { return &actors_; }

  Permuted permutation(StateView from, StateView to) const override {
    if (from.size() != to.size()) return {};
    std::optional<Permutation> way;
    if (!is_permuted(symmetry_, from) || !is_permuted(symmetry_, to)) {
      if (std::ranges::equal(from, to)) way = Permutation::identity(symmetry_.atoms.size());
    } else {
      way = Matcher(symmetry_, units_, from).match(to);
    }
    if (!way) return {};
    return [&symmetry = symmetry_, back = way->inverse(), actor = std::shared_ptr<StateActor>(symmetry_.actor())](
               StateView state, std::uint8_t* out) { permute(symmetry, back, state, out, actor.get()); };
  }

 private:
  const Symmetry& symmetry_;
  std::unique_ptr<Reduction> reduction_;
  AtomUnits units_;
  ActorImages actors_;
};

}  // namespace

std::unique_ptr<StateOrbits> StateOrbits::of(const Symmetry& symmetry) {
  std::unique_ptr<Reduction> reduction = canonical_reduction(symmetry);
  if (reduction == nullptr) return nullptr;
  return std::make_unique<GroupOrbits>(symmetry, std::move(reduction));
}

}  // namespace quotient
