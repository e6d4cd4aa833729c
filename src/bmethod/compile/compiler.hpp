#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "bmethod/check/formulas.hpp"
#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/evaluate/program.hpp"
#include "bmethod/project/model.hpp"

namespace quotient::bmethod {

/// How values of a type that was inferred are represented.
const Type* type_of(Types& types, const TypeTable& table, TypeRef type);

/// Turns a typed model, the sizes of its sets known, into a program.
class Compiler {
 public:
  Compiler(const SourceMap& sources, Model& model, Types& types, Program& program, Diagnostics& diagnostics)
      : sources_(sources), model_(model), types_(types), program_(program), diagnostics_(diagnostics) {
    program_.types = &types;
  }

  /// Constants that are not known when the signal is raised stay formulas. Null: there is no hurry.
  void heed(const StopSignal* signal) { stop_ = signal; }
  void run();
  /// A single closed formula, for tests; the model must have been checked with it.
  const Node* formula(const Expr* expr) { return is_predicate(expr) ? predicate(expr) : value(expr); }

 private:
  friend class Planner;

  /// What a set is wanted for: its value, to test membership, or to draw elements from.
  enum class Use : std::uint8_t { value, test, source };

  // formulas
  const Node* value(const Expr* expr) { return compile(expr, Use::value); }
  const Node* predicate(const Expr* expr);
  const Node* compile(const Expr* expr, Use use);
  const Expr* within_reach(const Expr* expr);
  const Expr* restricted_by_parts(const Expr* expr);
  const Expr* domain_by_parts(const Expr* expr);
  void compile_identifier(const Expr* expr, Node& node);
  void name_elements(const Type* type, SourceRange place);
  void compile_binder(const Expr* expr, Node& node, Use use);
  void compile_record(const Expr* expr, Node& node, Use use);
  bool is_only_asked(const Expr* expr, const Expr* operand) const;
  void tell_infinite(SourceRange range);
  const Node* asked_for_one(const Expr* expr);
  const Node* applied(const Expr* function);
  const Expr* applied_to_parts(const Expr* expr);
  const Node* quantifier(const Expr* expr);
  /// The set of all its values. Where there is no end of them: null, or those with integers from MININT to MAXINT.
  const Node* whole(const Type* type, bool cut = false);
  const Node* couple(std::span<Symbol* const> symbols);
  const Node* read(const Symbol* symbol);
  const Node* where_it_has_a_value(const Symbol& symbol, const Node* value, SourceRange range);
  const Pattern* pattern(std::span<Symbol* const> symbols);
  const Node* finish(Node node);  // folds what is constant
  Node make(Op op, const Type* type) const;
  const Node* make_node(Op op, const Type* type, std::vector<const Node*> args);
  const Type* type_of(TypeRef type) { return bmethod::type_of(types_, model_.types, type); }
  bool is_predicate(const Expr* expr) const { return model_.types.kind(expr->type) == TypeTable::Kind::predicate; }
  std::int32_t new_slot(const Type* type) {
    program_.slots.push_back(type);
    return static_cast<std::int32_t>(program_.slots.size() - 1);
  }
  std::int32_t bind(Symbol* symbol);
  std::uint32_t site(SourceRange range, std::string message);
  std::string written(SourceRange range) const;
  /// Something that is not checked at all.
  void leave_out(SourceRange range, std::string message) {
    model_.cuts.push_back({range, message});
    diagnostics_.warning(range, std::move(message));
  }
  /// Values that are not tried; whether that ever matters is known once the machine has run. The site to name then.
  std::uint32_t cut_short(SourceRange range, std::string message) {
    diagnostics_.warning(range, message);
    return site(range, std::move(message));
  }
  /// `may_repeat`: it does no harm to find a solution several times.
  const Plan* plan(std::span<Symbol* const> variables, std::span<const Expr* const> conjuncts, bool may_repeat = false);

  // substitutions
  const Action* action(const Stmt* stmt);
  const Action* add(Action action);
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

  // the model
  void declare();
  void properties();
  void checked(std::span<Expr* const> from, const std::string& what, std::vector<CheckedPredicate>& into);
  std::string because_of_bounds(const Expr* predicate) const;
  std::string because_of_sizes(const std::vector<const Expr*>& predicates) const;
  void initialisation();
  void operation(const OfferedOperation& offered);
  void preconditions_of_refined(const OfferedOperation& offered, std::vector<const Expr*>& into);
  void find_glue();
  const Expr* glue(const Symbol* symbol) const;
  bool mentions_abstract(const Expr* expr, bool glued = true) const;
  const Node* own_predicate(const Expr* expr);

  const SourceMap& sources_;
  Model& model_;
  Types& types_;
  Program& program_;
  Diagnostics& diagnostics_;
  const StopSignal* stop_ = nullptr;
  const Instance* current_ = nullptr;  // whose text is being compiled
  /// Variables of refined machines that are no part of the state, and what the gluing invariant says they are.
  std::map<const Symbol*, const Expr*> glue_;
  std::vector<const Operation*> inlining_;
  std::set<std::int32_t> has_value_slots_;  // see Symbol::has_value
};

}  // namespace quotient::bmethod
