#include "temporal/branching.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace quotient::temporal {

namespace {

class ToBranching {
 public:
  ToBranching(const Tree& tree, std::uint32_t dead) : tree_(tree), dead_(dead) {
    made_.parts.push_back({.kind = Part::Kind::verum, .operands = {}, .boolean = true, .universal = true});
    made_.parts.push_back({.kind = Part::Kind::falsum, .operands = {}, .boolean = true});
  }

  BranchingFormula run() {
    made_.root = part(tree_.root, true);
    return std::move(made_);
  }

 private:
  using Kind = Part::Kind;

  PartId part(NodeId id, bool positive) {
    const Node& node = tree_[id];
    const auto operand = [&](std::size_t i, bool sign) { return part(node.operands[i], sign == positive); };
    switch (node.op) {
      case Operator::verum:
        return positive ? BranchingFormula::verum : BranchingFormula::falsum;
      case Operator::falsum:
        return positive ? BranchingFormula::falsum : BranchingFormula::verum;
      case Operator::atom:
        return literal(node.atom, positive);
      case Operator::negation:
        return operand(0, false);
      case Operator::conjunction:
        return join(positive ? Kind::both : Kind::either, {operand(0, true), operand(1, true)});
      case Operator::disjunction:
        return join(positive ? Kind::either : Kind::both, {operand(0, true), operand(1, true)});
      case Operator::implication:
        return join(positive ? Kind::either : Kind::both, {operand(0, false), operand(1, true)});
      case Operator::equivalence: {
        const PartId same = join(Kind::both, {part(node.operands[0], true), part(node.operands[1], positive)});
        const PartId neither = join(Kind::both, {part(node.operands[0], false), part(node.operands[1], !positive)});
        return join(Kind::either, {same, neither});
      }
      case Operator::next:
        return next(is_all(node, positive), operand(0, true), node.atom);
      case Operator::eventually:
        return fixed_point(node, positive, positive, BranchingFormula::verum, operand(0, true));
      case Operator::always:  // false R f, of which the dual is true U not f
        return fixed_point(node, positive, !positive, positive ? BranchingFormula::falsum : BranchingFormula::verum,
                           operand(0, true));
      case Operator::until:
        return fixed_point(node, positive, positive, operand(0, true), operand(1, true));
      case Operator::release:
        return fixed_point(node, positive, !positive, operand(0, true), operand(1, true));
      case Operator::weak_until: {  // g R (f or g)
        const PartId right = join(positive ? Kind::either : Kind::both, {operand(0, true), operand(1, true)});
        return fixed_point(node, positive, !positive, operand(1, true), right);
      }
      default:
        break;
    }
    report_bug("an operator that no branching formula has");
  }

  static bool is_all(const Node& node, bool positive) { return (node.path == PathQuantifier::all) == positive; }

  /// f U g where `least`, else f R g. `eventually f` comes as `true U f`; its dual has `false` for `true`.
  PartId fixed_point(const Node& node, bool positive, bool least, PartId f, PartId g) {
    if (node.op == Operator::eventually && !least) f = BranchingFormula::falsum;
    const bool all = is_all(node, positive);
    const auto self = static_cast<PartId>(made_.parts.size());
    made_.parts.emplace_back();
    // On runs that end: until needs its second operand before the end, release is content with the end.
    PartId further = next(all, self, no_atom);
    if (least && all) further = join(Kind::both, {literal(dead_, false), further});
    if (!least && !all) further = join(Kind::either, {literal(dead_, true), further});
    Part body = least ? raw(Kind::either, {g, join(Kind::both, {f, further})})
                      : raw(Kind::both, {g, join(Kind::either, {f, further})});
    body.priority = least ? 1 : 2;
    made_.parts[self] = std::move(body);
    return self;
  }

  PartId literal(std::uint32_t proposition, bool positive) {
    return add(
        {.kind = positive ? Kind::holds : Kind::fails, .proposition = proposition, .operands = {}, .boolean = true});
  }
  PartId next(bool all, PartId operand, std::uint32_t steps) {
    return add({.kind = all ? Kind::all_next : Kind::some_next,
                .proposition = steps,
                .operands = {operand},
                .universal = all});
  }
  PartId join(Kind kind, std::vector<PartId> operands) {
    const PartId neutral = kind == Kind::both ? BranchingFormula::verum : BranchingFormula::falsum;
    const PartId absorbing = kind == Kind::both ? BranchingFormula::falsum : BranchingFormula::verum;
    if (std::ranges::find(operands, absorbing) != operands.end()) return absorbing;
    std::erase(operands, neutral);
    if (operands.empty()) return neutral;
    return operands.size() == 1 ? operands.front() : add(raw(kind, std::move(operands)));
  }
  /// Where only one operand is more than a matter of the state, who is to move there is to move here.
  Part raw(Kind kind, std::vector<PartId> operands) const {
    Part made{.kind = kind, .operands = std::move(operands), .universal = kind == Kind::both};
    std::size_t open = 0;
    bool universal = false;
    for (const PartId operand : made.operands) {
      if (made_.parts[operand].boolean) continue;
      ++open;
      universal = made_.parts[operand].universal;
    }
    made.boolean = open == 0;
    if (open == 1) made.universal = universal;
    return made;
  }
  PartId add(Part part) {
    made_.parts.push_back(std::move(part));
    return static_cast<PartId>(made_.parts.size() - 1);
  }

  const Tree& tree_;
  std::uint32_t dead_;
  BranchingFormula made_;
};

}  // namespace

bool BranchingFormula::holds(PartId id, std::uint64_t holding) const {
  const Part& part = parts[id];
  const auto operand = [&](PartId each) { return holds(each, holding); };
  switch (part.kind) {
    case Part::Kind::verum:
      return true;
    case Part::Kind::falsum:
      return false;
    case Part::Kind::holds:
      return ((holding >> part.proposition) & 1U) != 0;
    case Part::Kind::fails:
      return ((holding >> part.proposition) & 1U) == 0;
    case Part::Kind::both:
      return std::ranges::all_of(part.operands, operand);
    case Part::Kind::either:
      return std::ranges::any_of(part.operands, operand);
    case Part::Kind::all_next:
    case Part::Kind::some_next:
      break;
  }
  report_bug("a part of a formula that a state does not decide");
}

BranchingFormula branching_formula(const Tree& tree, std::uint32_t dead) { return ToBranching(tree, dead).run(); }

}  // namespace quotient::temporal
