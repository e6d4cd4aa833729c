#include "bmethod/compile/planner.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "bmethod/check/infinite.hpp"
#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

constexpr double any_value_of_type = 100;  // the cost of a type that is not small; open ranges cost more

constexpr double drawn_without_end = 1e6;

constexpr double told_point_by_point = 8;  // a function of which some values are known

constexpr std::uint32_t endless_type = ~std::uint32_t{0};  // in place of the site, until it is compiled

bool contains_strings(const Type* type) {
  if (type->kind == Type::Kind::string) return true;
  return (type->first != nullptr && contains_strings(type->first)) ||
         (type->second != nullptr && contains_strings(type->second));
}

}  // namespace

const Plan* FormulaCompiler::plan(std::span<Symbol* const> variables, std::span<const Expr* const> conjuncts,
                                  bool may_repeat, std::span<const Expr* const> hints) {
  Plan made = Planner(builder_, *this, variables, conjuncts, may_repeat, hints).build();
  find_early_filters(made);
  find_hard_part(made, builder_.program.limits);
  builder_.program.plans.push_back(std::move(made));
  return &builder_.program.plans.back();
}

Planner::Planner(ProgramBuilder& builder, FormulaCompiler& formulas, std::span<Symbol* const> variables,
                 std::span<const Expr* const> conjuncts, bool may_repeat, std::span<const Expr* const> hints)
    : builder_(builder),
      formulas_(formulas),
      variables_(variables.begin(), variables.end()),
      may_repeat_(may_repeat),
      hints_(hints.begin(), hints.end()) {
  for (const Expr* conjunct : conjuncts) conjuncts_.push_back({conjunct, occurring(conjunct, variables)});
}

bool Planner::ready(const std::set<const Symbol*>& needs) const {
  return std::ranges::all_of(needs, [&](const Symbol* symbol) { return bound_.contains(symbol); });
}

bool Planner::known(const Expr* expr) const { return ready(occurring(expr, variables_)); }

bool Planner::is_unbound(const Expr* expr) const {
  return expr->op == Op::identifier && std::ranges::find(variables_, expr->symbol) != variables_.end() &&
         !bound_.contains(expr->symbol);
}

/// A variable, or a couple of shapes and known values with at least one variable inside; each variable at most once.
bool Planner::is_shape(const Expr* expr, std::vector<const Symbol*>& binds) const {
  if (is_unbound(expr)) {
    if (std::ranges::find(binds, expr->symbol) != binds.end()) return false;
    binds.push_back(expr->symbol);
    return true;
  }
  if (expr->op != Op::maplet) return false;
  const std::size_t before = binds.size();
  for (const Expr* arg : expr->args) {
    if (!known(arg) && !is_shape(arg, binds)) return false;
  }
  return binds.size() > before;
}

void Planner::consider(Candidate candidate) {
  if (!best_ || candidate.cost < best_->cost) best_ = std::move(candidate);
}

void Planner::place_filters() {
  for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
    Conjunct& conjunct = conjuncts_[i];
    if (conjunct.done || !ready(conjunct.needs)) continue;
    if (conjunct.compiled == nullptr) conjunct.compiled = formulas_.predicate(conjunct.expr);
    if (conjunct.unless >= 0) {
      conjunct.compiled = builder_.is_true_or(conjunct.unless, conjunct.compiled);
      conjunct.unless = -1;
    }
    Step step;
    step.node = conjunct.compiled;
    const auto begin = conjuncts_.begin();
    const bool overtakes =
        std::any_of(begin, begin + static_cast<std::ptrdiff_t>(i), [](const Conjunct& c) { return !c.done; });
    if (overtakes && may_fail(conjunct.expr)) {
      if (conjunct.asked) continue;
      conjunct.asked = true;
      step.kind = Step::Kind::soft_filter;
    } else {
      conjunct.done = true;
      step.kind = Step::Kind::filter;
      step.believed = builder_.model.about_infinite.contains(conjunct.expr);
      if (step.node->constant && step.node->value != 0) continue;
      if (step.node->constant && plan_.refuted == nullptr) plan_.refuted = conjunct.expr;
    }
    plan_.steps.push_back(std::move(step));
  }
}

