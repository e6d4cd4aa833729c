#pragma once

#include <string>
#include <vector>

#include "bmethod/compile/substitution_compiler.hpp"

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
  void initialisation();
  void operation(const OfferedOperation& offered);
  void preconditions_of_refined(const OfferedOperation& offered, std::vector<const Expr*>& into);

  ProgramBuilder builder_;
  Gluing gluing_;
  FormulaCompiler formulas_{builder_, gluing_};
  SubstitutionCompiler substitutions_{builder_, formulas_, gluing_};
  Model& model_;
  Program& program_;
};

}  // namespace quotient::bmethod
