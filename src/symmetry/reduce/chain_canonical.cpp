#include "symmetry/reduce/chain_canonical.hpp"

#include <algorithm>
#include <cstring>
#include <deque>

#include "base/stop_signal.hpp"
#include "symmetry/action/state_permutation.hpp"
#include "symmetry/reduce/atom_colours.hpp"
#include "symmetry/reduce/orbit_counter.hpp"

namespace quotient {

namespace {

/// One level of the stabiliser chain: the permutations that leave the base points above alone.
struct ChainLevel {
  std::vector<Point> orbit;                    // of the base point
  std::vector<Permutation> to_base;            // by place in the orbit: takes that point to the base point
  std::vector<StatePermutation> permutations;  // the same, ready to be applied
  std::vector<std::uint32_t> labels;           // of each atom: its orbit under these permutations
  std::vector<StatePermutation> generators;    // of all permutations that leave the base points above alone
  BigNumber order = 1;                         // how many these are
};

std::vector<ChainLevel> chain_levels(const Symmetry& symmetry) {
  const StabiliserChain& chain = symmetry.group.chain();
  std::vector<ChainLevel> levels;
  for (std::size_t i = 0; i < chain.depth(); ++i) {
    if (chain.orbit(i).size() == 1) continue;
    ChainLevel level;
    level.orbit.assign(chain.orbit(i).begin(), chain.orbit(i).end());
    std::sort(level.orbit.begin(), level.orbit.end());
    for (const Point x : level.orbit) {
      level.to_base.push_back(chain.representative(i, x).inverse());
      level.permutations.emplace_back(symmetry, level.to_base.back());
    }
    level.labels = orbits(chain.degree(), chain.generators(i)).of;
    for (const Permutation& g : chain.generators(i)) level.generators.emplace_back(symmetry, g);
    levels.push_back(std::move(level));
  }
  BigNumber order = 1;
  for (std::size_t i = levels.size(); i > 0; --i) {
    order *= BigNumber(levels[i - 1].orbit.size());
    levels[i - 1].order = order;
  }
  return levels;
}

/// What McKay does for graphs, along a stabiliser chain: see [Leon 1991] for the idea of partition and chain together.
/// At every level the state has been permuted so that the atoms chosen so far are the base points; the colours that are
/// looked at are the same for all states that the permutations of that level take to one another.
template <typename Count>
class ChainKeyFunction final : public KeyFunction {
 public:
  using Bytes = std::vector<std::uint8_t>;

  ChainKeyFunction(const Symmetry& symmetry, std::span<const ChainLevel> levels, const AtomUnits& units)
      : symmetry_(symmetry),
        levels_(levels),
        actor_(symmetry.actor()),
        colours_(symmetry, units, actor_.get()),
        counter_(symmetry.group.order()) {
    nodes_.resize(levels.size() + 1);
  }

  Key key(StateView state) override {
    if (!is_permuted(symmetry_, state)) return {state, counter_.fixed()};
    nodes_[0].state.assign(state.begin(), state.end());
    const Count ways = resolve(0);
    return {nodes_[0].least, counter_.weight(ways)};
  }
  std::optional<Normalisation> normalise(StateView state, Bytes& key) override {
    if (!is_permuted(symmetry_, state)) {
      key.assign(state.begin(), state.end());
      return Normalisation{Permutation::identity(symmetry_.group.degree()), symmetry_.group.order()};
    }
    nodes_[0].state.assign(state.begin(), state.end());
    tracks_ = true;
    const Count ways = resolve(0);
    tracks_ = false;
    key = nodes_[0].least;
    return Normalisation{nodes_[0].way, BigNumber(ways)};
  }
  void count(std::uint32_t weight) override { counter_.count(weight); }
  std::optional<BigNumber> represented() const override { return counter_.states(); }
  std::optional<std::uint64_t> passes() const override { return passes_; }

 private:
  using Place = std::uint32_t;  // in the orbit of a level

  struct Node {
    Bytes state, least;
    Permutation way;  // from the one to the other, where somebody wants to know
    std::vector<Place> candidates;
    Place taken = 0;  // by the branch that is being explored
    bool branches = false;
    /// Of the automorphisms found: a forest over the places of the orbit, its roots stand for orbits.
    std::vector<Place> forest;

