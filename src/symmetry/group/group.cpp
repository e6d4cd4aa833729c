#include "symmetry/group/group.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"
#include "symmetry/group/schreier_sims.hpp"
#include "symmetry/group/slot_tree.hpp"
#include "symmetry/group/symmetric_product.hpp"

namespace quotient {

namespace {

constexpr std::uint64_t base_change_seed = 7;

std::vector<Permutation> without_repetitions(std::size_t degree, std::span<const Permutation> generators) {
  std::vector<Permutation> result;
  std::set<Permutation> seen;
  for (const Permutation& g : generators) {
    ensure(g.degree() == degree, "generators of a group must have its degree");
    if (!g.is_identity() && seen.insert(g).second) result.push_back(g);
  }
  return result;
}

StabiliserChain find_chain(std::size_t degree, std::span<const Permutation> generators, const GroupOptions& options) {
  // Below, testing all Schreier generators costs less than the warm-up of random elements (bench/groups).
  constexpr std::size_t small_degree = 10;
  const bool deterministic = options.method == ChainMethod::deterministic ||
                             (options.method == ChainMethod::automatic && degree <= small_degree);
  if (deterministic || generators.empty()) return deterministic_schreier_sims(degree, generators);
  if (options.method == ChainMethod::automatic) {
    if (auto chain = symmetric_product_chain(degree, generators, {})) return std::move(*chain);
  }
  Random random(options.seed);
  return random_schreier_sims(degree, generators, order_bound(degree, generators), random);
}

/// A chain of the group of `chain` and `generators` that starts with these base points.
StabiliserChain change_base(const StabiliserChain& chain, std::span<const Permutation> generators,
                            std::span<const Point> base) {
  if (auto direct = symmetric_product_chain(chain.degree(), generators, base)) return std::move(*direct);
  Random random(base_change_seed);
  return with_base(chain, 0, base, random);
}

std::vector<Point> image_of(std::span<const Point> set, const Permutation& g) {
  std::vector<Point> image;
  image.reserve(set.size());
  for (const Point x : set) image.push_back(g[x]);
  std::sort(image.begin(), image.end());
  return image;
}

}  // namespace

Group::Group(std::vector<Permutation> generators, StabiliserChain chain)
    : generators_(std::move(generators)),
      chain_(std::make_shared<const StabiliserChain>(std::move(chain))),
      order_(chain_->order()) {}

Group::Group(std::size_t degree) : Group({}, StabiliserChain(degree)) {}

Group::Group(std::size_t degree, std::span<const Permutation> generators, GroupOptions options)
    : generators_(without_repetitions(degree, generators)),
      chain_(std::make_shared<const StabiliserChain>(find_chain(degree, generators_, options))),
      order_(chain_->order()) {}

bool Group::is_subgroup_of(const Group& other) const {
  return degree() == other.degree() &&
         std::all_of(generators_.begin(), generators_.end(), [&](const Permutation& g) { return other.contains(g); });
}

bool operator==(const Group& a, const Group& b) { return a.order_ == b.order_ && a.is_subgroup_of(b); }

std::optional<Permutation> Group::element_mapping(Point from, Point to) const {
  // A walk from `from` by generators; the chain's trees start at base points only.
  std::vector<std::optional<std::size_t>> edge(degree());
  std::vector<Point> reached{from};
  for (std::size_t i = 0; i < reached.size() && reached[i] != to; ++i) {
    for (std::size_t k = 0; k < generators_.size(); ++k) {
      const Point image = generators_[k][reached[i]];
      if (image == from || edge[image]) continue;
      edge[image] = k;
      reached.push_back(image);
    }
  }
  if (to != from && !edge[to]) return std::nullopt;
  Permutation back = Permutation::identity(degree());
  for (Point at = to; at != from;) {
    const Permutation step = generators_[*edge[at]].inverse();
    back = back.then(step);
    at = step[at];
  }
  return back.inverse();
}

std::optional<Permutation> Group::element_with_base_images(std::span<const Point> images) const {
  ensure(images.size() == chain_->depth(), "an image is needed for each base point");
  return element_with_first_images(images);
}

std::optional<Permutation> Group::element_with_first_images(std::span<const Point> images) const {
  ensure(images.size() <= chain_->depth(), "there are not as many base points");
  // With g = u_k ⋯ u_0 sought: the image of b_0 tells u_0; what is left for the other levels is seen through u_0⁻¹.
  std::vector<Point> targets(images.begin(), images.end());
  Permutation element = Permutation::identity(degree());
  for (std::size_t level = 0; level < targets.size(); ++level) {
    if (targets[level] >= degree() || !chain_->in_orbit(level, targets[level])) return std::nullopt;
    const Permutation u = chain_->representative(level, targets[level]);
    const Permutation back = u.inverse();
    for (std::size_t i = level; i < targets.size(); ++i) {
      if (targets[i] >= degree()) return std::nullopt;
      targets[i] = back[targets[i]];
    }
    element = u.then(element);
  }
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (element[chain_->base_point(i)] != images[i]) return std::nullopt;
  }
  return element;
}

Group Group::with_base(std::span<const Point> base) const {
  return Group(generators_, change_base(*chain_, generators_, base));
}

Group Group::stabiliser(std::span<const Point> points) const {
  StabiliserChain chain = change_base(*chain_, generators_, points).tail(points.size());
  std::vector<Permutation> generators = chain.generators(0);
  return Group(std::move(generators), std::move(chain));
}

std::optional<Group> Group::setwise_stabiliser(std::span<const Point> set, std::size_t most_sets) const {
  // The orbit of the set as a tree: a set and the step that led to it.
  struct Step {
    std::size_t parent = 0;
    std::size_t generator = 0;
  };
  std::vector<Step> steps{{}};
  std::vector<std::vector<Point>> sets{image_of(set, Permutation::identity(degree()))};
  std::map<std::vector<Point>, std::size_t> number{{sets.front(), 0}};
  for (std::size_t i = 0; i < sets.size(); ++i) {
    poll_stop();
    for (std::size_t k = 0; k < generators_.size(); ++k) {
      std::vector<Point> image = image_of(sets[i], generators_[k]);
      if (!number.emplace(image, sets.size()).second) continue;
      if (sets.size() == most_sets) return std::nullopt;
      sets.push_back(std::move(image));
      steps.push_back({i, k});
    }
  }
  const std::optional<BigNumber> order = divide_exactly(order_, sets.size());
  ensure(order.has_value(), "the length of an orbit must divide the order of the group");

  // Random elements, led back to the set, until they generate a group of that order.
  Random random(base_change_seed);
  const auto random_stabilising_element = [&] {
    Permutation element = random_element(random);
    for (std::size_t i = number.at(image_of(sets.front(), element)); i != 0; i = steps[i].parent) {
      element = element.then(generators_[steps[i].generator].inverse());
    }
    return element;
  };
  StabiliserChain chain = complete_to_order(StabiliserChain(degree()), *order, random_stabilising_element);
  std::vector<Permutation> generators = chain.generators(0);
  return Group(std::move(generators), std::move(chain));
}

Group Group::restricted_to(std::span<const Point> points) const {
  return Group(points.size(), quotient::restricted_to(generators_, points).generators);
}

Group Group::extended_by(const Permutation& generator) const {
  if (contains(generator)) return *this;
  std::vector<Permutation> generators = generators_;
  generators.push_back(generator);
  return Group(degree(), generators);
}

}  // namespace quotient
