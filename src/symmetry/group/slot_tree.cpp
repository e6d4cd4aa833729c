#include "symmetry/group/slot_tree.hpp"

#include <algorithm>
#include <numeric>

#include "base/ensure.hpp"

namespace quotient {

namespace {

class SlotTreeBuilder {
 public:
  SlotTreeBuilder(std::size_t degree, std::span<const Permutation> generators,
                  const std::function<Tower(const PointAction&)>& tower_of_orbit)
      : degree_(degree), generators_(generators), tower_of_orbit_(tower_of_orbit) {
    for (std::vector<Point>& orbit : orbits(degree, generators).members) {
      if (orbit.size() > 1) orbits_.push_back(std::move(orbit));
    }
  }

  SlotTree build() && {
    drop_determined_orbits();
    std::stable_sort(kept_.begin(), kept_.end(), by_size);
    for (const std::vector<Point>& orbit : kept_) insert(orbit);
    for (const std::vector<Point>& orbit : dropped_) {
      if (!attach(orbit)) tree_.induced.push_back(orbit);
    }
    for (SlotNode& node : tree_.nodes) std::sort(node.linked.begin(), node.linked.end(), by_least_point);
    std::sort(tree_.induced.begin(), tree_.induced.end());
    return std::move(tree_);
  }

 private:
  static bool by_size(const std::vector<Point>& a, const std::vector<Point>& b) { return a.size() < b.size(); }
  static bool by_least_point(const std::vector<Point>& a, const std::vector<Point>& b) {
    return *std::min_element(a.begin(), a.end()) < *std::min_element(b.begin(), b.end());
  }

  /// Large orbits first: channels between pairs of processes follow the processes, not the other way round.
  void drop_determined_orbits() {
    kept_ = orbits_;
    std::stable_sort(kept_.begin(), kept_.end(), by_size);
    for (std::size_t i = kept_.size(); i-- > 0;) {
      std::vector<Point> orbit = std::move(kept_[i]);
      kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
      if (is_determined_by(generators_, orbit, kept_)) {
        dropped_.push_back(std::move(orbit));
      } else {
        kept_.insert(kept_.begin() + static_cast<std::ptrdiff_t>(i), std::move(orbit));
      }
    }
  }

  /// Descends with the tower of an orbit through the nodes that move as its blocks do, and adds nodes for the rest.
  void insert(const std::vector<Point>& orbit) {
    const PointAction action = restricted_to(generators_, orbit);
    std::optional<std::size_t> node;
    std::vector<Point> slot_of_block;  // of the system above, which is linked to `node`
    const BlockSystem* above = nullptr;
    const Tower tower = tower_of_orbit_(action);
    ensure(!tower.empty() && tower.back().count == orbit.size(), "a tower ends with the points themselves");
    for (const BlockSystem& system : tower) {
      const PointAction on_blocks = action_on_blocks(action, system);
      std::vector<std::uint32_t> parent_slot;
      if (above != nullptr) {
        parent_slot.resize(system.count);
        for (Point x = 0; x < orbit.size(); ++x) parent_slot[system.of[x]] = slot_of_block[above->of[x]];
      }
      if (const auto match = find_linked_child(node, on_blocks, parent_slot)) {
        node = match->node;
        slot_of_block = match->slot_of_block;
      } else {
        SlotNode& added = tree_.nodes.emplace_back();
        added.parent = node;
        added.parent_slot = std::move(parent_slot);
        added.action = on_blocks;
        added.carrier.resize(system.count);
        added.slot_of.assign(degree_, SlotNode::none);
        for (Point x = 0; x < orbit.size(); ++x) {
          added.carrier[system.of[x]] = orbit[x];
          added.slot_of[orbit[x]] = system.of[x];
        }
        node = tree_.nodes.size() - 1;
        slot_of_block.resize(system.count);
        std::iota(slot_of_block.begin(), slot_of_block.end(), Point{0});
      }
      above = &system;
    }
    link(*node, orbit, slot_of_block);
  }

  struct Match {
    std::size_t node = 0;
    std::vector<Point> slot_of_block;
  };

  /// A child of `parent` whose slots move as the blocks do, and sit in the slots `parent_slot` (empty: anywhere).
  std::optional<Match> find_linked_child(std::optional<std::size_t> parent, const PointAction& on_blocks,
                                         std::span<const std::uint32_t> parent_slot) const {
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      const SlotNode& node = tree_.nodes[k];
      if (node.parent != parent) continue;
      if (auto map = linking_map(node, on_blocks, parent_slot)) return Match{k, std::move(*map)};
    }
    return std::nullopt;
  }

