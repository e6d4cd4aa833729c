#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "bmethod/compile/formula_compiler.hpp"

namespace quotient::bmethod {

/// Turns substitutions into actions.
class SubstitutionCompiler {
 public:
  /// All must outlive it.
  SubstitutionCompiler(ProgramBuilder& builder, FormulaCompiler& formulas, const Gluing& gluing)
      : builder_(builder), formulas_(formulas), gluing_(gluing) {}

  /// The INITIALISATION of a machine, in which these variables may be read before they have a value.
  const Action* initialisation(const Instance& instance, const Stmt* stmt, std::span<Symbol* const> open);
  /// What is left of the body of an operation behind its guard.
  const Action* body(const Instance& instance, const Operation& operation, const Stmt* stmt);
  const Action* add(Action action);

 private:
  const Action* action(const Stmt* stmt);
  const Action* assignments(const Stmt* stmt);
  void find_double_writes(const Stmt* stmt, Action& action);
  bool may_write_twice() const;
  const Action* becomes(const Stmt* stmt);
  const Action* call(const Stmt* stmt);
  const Action* let(const Stmt* stmt);
  const Action* case_of(const Stmt* stmt);
  const Action* from_any_value(std::span<Symbol* const> symbols, const Action* body);
  void watch(std::span<Symbol* const> symbols);
  const Action* without_values(std::span<Symbol* const> symbols, const Action* body);
  void assign_to(const Expr* target, const Node* value, Action& into);
  const Node* own_predicate(const Expr* expr);

  ProgramBuilder& builder_;
  FormulaCompiler& formulas_;
  const Gluing& gluing_;
  const Instance* current_ = nullptr;       // whose text is being compiled
  std::vector<const Operation*> inlining_;  // the outermost first
  std::set<std::int32_t> has_value_slots_;  // see Symbol::has_value
};

}  // namespace quotient::bmethod