Plan Planner::build() {
  split_products();
  split_extensions();
  for (;;) {
    place_filters();
    if (bound_.size() == variables_.size()) break;
    best_.reset();
    for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
      if (conjuncts_[i].done) continue;
      const Expr* e = conjuncts_[i].expr;
      if (e->op == Op::equal) {
        consider_equality(i, e->args[0], e->args[1]);
        consider_equality(i, e->args[1], e->args[0]);
        consider_union(i, e->args[0], e->args[1]);
        consider_union(i, e->args[1], e->args[0]);
      } else if (e->op == Op::member) {
        consider_membership(i);
      } else if (e->op == Op::subset || e->op == Op::strict_subset) {
        consider_subset(i);
        consider_union(i, e->args[0], e->args[1]);
      }
    }
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      if (!bound_.contains(variables_[i])) consider_type(variables_[i], i);
    }
    const bool any_value = !best_ || best_->cost >= any_value_of_type;
    if (any_value && may_repeat_ && open_exists()) continue;
    consider_implied();
    if (!best_) {
      consider_cut_type(*std::ranges::find_if(variables_, [&](const Symbol* each) { return !bound_.contains(each); }));
    }
    emit(*best_);
  }
  // What was asked softly is due now.
  place_filters();
  return std::move(plan_);
}

/// Before a variable is given any value of its type: there may be a quantifier that says more of it.
bool Planner::open_exists() {
  for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
    if (conjuncts_[i].done || conjuncts_[i].asked || conjuncts_[i].expr->op != Op::exists) continue;
    const Expr* exists = conjuncts_[i].expr;
    for (Symbol* symbol : exists->bound) {
      builder_.bind(symbol);
      variables_.push_back(symbol);
    }
    std::vector<const Expr*> inner;
    flatten_conjunction(exists->args[0], inner);
    const auto at = conjuncts_.erase(conjuncts_.begin() + static_cast<std::ptrdiff_t>(i));
    std::vector<Conjunct> opened;
    for (const Expr* each : inner) opened.push_back({each, occurring(each, variables_)});
    conjuncts_.insert(at, opened.begin(), opened.end());
    return true;
  }
  return false;
}

/// Nothing says which values a variable may take, and its type has no end.
void Planner::consider_cut_type(Symbol* variable) {
  Candidate candidate;
  candidate.step.kind = Step::Kind::enumerate;
  candidate.step.node = builder_.whole(builder_.type_of(variable->type), true);
  candidate.binds = {variable};
  candidate.variable = variable;
  candidate.step.cut = endless_type;
  consider(std::move(candidate));
}

std::uint32_t Planner::cut_short(SourceRange range, std::string message) {
  return is_last_resort_ ? builder_.site(range, std::move(message)) : builder_.cut_short(range, std::move(message));
}

void Planner::consider_equality(std::size_t index, const Expr* shape, const Expr* value) {
  std::vector<const Symbol*> binds;
  if (!known(value)) return;
  Candidate candidate;
  candidate.cost = -1;
  candidate.step.kind = Step::Kind::match;
  if (shape->op == Op::concatenate || shape->op == Op::prepend || shape->op == Op::append) {
    for (const Expr* arg : shape->args) {
      if (!known(arg) && !is_shape(arg, binds)) return;
    }
    candidate.cost = shape->op == Op::concatenate ? 2 : 0;
    candidate.step.kind = Step::Kind::split;
    candidate.step.how = shape->op;
  } else if (!is_shape(shape, binds)) {
    return;
  }
  if (binds.empty()) return;
  candidate.conjunct = index;
  candidate.binds = std::move(binds);
  candidate.source = value;
  candidate.shape = shape;
  consider(std::move(candidate));
}

