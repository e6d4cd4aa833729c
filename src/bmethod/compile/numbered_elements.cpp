#include "bmethod/compile/numbered_elements.hpp"

#include <algorithm>

#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

/// The operands of `&`.
std::vector<const Expr*> conjuncts(const std::vector<Expr*>& all) {
  std::vector<const Expr*> waiting(all.rbegin(), all.rend()), out;
  while (!waiting.empty()) {
    const Expr* each = waiting.back();
    waiting.pop_back();
    if (each == nullptr) continue;
    if (each->op == Op::conjunction) {
      waiting.insert(waiting.end(), each->args.rbegin(), each->args.rend());
    } else {
      out.push_back(each);
    }
  }
  return out;
}

/// A range, or a constant that the properties say is one.
bool is_range(const Expr& set, const std::vector<const Expr*>& properties) {
  if (set.op == Op::interval) return true;
  if (set.op != Op::identifier || set.symbol == nullptr || set.symbol->kind != Symbol::Kind::constant) return false;
  return std::ranges::any_of(properties, [&](const Expr* each) {
    return each->op == Op::equal && each->args[0]->symbol == set.symbol && each->args[1]->op == Op::interval;
  });
}

}  // namespace

std::vector<NumberedElements> numbered_elements(const Model& model) {
  std::vector<NumberedElements> out;
  if (model.main == nullptr || model.main->machine == nullptr) return out;
  const Machine& machine = *model.main->machine;
  const std::vector<const Expr*> properties = conjuncts(machine.properties);
  for (const Expr* each : conjuncts(machine.invariant)) {
    if (each->op != Op::member || each->args.size() != 2) continue;
    const Expr& variable = *each->args[0];
    const Expr& set = *each->args[1];
    const bool declares = variable.op == Op::identifier && variable.symbol != nullptr &&
                          variable.symbol->kind == Symbol::Kind::variable && is_arrow(set.op);
    if (declares && is_range(*set.args[0], properties)) out.push_back({variable.symbol->name, set.args[0]->range});
  }
  return out;
}

}  // namespace quotient::bmethod
