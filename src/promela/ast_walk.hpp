#pragma once

#include "promela/ast.hpp"

/// Visiting every expression of a tree. `visit` is called before the operands of an expression are visited.
namespace quotient::promela {

template <typename Visit>
void walk(const Expression& expression, Visit&& visit);

template <typename Visit>
void walk(const Reference& reference, Visit&& visit) {
  for (const Reference::Part& part : reference.parts) {
    for (const Expression& index : part.index) walk(index, visit);
  }
}

template <typename Visit>
void walk(const Expression& expression, Visit&& visit) {
  visit(expression);
  walk(expression.reference, visit);
  for (const Expression& operand : expression.operands) walk(operand, visit);
}

template <typename Visit>
void walk(const Block& block, Visit&& visit) {
  for (const Statement& s : block) {
    walk(s.target, visit);
    walk(s.collection, visit);
    for (const Expression& x : s.expressions) walk(x, visit);
    for (const Block& inner : s.blocks) walk(inner, visit);
  }
}

/// All expressions of a model: bodies, provided clauses, initialisers, formulas.
template <typename Visit>
void walk(const Module& module, Visit&& visit) {
  for (const auto& p : module.proctypes) {
    walk(p->body, visit);
    if (p->provided) walk(*p->provided, visit);
  }
  for (const auto& v : module.variables) {
    if (v->initialiser) walk(*v->initialiser, visit);
  }
  for (const LtlFormula& f : module.formulas) walk(f.formula, visit);
}

template <typename Visit>
void walk_statements(const Block& block, Visit&& visit) {
  for (const Statement& s : block) {
    visit(s);
    for (const Block& inner : s.blocks) walk_statements(inner, visit);
  }
}

}  // namespace quotient::promela
