#include "temporal/vacuity.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace quotient::temporal {

namespace {

constexpr std::size_t most_propositions_tried = 16;  // each is a search of its own

class TreeWeakener {
 public:
  explicit TreeWeakener(const Tree& formula) : formula_(formula) {
    for (const Node& node : formula.nodes) ++places_[key(node.range)];
  }

  std::vector<Weakening> run() {
    // Without an `always` around it an implication speaks of the first state, where not to hold is nothing unusual.
    const Operator op = formula_[formula_.root].op;
    if (op == Operator::always || op == Operator::conjunction) conditions(formula_.root);
    std::vector<Weakening> found = std::move(found_);
    found_.clear();
    walk(formula_.root, true);
    std::ranges::stable_sort(found_, {}, &Weakening::is_proposition);
    const auto first = std::ranges::find(found_, true, &Weakening::is_proposition);
    if (found_.end() - first > static_cast<std::ptrdiff_t>(most_propositions_tried)) found_.erase(first, found_.end());
    std::ranges::move(found_, std::back_inserter(found));
    return found;
  }

 private:
  static std::pair<std::uint32_t, std::uint32_t> key(SourceRange range) { return {range.begin, range.end}; }
  bool stands_once(NodeId id) const {
    const SourceRange range = formula_[id].range;
    return range.end > range.begin && places_.at(key(range)) == 1;
  }
  bool is_constant(NodeId id) const {
    return formula_[id].op == Operator::verum || formula_[id].op == Operator::falsum;
  }
  bool is_temporal(NodeId id) const {
    const Node& node = formula_[id];
    return is_past(node.op) || is_future(node.op) ||
           std::ranges::any_of(node.operands, [this](NodeId operand) { return is_temporal(operand); });
  }

  void condition(const Node& implication) {
    const NodeId asked = implication.operands[0];
    if (stands_once(asked) && !is_constant(asked)) found_.push_back({asked, replaced(implication.operands[1], false)});
  }

  void conditions(NodeId id) {
    const Node& node = formula_[id];
    if (node.op == Operator::always) return conditions(node.operands[0]);
    if (node.op == Operator::conjunction) {
      for (const NodeId operand : node.operands) conditions(operand);
    }
    if (node.op != Operator::implication) return;
    if (!is_temporal(node.operands[0])) condition(node);
    conditions(node.operands[1]);
  }

  /// `positive`: the formula holds in more cases the more often this part does.
  void walk(NodeId id, bool positive) {
    const Node& node = formula_[id];
    if (node.op == Operator::atom && stands_once(id)) found_.push_back({id, replaced(id, !positive), true});
    if (node.op == Operator::equivalence) return;  // both signs
    if (node.op == Operator::implication && positive && is_temporal(node.operands[0])) condition(node);
    const bool turns = node.op == Operator::negation || node.op == Operator::implication;
    for (std::size_t i = 0; i < node.operands.size(); ++i) walk(node.operands[i], (turns && i == 0) != positive);
  }

  Tree replaced(NodeId part, bool value) const {
    Tree made = formula_;
    made.nodes[part] = {.op = value ? Operator::verum : Operator::falsum,
                        .operands = {},
                        .variable = {},
                        .range = formula_[part].range};
    return made;
  }

  const Tree& formula_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> places_;  // how many nodes are of this part of the text
  std::vector<Weakening> found_;
};

}  // namespace

std::vector<Weakening> weakenings_of(const Tree& formula) { return TreeWeakener(formula).run(); }

}  // namespace quotient::temporal
