#pragma once

#include <string>
#include <vector>

#include "mcrl2/check/action_call.hpp"

namespace quotient::mcrl2 {

struct FormulaId {
  std::uint32_t value = UINT32_MAX;
  explicit operator bool() const { return value != UINT32_MAX; }
  friend auto operator<=>(FormulaId, FormulaId) = default;
};

/// What a step does, without negations but at the leaves.
struct ActionTest {
  enum class Kind : std::uint8_t {
    value,    // condition
    actions,  // the multi-action is, or with `negated` is not, just these
    all,      // of the operands, for all values of the variables
    some
  };
  Kind kind = Kind::all;
  bool negated = false;
  bool terminates = false;  // actions: the step by which a system that has ended does Terminate
  ExprId condition;
  std::vector<ActionCall> actions;
  std::vector<VarId> variables;
  std::vector<ActionTest> operands;
  SourceRange range;
};

/// A state formula without negations: they are pushed inwards. A node that is `universal` asks for all of its
/// alternatives (&&, forall, [ ]), another for one (||, exists, < >). Nodes may be shared.
struct FormulaNode {
  enum class Kind : std::uint8_t {
    value,        // conditions[0]
    junction,     // operands, for all values of `variables` under which all conditions hold
    modality,     // the same of steps that pass all tests; operands[0] is what holds after them
    fixed_point,  // operands[0], with `variables` that start as `arguments`; universal: the greatest
    call          // of `target`, a fixed point around it, with `arguments`
  };
  Kind kind = Kind::value;
  bool universal = true;
  std::vector<FormulaId> operands;
  std::vector<VarId> variables;
  std::vector<ExprId> conditions;
  std::vector<ExprId> arguments;
  std::vector<ActionTest> tests;
  FormulaId target;
  std::string name;  // of a fixed point, as the text has it; empty for those of regular formulas
  SourceRange range;
};

struct StateFormula {
  std::vector<FormulaNode> nodes;
  FormulaId root;
  const FormulaNode& operator[](FormulaId id) const { return nodes[id.value]; }
};

/// Where a data expression stands in a formula.
struct FormulaTermPlace {
  std::uint32_t number = 0;  // in the order in which they are visited
  const ActId* action = nullptr;
  std::size_t argument = 0;          // of the action
  const VarId* parameter = nullptr;  // of a fixed point, whose value it is
};

/// Calls visit(expression, place) for each data expression of a formula, in a fixed order. Expressions can be replaced.
template <typename Formula, typename Visit>
void for_each_term(Formula& formula, Visit visit) {
  FormulaTermPlace place;
  const auto call = [&](auto& expr, FormulaTermPlace here) {
    here.number = place.number++;
    visit(expr, here);
  };
  const auto in_test = [&](auto& test, const auto& self) -> void {
    if (test.condition) call(test.condition, {});
    for (auto& action : test.actions) {
      for (std::size_t i = 0; i < action.arguments.size(); ++i)
        call(action.arguments[i], {0, &action.action, i, nullptr});
    }
    for (auto& operand : test.operands) self(operand, self);
  };
  for (auto& node : formula.nodes) {
    for (auto& condition : node.conditions) call(condition, {});
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
      const auto& parameters = node.target ? formula.nodes[node.target.value].variables : node.variables;
      call(node.arguments[i], {0, nullptr, 0, &parameters[i]});
    }
    for (auto& test : node.tests) in_test(test, in_test);
  }
}

/// Calls visit(variable) for each variable that a formula declares.
template <typename Formula, typename Visit>
void for_each_variable(Formula& formula, Visit visit) {
  const auto in_test = [&](auto& test, const auto& self) -> void {
    for (auto& variable : test.variables) visit(variable);
    for (auto& operand : test.operands) self(operand, self);
  };
  for (auto& node : formula.nodes) {
    for (auto& variable : node.variables) visit(variable);
    for (auto& test : node.tests) in_test(test, in_test);
  }
}

}  // namespace quotient::mcrl2
