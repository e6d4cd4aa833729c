#include "symmetry/group/structure.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <iterator>

#include "base/ensure.hpp"
#include "symmetry/group/slot_tree.hpp"
#include "symmetry/group/transitive.hpp"

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

  /// Nodes without a parent: one factor for each, if they are independent of each other.
  std::vector<std::size_t> tops() const {
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      if (!tree_.nodes[k].parent) result.push_back(k);
    }
    return result;
  }

  /// The group is a subgroup of what the tree allows; is it all of it?
  bool is_exact() const {
    BigNumber allowed = 1;
    for (const std::size_t top : tops()) allowed *= order(top);
    return allowed == group_.order();
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

  Factor build(std::size_t top) const { return build(top, Permutation::identity(group_.degree())); }

  std::vector<Factor> build_all() const {
    std::vector<Factor> factors;
    for (const std::size_t top : tops()) factors.push_back(build(top));
    return factors;
  }

 private:
  /// The factor of a node inside that slot of its parent to which `to_parent_slot` takes the reference slot. Since the
  /// same group elements lead to all that is inside, contents of two slots correspond.
  Factor build(std::size_t number, const Permutation& to_parent_slot) const {
    const SlotNode& node = tree_.nodes[number];
    const NodeKind& kind = kinds_[number];
    Factor factor;
    factor.kind = kind.kind;
    factor.order = order(number);
    const Point reference = node.carrier[kind.slots[0]];
    const std::vector<std::size_t> inner_nodes = children(number);
    for (const std::uint32_t sibling : kind.slots) {
      Slot& slot = factor.slots.emplace_back();
      for (const std::vector<Point>& orbit : node.linked) {
        slot.points.push_back(orbit[node.slot_of[to_parent_slot[node.carrier[sibling]]]]);
      }
      factor.support.insert(factor.support.end(), slot.points.begin(), slot.points.end());
      if (inner_nodes.empty()) continue;  // then it does not matter which element leads there; finding one takes long
      const std::optional<Permutation> to_sibling = group_.element_mapping(reference, node.carrier[sibling]);
      ensure(to_sibling.has_value(), "the slots of a node form one orbit");
      const Permutation to_slot = to_sibling->then(to_parent_slot);
      for (const std::size_t child : inner_nodes) {
        slot.inside.push_back(build(child, to_slot));
        const std::vector<Point>& inner = slot.inside.back().support;
        factor.support.insert(factor.support.end(), inner.begin(), inner.end());
      }
    }
    std::sort(factor.support.begin(), factor.support.end());
    return factor;
  }

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
    std::vector<std::vector<std::size_t>> untied;
    const bool splits_off = order_on(done) * order_on(parts[part]) == order;
    for (std::vector<std::size_t>& members : classes) {
      const std::vector<Point> inside = points_of(members);
      std::vector<Point> outside;
      std::set_difference(both.begin(), both.end(), inside.begin(), inside.end(), std::back_inserter(outside));
      if (splits_off || order_on(inside) * order_on(outside) == order) {
        untied.push_back(std::move(members));
      } else {
        tied.insert(tied.end(), members.begin(), members.end());
      }
    }
    classes = std::move(untied);
    classes.push_back(std::move(tied));
    done = both;
  }
  return classes;
}

/// Where what the tree allows is more than the group: the parts that are as the tree says, and the rest, by order only.
std::vector<Factor> separate_factors(const Group& group, const FactorBuilder& builder) {
  const std::vector<std::size_t> tops = builder.tops();
  std::vector<std::vector<Point>> parts;
  for (const std::size_t top : tops) parts.push_back(builder.support(top));
  std::vector<Factor> factors;
  for (const std::vector<std::size_t>& members : independent_classes(group, parts)) {
    std::vector<Point> points;
    for (const std::size_t k : members) points = joined(points, parts[k]);
    const BigNumber order = group.restricted_to(points).order();
    if (members.size() == 1 && builder.order(tops[members[0]]) == order) {
      factors.push_back(builder.build(tops[members[0]]));
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
  std::string top = kind_text(factor);
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
  if (symmetric.is_exact()) {
    structure.factors = symmetric.build_all();
  } else {
    tree = build_slot_tree(group.degree(), group.generators(), recognised_tower);
    FactorBuilder named(group, tree);
    named.classify();
    structure.factors = named.is_exact() ? named.build_all() : separate_factors(group, named);
  }
  structure.induced = std::move(tree.induced);
  std::sort(structure.factors.begin(), structure.factors.end(),
            [](const Factor& a, const Factor& b) { return a.support[0] < b.support[0]; });
  structure.text = product_text(structure.factors);
  return structure;
}

}  // namespace quotient
