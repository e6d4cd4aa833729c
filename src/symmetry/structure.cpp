#include "symmetry/structure.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "base/ensure.hpp"
#include "symmetry/slot_tree.hpp"
#include "symmetry/transitive.hpp"

namespace quotient {

namespace {

/// What the group does at a node of the slot tree, inside one slot of the parent.
struct NodeKind {
  FactorKind kind = FactorKind::symmetric;
  BigNumber order;
  std::vector<std::uint32_t> slots;  // those in the reference slot of the parent, arranged to show the kind
};

/// Turns a slot tree, once it is known to be exact, into factors with corresponding slots in corresponding order.
class FactorBuilder {
 public:
  FactorBuilder(const Group& group, const SlotTree& tree) : group_(group), tree_(tree) {}

  /// All nodes taken as symmetric: only their size is looked at.
  void assume_symmetric() {
    for (const SlotNode& node : tree_.nodes) {
      const auto branching = static_cast<std::uint32_t>(tree_.branching(node));
      kinds_.push_back({FactorKind::symmetric, factorial(branching), siblings(node)});
    }
  }

  void classify() {
    for (const SlotNode& node : tree_.nodes) {
      NodeKind result{FactorKind::other, {}, siblings(node)};
      const PointAction action =
          node.parent ? action_within_block(node.action, {tree_.parent_slot_count(node), node.parent_slot},
                                            reference_slot(*node.parent))
                      : node.action;
      const Group within(action.degree, action.generators);
      const TransitiveKind found = classify_transitive(within);
      result.kind = found.kind;
      result.order = within.order();
      std::vector<std::uint32_t> arranged;
      for (const Point i : found.arrangement) arranged.push_back(result.slots[i]);
      result.slots = std::move(arranged);
      kinds_.push_back(std::move(result));
    }
  }

  /// Of the product that a node and all below it allow, within one slot of its parent.
  BigNumber order(std::size_t node) const {
    BigNumber inside = 1;
    for (const std::size_t child : children(node)) inside *= order(child);
    return kinds_[node].order * power(inside, static_cast<std::uint32_t>(kinds_[node].slots.size()));
  }

  std::vector<Point> support(std::size_t top) const {
    std::vector<Point> points;
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      if (tree_.top(k) != top) continue;
      for (const std::vector<Point>& orbit : tree_.nodes[k].linked) {
        points.insert(points.end(), orbit.begin(), orbit.end());
      }
    }
    std::sort(points.begin(), points.end());
    return points;
  }

  /// The factor of a node inside that slot of its parent to which `to_parent_slot` takes the reference slot. Since the
  /// same group elements lead to all that is inside, contents of two slots correspond.
  Factor build(std::size_t number, const Permutation& to_parent_slot) const {
    const SlotNode& node = tree_.nodes[number];
    const NodeKind& kind = kinds_[number];
    Factor factor;
    factor.kind = kind.kind;
    factor.order = order(number);
    const Point reference = node.carrier[kind.slots[0]];
    for (const std::uint32_t sibling : kind.slots) {
      const std::optional<Permutation> to_sibling = group_.element_mapping(reference, node.carrier[sibling]);
      ensure(to_sibling.has_value(), "the slots of a node form one orbit");
      const Permutation to_slot = to_sibling->then(to_parent_slot);
      Slot& slot = factor.slots.emplace_back();
      for (const std::vector<Point>& orbit : node.linked) {
        slot.points.push_back(orbit[node.slot_of[to_slot[reference]]]);
      }
      factor.support.insert(factor.support.end(), slot.points.begin(), slot.points.end());
      for (const std::size_t child : children(number)) {
        slot.inside.push_back(build(child, to_slot));
        const std::vector<Point>& inner = slot.inside.back().support;
        factor.support.insert(factor.support.end(), inner.begin(), inner.end());
      }
    }
    std::sort(factor.support.begin(), factor.support.end());
    return factor;
  }

