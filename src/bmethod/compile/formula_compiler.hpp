#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "bmethod/check/gluing.hpp"
#include "bmethod/compile/program_builder.hpp"

namespace quotient::bmethod {

/// Turns formulas into nodes, and predicates into plans.
class FormulaCompiler {
 public:
  /// Both must outlive it. The gluing may be filled later.
  FormulaCompiler(ProgramBuilder& builder, const Gluing& gluing) : builder_(builder), gluing_(gluing) {}

  /// What a set is wanted for: its value, to test membership, or to draw elements from.
  enum class Use : std::uint8_t { value, test, source };

  const Node* compile(const Expr* expr, Use use);
  const Node* value(const Expr* expr) { return compile(expr, Use::value); }
  const Node* predicate(const Expr* expr);
  const Node* formula(const Expr* expr) { return is_predicate(expr) ? predicate(expr) : value(expr); }
  /// `may_repeat`: it does no harm to find a solution several times. `hints`: see Planner.
  const Plan* plan(std::span<Symbol* const> variables, std::span<const Expr* const> conjuncts, bool may_repeat = false,
                   std::span<const Expr* const> hints = {});

 private:
  const Expr* within_reach(const Expr* expr);
  const Expr* restricted_by_parts(const Expr* expr);
  const Expr* domain_by_parts(const Expr* expr);
  void compile_identifier(const Expr* expr, Node& node);
  void tell_apart(const Type* type, SourceRange place);
  void compile_binder(const Expr* expr, Node& node, Use use);
  void compile_record(const Expr* expr, Node& node, Use use);
  bool is_only_asked(const Expr* expr, const Expr* operand) const;
  void report_infinite(SourceRange range);
  const Node* asked_for_one(const Expr* expr);
  const Node* applied(const Expr* function);
  const Node* recursion(const Expr* expr);
  const Expr* applied_to_parts(const Expr* expr);
  const Node* quantifier(const Expr* expr);
  bool is_predicate(const Expr* expr) const {
    return builder_.model.types.kind(expr->type) == TypeTable::Kind::predicate;
  }

  ProgramBuilder& builder_;
  const Gluing& gluing_;
  std::map<const Symbol*, std::size_t> recursions_;  // constants that are recursive: their place in the program
};

}  // namespace quotient::bmethod
