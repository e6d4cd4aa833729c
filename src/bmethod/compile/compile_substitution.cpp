#include <algorithm>
#include <fmt/format.h>

#include "bmethod/check/assignment.hpp"
#include "bmethod/check/formulas.hpp"
#include "bmethod/compile/substitution_compiler.hpp"
#include "bmethod/syntax/library.hpp"

namespace quotient::bmethod {

const Action* SubstitutionCompiler::add(Action action) {
  switch (action.kind) {
    case Action::Kind::any:
    case Action::Kind::select:
    case Action::Kind::choice:
      action.deterministic = false;
      break;
    default:
      action.deterministic = std::ranges::all_of(action.parts, [](const Action* part) { return part->deterministic; });
  }
  builder_.program.actions.push_back(std::move(action));
  return &builder_.program.actions.back();
}

const Action* SubstitutionCompiler::action(const Stmt* stmt) {
  Action made;
  switch (stmt->kind) {
    case Stmt::Kind::skip:
      return add(std::move(made));
    case Stmt::Kind::assign:
      return assignments(stmt);
    case Stmt::Kind::becomes_element:
    case Stmt::Kind::becomes_such:
      return becomes(stmt);
    case Stmt::Kind::block:
      return action(stmt->parts[0]);
    case Stmt::Kind::var: {
      for (Symbol* symbol : stmt->bound) builder_.bind(symbol);
      const std::vector<Symbol*> open = read_unassigned(stmt->parts[0], stmt->bound);
      watch(open);
      return without_values(open, action(stmt->parts[0]));
    }
    case Stmt::Kind::parallel:
    case Stmt::Kind::sequence:
    case Stmt::Kind::choice:
      made.kind = stmt->kind == Stmt::Kind::parallel   ? Action::Kind::parallel
                  : stmt->kind == Stmt::Kind::sequence ? Action::Kind::sequence
                                                       : Action::Kind::choice;
      for (const Stmt* part : stmt->parts) made.parts.push_back(action(part));
      if (stmt->kind == Stmt::Kind::parallel) find_double_writes(stmt, made);
      return add(std::move(made));
    case Stmt::Kind::pre:
    case Stmt::Kind::assertion: {
      const bool pre = stmt->kind == Stmt::Kind::pre;
      made.kind = Action::Kind::require;
      made.finding = FindingKind::assertion;
      made.nodes.push_back(own_predicate(stmt->exprs[0]));
      made.site = builder_.site(
          stmt->exprs[0]->range,
          fmt::format("{} violated: {}", pre ? "precondition" : "assertion", builder_.written(stmt->exprs[0]->range)));
      made.parts.push_back(action(stmt->parts[0]));
      return add(std::move(made));
    }
    case Stmt::Kind::select:
    case Stmt::Kind::conditional:
      made.kind = stmt->kind == Stmt::Kind::select ? Action::Kind::select : Action::Kind::conditional;
      if (stmt->kind == Stmt::Kind::select && stmt->parts.size() == 1) made.kind = Action::Kind::guard;
      for (const Expr* condition : stmt->exprs) made.nodes.push_back(formulas_.predicate(condition));
      for (const Stmt* part : stmt->parts) made.parts.push_back(action(part));
      return add(std::move(made));
    case Stmt::Kind::case_of:
      return case_of(stmt);
    case Stmt::Kind::any: {
      for (Symbol* symbol : stmt->bound) builder_.bind(symbol);
      made.kind = Action::Kind::any;
      std::vector<const Expr*> conjuncts;
      flatten_conjunction(stmt->exprs[0], conjuncts);
      made.plan = formulas_.plan(stmt->bound, conjuncts);
      made.parts.push_back(action(stmt->parts[0]));
      return add(std::move(made));
    }
    case Stmt::Kind::let:
      return let(stmt);
    case Stmt::Kind::loop:
      made.kind = Action::Kind::loop;
      made.nodes = {formulas_.predicate(stmt->exprs[0]),
                    stmt->exprs[1] != nullptr ? own_predicate(stmt->exprs[1]) : nullptr,
                    stmt->exprs[2] != nullptr && !gluing_.mentions_abstract(stmt->exprs[2], false)
                        ? formulas_.value(stmt->exprs[2])
                        : nullptr};
      made.site = builder_.site(stmt->range, "this loop runs too long");
      builder_.site(stmt->exprs[1] != nullptr ? stmt->exprs[1]->range : stmt->range,
                    "the invariant of the loop is violated");
      builder_.site(stmt->exprs[2] != nullptr ? stmt->exprs[2]->range : stmt->range,
                    "the variant of the loop is negative, or not less than the time before");
      made.parts.push_back(action(stmt->parts[0]));
      return add(std::move(made));
    case Stmt::Kind::call:
      return call(stmt);
  }
  report_bug("an unknown kind of substitution");
}

/// What runs side by side must not write to the same variable: neither value would be the right one. A preference
/// allows it; then the writes are merged when they are known.
void SubstitutionCompiler::find_double_writes(const Stmt* stmt, Action& action) {
  std::set<std::int32_t> before;
  std::set<std::int32_t> replaced;  // not changed at single places only
  for (std::size_t i = 0; i < action.parts.size(); ++i) {
    std::set<std::int32_t> written;
    const auto collect = [&](const auto& self, const Action* part) -> void {
      for (std::size_t j = 0; part->kind == Action::Kind::assign && j < part->slots.size(); ++j) {
        written.insert(part->slots[j]);
        const Node* node = part->nodes[j];
        const bool at_place = node->op == Op::override_relation && node->args.size() == 3;
        if (!at_place) replaced.insert(part->slots[j]);
      }
      if (part->kind == Action::Kind::parallel) written.insert(part->slots.begin(), part->slots.end());
      for (const Action* inner : part->parts) self(self, inner);
    };
    collect(collect, action.parts[i]);
    for (const std::int32_t slot : written) {
      if (has_value_slots_.contains(slot) || before.insert(slot).second) continue;
      if (may_write_twice()) {
        if (std::ranges::find(action.slots, slot) == action.slots.end()) action.slots.push_back(slot);
        continue;
      }
      const auto symbol = std::ranges::find(builder_.model.symbols, slot, &Symbol::slot);
      const std::string name = symbol != builder_.model.symbols.end() ? symbol->name : "a variable";
      builder_.diagnostics.error(stmt->parts[i]->range, fmt::format("'{}' is written on both sides of '||'", name));
    }
  }
  if (action.slots.empty()) return;
  action.merges = true;
  action.site = builder_.site(stmt->range, "a variable is given different values at the same time");
  std::ranges::copy_if(action.slots, std::back_inserter(action.changed_at_places),
                       [&](std::int32_t slot) { return !replaced.contains(slot); });
}

bool SubstitutionCompiler::may_write_twice() const { return builder_.model.prefers("ALLOW_SIMULTANEOUS_ASSIGNMENTS"); }

/// From here on it is known of these locals, whenever they are read, whether they have a value.
void SubstitutionCompiler::watch(std::span<Symbol* const> symbols) {
  for (Symbol* symbol : symbols) {
    symbol->has_value = builder_.new_slot(builder_.type_of(builder_.model.types.boolean()));
    has_value_slots_.insert(symbol->has_value);
  }
}

/// Runs `body` with these locals, which are watched, not having a value yet.
const Action* SubstitutionCompiler::without_values(std::span<Symbol* const> symbols, const Action* body) {
  if (symbols.empty()) return body;
  Action made;
  made.kind = Action::Kind::bind;
  for (const Symbol* symbol : symbols) {
    Node no = builder_.make(Op::false_value, builder_.type_of(builder_.model.types.boolean()));
    no.constant = no.closed = true;
    made.slots.push_back(symbol->has_value);
    made.nodes.push_back(builder_.finish(std::move(no)));
  }
  made.parts.push_back(body);
  return add(std::move(made));
}

/// Variables that are read before they have a value may have any: no element of a set is more likely than another.
const Action* SubstitutionCompiler::from_any_value(std::span<Symbol* const> symbols, const Action* body) {
  for (Symbol* symbol : symbols) {
    Step step;
    step.type = builder_.type_of(symbol->type);
    step.kind = Step::Kind::every;
    if (step.type->kind == Type::Kind::integer) {
      step.kind = Step::Kind::range;
      step.cut = builder_.cut_short(
          symbol->range, fmt::format("'{}' may be read before it has a value: only integers from {} to "
                                     "{} are tried",
                                     symbol->name, builder_.program.limits.min_int, builder_.program.limits.max_int));
    } else if (!step.type->flat()) {
      step.kind = Step::Kind::enumerate;
      step.node = builder_.whole(step.type);
    }
    if (step.kind == Step::Kind::enumerate && step.node == nullptr) {
      step.cut = builder_.cut_short(
          symbol->range, fmt::format("'{}' may be read before it has a value: of its type {} only values with "
                                     "integers from {} to {} are tried",
                                     symbol->name, builder_.model.types.text(symbol->type),
                                     builder_.program.limits.min_int, builder_.program.limits.max_int));
      step.node = builder_.whole(step.type, true);
    }
    step.pattern = builder_.pattern(std::span<Symbol* const>(&symbol, 1));
    step.site = builder_.site(symbol->range, fmt::format("too many values to try for '{}' (more than {})", symbol->name,
                                                         builder_.program.limits.max_enumeration));
    builder_.program.plans.push_back({{std::move(step)}});
    Action made;
    made.kind = Action::Kind::any;
    made.plan = &builder_.program.plans.back();
    made.parts.push_back(body);
    body = add(std::move(made));
  }
  return body;
}

/// `f(x)(y) := v` changes f: f := f <+ {x |-> f(x) <+ {y |-> v}}; a field is changed by building the record anew.
void SubstitutionCompiler::assign_to(const Expr* target, const Node* value_node, Action& into) {
  if (target->op == Op::apply) {
    const Node* function = formulas_.value(target->args[0]);
    const Node* argument = formulas_.value(target->args[1]);
    Node changed = builder_.make(Op::override_relation, function->type);
    changed.args = {function, argument, value_node};
    return assign_to(target->args[0], builder_.finish(std::move(changed)), into);
  }
  if (target->op == Op::field) {
    const Node* record = formulas_.value(target->args[0]);
    const auto& fields = record->type->fields;
    std::vector<const Node*> parts;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i] == target->names[0].name) {
        parts.push_back(value_node);
        continue;
      }
      const Type* type = record->type;
      for (std::size_t j = 0; j < i; ++j) type = type->second;
      Node part = builder_.make(Op::field, i + 1 == fields.size() ? type : type->first);
      part.args.push_back(record);
      part.slot = static_cast<std::int32_t>(i);
      parts.push_back(builder_.finish(std::move(part)));
    }
    while (parts.size() > 2) {
      const Node* last = parts.back();
      parts.pop_back();
      parts.back() =
          builder_.make_node(Op::maplet, builder_.types.pair(parts.back()->type, last->type), {parts.back(), last});
    }
    const Node* whole = builder_.make_node(parts.size() == 1 ? Op::record : Op::maplet, record->type, parts);
    return assign_to(target->args[0], whole, into);
  }
  into.slots.push_back(target->symbol->slot);
  into.nodes.push_back(value_node);
  if (target->symbol->has_value < 0) return;
  Node yes = builder_.make(Op::true_value, builder_.type_of(builder_.model.types.boolean()));
  yes.constant = yes.closed = true;
  yes.value = 1;
  into.slots.push_back(target->symbol->has_value);
  into.nodes.push_back(builder_.finish(std::move(yes)));
}

