#include "symmetry/group/blocks.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

namespace {

class UnionFind {
 public:
  explicit UnionFind(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), Point{0}); }

  Point find(Point x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  /// The lesser root stays: block 0 keeps point 0 as its root.
  void unite(Point a, Point b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<Point> parent_;
};

BlockSystem number_blocks(UnionFind& classes, std::size_t degree) {
  BlockSystem system;
  system.of.resize(degree);
  for (Point x = 0; x < degree; ++x) {
    const Point root = classes.find(x);
    system.of[x] = root == x ? static_cast<std::uint32_t>(system.count++) : system.of[root];
  }
  return system;
}

/// Points that generators which fix point 0 map to each other: a system that joins 0 with one of them joins it with
/// all.
UnionFind points_moved_beside_0(const PointAction& action) {
  UnionFind classes(action.degree);
  for (const Permutation& g : action.generators) {
    if (g[0] != 0) continue;
    for (Point x = 1; x < action.degree; ++x) classes.unite(x, g[x]);
  }
  return classes;
}

/// Those that join point 0 with one other point, without repetitions. All minimal systems are among them.
std::vector<BlockSystem> principal_block_systems(const PointAction& action) {
  std::vector<BlockSystem> found;
  if (action.degree == 0) return found;
  UnionFind alike = points_moved_beside_0(action);
  for (Point b = 1; b < action.degree; ++b) {
    if (alike.find(b) != b) continue;
    BlockSystem system = block_system_joining(action, 0, b);
    if (system.is_trivial() || std::find(found.begin(), found.end(), system) != found.end()) continue;
    found.push_back(std::move(system));
  }
  return found;
}

/// The finest system that is coarser than both.
BlockSystem join_of(const BlockSystem& a, const BlockSystem& b) {
  UnionFind classes(a.of.size());
  for (const BlockSystem* system : {&a, &b}) {
    std::vector<std::optional<Point>> first(system->count);
    for (Point x = 0; x < system->of.size(); ++x) {
      std::optional<Point>& known = first[system->of[x]];
      if (known) classes.unite(*known, x);
      known = x;
    }
  }
  return number_blocks(classes, a.of.size());
}

bool has_smaller_blocks(const BlockSystem& a, const BlockSystem& b) { return a.count > b.count; }

}  // namespace

std::vector<Point> BlockSystem::members(std::uint32_t block) const {
  std::vector<Point> result;
  for (Point x = 0; x < of.size(); ++x) {
    if (of[x] == block) result.push_back(x);
  }
  return result;
}

BlockSystem single_points(std::size_t degree) {
  BlockSystem system{degree, std::vector<std::uint32_t>(degree)};
  std::iota(system.of.begin(), system.of.end(), 0U);
  return system;
}

BlockSystem lifted(const BlockSystem& coarse, const BlockSystem& fine) {
  BlockSystem system{coarse.count, fine.of};
  for (std::uint32_t& block : system.of) block = coarse.of[block];
  return system;
}

BlockSystem block_system_joining(const PointAction& action, Point a, Point b) {
  // Whenever two points are joined, so must be their images: each pair joined is looked at once.
  UnionFind classes(action.degree);
  std::vector<std::pair<Point, Point>> open;
  const auto join = [&](Point x, Point y) {
    if (classes.find(x) == classes.find(y)) return;
    classes.unite(x, y);
    open.emplace_back(x, y);
  };
  join(a, b);
  while (!open.empty()) {
    poll_stop();
    const auto [x, y] = open.back();
    open.pop_back();
    for (const Permutation& g : action.generators) join(g[x], g[y]);
  }
  return number_blocks(classes, action.degree);
}

std::optional<BlockSystem> minimal_block_system(const PointAction& action) {
  const std::vector<BlockSystem> found = principal_block_systems(action);
  const auto finest = std::min_element(found.begin(), found.end(), has_smaller_blocks);
  if (finest == found.end()) return std::nullopt;
  return *finest;
}

std::vector<BlockSystem> block_systems(const PointAction& action, std::size_t most) {
  std::vector<BlockSystem> found = principal_block_systems(action);
  // Every system is the join of those that join point 0 with one point of its block.
  for (std::size_t i = 0; i < found.size(); ++i) {
    poll_stop();
    for (std::size_t j = 0; j < i && found.size() < most; ++j) {
      BlockSystem system = join_of(found[i], found[j]);
      if (system.is_trivial() || std::find(found.begin(), found.end(), system) != found.end()) continue;
      found.push_back(std::move(system));
    }
  }
  std::stable_sort(found.begin(), found.end(), has_smaller_blocks);
  return found;
}

PointAction action_on_blocks(const PointAction& action, const BlockSystem& system) {
  PointAction result;
  result.degree = system.count;
  for (const Permutation& g : action.generators) {
    std::vector<Point> images(system.count);
    for (Point x = 0; x < action.degree; ++x) images[system.of[x]] = system.of[g[x]];
    result.generators.emplace_back(std::move(images));
  }
  return result;
}

PointAction action_within_block(const PointAction& action, const BlockSystem& system, std::uint32_t block) {
  const PointAction on_blocks = action_on_blocks(action, system);
  std::vector<std::optional<Permutation>> to_block(system.count);
  to_block[block] = Permutation::identity(action.degree);
  std::vector<Point> open{block};
  for (std::size_t i = 0; i < open.size(); ++i) {
    poll_stop();
    for (std::size_t k = 0; k < action.generators.size(); ++k) {
      std::optional<Permutation>& representative = to_block[on_blocks.generators[k][open[i]]];
      if (representative) continue;
      representative = to_block[open[i]]->then(action.generators[k]);
      open.push_back(on_blocks.generators[k][open[i]]);
    }
  }
  ensure(open.size() == system.count, "the action on blocks must be transitive");

  const std::vector<Point> members = system.members(block);
  std::set<Permutation> distinct;
  for (std::uint32_t i = 0; i < system.count; ++i) {
    for (std::size_t k = 0; k < action.generators.size(); ++k) {
      const Permutation& back = *to_block[on_blocks.generators[k][i]];
      const Permutation schreier = to_block[i]->then(action.generators[k]).then(back.inverse());
      Permutation inside = restricted_to(std::span(&schreier, 1), members).generators[0];
      if (!inside.is_identity()) distinct.insert(std::move(inside));
    }
  }
  return {members.size(), {distinct.begin(), distinct.end()}};
}

}  // namespace quotient
