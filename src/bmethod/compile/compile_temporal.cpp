#include <algorithm>
#include <optional>
#include <utility>

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
  const std::size_t sets = model_.sets.size();
  auto named = std::exchange(program_.named_elements, std::vector<std::vector<NamedElement>>(sets));
  auto told_apart = std::exchange(program_.told_apart, std::vector<std::optional<SourceRange>>(sets));
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
  std::swap(named, program_.named_elements);
  std::swap(told_apart, program_.told_apart);
  for (std::uint32_t set = 0; set < sets; ++set) {
    // What distinguishes elements without naming any distinguishes all of them.
    const bool is_listed = std::ranges::any_of(model_.symbols, [&](const Symbol& symbol) {
      return symbol.kind == Symbol::Kind::element && symbol.set == set &&
             std::ranges::find(atoms.elements, symbol.name) != atoms.elements.end();
    });
    if (told_apart[set] || (!named[set].empty() && !is_listed)) atoms.sets.push_back(set);
  }
}

}  // namespace quotient::bmethod