const Action* SubstitutionCompiler::assignments(const Stmt* stmt) {
  Action made;
  made.kind = Action::Kind::assign;
  for (std::size_t i = 0; i < stmt->targets.size(); ++i)
    assign_to(stmt->targets[i], formulas_.value(stmt->exprs[i]), made);
  return add(std::move(made));
}

/// `x :: S` and `x :( P )`: any values for fresh names, then an assignment.
const Action* SubstitutionCompiler::becomes(const Stmt* stmt) {
  Action change;
  change.kind = Action::Kind::assign;
  Action made;
  made.kind = Action::Kind::any;
  if (stmt->kind == Stmt::Kind::becomes_such) {
    for (Symbol* symbol : stmt->bound) builder_.bind(symbol);
    std::vector<const Expr*> conjuncts;
    flatten_conjunction(stmt->exprs[0], conjuncts);
    made.plan = formulas_.plan(stmt->bound, conjuncts);
    for (std::size_t i = 0; i < stmt->targets.size(); ++i)
      assign_to(stmt->targets[i], builder_.read(stmt->bound[i]), change);
  } else {
    std::vector<Symbol*> fresh;
    for (const Expr* target : stmt->targets) {
      Symbol* symbol =
          builder_.model.add(Symbol::Kind::local, {builder_.written(target->range), target->range}, target->type);
      builder_.bind(symbol);
      fresh.push_back(symbol);
      assign_to(target, builder_.read(symbol), change);
    }
    Step step;
    step.kind = Step::Kind::enumerate;
    step.node = formulas_.compile(stmt->exprs[0], FormulaCompiler::Use::source);
    if (step.node->infinite) {
      step.cut = builder_.cut_short(stmt->exprs[0]->range,
                                    fmt::format("drawn from an infinite set: only integers from {} to {} are tried",
                                                builder_.program.limits.min_int, builder_.program.limits.max_int));
    }
    step.pattern = builder_.pattern(fresh);
    step.site = builder_.site(
        stmt->range, fmt::format("too many values to try for '{}' (more than {})",
                                 builder_.written(stmt->targets[0]->range), builder_.program.limits.max_enumeration));
    builder_.program.plans.push_back({{std::move(step)}});
    made.plan = &builder_.program.plans.back();
  }
  made.parts.push_back(add(std::move(change)));
  return add(std::move(made));
}

