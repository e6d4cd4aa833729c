#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bmethod/project/model.hpp"
#include "bmethod/project/temporal_atoms.hpp"

namespace quotient::bmethod {

/// Infers types by unification, clause by clause, each after the clauses that tell it types. `*` and `-` mean two
/// things each; where the operands are still unknown the decision waits until a later clause settles it.
class Checker {
 public:
  Checker(Model& model, Diagnostics& diagnostics, NameTable* names)
      : model_(model), types_(model.types), diagnostics_(diagnostics), names_(names) {}

  void run();

 private:
  // formulas
  TypeRef infer(Expr* expr);
  void check(Expr* expr, TypeRef expected);
  void predicate(Expr* expr) { check(expr, types_.predicate()); }
  TypeRef infer_identifier(Expr* expr);
  TypeRef infer_step(Expr* expr);
  TypeRef infer_sequence(Expr* expr);
  void check_inferred(const Expr* expr, TypeRef expected);
  TypeRef infer_signature(Expr* expr, std::string_view signature);
  TypeRef infer_binder(Expr* expr);
  TypeRef infer_record(Expr* expr);
  TypeRef infer_overloaded(Expr* expr);
  bool settle(Expr* expr, bool by_default);
  void settle_all(bool by_default);
  void mismatch(const Expr* expr, TypeRef expected);

  // names
  Symbol* lookup(const std::string& name) const;
  Symbol* bind(const Identifier& name, bool assignable);
  void unknown(const Identifier& name);
  Symbol* outer(const std::string& name) const;  // as for x$0: past the innermost binding

  // substitutions
  void substitution(Stmt* stmt);
  void assign_target(Expr* target);
  void call(Stmt* stmt);
  void becomes_such(Stmt* stmt);

  // machines
  void instance(Instance& instance);
  void operation(Operation& operation);
  bool refine(Operation& operation, const Operation& refined);
  void state_predicate(Expr*& formula, const std::string& kind, const std::string& what);
  void temporal(TemporalAtoms& atoms);
  void require_known(const Symbol* symbol);
  void tell_names(NameTable& names) const;

  Model& model_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
  NameTable* names_;  // may be null
  Instance* current_ = nullptr;
  std::vector<Symbol*> locals_;
  std::vector<Expr*> waiting_;
  bool may_assign_variables_ = true;
};

}  // namespace quotient::bmethod
