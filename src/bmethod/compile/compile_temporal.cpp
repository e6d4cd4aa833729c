#include <algorithm>

#include "bmethod/check/formulas.hpp"
#include "bmethod/compile/compiler.hpp"

namespace quotient::bmethod {
namespace {

void add_elements(const Expr* expr, std::vector<std::string>& names) {
  if (expr->symbol != nullptr && expr->symbol->kind == Symbol::Kind::element) names.push_back(expr->symbol->name);
  for (const Expr* arg : expr->args) add_elements(arg, names);
}

/// Of `x : S & …` the set S, where that is the same in all states.
const Expr* set_of(const Expr* restriction, const Symbol* variable) {
  std::vector<const Expr*> conjuncts;
  flatten_conjunction(restriction, conjuncts);
  for (const Expr* each : conjuncts) {
    const bool is_about =
        each->op == Op::member && each->args[0]->op == Op::identifier && each->args[0]->symbol == variable;
    if (is_about && is_closed(each->args[1])) return each->args[1];
  }
  return nullptr;
}

}  // namespace

/// What a formula names breaks the symmetry of its own check, not that of the machine.
void Compiler::temporal(TemporalAtoms& atoms) {
  auto of_machine = program_.named_elements;
  program_.named_elements.assign(of_machine.size(), std::nullopt);
  for (TemporalAtoms::Variable& variable : atoms.variables) {
    variable.slot = builder_.bind(variable.symbol);
    variable.restricted = formulas_.predicate(variable.restriction);
    add_elements(variable.restriction, atoms.elements);
    if (const Expr* set = set_of(variable.restriction, variable.symbol)) {
      variable.drawn_from = formulas_.compile(set, FormulaCompiler::Use::source);
      variable.is_drawn = variable.restriction->op == Op::member;
    }
  }
  for (TemporalAtoms::Expression& each : atoms.expressions) {
    each.node = each.kind == TemporalAtoms::Expression::Kind::predicate ? formulas_.predicate(each.expr)
                                                                        : formulas_.value(each.expr);
    add_elements(each.expr, atoms.elements);
  }
  std::swap(of_machine, program_.named_elements);
  for (std::uint32_t set = 0; set < of_machine.size(); ++set) {
    if (!of_machine[set]) continue;
    // What tells elements apart without naming any tells all of them apart.
    const bool named = std::ranges::any_of(model_.symbols, [&](const Symbol& symbol) {
      return symbol.kind == Symbol::Kind::element && symbol.set == set &&
             std::ranges::find(atoms.elements, symbol.name) != atoms.elements.end();
    });
    if (!named) atoms.sets.push_back(set);
  }
}

}  // namespace quotient::bmethod
