#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mcrl2/check/specification.hpp"
#include "mcrl2/data/program.hpp"

namespace quotient::mcrl2 {

class Compiler;

/// A variable of a formula, among all of its variables.
using FormulaSlot = std::uint32_t;
inline constexpr std::uint32_t no_position = UINT32_MAX;

/// A datum that depends on variables of the formula.
struct FormulaTerm {
  RoutineId routine;
  std::vector<FormulaSlot> slots;  // its arguments
};

/// Values of some variables. Locals of the solver: `captured`, then what is given from outside, then the variables.
struct FormulaChoice {
  Solver solver;
  std::vector<FormulaSlot> captured;
  std::uint32_t given = 0;
  std::vector<FormulaSlot> variables;
};

struct CompiledTest {
  struct Action {
    ActId action;
    std::vector<FormulaTerm> arguments;
  };
  ActionTest::Kind kind = ActionTest::Kind::all;
  bool negated = false;
  bool terminates = false;
  FormulaTerm condition;
  std::vector<Action> actions;
  FormulaChoice choice;  // of quantified variables; not used where there are none
  /// Where only what is done bounds them: these actions of the step, whose arguments are given. Values for which the
  /// step is not that make no difference.
  std::vector<ActId> pattern;
  std::vector<CompiledTest> operands;
  SourceRange range;
};

/// See FormulaNode.
struct CompiledNode {
  FormulaNode::Kind kind = FormulaNode::Kind::value;
  bool universal = true;
  bool only_data = false;  // neither steps nor fixed points below
  /// One operand that counts if the conditions hold: whose choice that is does not matter.
  bool guard = false;
  std::vector<std::uint32_t> operands;
  FormulaTerm value;
  /// Of the variables of a junction or modality. The arguments of `pattern` are given.
  FormulaChoice choice;
  bool has_pattern = false;
  std::vector<ActId> pattern;  // just these actions; they bind variables
  bool terminates = false;     // the pattern is Terminate
  /// Where only modalities inside bound the variables of a junction: multi-actions of steps, one of each, whose
  /// arguments are given. Values for which there are no such steps make no difference.
  std::vector<std::vector<ActId>> sources;
  std::vector<CompiledTest> tests;
  std::uint32_t target = 0;              // of a call
  std::vector<FormulaTerm> arguments;    // of a call, or what a fixed point starts with
  std::vector<FormulaSlot> parameters;   // of a fixed point
  std::uint32_t position = no_position;  // of the node, or the body of a fixed point, beside a state
};

/// A subformula that stands beside a state in a position of the game.
struct FormulaPosition {
  std::uint32_t node = 0;
  std::vector<VarId> variables;  // that it depends on
  std::vector<FormulaSlot> slots;
  bool universal = true;
  std::uint32_t priority = 0;  // the highest met again and again decides: even, it holds
  std::string text;
};

/// A state formula, ready to be played.
struct CompiledFormula {
  std::vector<CompiledNode> nodes;
  std::uint32_t root = 0;
  /// The first is where the formula holds, the second where it does not; no node is theirs.
  std::vector<FormulaPosition> positions;
  std::uint32_t start = 0;         // a position
  std::vector<RoutineId> initial;  // of its variables
  std::vector<SortId> slot_sorts;  // by slot
  bool all_universal = false;      // nothing but a position without hope need be looked for
  bool all_existential = false;    // the same of one that is good
  static constexpr std::uint32_t holds = 0, fails = 1;
};

/// Null after errors: variables whose values nothing bounds.
std::unique_ptr<CompiledFormula> compile_formula(Specification& spec, Compiler& compiler, const SourceMap& sources,
                                                 Diagnostics& diagnostics);

}  // namespace quotient::mcrl2