 private:
  /// Slots of a node in the reference slot of its parent.
  std::vector<std::uint32_t> siblings(const SlotNode& node) const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t slot = 0; slot < node.slot_count(); ++slot) {
      if (!node.parent || node.parent_slot[slot] == reference_slot(*node.parent)) result.push_back(slot);
    }
    return result;
  }
  std::uint32_t reference_slot(std::size_t node) const { return kinds_[node].slots[0]; }

  std::vector<std::size_t> children(std::size_t node) const {
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      if (tree_.nodes[k].parent == node) result.push_back(k);
    }
    return result;
  }

  const Group& group_;
  const SlotTree& tree_;
  std::vector<NodeKind> kinds_;
};

std::vector<Point> joined(const std::vector<Point>& a, const std::vector<Point>& b) {
  std::vector<Point> result;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

/// The finest partition of disjoint parts of the points such that the group is the direct product of what it does on
/// the classes. The parts are added one by one to those done; a class splits off from the rest, or it is tied to the
/// part just added. (Two classes that both split off do so together: the finest such partition is unique.)
std::vector<std::vector<std::size_t>> independent_classes(const Group& group,
                                                          const std::vector<std::vector<Point>>& parts) {
  const auto order_on = [&](const std::vector<Point>& points) { return group.restricted_to(points).order(); };
  const auto points_of = [&](const std::vector<std::size_t>& members) {
    std::vector<Point> points;
    for (const std::size_t k : members) points = joined(points, parts[k]);
    return points;
  };
  std::vector<std::vector<std::size_t>> classes;
  std::vector<Point> done;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const std::vector<Point> both = joined(done, parts[part]);
    const BigNumber order = order_on(both);
    std::vector<std::size_t> tied{part};
    if (order_on(done) * order_on(parts[part]) != order) {
      std::erase_if(classes, [&](const std::vector<std::size_t>& members) {
        const std::vector<Point> inside = points_of(members);
        std::vector<Point> outside;
        std::set_difference(both.begin(), both.end(), inside.begin(), inside.end(), std::back_inserter(outside));
        if (order_on(inside) * order_on(outside) == order) return false;
        tied.insert(tied.end(), members.begin(), members.end());
        return true;
      });
    }
    classes.push_back(std::move(tied));
    done = both;
  }
  return classes;
}

/// Where orbits and blocks alone do not tell all: names for what the group does at each node, and what is tied together
/// in ways that no name covers set apart.
std::vector<Factor> find_factors(const Group& group, const SlotTree& tree) {
  FactorBuilder builder(group, tree);
  builder.classify();
  std::vector<std::size_t> tops;
  std::vector<std::vector<Point>> parts;
  BigNumber expected = 1;
  for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
    if (tree.nodes[k].parent) continue;
    tops.push_back(k);
    parts.push_back(builder.support(k));
    expected *= builder.order(k);
  }
  const Permutation identity = Permutation::identity(group.degree());
  std::vector<Factor> factors;
  if (expected == group.order()) {
    for (const std::size_t top : tops) factors.push_back(builder.build(top, identity));
    return factors;
  }
  for (const std::vector<std::size_t>& members : independent_classes(group, parts)) {
    std::vector<Point> points;
    for (const std::size_t k : members) points = joined(points, parts[k]);
    const BigNumber order = group.restricted_to(points).order();
    if (members.size() == 1 && builder.order(tops[members[0]]) == order) {
      factors.push_back(builder.build(tops[members[0]], identity));
    } else {
      factors.push_back({FactorKind::other, order, {}, std::move(points)});
    }
  }
  return factors;
}

bool is_factor_recognised(const Factor& factor) {
  if (factor.kind == FactorKind::other) return false;
  return std::all_of(factor.slots[0].inside.begin(), factor.slots[0].inside.end(), is_factor_recognised);
}

std::string product_text(const std::vector<Factor>& factors);

