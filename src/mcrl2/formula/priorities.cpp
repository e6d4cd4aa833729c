#include "mcrl2/formula/priorities.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace quotient::mcrl2 {

std::vector<std::uint32_t> priorities(const StateFormula& formula, const std::vector<std::uint32_t>& reachable) {
  std::map<std::uint32_t, std::set<std::uint32_t>> called;  // by node: fixed points called below it from outside
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t n : reachable) {
      std::set<std::uint32_t> now;
      const FormulaNode& node = formula.nodes[n];
      for (const FormulaId operand : node.operands)
        now.insert(called[operand.value].begin(), called[operand.value].end());
      if (node.kind == FormulaNode::Kind::call) now.insert(node.target.value);
      if (node.kind == FormulaNode::Kind::fixed_point) now.erase(n);
      if (now == called[n]) continue;
      called[n] = std::move(now);
      changed = true;
    }
  }
  std::vector<std::uint32_t> priority(formula.nodes.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t outer : reachable) {
      const FormulaNode& node = formula.nodes[outer];
      if (node.kind != FormulaNode::Kind::fixed_point) continue;
      std::uint32_t least = node.universal ? 0 : 1;
      for (const std::uint32_t inner : reachable) {
        const bool fixed = formula.nodes[inner].kind == FormulaNode::Kind::fixed_point;
        if (fixed && inner != outer && called[inner].contains(outer)) least = std::max(least, priority[inner]);
      }
      if ((least % 2 == 0) != node.universal) ++least;
      if (least == priority[outer]) continue;
      priority[outer] = least;
      changed = true;
    }
  }
  return priority;
}

}  // namespace quotient::mcrl2
