#include <algorithm>
#include <utility>

#include "bmethod/check/formulas.hpp"
#include "bmethod/compile/compiler.hpp"

namespace quotient::bmethod {

namespace {

/// Nothing in it is drawn from a set, or known to somebody else only: its value takes a moment, and is certain.
bool is_plain(const Expr* expr) {
  switch (expr->op) {
    case Op::external:
    case Op::recursion:
    case Op::iterate:
    case Op::closure:
    case Op::closure1:
    case Op::perm:
      return false;
    default:
      return expr->names.empty() && expr->bound.empty() && std::ranges::all_of(expr->args, is_plain);
  }
}

/// Names nothing but constants and what the text declares once and for all.
bool is_steady(const Expr* expr) {
  if (expr->op == Op::identifier || expr->op == Op::primed) {
    const Symbol::Kind kind = expr->symbol->kind;
    if (kind != Symbol::Kind::constant && kind != Symbol::Kind::given_set && kind != Symbol::Kind::element)
      return false;
  }
  return std::ranges::all_of(expr->args, is_steady);
}

bool is_listed_or_range(const Expr* set) {
  return set->op == Op::interval || set->op == Op::set_extension || set->op == Op::identifier;
}

}  // namespace

/// Compiled once more, each alone: that adds nothing to what the text names, or to what is not tried.
std::vector<GuardPart> Compiler::guard_parts(std::span<const Expr* const> conjuncts,
                                             std::span<Symbol* const> parameters) {
  std::vector<GuardPart> parts;
  auto named = std::exchange(program_.named_elements, std::vector<std::vector<NamedElement>>(model_.sets.size()));
  auto told_apart = std::exchange(program_.told_apart, std::vector<std::optional<SourceRange>>(model_.sets.size()));
  for (const Expr* conjunct : conjuncts) {
    GuardPart& part = parts.emplace_back();
    part.text = conjunct;
    if (model_.is_product || !is_plain(conjunct)) continue;
    part.node = formulas_.predicate(conjunct);
    if (conjunct->op != Op::member || conjunct->args[0]->op != Op::identifier) continue;
    const auto parameter = std::ranges::find(parameters, conjunct->args[0]->symbol);
    const Expr* const set = conjunct->args[1];
    if (parameter == parameters.end() || !is_steady(set) || !is_listed_or_range(set)) continue;
    part.drawn = static_cast<std::int32_t>(parameter - parameters.begin());
    part.drawn_from = formulas_.value(set);
  }
  program_.named_elements = std::move(named);
  program_.told_apart = std::move(told_apart);
  return parts;
}

}  // namespace quotient::bmethod
