#include <algorithm>
#include <cmath>
#include <utility>

#include "bmethod/check/infinite.hpp"
#include "bmethod/compile/planner.hpp"

namespace quotient::bmethod {
namespace {

constexpr double few_values = 2.5;  // binary logarithm: so few are tried rather than narrowed
constexpr double most_values = 14;  // of a set that is built to narrow a variable
constexpr double saves = 1;         // what narrowing must gain to pay for building the set
constexpr double small_type = 12;   // a variable of such a type need not be bounded by the text
constexpr std::size_t most_branches = 64;

bool mentions(const Expr* expr, const Symbol* symbol) {
  return expr->symbol == symbol ||
         std::ranges::any_of(expr->args, [&](const Expr* arg) { return mentions(arg, symbol); });
}

bool is_symbol(const Expr* expr, const Symbol* symbol) { return expr->op == Op::identifier && expr->symbol == symbol; }

bool is_in_shape(const Expr* shape, const Symbol* symbol) {
  if (shape->op != Op::maplet) return is_symbol(shape, symbol);
  return std::ranges::any_of(shape->args, [&](const Expr* arg) { return is_in_shape(arg, symbol); });
}

/// In the order of the text, which no address changes.
std::vector<const Symbol*> in_order(const std::set<const Symbol*>& symbols) {
  std::vector<const Symbol*> all(symbols.begin(), symbols.end());
  std::ranges::sort(all, {}, [](const Symbol* each) { return std::pair(each->range.begin, each->slot); });
  return all;
}

}  // namespace

Expr* Planner::made(Op op, SourceRange range, std::vector<Expr*> args, TypeRef type) const {
  Expr* expr = builder_.ast().expr(op, range, std::move(args));
  expr->type = type;
  return expr;
}

Expr* Planner::all_of(std::vector<Expr*> conjuncts, SourceRange range) const {
  if (conjuncts.size() == 1) return conjuncts[0];
  const Op op = conjuncts.empty() ? Op::btrue : Op::conjunction;
  return made(op, range, std::move(conjuncts), builder_.model.types.predicate());
}

/// `IF condition THEN set ELSE {}`.
Expr* Planner::only_where(Expr* condition, Expr* set) const {
  if (condition->op == Op::btrue) return set;
  Expr* nothing = made(Op::empty_set, set->range, {}, set->type);
  return made(Op::if_then_else, set->range, {condition, set, nothing}, set->type);
}

/// A set, made of what is known, that a variable is in wherever the predicate holds.
std::optional<Planner::Implied> Planner::implied(const Expr* predicate, const Symbol* variable) const {
  if (!mentions(predicate, variable)) return std::nullopt;
  const TypeRef set_type = builder_.model.types.set(variable->type);
  switch (predicate->op) {
    case Op::equal:
      for (const std::size_t side : {0u, 1u}) {
        if (!is_symbol(predicate->args[side], variable) || !known(predicate->args[1 - side])) continue;
        return Implied{made(Op::set_extension, predicate->range, {predicate->args[1 - side]}, set_type), 0, true};
      }
      return std::nullopt;
    case Op::member: {
      Expr* set = predicate->args[1];
      if (!is_symbol(predicate->args[0], variable) || !known(set) || looks_infinite(builder_.model.types, set))
        return std::nullopt;
      const double size = log_size(set);
      return size > most_values ? std::nullopt : std::optional(Implied{set, size, true});
    }
    case Op::conjunction: {
      std::vector<const Expr*> conjuncts;
      flatten_conjunction(predicate, conjuncts);
      return implied_by_all(conjuncts, variable, predicate->range);
    }
    case Op::disjunction:
      return implied_by_some(predicate, variable);
    case Op::if_then_else: {
      if (!known(predicate->args[0])) return std::nullopt;
      const auto then = implied_in(predicate->args[1], variable);
      const auto otherwise = implied_in(predicate->args[2], variable);
      if (!then || !otherwise) return std::nullopt;
      Expr* set =
          made(Op::if_then_else, predicate->range, {predicate->args[0], then->set, otherwise->set}, then->set->type);
      return Implied{set, std::max(then->log_size, otherwise->log_size), then->exact && otherwise->exact};
    }
    case Op::exists:
    case Op::let: {
      std::vector<const Expr*> conjuncts;
      for (const Expr* part : predicate->args) flatten_conjunction(part, conjuncts);
      return implied_by_witness(predicate->bound, conjuncts, variable, predicate->range);
    }
    default:
      return std::nullopt;
  }
}

/// The same where the predicate may not speak of the variable at all: then nothing is implied, or it is false.
std::optional<Planner::Implied> Planner::implied_in(Expr* predicate, const Symbol* variable) const {
  std::vector<const Expr*> conjuncts;
  flatten_conjunction(predicate, conjuncts);
  if (predicate->op == Op::bfalse) {
    return Implied{made(Op::empty_set, predicate->range, {}, builder_.model.types.set(variable->type)), 0, true};
  }
  return implied_by_all(conjuncts, variable, predicate->range);
}

/// One conjunct gives the set, what is known of the others says whether there is any value at all.
std::optional<Planner::Implied> Planner::implied_by_all(const std::vector<const Expr*>& conjuncts,
                                                        const Symbol* variable, SourceRange range) const {
  std::optional<Implied> best;
  std::vector<Expr*> conditions;
  std::size_t open = 0;
  for (const Expr* each : conjuncts) {
    if (known(each)) {
      conditions.push_back(const_cast<Expr*>(each));  // NOLINT: formulas are made of formulas that nobody changes
      continue;
    }
    ++open;
    const auto found = implied(each, variable);
    if (found && (!best || found->log_size < best->log_size)) best = found;
  }
  if (!best) best = implied_by_bounds(conjuncts, variable, range);
  if (!best) return std::nullopt;
  best->exact = best->exact && open == 1;
  best->set = only_where(all_of(std::move(conditions), range), best->set);
  return best;
}

/// `y > 3 & y + 1 < n`: an interval.
std::optional<Planner::Implied> Planner::implied_by_bounds(const std::vector<const Expr*>& conjuncts,
                                                           const Symbol* variable, SourceRange range) const {
  if (builder_.type_of(variable->type)->kind != Type::Kind::integer) return std::nullopt;
  Expr* low = nullptr;
  Expr* high = nullptr;
  for (const Expr* each : conjuncts) {
    std::vector<Bound> bounds;
    bounds_in(each, variable, false, bounds);
    for (const Bound& bound : bounds) {
      Expr* shift = made(Op::number, range, {}, variable->type);
      shift->number = bound.shift;
      Expr*& end = bound.upper ? high : low;
      if (end == nullptr) {
        end = bound.value == nullptr ? shift : made(Op::add, range, {bound.value, shift}, variable->type);
      }
    }
  }
  if (low == nullptr || high == nullptr) return std::nullopt;
  Expr* interval = made(Op::interval, range, {low, high}, builder_.model.types.set(variable->type));
  return Implied{interval, 4, false};
}

std::optional<Planner::Implied> Planner::implied_by_some(const Expr* disjunction, const Symbol* variable) const {
  if (disjunction->args.size() > most_branches) return std::nullopt;
  std::optional<Implied> all;
  double count = 0;
  for (Expr* each : disjunction->args) {
    const auto found = implied_in(each, variable);
    if (!found) return std::nullopt;
    count += std::exp2(found->log_size);
    if (!all) {
      all = found;
    } else {
      all->set = made(Op::set_union, disjunction->range, {all->set, found->set}, all->set->type);
      all->exact = all->exact && found->exact;
    }
  }
  if (all) all->log_size = std::log2(count);
  return all;
}

/// Whether the conjuncts say where values of a bound variable come from.
bool Planner::is_sourced(const Symbol* symbol, const std::vector<Expr*>& conjuncts) const {
  const Type* type = builder_.type_of(symbol->type);
  if (type->flat() && std::log2(static_cast<double>(type->cardinality)) <= small_type) return true;
  return std::ranges::any_of(conjuncts, [&](const Expr* e) {
    if (e->op == Op::member)
      return is_in_shape(e->args[0], symbol) && !looks_infinite(builder_.model.types, e->args[1]) &&
             log_size(e->args[1]) <= most_values && !mentions(e->args[1], symbol);
    if (e->op != Op::equal) return false;
    return (is_in_shape(e->args[0], symbol) && !mentions(e->args[1], symbol)) ||
           (is_in_shape(e->args[1], symbol) && !mentions(e->args[0], symbol));
  });
}

/// `#u.(u : S & y = e)`: y is in the union of what is implied for each u.
std::optional<Planner::Implied> Planner::implied_by_witness(const std::vector<Symbol*>& bound,
                                                            const std::vector<const Expr*>& conjuncts,
                                                            const Symbol* variable, SourceRange range) const {
  std::optional<Implied> best;
  std::optional<Implied> alone;  // the same for every witness
  std::vector<Expr*> conditions;
  std::size_t open = 0;
  for (const Expr* each : conjuncts) {
    if (known(each)) {
      conditions.push_back(const_cast<Expr*>(each));  // NOLINT: as above
      continue;
    }
    ++open;
    const auto found = implied(each, variable);
    if (!found) continue;
    if (!best || found->log_size < best->log_size) best = found;
    const bool stands_alone = std::ranges::none_of(bound, [&](const Symbol* s) { return mentions(found->set, s); });
    if (stands_alone && (!alone || found->log_size < alone->log_size)) {
      alone = found;
      alone->exact = false;
    }
  }
  if (!best) return std::nullopt;
  double log = best->log_size;
  for (const Symbol* symbol : bound) {
    if (!is_sourced(symbol, conditions)) return alone;
    double least = std::min(log_of_type(symbol), 60.0);
    for (const Expr* e : conditions) {
      if (e->op == Op::member && is_symbol(e->args[0], symbol)) least = std::min(least, log_size(e->args[1]));
      if (e->op == Op::equal && (is_symbol(e->args[0], symbol) || is_symbol(e->args[1], symbol))) least = 0;
    }
    log += least;
  }
  if (log > most_values) return alone;
  Expr* united = made(Op::quantified_union, range, {all_of(std::move(conditions), range), best->set}, best->set->type);
  united->bound = bound;
  return Implied{united, log, best->exact && open == 1};
}

double Planner::log_of_type(const Symbol* symbol) const {
  const Type* type = builder_.type_of(symbol->type);
  return type->flat() ? std::log2(static_cast<double>(type->cardinality)) : 60;
}

/// `(C => y = e) & (not(C) => y = f)`: what the first condition that holds implies. Where none holds nothing is.
std::optional<Planner::Implied> Planner::implied_by_cases(const Symbol* variable) const {
  std::vector<std::pair<Expr*, Implied>> cases;
  for (const Conjunct& conjunct : conjuncts_) {
    const Expr* e = conjunct.expr;
    if (conjunct.done || e->op != Op::implication || !known(e->args[0]) || cases.size() == most_branches) continue;
    if (const auto found = implied_in(e->args[1], variable)) cases.emplace_back(e->args[0], *found);
  }
  if (cases.size() < 2) return std::nullopt;
  Implied all = cases.back().second;
  std::vector<Expr*> conditions;
  for (std::size_t i = cases.size() - 1; i-- > 0;) {
    const Implied& each = cases[i].second;
    all.set = made(Op::if_then_else, each.set->range, {cases[i].first, each.set, all.set}, each.set->type);
    all.log_size = std::max(all.log_size, each.log_size);
  }
  for (const auto& each : cases) conditions.push_back(each.first);
  all.condition = made(Op::disjunction, cases[0].first->range, std::move(conditions), builder_.model.types.predicate());
  all.exact = false;
  return all;
}

/// `k * y = e`: y is e / k, where k is not 0.
std::optional<Planner::Implied> Planner::implied_by_factor(const Expr* equation, const Symbol* variable) const {
  for (const std::size_t side : {0u, 1u}) {
    const Expr* product = equation->args[side];
    Expr* result = equation->args[1 - side];
    if (product->op != Op::times || !known(result)) continue;
    for (const std::size_t at : {0u, 1u}) {
      Expr* factor = product->args[1 - at];
      if (!is_symbol(product->args[at], variable) || !known(factor) || may_fail(factor)) continue;
      const SourceRange range = equation->range;
      Expr* quotient = made(Op::divide, range, {result, factor}, variable->type);
      Implied found{made(Op::set_extension, range, {quotient}, builder_.model.types.set(variable->type)), 0, false};
      found.condition = made(Op::not_equal, range, {factor, literal(0, range)}, builder_.model.types.predicate());
      return found;
    }
  }
  return std::nullopt;
}

/// Replaces the best source of values by a smaller set that the predicate implies, where it can be built. The source
/// is drawn from all the same where building it meets something undefined or infinite: an implied set only spares work.
void Planner::consider_implied() {
  if (best_ && best_->cost <= few_values) return;
  std::optional<Implied> found;
  std::optional<std::size_t> exactly;
  Symbol* narrowed = nullptr;
  const auto better = [&](const std::optional<Implied>& other, const Symbol* variable,
                          std::optional<std::size_t> conjunct) {
    if (!other || (found && found->log_size <= other->log_size)) return;
    found = other;
    narrowed = *std::ranges::find(variables_, variable);
    exactly = other->exact ? conjunct : std::nullopt;
  };
  std::set<const Symbol*> in_cases;
  for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
    const Op op = conjuncts_[i].expr->op;
    const bool may_imply = op == Op::disjunction || op == Op::exists || op == Op::let || op == Op::if_then_else;
    if (conjuncts_[i].done || !(may_imply || op == Op::implication || op == Op::equal)) continue;
    for (const Symbol* variable : in_order(conjuncts_[i].needs)) {
      if (bound_.contains(variable)) continue;
      if (may_imply) better(implied(conjuncts_[i].expr, variable), variable, i);
      if (op == Op::implication) in_cases.insert(variable);
      if (op == Op::equal) better(implied_by_factor(conjuncts_[i].expr, variable), variable, std::nullopt);
    }
  }
  for (const Symbol* variable : in_order(in_cases)) better(implied_by_cases(variable), variable, std::nullopt);
  for (const Expr* hint : hints_) {
    for (const Symbol* variable : in_order(occurring(hint, variables_))) {
      if (!bound_.contains(variable)) better(implied(hint, variable), variable, std::nullopt);
    }
  }
  if (!found || (best_ && found->log_size + saves >= best_->cost)) return;
  const bool drawn_alone = best_ && best_->binds.size() == 1 && best_->binds[0] == narrowed;
  if (!drawn_alone) {
    best_.reset();
    consider_type(narrowed, 0);
    if (!best_) consider_cut_type(narrowed);
  }
  Candidate candidate;
  candidate.step.kind = Step::Kind::narrowed;
  candidate.cost = found->log_size;
  candidate.binds = {narrowed};
  candidate.variable = narrowed;
  candidate.source = found->set;
  candidate.condition = found->condition;
  candidate.otherwise = std::make_shared<Candidate>(std::move(*best_));
  candidate.otherwise->consumes = false;
  if (exactly) {
    candidate.step.flag = builder_.new_slot(builder_.types.boolean());
    conjuncts_[*exactly].unless = candidate.step.flag;
    conjuncts_[*exactly].compiled = nullptr;
  }
  best_ = std::move(candidate);
}

}  // namespace quotient::bmethod