    Place root(Place p) const {
      while (forest[p] != p) p = forest[p];
      return p;
    }
    void join(Place a, Place b) {
      a = root(a);
      b = root(b);
      forest[std::max(a, b)] = std::min(a, b);
    }
  };
  /// One of the candidates.
  struct Tried {
    Place place = 0;
    std::uint32_t weight = 1;  // how many lead to the same
    Count ways = 1;            // that lead to the least state below
    bool least = true;         // of all, so far
    Bytes leaf;                // a state at the end of one way
    Permutation way;
  };

  void apply(std::size_t level, Place p, const Bytes& from, Bytes& to) {
    ++passes_;
    to.resize(from.size());
    levels_[level].permutations[p].apply(from, to.data(), actor_.get());
  }

  /// The atoms that may become the base point of this level: those of the rarest colour.
  void choose(std::size_t level, const Bytes& state, std::vector<Place>& candidates) {
    const std::vector<Point>& orbit = levels_[level].orbit;
    colours_.colour(state, levels_[level].labels);
    ++passes_;
    by_colour_.clear();
    for (Place p = 0; p < orbit.size(); ++p) by_colour_.push_back({colours_.of(orbit[p]), p});
    std::sort(by_colour_.begin(), by_colour_.end());
    std::size_t best = 0, best_size = orbit.size() + 1;
    for (std::size_t begin = 0, end = 0; begin < by_colour_.size(); begin = end) {
      while (end < by_colour_.size() && by_colour_[end].first == by_colour_[begin].first) ++end;
      if (end - begin < best_size) {
        best = begin;
        best_size = end - begin;
      }
    }
    candidates.clear();
    for (std::size_t k = best; k < best + best_size; ++k) candidates.push_back(by_colour_[k].second);
  }

  /// Finds the least state below, and returns in how many ways it is reached.
  Count resolve(std::size_t level) {
    Node& here = nodes_[level];
    if (level == levels_.size()) {
      here.least = here.state;
      if (tracks_) here.way = Permutation::identity(symmetry_.group.degree());
      return 1;
    }
    choose(level, here.state, here.candidates);
    here.branches = here.candidates.size() > 1;
    if (here.branches) return branch(level);
    here.taken = here.candidates.front();
    apply(level, here.taken, here.state, nodes_[level + 1].state);
    Count ways = resolve(level + 1);
    std::swap(here.least, nodes_[level + 1].least);
    if (tracks_) here.way = levels_[level].to_base[here.taken].then(nodes_[level + 1].way);
    return ways;
  }

  Count branch(std::size_t level) {
    Node& here = nodes_[level];
    here.forest.resize(levels_[level].orbit.size());
    for (Place p = 0; p < here.forest.size(); ++p) here.forest[p] = p;
    if (look_for_automorphisms(level)) {
      here.least = here.state;
      if (tracks_) here.way = Permutation::identity(symmetry_.group.degree());
      return count_of(levels_[level].order);
    }
    std::vector<Tried> tried;
    for (std::size_t k = 0; k < here.candidates.size(); ++k) {
      poll_stop();
      Tried now;
      now.place = here.candidates[k];
      auto same = std::find_if(tried.begin(), tried.end(),
                               [&](const Tried& t) { return here.root(t.place) == here.root(now.place); });
      bool is_leaf = false;
      if (same == tried.end()) {
        is_leaf = descend(level, now);
        same = std::find_if(tried.begin(), tried.end(), [&](const Tried& t) { return t.leaf == now.leaf; });
        if (same != tried.end()) note_automorphism(level, same->way.then(now.way.inverse()));
      }
      if (same != tried.end()) {
        ++same->weight;
        continue;
      }
      if (!is_leaf) {
        here.taken = now.place;
        apply(level, now.place, here.state, nodes_[level + 1].state);
        now.ways = resolve(level + 1);
      }
      const Bytes& found = is_leaf ? now.leaf : nodes_[level + 1].least;
      const int compared = tried.empty() ? -1 : std::memcmp(found.data(), here.least.data(), found.size());
      now.least = compared <= 0;
      if (compared < 0) {
        for (Tried& t : tried) t.least = false;
        here.least = found;
        if (tracks_) here.way = is_leaf ? now.way : levels_[level].to_base[now.place].then(nodes_[level + 1].way);
      }
      tried.push_back(std::move(now));
    }
    Count ways = 0;
    for (Tried& t : tried) {
      if (!t.least) continue;
      t.ways *= t.weight;
      ways += t.ways;
    }
    return ways;
  }

