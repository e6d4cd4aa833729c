#pragma once

#include <string>
#include <vector>

#include "bmethod/compile/substitution_compiler.hpp"
#include "bmethod/project/temporal_atoms.hpp"

namespace quotient::bmethod {

/// Turns a typed model, the sizes of its sets known, into a program.
class Compiler {
 public:
  Compiler(const SourceMap& sources, Model& model, Types& types, Program& program, Diagnostics& diagnostics)
      : builder_(sources, model, types, program, diagnostics), model_(model), program_(program) {}

  /// Constants that are not known when the signal is raised stay formulas. Null: there is no hurry.
  void heed(const StopSignal* signal) { builder_.heed(signal); }
  void run();
  /// A single closed formula, for tests; the model must have been checked with it.
  const Node* formula(const Expr* expr) { return formulas_.formula(expr); }

 private:
  void declare();
  void properties();
  void checked(const Instance& instance, std::span<Expr* const> from, const std::string& what,
               std::vector<CheckedPredicate>& into);
  std::string because_of_bounds(const Expr* predicate) const;
  std::string because_of_sizes(const std::vector<const Expr*>& predicates) const;
  const Action* initialisation(bool refined);
  const Action* any_state();
  void operation(const OfferedOperation& offered);
  std::vector<GuardPart> guard_parts(std::span<const Expr* const> conjuncts, std::span<Symbol* const> parameters);
  void preconditions_of_refined(const OfferedOperation& offered, std::vector<const Expr*>& into);
  // The product of a refinement and what it refines:
  void declare_refined();
  std::uint32_t level_of(const Instance& instance) const;
  std::uint32_t level_of(const Expr* predicate) const;
  void glue(const Instance& instance);
  void glue_common_variables();
  void temporal(TemporalAtoms& atoms);
  void refined_operation(const OfferedOperation& offered, std::vector<const Expr*>& own, CompiledOperation& into);

  ProgramBuilder builder_;
  Gluing gluing_;
  FormulaCompiler formulas_{builder_, gluing_};
  SubstitutionCompiler substitutions_{builder_, formulas_, gluing_};
  Model& model_;
  Program& program_;
  std::vector<Instance*> refined_;  // the machine that is refined, what that one refines, …: of a product
};

}  // namespace quotient::bmethod