/// LET with plain equations, each after those it uses, needs no search.
const Action* SubstitutionCompiler::let(const Stmt* stmt) {
  for (Symbol* symbol : stmt->bound) builder_.bind(symbol);
  std::vector<const Expr*> conjuncts;
  flatten_conjunction(stmt->exprs[0], conjuncts);
  Action made;
  made.kind = Action::Kind::any;
  made.plan = formulas_.plan(stmt->bound, conjuncts);
  const bool plain = std::ranges::all_of(
      made.plan->steps, [](const Step& step) { return step.kind == Step::Kind::match && step.pattern->slot >= 0; });
  if (plain) {
    made.kind = Action::Kind::bind;
    for (const Step& step : made.plan->steps) {
      made.slots.push_back(step.pattern->slot);
      made.nodes.push_back(step.node);
    }
  }
  made.parts.push_back(action(stmt->parts[0]));
  return add(std::move(made));
}

const Action* SubstitutionCompiler::case_of(const Stmt* stmt) {
  Action made;
  made.kind = Action::Kind::bind;
  const Node* subject = formulas_.value(stmt->exprs[0]);
  Node again = builder_.make(Op::identifier, subject->type);
  again.slot = builder_.new_slot(subject->type);
  made.slots.push_back(again.slot);
  made.nodes.push_back(subject);
  const Node* chosen = builder_.finish(std::move(again));
  Action branches;
  branches.kind = Action::Kind::conditional;
  for (const auto& labels : stmt->labels) {
    std::vector<const Node*> equalities;
    for (const Expr* label : labels)
      equalities.push_back(builder_.make_node(Op::equal, nullptr, {chosen, formulas_.value(label)}));
    branches.nodes.push_back(builder_.make_node(Op::disjunction, nullptr, std::move(equalities)));
  }
  for (const Stmt* part : stmt->parts) branches.parts.push_back(action(part));
  made.parts.push_back(add(std::move(branches)));
  return add(std::move(made));
}

