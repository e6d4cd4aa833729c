#include "symmetry/group/schreier_sims.hpp"

#include <limits>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

namespace {

std::vector<Point> copy_images(const Permutation& permutation) {
  return {permutation.images().begin(), permutation.images().end()};
}

std::optional<MissingElement> sift_to_residue(const StabiliserChain& chain, std::vector<Point> images,
                                              std::size_t level = 0) {
  const std::size_t stuck = chain.sift(images, level);
  if (stuck == chain.depth() && is_identity(images)) return std::nullopt;
  return MissingElement{Permutation(std::move(images)), stuck};
}

/// Product replacement: a list of group elements, one of which is multiplied by another at each step, and an
/// accumulator that collects them ("rattle"). Word lengths grow exponentially, so few steps mix well.
class RandomWords {
 public:
  RandomWords(std::size_t degree, std::span<const Permutation> generators, Random& random)
      : random_(random), sum_(Permutation::identity(degree)) {
    constexpr std::size_t slots = 12;
    constexpr int warm_up = 20 * static_cast<int>(slots);
    // Many generators are first condensed: a product of a random half of them is outside any given proper subgroup
    // with probability at least one half.
    for (std::size_t i = 0; i < slots; ++i) {
      list_.push_back(generators.size() <= slots ? generators[i % generators.size()]
                                                 : random_subproduct(degree, generators));
    }
    for (int i = 0; i < warm_up; ++i) next();
  }

  const Permutation& next() {
    const std::uint32_t i = random_.below(static_cast<std::uint32_t>(list_.size()));
    std::uint32_t j = random_.below(static_cast<std::uint32_t>(list_.size() - 1));
    if (j >= i) ++j;
    const Permutation factor = random_.coin() ? list_[j] : list_[j].inverse();
    list_[i] = random_.coin() ? list_[i].then(factor) : factor.then(list_[i]);
    sum_ = sum_.then(list_[i]);
    return sum_;
  }

 private:
  Permutation random_subproduct(std::size_t degree, std::span<const Permutation> generators) {
    std::vector<const Permutation*> order;
    for (const Permutation& g : generators) order.push_back(&g);
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random_.below(static_cast<std::uint32_t>(i))]);
    }
    Permutation product = Permutation::identity(degree);
    for (const Permutation* g : order) {
      if (random_.coin()) product = product.then(*g);
    }
    return product;
  }

  Random& random_;
  std::vector<Permutation> list_;
  Permutation sum_;
};

/// The orbits of some generators on `points`, each as a tree that starts at the first of `points` in it.
class OrbitForest {
 public:
  OrbitForest(std::size_t degree, std::vector<Permutation> generators, std::span<const Point> points)
      : generators_(std::move(generators)), root_(degree, none), edge_(degree, none) {
    for (const Permutation& g : generators_) inverse_.push_back(g.inverse());
    for (const Point start : points) {
      if (root_[start] != none) continue;
      roots_.push_back(start);
      std::vector<Point> orbit{start};
      root_[start] = start;
      for (std::size_t i = 0; i < orbit.size(); ++i) {
        poll_stop();
        for (std::uint32_t k = 0; k < generators_.size(); ++k) {
          const Point to = generators_[k][orbit[i]];
          if (root_[to] != none) continue;
          root_[to] = start;
          edge_[to] = k;
          orbit.push_back(to);
        }
      }
      sizes_.push_back(orbit.size());
    }
  }

  std::span<const Point> roots() const { return roots_; }
  std::size_t size(std::size_t k) const { return sizes_[k]; }
  Point root(Point x) const { return root_[x]; }

  /// images := images · k⁻¹, where k of the group takes the root of x's tree to x.
  void strip(std::vector<Point>& images, Point x) const {
    while (x != root_[x]) {
      const Permutation& back = inverse_[edge_[x]];
      compose_in_place(images, back);
      x = back[x];
    }
  }

