#include "symmetry/group/symmetric_product.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "base/stop_signal.hpp"
#include "symmetry/group/point_action.hpp"

namespace quotient {

namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

/// One symmetric group. Its blocks are numbered, and every point that it moves sits in one of them.
struct SymmetricFactor {
  std::vector<Point> carrier;  // by block: a point of it, all of one orbit
  std::vector<std::vector<std::pair<Point, std::uint32_t>>>
      exchanged;  // by block: with which others, by which generator
};

class Recogniser {
 public:
  Recogniser(std::size_t degree, std::span<const Permutation> generators)
      : generators_(generators),
        orbits_(orbits(degree, generators)),
        moved_(generators.size()),
        factor_of_(degree, nowhere),
        block_of_(degree, nowhere) {
    for (std::size_t g = 0; g < generators.size(); ++g) {
      for (Point x = 0; x < degree; ++x) {
        if (generators[g][x] != x) moved_[g].push_back(x);
      }
    }
  }

  bool succeeds() {
    const std::vector<std::vector<std::uint32_t>> components = find_components();
    return std::all_of(components.begin(), components.end(),
                       [this](const std::vector<std::uint32_t>& component) { return add_factor(component); });
  }

  std::span<const SymmetricFactor> factors() const { return factors_; }
  std::uint32_t factor_of(Point x) const { return factor_of_[x]; }
  std::uint32_t block_of(Point x) const { return block_of_[x]; }

 private:
  /// Generators that are linked by points that both move.
  std::vector<std::vector<std::uint32_t>> find_components() const {
    std::vector<std::uint32_t> leader(generators_.size());
    std::iota(leader.begin(), leader.end(), 0U);
    const auto find = [&](std::uint32_t g) {
      while (leader[g] != g) g = leader[g] = leader[leader[g]];
      return g;
    };
    std::vector<std::uint32_t> mover(orbits_.members.size(), nowhere);
    for (std::uint32_t g = 0; g < generators_.size(); ++g) {
      for (const Point x : moved_[g]) {
        std::uint32_t& first = mover[orbits_.of[x]];
        if (first == nowhere) first = g;
        leader[find(g)] = find(first);
      }
    }
    std::vector<std::vector<std::uint32_t>> components;
    std::vector<std::size_t> number(generators_.size(), generators_.size());
    for (std::uint32_t g = 0; g < generators_.size(); ++g) {
      std::size_t& place = number[find(g)];
      if (place == generators_.size()) {
        place = components.size();
        components.emplace_back();
      }
      components[place].push_back(g);
    }
    return components;
  }

  bool add_factor(const std::vector<std::uint32_t>& component) {
    poll_stop();
    std::vector<std::uint32_t> touched;  // orbits that a generator moves; all of them move the same ones
    for (const Point x : moved_[component.front()]) touched.push_back(orbits_.of[x]);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    std::vector<std::vector<std::array<Point, 2>>> pairs(component.size());  // what generators exchange, orbit by orbit
    for (std::size_t k = 0; k < component.size(); ++k) {
      if (!find_pairs(component[k], touched, pairs[k])) return false;
    }
    const auto number = static_cast<std::uint32_t>(factors_.size());
    SymmetricFactor& factor = factors_.emplace_back();
    factor.carrier = orbits_.members[touched.front()];
    const std::size_t count = factor.carrier.size();
    factor.exchanged.resize(count);
    for (std::uint32_t block = 0; block < count; ++block) block_of_[factor.carrier[block]] = block;
    for (std::size_t k = 0; k < component.size(); ++k) {
      const Point a = block_of_[pairs[k].front()[0]], b = block_of_[pairs[k].front()[1]];
      factor.exchanged[a].emplace_back(b, component[k]);
      factor.exchanged[b].emplace_back(a, component[k]);
    }
    for (std::size_t o = 0; o < touched.size(); ++o) {
      const std::vector<Point>& orbit = orbits_.members[touched[o]];
      if (orbit.size() != count) return false;
      for (const Point x : orbit) factor_of_[x] = number;
      if (o > 0 && !link(factor, orbit, o, pairs)) return false;
    }
    return true;
  }

  bool find_pairs(std::uint32_t g, std::span<const std::uint32_t> touched,
                  std::vector<std::array<Point, 2>>& pairs) const {
    const std::vector<Point>& moved = moved_[g];
    if (moved.size() != 2 * touched.size()) return false;
    pairs.assign(touched.size(), {nowhere, nowhere});
    for (const Point x : moved) {
      const auto place = std::lower_bound(touched.begin(), touched.end(), orbits_.of[x]);
      if (place == touched.end() || *place != orbits_.of[x]) return false;
      const auto o = static_cast<std::size_t>(place - touched.begin());
      // Of two points that the orbit's image must be the same two: met first from the lesser.
      if (pairs[o][0] == nowhere) {
        if (generators_[g][generators_[g][x]] != x) return false;
        pairs[o] = {x, generators_[g][x]};
      } else if (pairs[o][0] != x && pairs[o][1] != x) {
        return false;
      }
    }
    return true;
  }

