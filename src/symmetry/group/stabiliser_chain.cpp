#include "symmetry/group/stabiliser_chain.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

namespace {

std::vector<Point> moved_points(const Permutation& permutation) {
  std::vector<Point> moved;
  for (Point x = 0; x < permutation.degree(); ++x) {
    if (permutation[x] != x) moved.push_back(x);
  }
  return moved;
}

}  // namespace

void compose_in_place(std::vector<Point>& images, const Permutation& next) {
  poll_stop();
  const std::span<const Point> table = next.images();
  for (Point& image : images) image = table[image];
}

bool is_identity(std::span<const Point> images) {
  for (Point x = 0; x < images.size(); ++x) {
    if (images[x] != x) return false;
  }
  return true;
}

StabiliserChain::StabiliserChain(std::size_t degree, std::span<const Point> base) : degree_(degree) {
  for (const Point b : base) append_level(b);
}

void StabiliserChain::append_level(Point base) {
  ensure(base < degree_, "a base point beyond the degree");
  Level& level = levels_.emplace_back();
  level.base = base;
  level.orbit = {base};
  level.edge.assign(degree_, outside);
  level.edge[base] = root;
}

std::vector<Point> StabiliserChain::base() const {
  std::vector<Point> points;
  for (const Level& level : levels_) points.push_back(level.base);
  return points;
}

BigNumber StabiliserChain::order(std::size_t from_level) const {
  BigNumber product = 1;
  for (std::size_t i = from_level; i < levels_.size(); ++i) {
    product *= static_cast<std::uint32_t>(levels_[i].orbit.size());
  }
  return product;
}

std::size_t StabiliserChain::generator_count(std::size_t level) const {
  return level < levels_.size() ? levels_[level].generators.size() : 0;
}

const Permutation& StabiliserChain::generator(std::size_t level, std::size_t k) const {
  return strong_[levels_[level].generators[k]];
}

std::vector<Permutation> StabiliserChain::generators(std::size_t level) const {
  std::vector<Permutation> result;
  for (std::size_t k = 0; k < generator_count(level); ++k) result.push_back(generator(level, k));
  return result;
}

Permutation StabiliserChain::representative(std::size_t level, Point x) const {
  // Strip the identity with x playing the role of the image: gives the inverse of what we want.
  const Level& tree = levels_[level];
  std::vector<Point> images(degree_);
  for (Point i = 0; i < degree_; ++i) images[i] = i;
  for (Point at = x; at != tree.base;) {
    ensure(tree.edge[at] != outside, "a representative was asked for a point outside the orbit");
    const Permutation& back = inverse_[tree.edge[at]];
    compose_in_place(images, back);
    at = back[at];
  }
  return Permutation(std::move(images)).inverse();
}

bool StabiliserChain::strip(std::vector<Point>& images, std::size_t level) const {
  const Level& tree = levels_[level];
  if (tree.edge[images[tree.base]] == outside) return false;
  while (images[tree.base] != tree.base) compose_in_place(images, inverse_[tree.edge[images[tree.base]]]);
  return true;
}

std::size_t StabiliserChain::sift(std::vector<Point>& images, std::size_t level) const {
  while (level < levels_.size() && strip(images, level)) ++level;
  return level;
}

bool StabiliserChain::contains(const Permutation& permutation, std::size_t level) const {
  if (permutation.degree() != degree_) return false;
  std::vector<Point> images(permutation.images().begin(), permutation.images().end());
  return sift(images, level) == levels_.size() && is_identity(images);
}

Permutation StabiliserChain::random_element(Random& random, std::size_t level) const {
  // Built as the inverse: u₀⁻¹ u₁⁻¹ ⋯ is a walk up one tree after the other.
  std::vector<Point> images(degree_);
  for (Point i = 0; i < degree_; ++i) images[i] = i;
  for (std::size_t i = level; i < levels_.size(); ++i) {
    const Level& tree = levels_[i];
    Point at = tree.orbit[random.below(static_cast<std::uint32_t>(tree.orbit.size()))];
    while (at != tree.base) {
      const Permutation& back = inverse_[tree.edge[at]];
      compose_in_place(images, back);
      at = back[at];
    }
  }
  return Permutation(std::move(images)).inverse();
}