  /// States in which little has happened yet are left alone by most generators of the group: each of these spares ways
  /// down. True where all of them leave the state alone, which is then at the end of every way.
  bool look_for_automorphisms(std::size_t level) {
    const Node& here = nodes_[level];
    bool all = true;
    probe_.resize(here.state.size());
    for (const StatePermutation& g : levels_[level].generators) {
      ++passes_;
      g.apply(here.state, probe_.data(), actor_.get());
      if (probe_ == here.state) {
        note_automorphism(level, g.permutation());
      } else {
        all = false;
      }
    }
    return all;
  }

  static Count count_of(const BigNumber& number) {
    if constexpr (std::is_same_v<Count, BigNumber>) {
      return number;
    } else {
      return *number.to_word();
    }
  }

  /// One way down, always to the first candidate. True where there is no other.
  bool descend(std::size_t level, Tried& tried) {
    apply(level, tried.place, nodes_[level].state, tried.leaf);
    tried.way = levels_[level].to_base[tried.place];
    bool is_leaf = true;
    for (std::size_t below = level + 1; below < levels_.size(); ++below) {
      choose(below, tried.leaf, probe_candidates_);
      is_leaf &= probe_candidates_.size() == 1;
      apply(below, probe_candidates_.front(), tried.leaf, probe_);
      std::swap(tried.leaf, probe_);
      tried.way = tried.way.then(levels_[below].to_base[probe_candidates_.front()]);
    }
    return is_leaf;
  }

  /// Of the state at this level. Seen from a level above it is the same between the way down and back.
  void note_automorphism(std::size_t level, Permutation automorphism) {
    for (std::size_t l = level;; --l) {
      Node& node = nodes_[l];
      const std::vector<Point>& orbit = levels_[l].orbit;
      for (Place p = 0; node.branches && p < orbit.size(); ++p) {
        const auto image = std::lower_bound(orbit.begin(), orbit.end(), automorphism[orbit[p]]);
        node.join(p, static_cast<Place>(image - orbit.begin()));
      }
      if (l == 0) return;
      const Permutation& way = levels_[l - 1].to_base[nodes_[l - 1].taken];
      automorphism = way.then(automorphism).then(way.inverse());
    }
  }

  const Symmetry& symmetry_;
  std::span<const ChainLevel> levels_;
  std::unique_ptr<StateActor> actor_;
  AtomColours colours_;
  OrbitCounter counter_;
  std::deque<Node> nodes_;
  bool tracks_ = false;
  std::uint64_t passes_ = 0;
  std::vector<std::pair<std::uint64_t, Place>> by_colour_;
  std::vector<Place> probe_candidates_;
  Bytes probe_;
};

class ChainReduction final : public Reduction {
 public:
  explicit ChainReduction(const Symmetry& symmetry)
      : symmetry_(symmetry),
        levels_(chain_levels(symmetry)),
        units_(symmetry),
        small_(symmetry.group.order().to_word().has_value()) {}

  std::unique_ptr<KeyFunction> key_function() const override {
    if (small_) return std::make_unique<ChainKeyFunction<std::uint64_t>>(symmetry_, levels_, units_);
    return std::make_unique<ChainKeyFunction<BigNumber>>(symmetry_, levels_, units_);
  }
  bool exact() const override { return true; }

 private:
  const Symmetry& symmetry_;
  std::vector<ChainLevel> levels_;
  AtomUnits units_;
  bool small_;  // the order of the group fits into a word
};

}  // namespace

std::unique_ptr<Reduction> chain_canonical_reduction(const Symmetry& symmetry) {
  constexpr std::size_t largest_tables = std::size_t{1} << 26;
  const StabiliserChain& chain = symmetry.group.chain();
  std::size_t permutations = 0;
  for (std::size_t i = 0; i < chain.depth(); ++i) permutations += chain.orbit(i).size();
  if (permutations * (symmetry.places.size() + symmetry.atoms.size()) > largest_tables) return nullptr;
  return std::make_unique<ChainReduction>(symmetry);
}

}  // namespace quotient