  /// Gives the points of the o-th orbit their blocks: every generator must exchange two of its points where it
  /// exchanges their blocks. False where there is no such bijection.
  bool link(const SymmetricFactor& factor, const std::vector<Point>& orbit, std::size_t o,
            const std::vector<std::vector<std::array<Point, 2>>>& pairs) {
    const auto fits = [&](Point first, std::uint32_t block) {
      for (const Point x : orbit) block_of_[x] = nowhere;
      block_of_[first] = block;
      std::vector<Point> reached{first};
      for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const auto& [other, g] : factor.exchanged[block_of_[reached[i]]]) {
          const Point to = generators_[g][reached[i]];
          if (to == reached[i]) return false;
          if (block_of_[to] == nowhere) {
            block_of_[to] = other;
            reached.push_back(to);
          }
        }
      }
      if (reached.size() != orbit.size()) return false;
      return std::all_of(pairs.begin(), pairs.end(), [&](const std::vector<std::array<Point, 2>>& pair) {
        const Point a = block_of_[pair.front()[0]], b = block_of_[pair.front()[1]];
        const Point c = block_of_[pair[o][0]], d = block_of_[pair[o][1]];
        return (a == c && b == d) || (a == d && b == c);
      });
    };
    const auto& [point, other] = pairs.front()[o];
    return fits(point, block_of_[pairs.front().front()[0]]) || fits(point, block_of_[pairs.front().front()[1]]);
  }

  std::span<const Permutation> generators_;
  Orbits orbits_;
  std::vector<std::vector<Point>> moved_;  // by generator
  std::vector<SymmetricFactor> factors_;
  std::vector<std::uint32_t> factor_of_;  // by point
  std::vector<std::uint32_t> block_of_;
};

/// For each of these blocks but the last the element that exchanges it with a later one, so that any two blocks of a
/// tail of the sequence are a logarithmic number of exchanges within the tail apart.
std::vector<Permutation> exchanges(const SymmetricFactor& factor, std::span<const std::uint32_t> sequence,
                                   std::span<const Permutation> generators) {
  const std::uint32_t last = sequence.back();
  std::vector<Permutation> with_last(factor.carrier.size());
  std::vector<std::uint32_t> reached{last};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    poll_stop();
    for (const auto& [other, g] : factor.exchanged[reached[i]]) {
      if (other == last || with_last[other].degree() != 0) continue;
      with_last[other] = reached[i] == last ? generators[g] : with_last[reached[i]].conjugated_by(generators[g]);
      reached.push_back(other);
    }
  }
  std::vector<Permutation> result;
  const std::size_t end = sequence.size() - 1;
  for (std::size_t i = 0; i < end; ++i) {
    poll_stop();
    const std::uint32_t later = sequence[end - (end - i - 1) / 2];
    const Permutation& exchange = with_last[sequence[i]];
    result.push_back(later == last ? exchange : exchange.conjugated_by(with_last[later]));
  }
  return result;
}

}  // namespace

std::optional<StabiliserChain> symmetric_product_chain(std::size_t degree, std::span<const Permutation> generators,
                                                       std::span<const Point> base) {
  Recogniser recogniser(degree, generators);
  if (!recogniser.succeeds()) return std::nullopt;
  std::vector<Point> whole_base(base.begin(), base.end());
  // By factor: its blocks in the order in which the base fixes them, and the levels that do.
  std::vector<std::vector<std::uint32_t>> sequences(recogniser.factors().size());
  std::vector<std::vector<std::size_t>> levels(recogniser.factors().size());
  std::vector<std::vector<bool>> is_fixed(recogniser.factors().size());
  for (std::size_t f = 0; f < sequences.size(); ++f) is_fixed[f].resize(recogniser.factors()[f].carrier.size());
  const auto fix = [&](std::size_t f, std::uint32_t block, std::size_t level) {
    if (is_fixed[f][block]) return;
    is_fixed[f][block] = true;
    sequences[f].push_back(block);
    levels[f].push_back(level);
  };
  for (std::size_t level = 0; level < base.size(); ++level) {
    const std::uint32_t f = recogniser.factor_of(base[level]);
    if (f != nowhere) fix(f, recogniser.block_of(base[level]), level);
  }
  struct Strong {
    Permutation element;
    std::size_t level;
  };
  std::vector<Strong> strong;
  for (std::size_t f = 0; f < sequences.size(); ++f) {
    const SymmetricFactor& factor = recogniser.factors()[f];
    for (std::uint32_t block = 0; block < factor.carrier.size(); ++block) {
      if (is_fixed[f][block]) continue;
      const bool is_last = sequences[f].size() + 1 == factor.carrier.size();
      fix(f, block, whole_base.size());
      if (!is_last) whole_base.push_back(factor.carrier[block]);
    }
    std::vector<Permutation> elements = exchanges(factor, sequences[f], generators);
    for (std::size_t i = 0; i < elements.size(); ++i) strong.push_back({std::move(elements[i]), levels[f][i]});
  }
  // Orbits are trees of exchanges: in whatever order these come, the way to a point is the same.
  StabiliserChain chain(degree, whole_base);
  for (Strong& generator : strong) chain.add_generator(std::move(generator.element), generator.level);
  return chain;
}

}  // namespace quotient