bool Planner::is_relation_value(const Expr* set) {
  return set->op != Op::product && set->op != Op::comprehension && set->op != Op::lambda && set->op != Op::identity;
}

void Planner::consider_membership(std::size_t index) {
  const Expr* e = conjuncts_[index].expr;
  const Expr* shape = e->args[0];
  Expr* set = e->args[1];
  std::vector<const Symbol*> binds;
  if (!known(set) || !is_shape(shape, binds)) return;
  // NATURAL and its like only bound an integer: see consider_range.
  if (set->op == Op::integers || set->op == Op::naturals || set->op == Op::naturals1) return;
  const bool endless = looks_infinite(builder_.model.types, set);
  if (Expr* bounded = endless && is_unbound(shape) ? bounded_source(shape->symbol, set) : nullptr; bounded != nullptr)
    set = bounded;
  Candidate candidate;
  candidate.conjunct = index;
  candidate.source = set;
  candidate.shape = shape;
  if (shape->op == Op::maplet && known(shape->args[0]) && is_relation_value(set)) {
    candidate.step.kind = Step::Kind::lookup;
    candidate.key = shape->args[0];
    candidate.shape = shape->args[1];
    candidate.cost = 0.5;
  } else {
    candidate.step.kind = Step::Kind::enumerate;
    // A set without end is rather asked than drawn from.
    candidate.cost = looks_infinite(builder_.model.types, set) ? drawn_without_end : log_size(set);
    if (is_unbound(shape) && has_bounded_length(shape->symbol, set)) candidate.cost = told_point_by_point;
    if (candidate.cost > told_point_by_point && is_unbound(shape) && !points_of(shape->symbol, set).empty()) {
      candidate.cost = told_point_by_point;
    }
  }
  candidate.binds = std::move(binds);
  consider(std::move(candidate));
}

void Planner::consider_subset(std::size_t index) {
  const Expr* e = conjuncts_[index].expr;
  if (!is_unbound(e->args[0]) || !known(e->args[1])) return;
  Expr* whole = e->args[1];
  Expr* subsets = made(Op::pow, whole->range, {whole}, builder_.model.types.set(whole->type));
  if (const Expr* bounded = bounded_source(e->args[0]->symbol, subsets); bounded != nullptr) whole = bounded->args[0];
  Candidate candidate;
  candidate.cost = std::exp2(std::min(log_size(whole), 20.0));
  candidate.step.kind = Step::Kind::enumerate;
  candidate.conjunct = index;
  candidate.consumes = e->op == Op::subset;
  candidate.binds = {e->args[0]->symbol};
  candidate.source = whole;
  candidate.shape = e->args[0];
  candidate.subsets = true;
  consider(std::move(candidate));
}

void Planner::consider_type(Symbol* variable, std::size_t order) {
  const Type* type = builder_.type_of(variable->type);
  if (type->kind == Type::Kind::integer) return consider_range(variable, order);
  Candidate candidate;
  if (type->flat()) {
    candidate.cost = std::log2(static_cast<double>(type->cardinality)) + 0.25;
    candidate.step.kind = Step::Kind::every;
    candidate.step.type = type;
  } else {
    candidate.step.node = builder_.whole(type);
    if (candidate.step.node == nullptr) return;
    candidate.cost = any_value_of_type;
    candidate.step.kind = Step::Kind::enumerate;
  }
  candidate.binds = {variable};
  candidate.variable = variable;
  consider(std::move(candidate));
}

const Pattern* Planner::pattern(const Expr* shape) {
  Pattern made;
  made.type = builder_.type_of(shape->type);
  const bool parts = shape->op == Op::concatenate || shape->op == Op::prepend || shape->op == Op::append;
  if (parts && !known(shape)) {
    made.first = pattern(shape->args[0]);
    made.second = pattern(shape->args[1]);
    made.type = builder_.types.pair(made.first->type, made.second->type);
  } else if (is_unbound(shape)) {
    made.slot = shape->symbol->slot;
  } else if (known(shape)) {
    made.expected = formulas_.value(shape);
  } else {
    made.first = pattern(shape->args[0]);
    made.second = pattern(shape->args[1]);
  }
  return builder_.add(made);
}