/// The body of the operation in place, compiled anew with slots of its own: two calls may run side by side.
const Action* SubstitutionCompiler::call(const Stmt* stmt) {
  const Symbol* symbol_called = current_->operations.at(stmt->callee.name);
  const Operation* operation = symbol_called->operation;
  ensure(operation != nullptr, "a call without an operation");
  if (std::ranges::find(inlining_, operation) != inlining_.end()) {
    builder_.diagnostics.error(stmt->range, fmt::format("the operation '{}' calls itself", operation->name.name));
    return add({});
  }
  const Instance* caller = current_;
  std::vector<const Node*> arguments;
  for (const Expr* argument : stmt->exprs) arguments.push_back(formulas_.value(argument));
  inlining_.push_back(operation);
  Action bound;
  bound.kind = Action::Kind::bind;
  bound.nodes = std::move(arguments);
  for (Symbol* symbol : operation->parameter_symbols) bound.slots.push_back(builder_.bind(symbol));
  const std::vector<Symbol*>& outputs = operation->result_symbols;
  for (Symbol* symbol : outputs) builder_.bind(symbol);
  const std::vector<Assignment> assignments = assignments_of(operation->body, outputs);
  std::vector<Symbol*> open;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (assignments[i].reads || (!assignments[i].assigns && !stmt->targets.empty())) open.push_back(outputs[i]);
  }
  watch(open);
  std::vector<const Node*> results;
  for (const Symbol* symbol : operation->result_symbols) {
    results.push_back(builder_.where_it_has_a_value(*symbol, builder_.read(symbol), stmt->range));
  }
  current_ = symbol_called->instance;
  bound.parts.push_back(without_values(open, action(operation->body)));
  current_ = caller;
  inlining_.pop_back();
  const Action* body = add(std::move(bound));
  if (stmt->targets.empty()) return body;
  Action give;
  give.kind = Action::Kind::assign;
  for (std::size_t i = 0; i < stmt->targets.size(); ++i) assign_to(stmt->targets[i], results[i], give);
  Action made;
  made.kind = Action::Kind::sequence;
  made.parts = {body, add(std::move(give))};
  return add(std::move(made));
}

