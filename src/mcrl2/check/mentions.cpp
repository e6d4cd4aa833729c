#include "mcrl2/check/mentions.hpp"

#include <algorithm>

namespace quotient::mcrl2 {

namespace {

using Names = std::span<const std::string_view>;

bool in_data(const ast::DataExpr& data, Names names) {
  if (std::ranges::find(names, data.name) != names.end()) return true;
  return std::ranges::any_of(data.arguments, [&](const ast::DataPtr& each) { return in_data(*each, names); }) ||
         std::ranges::any_of(data.assignments,
                             [&](const ast::Assignment& each) { return in_data(*each.value, names); });
}

bool in_action(const ast::ProcExpr& action, Names names) {
  return std::ranges::any_of(action.arguments, [&](const ast::DataPtr& each) { return in_data(*each, names); });
}

}  // namespace

bool mentions(const ast::Formula& formula, std::span<const std::string_view> names) {
  return std::ranges::any_of(formula.data, [&](const ast::DataPtr& each) { return in_data(*each, names); }) ||
         std::ranges::any_of(formula.actions, [&](const ast::ProcPtr& each) { return in_action(*each, names); }) ||
         std::ranges::any_of(formula.operands, [&](const ast::FormulaPtr& each) { return mentions(*each, names); });
}

}  // namespace quotient::mcrl2