void Planner::emit(Candidate& chosen) {
  Step step = compiled(chosen);
  if (chosen.consumes && chosen.conjunct) conjuncts_[*chosen.conjunct].done = true;
  bound_.insert(chosen.binds.begin(), chosen.binds.end());
  plan_.steps.push_back(std::move(step));
}

Step Planner::compiled(Candidate& chosen) {
  Step& step = chosen.step;
  const Symbol* variable = chosen.binds[0];
  step.site = builder_.site(variable->range, fmt::format("too many values to try for '{}' (more than {})",
                                                         variable->name, builder_.program.limits.max_enumeration));
  const std::int64_t min_int = builder_.program.limits.min_int;
  const std::int64_t max_int = builder_.program.limits.max_int;
  if (chosen.shape != nullptr) {
    step.pattern = pattern(chosen.shape);
    if (step.kind == Step::Kind::split) step.type = step.pattern->type;
    const bool drawn = step.kind == Step::Kind::enumerate;
    step.node = formulas_.compile(chosen.source, drawn ? FormulaCompiler::Use::source : FormulaCompiler::Use::value);
    if (chosen.key != nullptr) step.key = formulas_.value(chosen.key);
    if (chosen.subsets) {
      Node subsets = builder_.make(Op::pow, builder_.types.set(step.node->type));
      subsets.args.push_back(step.node);
      subsets.infinite = step.node->infinite;
      subsets.site = step.site;
      step.node = builder_.finish(std::move(subsets));
    }
    if (drawn && is_unbound(chosen.shape) && is_arrow(step.node->op)) {
      for (const Expr* held : points_of(variable, chosen.source)) step.held.push_back(formulas_.value(held));
    }
    const bool told = step.node->op == Op::comprehension || step.node->op == Op::lambda;  // by its own plan
    const bool bounded = drawn && is_unbound(chosen.shape) && has_bounded_length(variable, chosen.source);
    if (drawn && step.node->infinite && !told && !bounded) {
      const bool strings = contains_strings(step.node->type);
      const std::string why = fmt::format("'{}' is drawn from an infinite set: ", variable->name) +
                              (has_only_infinite_elements(step.node) ? "its elements are infinite, and none is tried"
                               : strings                             ? "no strings are tried"
                                         : fmt::format("only integers from {} to {} are tried", min_int, max_int));
      // Where points are told these may be all.
      step.cut = step.held.empty() ? cut_short(chosen.source->range, why) : builder_.site(chosen.source->range, why);
    }
    // c <: S & card(c) = 3, s : seq(S) & size(s) = 3
    const bool sized = is_power_set(step.node) || is_set_of_sequences(step.node->op);
    if (drawn && is_unbound(chosen.shape) && sized) set_bounds(variable, step, true);
  } else {
    Pattern made;
    made.slot = variable->slot;
    made.type = builder_.type_of(variable->type);
    step.pattern = builder_.add(made);
  }
  if (step.kind == Step::Kind::range) set_bounds(variable, step);
  if (step.cut == endless_type) {
    const Type* type = builder_.type_of(variable->type);
    const std::string text = builder_.model.types.text(variable->type);
    step.cut = cut_short(
        variable->range,
        fmt::format("nothing restricts the values of '{}': ", variable->name) +
            (contains_strings(type) ? fmt::format("of its type {} no strings are tried", text)
                                    : fmt::format("only those of its type {} with integers from {} to {} are tried",
                                                  text, min_int, max_int)));
  }
  if (step.kind == Step::Kind::narrowed) {
    step.node = formulas_.value(chosen.source);
    if (chosen.condition != nullptr) step.key = formulas_.predicate(chosen.condition);
    is_last_resort_ = true;
    step.otherwise = builder_.add(compiled(*chosen.otherwise));
    is_last_resort_ = false;
  }
  return std::move(step);
}

}  // namespace quotient::bmethod
