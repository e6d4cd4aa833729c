#include "mcrl2/formula/constant_conditions.hpp"

#include <optional>

#include "mcrl2/data/evaluator.hpp"

namespace quotient::mcrl2 {

namespace {

class ConstantConditions {
 public:
  ConstantConditions(const CompiledFormula& formula, const Program& program, Diagnostics& diagnostics)
      : formula_(formula),
        program_(program),
        diagnostics_(diagnostics),
        evaluator_(program, {long_evaluation, long_evaluation}),
        seen_(formula.nodes.size()),
        known_(formula.nodes.size()) {}

  void run() { of_node(formula_.root); }

 private:
  static constexpr std::uint64_t long_evaluation = 100'000;

  /// Whether a subformula holds, where constants decide that.
  std::optional<bool> of_node(std::uint32_t number) {
    if (seen_[number]) return known_[number];
    seen_[number] = true;
    return known_[number] = look_at(formula_.nodes[number]);
  }

  std::optional<bool> look_at(const CompiledNode& node) {
    if (node.kind == FormulaNode::Kind::value) return truth(node.value);
    const bool constant_choice = node.choice.variables.empty() && node.choice.captured.empty() &&
                                 node.choice.given == 0 && node.choice.solver.enumerable;
    const bool junction = node.kind == FormulaNode::Kind::junction;
    const bool modality = node.kind == FormulaNode::Kind::modality && !node.has_pattern;
    if ((junction || modality) && constant_choice) {
      const std::optional<bool> met = conditions_hold(node.choice.solver);
      if (met == false) return node.universal;
      if (!met) return std::nullopt;
    }
    for (const CompiledTest& test : node.tests) {
      if (of_test(test) == false) return std::nullopt;  // no step passes
    }
    bool all_known = true;
    for (const std::uint32_t operand : node.operands) {
      const std::optional<bool> one = of_node(operand);
      all_known = all_known && one.has_value();
      if (one && *one != node.universal && junction) return constant_choice ? one : std::nullopt;
    }
    return junction && constant_choice && all_known ? std::optional(node.universal) : std::nullopt;
  }

  std::optional<bool> of_test(const CompiledTest& test) {
    if (test.kind == ActionTest::Kind::value) return truth(test.condition);
    if (test.kind == ActionTest::Kind::actions) return std::nullopt;
    const bool all = test.kind == ActionTest::Kind::all;
    bool all_known = test.choice.variables.empty();
    for (const CompiledTest& operand : test.operands) {
      const std::optional<bool> one = of_test(operand);
      all_known = all_known && one.has_value();
      if (one && *one != all) return test.choice.variables.empty() ? one : std::nullopt;
    }
    return all_known ? std::optional(all) : std::nullopt;
  }

  std::optional<bool> truth(const FormulaTerm& term) {
    if (!term.slots.empty()) return std::nullopt;
    return decided(program_.routines[term.routine.value].range, [&] { return evaluator_.test(term.routine, {}); });
  }

  std::optional<bool> conditions_hold(const Solver& solver) {
    return decided(solver.range, [&] {
      bool found = false;
      evaluator_.solve(solver, {}, [&] { return !(found = true); });
      return found;
    });
  }

  template <typename Evaluation>
  std::optional<bool> decided(SourceRange range, const Evaluation& evaluate) {
    try {
      return evaluate();
    } catch (const EvaluationError& error) {
      if (error.limit) return std::nullopt;
      const bool inside = error.range.file == range.file && error.range.begin >= range.begin &&
                          error.range.end <= range.end && error.range.end > error.range.begin;
      Diagnostic& reported = diagnostics_.error(inside ? error.range : range, error.message);
      if (!inside && error.range.end > error.range.begin) reported.notes.push_back({error.range, "found here"});
      return std::nullopt;
    }
  }

  const CompiledFormula& formula_;
  const Program& program_;
  Diagnostics& diagnostics_;
  Evaluator evaluator_;
  std::vector<bool> seen_;
  std::vector<std::optional<bool>> known_;
};

}  // namespace

void check_constant_conditions(const CompiledFormula& formula, const Program& program, Diagnostics& diagnostics) {
  ConstantConditions(formula, program, diagnostics).run();
}

}  // namespace quotient::mcrl2