/// A predicate in the midst of a substitution, where abstract variables have their values of before: what it says of
/// these is left out.
const Node* SubstitutionCompiler::own_predicate(const Expr* expr) {
  if (!gluing_.mentions_abstract(expr, false)) return formulas_.predicate(expr);
  std::vector<const Expr*> conjuncts;
  flatten_conjunction(expr, conjuncts);
  std::vector<const Node*> nodes;
  for (const Expr* conjunct : conjuncts) {
    if (gluing_.mentions_abstract(conjunct, false)) {
      builder_.leave_out(conjunct->range, "names a variable of the refined machine and is not checked");
    } else {
      nodes.push_back(formulas_.predicate(conjunct));
    }
  }
  return builder_.make_node(Op::conjunction, nullptr, std::move(nodes));
}

const Action* SubstitutionCompiler::initialisation(const Instance& instance, const Stmt* stmt,
                                                   std::span<Symbol* const> open) {
  current_ = &instance;
  return from_any_value(open, action(stmt));
}

const Action* SubstitutionCompiler::body(const Instance& instance, const Operation& operation, const Stmt* stmt) {
  current_ = &instance;
  inlining_.push_back(&operation);
  const std::vector<Symbol*> open = read_unassigned(stmt, operation.result_symbols);
  watch(open);
  const Action* made = without_values(open, action(stmt));
  inlining_.pop_back();
  return made;
}

}  // namespace quotient::bmethod
