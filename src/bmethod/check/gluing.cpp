#include "bmethod/check/gluing.hpp"

#include <algorithm>

#include "bmethod/check/formulas.hpp"

namespace quotient::bmethod {
namespace {

/// The least abstract of the variables that are this one.
const Symbol* nearest(const Symbol* symbol) {
  while (symbol->glued != nullptr) symbol = symbol->glued;
  return symbol;
}

}  // namespace

Gluing::Gluing(const Model& model) {
  std::vector<const Expr*> conjuncts;
  for (const auto& instance : model.instances) {
    for (const Expr* predicate : instance->machine->invariant) flatten_conjunction(predicate, conjuncts);
  }
  for (bool progress = true; progress;) {
    progress = false;
    for (const Expr* conjunct : conjuncts) {
      for (const std::size_t side : {0u, 1u}) {
        if (conjunct->op != Op::equal || conjunct->args[side]->op != Op::identifier) continue;
        const Symbol* symbol = conjunct->args[side]->symbol;
        if (symbol->in_state() != nullptr || find(symbol) != nullptr) continue;
        if (mentions_abstract(conjunct->args[1 - side])) continue;
        known_[nearest(symbol)] = conjunct->args[1 - side];
        progress = true;
      }
    }
  }
}

const Expr* Gluing::find(const Symbol* symbol) const {
  const auto found = known_.find(nearest(symbol));
  return found == known_.end() ? nullptr : found->second;
}

bool Gluing::mentions_abstract(const Expr* expr, bool glued) const {
  if (expr->symbol != nullptr && expr->symbol->in_state() == nullptr && !(glued && find(expr->symbol) != nullptr)) {
    return true;
  }
  return std::ranges::any_of(expr->args, [&](const Expr* arg) { return mentions_abstract(arg, glued); });
}

}  // namespace quotient::bmethod