/// What permutes the slots, whatever is inside them.
std::string kind_text(const Factor& factor) {
  const std::size_t n = factor.slots.size();
  switch (factor.kind) {
    case FactorKind::symmetric:
      return fmt::format("S{}", n);
    case FactorKind::alternating:
      return fmt::format("A{}", n);
    case FactorKind::cyclic:
      return fmt::format("C{}", n);
    case FactorKind::dihedral:
      return fmt::format("D{}", n);
    case FactorKind::hypercube:
      return fmt::format("S2 ≀ S{}", std::countr_zero(n));
    case FactorKind::other:
      break;
  }
  BigNumber order = factor.order;
  if (n > 0) {
    BigNumber inside = 1;
    for (const Factor& inner : factor.slots[0].inside) inside *= inner.order;
    order = *divide_exactly(order, power(inside, static_cast<std::uint32_t>(n)));
  }
  return fmt::format("group of order {}", order.to_string());
}

/// "S2", "S2 ≀ S3", "(S2 × S3) ≀ S3", "group of order 12".
std::string factor_text(const Factor& factor) {
  const std::string top = kind_text(factor);
  if (factor.slots.empty() || factor.slots[0].inside.empty()) return top;
  const std::vector<Factor>& inside = factor.slots[0].inside;
  const bool bare_inside = inside.size() == 1 && inside[0].kind != FactorKind::other;
  const bool bare_top = factor.kind != FactorKind::other && factor.kind != FactorKind::hypercube;
  return fmt::format("{} ≀ {}", bare_inside ? factor_text(inside[0]) : fmt::format("({})", product_text(inside)),
                     bare_top ? top : fmt::format("({})", top));
}

/// Equal factors stand together, from the fourth on as a power.
std::string product_text(const std::vector<Factor>& factors) {
  std::vector<std::pair<std::string, std::size_t>> texts;
  for (const Factor& factor : factors) {
    std::string text = factor_text(factor);
    if (factors.size() > 1 && text.find(' ') != std::string::npos) text = fmt::format("({})", text);
    const auto known = std::find_if(texts.begin(), texts.end(), [&](const auto& entry) { return entry.first == text; });
    if (known != texts.end()) {
      ++known->second;
    } else {
      texts.emplace_back(std::move(text), 1);
    }
  }
  std::string product;
  for (const auto& [text, count] : texts) {
    for (std::size_t i = 0; i < (count > 3 ? 1 : count); ++i) {
      if (!product.empty()) product += " × ";
      product += text;
    }
    if (count > 3) product += fmt::format("^{}", count);
  }
  return product;
}

}  // namespace

bool Structure::is_recognised() const { return std::all_of(factors.begin(), factors.end(), is_factor_recognised); }

Structure recognise_structure(const Group& group) {
  Structure structure;
  if (group.is_trivial()) {
    structure.text = "trivial";
    return structure;
  }
  // First the common case, which needs no group but the one at hand: everything symmetric.
  SlotTree tree = build_slot_tree(group.degree(), group.generators(), finest_tower);
  FactorBuilder symmetric(group, tree);
  symmetric.assume_symmetric();
  BigNumber expected = 1;
  for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
    if (!tree.nodes[k].parent) expected *= symmetric.order(k);
  }
  if (expected == group.order()) {
    for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
      if (tree.nodes[k].parent) continue;
      structure.factors.push_back(symmetric.build(k, Permutation::identity(group.degree())));
    }
  } else {
    tree = build_slot_tree(group.degree(), group.generators(), recognised_tower);
    structure.factors = find_factors(group, tree);
  }
  structure.induced = std::move(tree.induced);
  std::sort(structure.factors.begin(), structure.factors.end(),
            [](const Factor& a, const Factor& b) { return a.support[0] < b.support[0]; });
  structure.text = product_text(structure.factors);
  return structure;
}

}  // namespace quotient
