#include "bmethod/check/spelled_out.hpp"

#include <algorithm>

#include "bmethod/check/formulas.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

/// The same text; what binds names is not looked into.
bool is_same_text(const Expr* a, const Expr* b) {
  return a->op == b->op && a->symbol == b->symbol && a->number == b->number && a->text == b->text && a->bound.empty() &&
         b->bound.empty() &&
         std::ranges::equal(a->args, b->args, [](const Expr* x, const Expr* y) { return is_same_text(x, y); });
}

}  // namespace

Expr* SpelledOut::copy(const Expr* from, std::map<const Symbol*, Symbol*>& renamed) {
  Expr* made = ast_.expr(from->op, from->range);
  *made = *from;
  for (Symbol*& symbol : made->bound) {
    model_.symbols.push_back(*symbol);
    renamed[symbol] = &model_.symbols.back();
    symbol = &model_.symbols.back();
  }
  if (const auto found = renamed.find(made->symbol); found != renamed.end()) made->symbol = found->second;
  for (Expr*& arg : made->args) arg = copy(arg, renamed);
  return made;
}

Expr* SpelledOut::formula(Op op, SourceRange range, std::vector<Expr*> args, TypeRef type) {
  Expr* made = ast_.expr(op, range, std::move(args));
  made->type = type;
  return made;
}

Expr* SpelledOut::couple(const Expr* lambda) {
  Expr* made = nullptr;
  for (Symbol* symbol : lambda->bound) {
    Expr* name = formula(Op::identifier, lambda->range, {}, symbol->type);
    name->symbol = symbol;
    name->text = symbol->name;
    made = made == nullptr
               ? name
               : formula(Op::maplet, lambda->range, {made, name}, model_.types.pair(made->type, symbol->type));
  }
  return made;
}

/// `%x.(P | e) : A --> B` is said of each x: of a function without end one that contradicts can be found, and the
/// rest is often seen in the text.
void SpelledOut::spell_out(Expr* member) {
  const RelationKind kind = relation_kind(member->args[1]->op);
  if (kind.injective || kind.surjective) return;
  const Expr* lambda = member->args[0];
  Expr* from = member->args[1]->args[0];
  Expr* to = member->args[1]->args[1];
  const TypeRef predicate = model_.types.predicate();
  std::vector<Expr*> parts;
  const auto for_all = [&](Expr* condition, Expr* consequent) {
    parts.push_back(for_all_of(lambda, member->range, condition, consequent));
  };
  std::vector<const Expr*> conjuncts;
  flatten_conjunction(lambda->args[0], conjuncts);
  Expr* in_domain = formula(Op::member, member->range, {couple(lambda), from}, predicate);
  std::set<const Expr*> used;
  const bool stated = is_stated(conjuncts, in_domain->args[0], from, used);
  if (!stated && !is_within_text(in_domain->args[0], from, conjuncts)) for_all(lambda->args[0], in_domain);
  if (kind.total && !(stated && used.size() == conjuncts.size())) for_all(in_domain, lambda->args[0]);
  if (!is_within_text(lambda->args[1], to, conjuncts)) {
    for_all(lambda->args[0], formula(Op::member, member->range, {lambda->args[1], to}, predicate));
  }
  member->args.assign(parts.begin(), parts.end());
  member->op = parts.empty() ? Op::btrue : Op::conjunction;
}

/// `{x | P} <: S` in the same way.
void SpelledOut::spell_out_part(Expr* said, Expr* whole) {
  const Expr* set = said->args[0];
  std::vector<const Expr*> conjuncts;
  flatten_conjunction(set->args[0], conjuncts);
  Expr* element = couple(set);
  std::set<const Expr*> used;
  if (is_stated(conjuncts, element, whole, used) || is_within_text(element, whole, conjuncts)) {
    said->args.clear();
    said->op = Op::btrue;
    return;
  }
  Expr* member = formula(Op::member, said->range, {element, whole}, model_.types.predicate());
  *said = *for_all_of(set, said->range, set->args[0], member);
}

/// For all values of what `binder` binds, with names of their own.
Expr* SpelledOut::for_all_of(const Expr* binder, SourceRange range, Expr* condition, Expr* consequent) {
  const TypeRef predicate = model_.types.predicate();
  Expr* all =
      formula(Op::for_all, range, {formula(Op::implication, range, {condition, consequent}, predicate)}, predicate);
  all->bound = binder->bound;
  std::map<const Symbol*, Symbol*> renamed;
  return copy(all, renamed);
}

/// Whether conjuncts say that it is an element, of a couple perhaps part by part: these are added to `used`.
bool SpelledOut::is_stated(const std::vector<const Expr*>& conjuncts, const Expr* element, const Expr* set,
                           std::set<const Expr*>& used) {
  const auto said = std::ranges::find_if(conjuncts, [&](const Expr* each) {
    return each->op == Op::member && is_same_text(each->args[0], element) && is_same_text(each->args[1], set);
  });
  if (said != conjuncts.end()) {
    used.insert(*said);
    return true;
  }
  return element->op == Op::maplet && set->op == Op::product &&
         is_stated(conjuncts, element->args[0], set->args[0], used) &&
         is_stated(conjuncts, element->args[1], set->args[1], used);
}

bool SpelledOut::is_within_text(const Expr* value, const Expr* set, const std::vector<const Expr*>& conjuncts) const {
  switch (set->op) {
    case Op::integers:
    case Op::string_set:
    case Op::bool_set:
      return true;
    case Op::naturals:
      return least(value, conjuncts) >= 0;
    case Op::naturals1:
      return least(value, conjuncts) >= 1;
    default:
      return set->symbol != nullptr && set->symbol->kind == Symbol::Kind::given_set;
  }
}

std::int64_t SpelledOut::least(const Expr* value, const std::vector<const Expr*>& conjuncts) const {
  constexpr std::int64_t large = 1'000'000'000;
  const auto arg = [&](std::size_t i) { return least(value->args[i], conjuncts); };
  switch (value->op) {
    case Op::number:
      return std::clamp<std::int64_t>(value->number, -1, large);
    case Op::identifier:
      for (const Expr* each : conjuncts) {
        if (each->op != Op::member || each->args[0]->symbol != value->symbol) continue;
        const Op set = each->args[1]->op;
        if (set == Op::naturals || set == Op::nat_set) return 0;
        if (set == Op::naturals1 || set == Op::nat1_set) return 1;
        if (set == Op::interval) return least(each->args[1]->args[0], {});
      }
      return -1;
    case Op::add:
      return arg(0) < 0 || arg(1) < 0 ? -1 : std::min(arg(0) + arg(1), large);
    case Op::times:
      return arg(0) < 0 || arg(1) < 0 ? -1 : (arg(0) > 0 && arg(1) > 0 ? 1 : 0);
    case Op::divide:
      return arg(0) < 0 || arg(1) < 0 ? -1 : 0;
    case Op::apply:
      if (const auto found = believed_.find(value->args[0]->symbol); found != believed_.end()) return found->second;
      return -1;
    case Op::modulo:
    case Op::card:
    case Op::size:
      return 0;
    case Op::if_then_else:
      return std::min(arg(1), arg(2));
    default:
      return -1;
  }
}

}  // namespace quotient::bmethod
