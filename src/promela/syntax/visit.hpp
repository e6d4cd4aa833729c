#pragma once

#include "promela/syntax/ast.hpp"

/// Walks over all of a tree, outer before inner. `Tree` may be const.
namespace quotient::promela {

template <typename ExpressionType, typename Visit>
void visit_expression(ExpressionType& expression, Visit&& visit);

template <typename ReferenceType, typename Visit>
void visit_indices(ReferenceType& reference, Visit&& visit) {
  for (auto& part : reference.parts) {
    for (auto& index : part.index) visit_expression(index, visit);
  }
}

/// The expression, its operands and the indices of its references.
template <typename ExpressionType, typename Visit>
void visit_expression(ExpressionType& expression, Visit&& visit) {
  visit(expression);
  visit_indices(expression.reference, visit);
  for (auto& operand : expression.operands) visit_expression(operand, visit);
}

/// Every statement, those within others included.
template <typename BlockType, typename Visit>
void visit_statements(BlockType& block, Visit&& visit) {
  for (auto& statement : block) {
    visit(statement);
    for (auto& inner : statement.blocks) visit_statements(inner, visit);
  }
}

/// Every expression of this statement alone, initialisers of what it declares included.
template <typename StatementType, typename Visit>
void visit_expressions_of(StatementType& statement, Visit&& visit) {
  for (auto& expression : statement.expressions) visit_expression(expression, visit);
  visit_indices(statement.target, visit);
  visit_indices(statement.collection, visit);
  for (auto& reference : statement.references) visit_indices(reference, visit);
  for (auto* variable : statement.declared) {
    if (variable->initialiser) visit_expression(*variable->initialiser, visit);
    for (auto& element : variable->array_initialiser) visit_expression(element, visit);
  }
}

/// Every expression of the module but those in typedefs.
template <typename ModuleType, typename Visit>
void visit_expressions(ModuleType& module, Visit&& visit) {
  for (auto* variable : module.globals) {
    if (variable->initialiser) visit_expression(*variable->initialiser, visit);
    for (auto& element : variable->array_initialiser) visit_expression(element, visit);
  }
  for (auto& proctype : module.proctypes) {
    if (proctype->provided) visit_expression(*proctype->provided, visit);
    visit_statements(proctype->body, [&](auto& statement) { visit_expressions_of(statement, visit); });
  }
  for (auto& formula : module.formulas) visit_expression(formula.formula, visit);
}

}  // namespace quotient::promela