void StabiliserChain::add_generator(Permutation generator, std::size_t level) {
  if (level == levels_.size()) {
    Point moved = 0;
    while (moved < degree_ && generator[moved] == moved) ++moved;
    ensure(moved < degree_, "the identity is no strong generator");
    append_level(moved);
  }
  for (std::size_t i = 0; i < level; ++i) {
    ensure(generator[levels_[i].base] == levels_[i].base, "a strong generator of a level fixes the base points above");
  }
  const auto index = static_cast<std::uint32_t>(strong_.size());
  const std::vector<Point> moved = moved_points(generator);
  moving_.resize(degree_);
  for (const Point x : moved) moving_[x].push_back(index);
  inverse_.push_back(generator.inverse());
  strong_.push_back(std::move(generator));
  lowest_.push_back(level);
  for (std::size_t i = 0; i <= level; ++i) {
    levels_[i].generators.push_back(index);
    extend_orbit(i, index, moved);
  }
}

bool StabiliserChain::absorb(const Permutation& element) {
  std::vector<Point> images(element.images().begin(), element.images().end());
  const std::size_t stuck = sift(images);
  if (stuck == levels_.size() && quotient::is_identity(images)) return false;
  add_generator(Permutation(std::move(images)), stuck);
  return true;
}

// Thousands of things that are interchangeable have as many levels and generators, each of which exchanges two of them:
// going through all generators for each point, or through all points for each generator, takes a time that is cubic.
void StabiliserChain::extend_orbit(std::size_t at, std::uint32_t generator, std::span<const Point> moved) {
  Level& level = levels_[at];
  const auto reach = [&](Point from, std::uint32_t by) {
    const Point to = strong_[by][from];
    if (level.edge[to] != outside) return;
    level.edge[to] = by;
    level.orbit.push_back(to);
  };
  const std::size_t known = level.orbit.size();
  const auto leaves = [&](Point x) { return level.edge[x] != outside && level.edge[strong_[generator][x]] == outside; };
  // The orbit is extended in its own order: where several of its points lead out of it, in the order they have there.
  const auto first = std::find_if(moved.begin(), moved.end(), leaves);
  if (first != moved.end() && std::find_if(first + 1, moved.end(), leaves) == moved.end()) {
    reach(*first, generator);
  } else if (first != moved.end()) {
    for (std::size_t i = 0; i < known; ++i) reach(level.orbit[i], generator);
  }
  for (std::size_t i = known; i < level.orbit.size(); ++i) {
    poll_stop();
    for (const std::uint32_t by : moving_[level.orbit[i]]) {
      if (lowest_[by] >= at) reach(level.orbit[i], by);
    }
  }
}

void StabiliserChain::flatten() {
  for (Level& level : levels_) {
    const std::size_t length = level.orbit.size();
    level.orbit = {level.base};
    level.edge.assign(degree_, outside);
    level.edge[level.base] = root;
    for (std::size_t i = 0; i < level.orbit.size() && level.orbit.size() < length; ++i) {
      poll_stop();
      for (const std::uint32_t by : level.generators) {
        const Point to = strong_[by][level.orbit[i]];
        if (level.edge[to] != outside) continue;
        level.edge[to] = by;
        level.orbit.push_back(to);
      }
    }
  }
}

StabiliserChain StabiliserChain::tail(std::size_t level) const {
  StabiliserChain result(degree_);
  if (level >= levels_.size()) return result;
  result.levels_.assign(levels_.begin() + static_cast<std::ptrdiff_t>(level), levels_.end());
  // Keep the strong generators that are still in use, renumbered.
  std::vector<std::uint32_t> renumbered(strong_.size(), outside);
  for (const std::uint32_t used : levels_[level].generators) {
    poll_stop();
    renumbered[used] = static_cast<std::uint32_t>(result.strong_.size());
    result.strong_.push_back(strong_[used]);
    result.inverse_.push_back(inverse_[used]);
    result.lowest_.push_back(lowest_[used] - level);
  }
  result.moving_.resize(degree_);
  for (std::uint32_t g = 0; g < result.strong_.size(); ++g) {
    for (const Point x : moved_points(result.strong_[g])) result.moving_[x].push_back(g);
  }
  for (Level& kept : result.levels_) {
    for (std::uint32_t& index : kept.generators) index = renumbered[index];
    for (std::uint32_t& index : kept.edge) {
      if (index != root && index != outside) index = renumbered[index];
    }
  }
  return result;
}

}  // namespace quotient