  /// k of the group that takes the root of x's tree to x.
  Permutation representative(Point x) const {
    std::vector<Point> images = copy_images(Permutation::identity(root_.size()));
    strip(images, x);
    return Permutation(std::move(images)).inverse();
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  std::vector<Permutation> generators_;
  std::vector<Permutation> inverse_;
  std::vector<Point> root_;
  std::vector<std::uint32_t> edge_;
  std::vector<Point> roots_;
  std::vector<std::size_t> sizes_;
};

/// Generators of the stabiliser of x in the group K of levels `level` and below, which must be complete.
std::vector<Permutation> stabiliser_generators(const StabiliserChain& chain, std::size_t level, Point x,
                                               std::size_t orbit_size, Random& random) {
  if (orbit_size == 1) return chain.generators(level);
  if (chain.order(level) == BigNumber(orbit_size)) return {};
  if (chain.in_orbit(level, x)) {
    const Permutation to_x = chain.representative(level, x);
    std::vector<Permutation> result = chain.generators(level + 1);
    for (Permutation& g : result) g = g.conjugated_by(to_x);
    return result;
  }
  return with_base(chain, level, std::span(&x, 1), random).generators(1);
}

/// Whether level i is complete, given that those below it are. Let H be the group of level i, b its base point, Δ =
/// b^H, K the group of level i+1, T the strong generators of H that move b. The chain is complete at level i iff K =
/// H_b, iff the cosets K v_δ, with v_δ taking b to δ, are permuted by H. Instead of all Schreier generators (|Δ| for
/// each generator), which is too slow for a long base, Sims' verification looks at orbits of K:
/// - for one δ of each orbit of K on Δ: v_δ g v_δ⁻¹ ∈ K for generators g of K_δ. Then K permutes the cosets, if v_δk is
///   chosen as v_δ k for k ∈ K.
/// - for t ∈ T, with x = b^(t⁻¹): t⁻¹ g t ∈ K for generators g of K_x; and v_δ t v_δt⁻¹ ∈ K for one δ of each orbit of
///   K_x on Δ. For l ∈ K_x then K v_δl t = K v_δ t (t⁻¹ l t) = K v_δt (t⁻¹ l t) = K v_δlt: t permutes all cosets.
/// An element that fails lies in H_b but not in K.
std::optional<MissingElement> find_missing_at(const StabiliserChain& chain, std::size_t i, Random& random) {
  const std::size_t below = i + 1;
  const std::size_t degree = chain.degree();
  const OrbitForest forest(degree, chain.generators(below), chain.orbit(i));

  std::vector<Permutation> to_root;                       // v_δ for the root δ of each tree
  std::vector<std::vector<Permutation>> root_stabiliser;  // generators of K_δ
  std::vector<std::size_t> number(degree);                // by root: its place in these
  for (std::size_t k = 0; k < forest.roots().size(); ++k) {
    const Point delta = forest.roots()[k];
    number[delta] = k;
    to_root.push_back(chain.representative(i, delta));
    root_stabiliser.push_back(below < chain.depth() ? stabiliser_generators(chain, below, delta, forest.size(k), random)
                                                    : std::vector<Permutation>{});
    const Permutation from_root = to_root.back().inverse();
    for (const Permutation& g : root_stabiliser.back()) {
      if (auto missing = sift_to_residue(chain, copy_images(g.conjugated_by(from_root)), below)) return missing;
    }
  }
  std::vector<Permutation> from_root;
  for (const Permutation& v : to_root) from_root.push_back(v.inverse());

  for (std::size_t k = 0; k < chain.generator_count(i); ++k) {
    const Permutation& t = chain.generator(i, k);
    const Point b = chain.base_point(i);
    if (t[b] == b) continue;
    const Point x = t.inverse()[b];
    const Permutation to_x = forest.representative(x);
    std::vector<Permutation> stabiliser = root_stabiliser[number[forest.root(x)]];
    for (Permutation& g : stabiliser) {
      g = g.conjugated_by(to_x);
      if (auto missing = sift_to_residue(chain, copy_images(g.conjugated_by(t)), below)) return missing;
    }
    const OrbitForest orbits_of_stabiliser(degree, std::move(stabiliser), chain.orbit(i));
    for (const Point delta : orbits_of_stabiliser.roots()) {
      const Point image = t[delta];
      std::vector<Point> images =
          copy_images(to_root[number[forest.root(delta)]].then(forest.representative(delta)).then(t));
      forest.strip(images, image);
      compose_in_place(images, from_root[number[forest.root(image)]]);
      if (auto missing = sift_to_residue(chain, std::move(images), below)) return missing;
    }
  }
  return std::nullopt;
}

}  // namespace

