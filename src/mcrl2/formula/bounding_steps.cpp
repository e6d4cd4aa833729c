#include "mcrl2/formula/bounding_steps.hpp"

#include <algorithm>

namespace quotient::mcrl2 {

const ActionTest* binder(const ActionTest& test, ActionTest::Kind quantifier) {
  if (test.kind == ActionTest::Kind::actions) {
    return test.negated == (quantifier == ActionTest::Kind::all) && !test.terminates ? &test : nullptr;
  }
  if (test.kind == ActionTest::Kind::value || test.kind == quantifier || !test.variables.empty()) return nullptr;
  for (const ActionTest& operand : test.operands) {
    if (const ActionTest* found = binder(operand, quantifier)) return found;
  }
  return nullptr;
}

const ActionTest* pattern_of(const FormulaNode& modality) {
  const auto found = std::ranges::find_if(modality.tests, [](const ActionTest& test) {
    return test.kind == ActionTest::Kind::actions && !test.negated && !test.terminates;
  });
  return found == modality.tests.end() ? nullptr : &*found;
}

void add_sources(const StateFormula& formula, FormulaId id, bool universal, std::vector<const FormulaNode*>& out) {
  const FormulaNode& node = formula[id];
  if (node.kind == FormulaNode::Kind::junction && node.universal == universal && node.operands.size() == 1) {
    return add_sources(formula, node.operands.front(), universal, out);
  }
  if (node.kind == FormulaNode::Kind::junction && node.universal != universal && node.variables.empty() &&
      node.conditions.empty()) {
    for (const FormulaId operand : node.operands) add_sources(formula, operand, universal, out);
    return;
  }
  if (node.kind != FormulaNode::Kind::modality || node.universal != universal) return;
  if (pattern_of(node) != nullptr) out.push_back(&node);
}

}  // namespace quotient::mcrl2