  static std::optional<std::vector<Point>> linking_map(const SlotNode& node, const PointAction& on_blocks,
                                                       std::span<const std::uint32_t> parent_slot) {
    if (node.slot_count() != on_blocks.degree) return std::nullopt;
    for (Point slot = 0; slot < node.slot_count(); ++slot) {
      if (!parent_slot.empty() && node.parent_slot[slot] != parent_slot[0]) continue;
      if (auto map = equivariant_map(on_blocks, node.action, 0, slot)) return map;
    }
    return std::nullopt;
  }

  /// A determined orbit that moves as the slots of some node do takes its place there.
  bool attach(const std::vector<Point>& orbit) {
    const PointAction action = restricted_to(generators_, orbit);
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      if (const auto map = linking_map(tree_.nodes[k], action, {})) {
        link(k, orbit, *map);
        return true;
      }
    }
    return false;
  }

  void link(std::size_t node, const std::vector<Point>& orbit, std::span<const Point> slot_of_point) {
    std::vector<Point>& by_slot = tree_.nodes[node].linked.emplace_back(orbit.size());
    for (Point x = 0; x < orbit.size(); ++x) by_slot[slot_of_point[x]] = orbit[x];
  }

  std::size_t degree_;
  std::span<const Permutation> generators_;
  const std::function<Tower(const PointAction&)>& tower_of_orbit_;
  std::vector<std::vector<Point>> orbits_;
  std::vector<std::vector<Point>> kept_;
  std::vector<std::vector<Point>> dropped_;
  SlotTree tree_;
};

/// The rank over GF(2) of the signs that the generators have on each of the given nodes.
std::size_t rank_of_signs(const SlotTree& tree, std::span<const std::size_t> nodes, std::size_t generator_count) {
  std::vector<std::vector<bool>> basis;  // each with its leading place where no later row has one
  for (std::size_t k = 0; k < generator_count; ++k) {
    std::vector<bool> row;
    for (const std::size_t node : nodes) row.push_back(!tree.nodes[node].action.generators[k].is_even());
    for (const std::vector<bool>& other : basis) {
      const auto lead = static_cast<std::size_t>(std::find(other.begin(), other.end(), true) - other.begin());
      if (!row[lead]) continue;
      for (std::size_t i = 0; i < row.size(); ++i) row[i] = row[i] != other[i];
    }
    if (std::find(row.begin(), row.end(), true) != row.end()) basis.push_back(std::move(row));
  }
  return basis.size();
}

}  // namespace

Tower finest_tower(const PointAction& action) {
  Tower finest_first{single_points(action.degree)};
  PointAction on_blocks = action;
  while (const std::optional<BlockSystem> coarser = minimal_block_system(on_blocks)) {
    on_blocks = action_on_blocks(on_blocks, *coarser);
    finest_first.push_back(lifted(*coarser, finest_first.back()));
  }
  return {finest_first.rbegin(), finest_first.rend()};
}

std::size_t SlotTree::top(std::size_t node) const {
  while (nodes[node].parent) node = *nodes[node].parent;
  return node;
}

SlotTree build_slot_tree(std::size_t degree, std::span<const Permutation> generators,
                         const std::function<Tower(const PointAction&)>& tower_of_orbit) {
  return SlotTreeBuilder(degree, generators, tower_of_orbit).build();
}

BigNumber order_bound(std::size_t degree, std::span<const Permutation> generators) {
  const SlotTree tree = build_slot_tree(degree, generators, finest_tower);
  std::vector<bool> has_children(tree.nodes.size());
  for (const SlotNode& node : tree.nodes) {
    if (node.parent) has_children[*node.parent] = true;
  }
  // The sign on the slots of a node that stands alone is a homomorphism; its kernel is an alternating group.
  BigNumber bound = 1;
  std::vector<std::size_t> alone;
  for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
    const SlotNode& node = tree.nodes[k];
    BigNumber symmetric = factorial(static_cast<std::uint32_t>(tree.branching(node)));
    if (!node.parent && !has_children[k]) {
      alone.push_back(k);
      symmetric.divide_by(2);
    }
    bound *= power(symmetric, static_cast<std::uint32_t>(tree.parent_slot_count(node)));
  }
  return bound * power(2, static_cast<std::uint32_t>(rank_of_signs(tree, alone, generators.size())));
}

}  // namespace quotient