StabiliserChain deterministic_schreier_sims(std::size_t degree, std::span<const Permutation> generators) {
  StabiliserChain chain(degree);
  for (const Permutation& g : generators) chain.absorb(g);

  // checked[i][p]: with how many generators of level i the p-th point of its orbit has been combined. Orbits and lists
  // of generators only grow at their ends, and what has been checked stays true.
  std::vector<std::vector<std::size_t>> checked(chain.depth());
  const auto check_level = [&](std::size_t i) -> std::optional<MissingElement> {
    checked[i].resize(chain.orbit(i).size());
    for (std::size_t p = 0; p < chain.orbit(i).size(); ++p) {
      if (checked[i][p] == chain.generator_count(i)) continue;
      const Permutation to_point = chain.representative(i, chain.orbit(i)[p]);
      while (checked[i][p] < chain.generator_count(i)) {
        std::vector<Point> images = copy_images(to_point.then(chain.generator(i, checked[i][p]++)));
        ensure(chain.strip(images, i), "an orbit must be closed under its generators");
        if (auto missing = sift_to_residue(chain, std::move(images), i + 1)) return missing;
      }
    }
    return std::nullopt;
  };
  for (std::size_t i = chain.depth(); i-- > 0;) {
    if (auto missing = check_level(i)) {
      chain.add_generator(std::move(missing->residue), missing->level);
      checked.resize(chain.depth());
      i = missing->level + 1;
    }
  }
  return chain;
}

StabiliserChain random_schreier_sims(std::size_t degree, std::span<const Permutation> generators,
                                     const BigNumber& order_bound, Random& random) {
  StabiliserChain chain(degree);
  if (generators.empty()) return chain;
  constexpr int quiet_enough = 10;  // nothing new in so many random elements: likely complete
  RandomWords words(degree, generators, random);
  std::size_t flattened = 1;  // at so many strong generators
  while (true) {
    for (int quiet = 0; quiet < quiet_enough; ++quiet) {
      if (!chain.absorb(words.next())) continue;
      quiet = -1;
      if (chain.order() == order_bound) break;
      // The orbit of a single random element is one long cycle, and a tree that began like this makes sifting slow.
      if (chain.generator_count(0) < 2 * flattened) continue;
      flattened = chain.generator_count(0);
      chain.flatten();
    }
    for (const Permutation& g : generators) chain.absorb(g);
    chain.flatten();
    if (chain.order() == order_bound) return chain;
    std::optional<MissingElement> missing = find_missing(chain, random);
    if (!missing) return chain;
    chain.add_generator(std::move(missing->residue), missing->level);
  }
}

std::optional<MissingElement> find_missing(const StabiliserChain& chain, Random& random) {
  for (std::size_t i = chain.depth(); i-- > 0;) {
    if (auto missing = find_missing_at(chain, i, random)) return missing;
  }
  return std::nullopt;
}

StabiliserChain complete_to_order(StabiliserChain chain, const BigNumber& order,
                                  const std::function<Permutation()>& random_element) {
  while (chain.order() != order) chain.absorb(random_element());
  chain.flatten();
  return chain;
}

StabiliserChain with_base(const StabiliserChain& chain, std::size_t from_level, std::span<const Point> base,
                          Random& random) {
  return complete_to_order(StabiliserChain(chain.degree(), base), chain.order(from_level),
                           [&] { return chain.random_element(random, from_level); });
}

}  // namespace quotient
