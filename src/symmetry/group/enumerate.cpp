#include "symmetry/group/enumerate.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

namespace {

/// Depth-first through the stabiliser chain: an element is a product u_k ⋯ u_1 u_0, chosen from u_0 on. After level i
/// the images of b_0 … b_i under the element are fixed, and those of all points that the levels below do not move.
/// `accept(level, prefix)` may cut; `prefix` is u_i ⋯ u_0.
class ElementSearch {
 public:
  using Accept = std::function<bool(std::size_t level, const Permutation& prefix)>;

  ElementSearch(const StabiliserChain& chain, std::span<const std::uint32_t> rank, Accept accept)
      : chain_(chain), rank_(rank), accept_(std::move(accept)) {
    transversal_.resize(chain.depth());
    for (std::size_t i = 0; i < chain.depth(); ++i) transversal_[i].resize(chain.orbit(i).size());
  }

  /// No recursion: a base can be as long as there are points.
  bool run(const VisitElement& visit) {
    const std::size_t depth = chain_.depth();
    std::vector<Permutation> prefix(depth + 1, Permutation::identity(chain_.degree()));
    if (depth == 0) return visit(prefix[0]);
    std::vector<std::vector<std::size_t>> order(depth);  // in which the elements of a transversal are tried
    std::vector<std::size_t> next(depth);
    sort_choices(order[0], 0, prefix[0]);
    std::size_t level = 0;
    while (true) {
      poll_stop();
      if (next[level] == order[level].size()) {
        if (level == 0) return true;
        --level;
        continue;
      }
      prefix[level + 1] = representative(level, order[level][next[level]++]).then(prefix[level]);
      if (!accept_(level, prefix[level + 1])) continue;
      if (level + 1 == depth) {
        if (!visit(prefix[depth])) return false;
        continue;
      }
      ++level;
      next[level] = 0;
      sort_choices(order[level], level, prefix[level]);
    }
  }

 private:
  const Permutation& representative(std::size_t level, std::size_t k) {
    std::optional<Permutation>& known = transversal_[level][k];
    if (!known) known = chain_.representative(level, chain_.orbit(level)[k]);
    return *known;
  }

  /// By the rank of the image that the base point of the level gets: elements come in lexicographic order.
  void sort_choices(std::vector<std::size_t>& order, std::size_t level, const Permutation& prefix) const {
    const std::span<const Point> choices = chain_.orbit(level);
    order.resize(choices.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return rank_[prefix[choices[a]]] < rank_[prefix[choices[b]]]; });
  }

  const StabiliserChain& chain_;
  std::span<const std::uint32_t> rank_;
  Accept accept_;
  std::vector<std::vector<std::optional<Permutation>>> transversal_;  // by level and place in the orbit, as needed
};

/// Base points first, in their order: then the identity is the least element, whatever the base.
std::vector<std::uint32_t> rank_of_points(const StabiliserChain& chain) {
  std::vector<std::uint32_t> rank(chain.degree(), static_cast<std::uint32_t>(chain.degree()));
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < chain.depth(); ++i) rank[chain.base_point(i)] = next++;
  for (std::uint32_t& r : rank) {
    if (r == chain.degree()) r = next++;
  }
  return rank;
}

/// Cuts off what cannot become the least element of its coset H·g. Multiplying g from the left by H moves the images of
/// base points within orbits of H: g is the least element iff for every level j the image of b_j ranks before those of
/// the other points in the orbit of b_j under level j of H. So with each image of a base point that is chosen, the
/// points of that orbit get a bound that their images must exceed.
///
/// After level i, a point can only get an image within the orbit it has under the levels below, moved by u_i ⋯ u_0. If
/// some of these orbits have no assignment of images to points that respects all bounds, the branch is dead. (Comparing
/// images with bounds only once they are fixed would find this too late: a point stabiliser of S₁₀₀ has 100 cosets, but
/// more dead branches than could ever be visited.)
class LeastOfCoset {
 public:
  LeastOfCoset(const StabiliserChain& chain, const StabiliserChain& inner, std::span<const std::uint32_t> rank)
      : chain_(chain), inner_(inner), rank_(rank) {
    for (std::size_t i = 0; i < chain.depth(); ++i) {
      orbits_.push_back(orbits(chain.degree(), chain.generators(i + 1)).members);
    }
    bounds_.assign(chain.depth() + 1, std::vector<std::uint32_t>(chain.degree(), 0));
  }

  bool is_possible(std::size_t level, const Permutation& prefix) {
    std::vector<std::uint32_t>& bounds = bounds_[level + 1];  // an image must have at least this rank
    bounds = bounds_[level];
    const std::uint32_t image = rank_[prefix[chain_.base_point(level)]];
    for (const Point x : inner_.orbit(level).subspan(1)) bounds[x] = std::max(bounds[x], image + 1);
    return std::all_of(orbits_[level].begin(), orbits_[level].end(),
                       [&](const std::vector<Point>& orbit) { return can_be_assigned(orbit, prefix, bounds); });
  }

 private:
  /// Both sorted, every image must reach the bound at its place.
  bool can_be_assigned(const std::vector<Point>& orbit, const Permutation& prefix,
                       std::span<const std::uint32_t> bounds) {
    sorted_bounds_.clear();
    sorted_images_.clear();
    for (const Point x : orbit) {
      poll_stop();
      sorted_bounds_.push_back(bounds[x]);
      sorted_images_.push_back(rank_[prefix[x]]);
    }
    std::sort(sorted_bounds_.begin(), sorted_bounds_.end());
    std::sort(sorted_images_.begin(), sorted_images_.end());
    return std::equal(sorted_bounds_.begin(), sorted_bounds_.end(), sorted_images_.begin(), std::less_equal<>());
  }

  const StabiliserChain& chain_;
  const StabiliserChain& inner_;
  std::span<const std::uint32_t> rank_;
  std::vector<std::vector<std::vector<Point>>> orbits_;  // by level: orbits of the levels below it
  std::vector<std::vector<std::uint32_t>> bounds_;       // by level, as the search has it on its way down
  std::vector<std::uint32_t> sorted_bounds_;
  std::vector<std::uint32_t> sorted_images_;
};

}  // namespace

bool for_each_element(const Group& group, const VisitElement& visit) {
  const std::vector<std::uint32_t> rank = rank_of_points(group.chain());
  return ElementSearch(group.chain(), rank, [](std::size_t, const Permutation&) { return true; }).run(visit);
}

bool for_each_right_coset(const Group& group, const Group& subgroup, const VisitElement& visit) {
  ensure(subgroup.is_subgroup_of(group), "cosets are those of a subgroup");
  const std::vector<std::uint32_t> rank = rank_of_points(group.chain());
  const Group inner = subgroup.with_base(group.base());
  LeastOfCoset least(group.chain(), inner.chain(), rank);
  return ElementSearch(group.chain(), rank,
                       [&](std::size_t level, const Permutation& prefix) { return least.is_possible(level, prefix); })
      .run(visit);
}

}  // namespace quotient
