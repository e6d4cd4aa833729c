#include "bmethod/partial_order/touched.hpp"

#include <algorithm>

namespace quotient::bmethod {

namespace {

void add_touch(std::vector<Touch>& to, const Symbol* variable, const Portion& part) {
  const Touch touch{variable->index, part};
  if (std::ranges::find(to, touch) == to.end()) to.push_back(touch);
}

/// Of a quantifier: it is decided for each of few elements, and no other is within.
bool binds_more(const Expr* expr) { return !expr->bound.empty() || std::ranges::any_of(expr->args, binds_more); }

}  // namespace

bool TouchFinder::is_over_elements(const Expr* quantifier) const {
  const TypeTable::Kind kind = model_.types.kind(quantifier->bound.front()->type);
  return (kind == TypeTable::Kind::given || kind == TypeTable::Kind::boolean) &&
         std::ranges::none_of(quantifier->args, binds_more);
}

/// Null where it is something else.
const Symbol* TouchFinder::variable(const Expr* expr) const {
  const bool is = expr->op == Op::identifier && expr->symbol != nullptr && expr->symbol->kind == Symbol::Kind::variable;
  return is ? expr->symbol : nullptr;
}

Portion TouchFinder::part_of(const Expr* element) const {
  switch (element->op) {
    case Op::identifier: {
      if (element->symbol->kind == Symbol::Kind::element) return {Portion::Kind::literal, 0, element->symbol->index};
      const auto known = locals.find(element->symbol);
      return known != locals.end() ? known->second : Portion{};
    }
    case Op::number:
      return {Portion::Kind::literal, 0, from_int(element->number)};
    case Op::true_value:
    case Op::false_value:
      return {Portion::Kind::literal, 0, element->op == Op::true_value ? Value{1} : Value{0}};
    default:
      return {};
  }
}

/// Of a member of a set: of a couple, its first component says which part it belongs to.
Portion TouchFinder::part_of_member(const Expr* member) const {
  if (model_.types.kind(member->type) != TypeTable::Kind::pair) return part_of(member);
  return member->op == Op::maplet ? part_of(member->args[0]) : Portion{};
}

bool TouchFinder::holds_pairs(TypeRef set) const {
  return model_.types.kind(model_.types.element(set)) == TypeTable::Kind::pair;
}

void TouchFinder::read(const Expr* expr, Touched& into) {
  switch (expr->op) {
    case Op::identifier:
    case Op::primed:
      if (expr->symbol == nullptr || expr->symbol->kind == Symbol::Kind::abstract_variable) {
        into.everything = true;
      } else if (expr->symbol->kind == Symbol::Kind::variable) {
        add_touch(into.reads, expr->symbol, {});
      }
      return;
    case Op::external:
      into.everything = true;
      return;
    case Op::apply:
      if (const Symbol* const function = variable(expr->args[0])) {
        add_touch(into.reads, function, part_of(expr->args[1]));
        return read(expr->args[1], into);
      }
      break;
    case Op::member:
    case Op::not_member:
      read(expr->args[0], into);
      return read_at(expr->args[1], part_of_member(expr->args[0]), into);
    case Op::image:
      if (expr->args[1]->op == Op::set_extension) {
        for (const Expr* element : expr->args[1]->args) {
          read(element, into);
          read_at(expr->args[0], part_of(element), into);
        }
        return;
      }
      break;
    default:
      break;
  }
  for (const Expr* part : expr->args) read(part, into);
}

void TouchFinder::read_at(const Expr* set, const Portion& part, Touched& into) {
  if (const Symbol* const held = variable(set)) return add_touch(into.reads, held, part);
  switch (set->op) {
    case Op::set_union:
    case Op::intersection:
    case Op::difference:
      read_at(set->args[0], part, into);
      return read_at(set->args[1], part, into);
    case Op::override_relation:
      read_at(set->args[0], part, into);
      return read_at(set->args[1], part, into);
    case Op::domain_subtraction:
    case Op::domain_restriction: {
      // Of the set of first components a couple asks for its own.
      const bool is_nested = holds_pairs(set->args[0]->type);
      if (is_nested) read(set->args[0], into);
      if (!is_nested) read_at(set->args[0], part, into);
      return read_at(set->args[1], part, into);
    }
    case Op::domain:
      // A member that is a couple is known by its first component, what it is mapped to by all of it.
      if (holds_pairs(set->type)) return read(set->args[0], into);
      return read_at(set->args[0], part, into);
    default:
      return read(set, into);
  }
}

void TouchFinder::observe(const Expr* predicate, Touched& into) {
  if (!observe_each(predicate, into)) read(predicate, into);
}

/// Predicates that hold where they hold for each element.
bool TouchFinder::observe_each(const Expr* predicate, Touched& into) {
  const Portion each{Portion::Kind::each, 0, 0};
  const auto both = [&](const Expr* a, const Expr* b) {
    read_at(a, each, into);
    read_at(b, each, into);
    return true;
  };
  switch (predicate->op) {
    case Op::for_all: {
      if (predicate->bound.size() != 1 || !is_over_elements(predicate)) return false;
      locals.emplace(predicate->bound.front(), each);
      for (const Expr* part : predicate->args) read(part, into);
      locals.erase(predicate->bound.front());
      return true;
    }
    case Op::subset:
      return both(predicate->args[0], predicate->args[1]);
    case Op::equal:
      return model_.types.kind(predicate->args[0]->type) == TypeTable::Kind::set &&
             both(predicate->args[0], predicate->args[1]);
    case Op::member: {
      const Expr* const sets = predicate->args[1];
      if (sets->op == Op::pow || sets->op == Op::fin) return both(predicate->args[0], sets->args[0]);
      // Whether it is a function, from where, and to where, can be asked of each argument alone.
      if (sets->op != Op::relations && sets->op != Op::partial_functions && sets->op != Op::total_functions)
        return false;
      read_at(predicate->args[0], each, into);
      read(sets->args[0], into);
      read(sets->args[1], into);
      return true;
    }
    default:
      return false;
  }
}

/// The parts of what stands in `{…}`: of members, or of first components.
bool TouchFinder::add_listed(const Expr* extension, bool members, std::vector<Portion>& parts, Touched& into) {
  if (extension->op != Op::set_extension) return false;
  for (const Expr* element : extension->args) {
    parts.push_back(members ? part_of_member(element) : part_of(element));
    read(element, into);
  }
  return true;
}

/// Whether `expr` is the variable `changed`, other only in these parts.
bool TouchFinder::updates(const Expr* expr, const Symbol* changed, std::vector<Portion>& parts, Touched& into) {
  if (expr->op == Op::identifier) return expr->symbol == changed;
  if (expr->args.size() != 2) return false;
  switch (expr->op) {
    case Op::set_union:
      return (updates(expr->args[0], changed, parts, into) && add_listed(expr->args[1], true, parts, into)) ||
             (updates(expr->args[1], changed, parts, into) && add_listed(expr->args[0], true, parts, into));
    case Op::difference:
    case Op::override_relation:
      return updates(expr->args[0], changed, parts, into) && add_listed(expr->args[1], true, parts, into);
    case Op::domain_subtraction:
      return updates(expr->args[1], changed, parts, into) && add_listed(expr->args[0], false, parts, into);
    default:
      return false;
  }
}

/// `value` null: anything.
void TouchFinder::assign(const Expr* target, const Expr* value, Touched& into) {
  if (const Symbol* const changed = variable(target)) {
    std::vector<Portion> parts;
    if (value != nullptr && updates(value, changed, parts, into)) {
      for (const Portion& part : parts) add_touch(into.writes, changed, part);
      return;
    }
    add_touch(into.writes, changed, {});
    if (value != nullptr) read(value, into);
    return;
  }
  if (value != nullptr) read(value, into);
  // f(x)(y) := v changes f at x; what else is there is read and written again.
  const Expr* inner = target;
  Portion part;
  while (inner->op == Op::apply || inner->op == Op::field) {
    part = inner->op == Op::apply ? part_of(inner->args[1]) : Portion{};
    if (inner->op == Op::apply) read(inner->args[1], into);
    inner = inner->args[0];
  }
  if (inner->op != Op::identifier || inner->symbol == nullptr) {
    into.everything = true;
  } else if (const Symbol* const changed = variable(inner)) {
    add_touch(into.reads, changed, part);
    add_touch(into.writes, changed, part);
  } else if (inner->symbol->kind != Symbol::Kind::local) {
    into.everything = true;
  }
}

void TouchFinder::run(const Stmt* stmt, const Instance& instance, Touched& into) {
  switch (stmt->kind) {
    case Stmt::Kind::assign:
      for (std::size_t i = 0; i < stmt->targets.size(); ++i) assign(stmt->targets[i], stmt->exprs[i], into);
      return;
    case Stmt::Kind::call:
      return call(stmt, instance, into);
    default:
      break;
  }
  for (const Expr* target : stmt->targets) {
    assign(target, nullptr, into);
    read(target, into);  // `x :( … )` may name its old value
  }
  for (const Expr* expr : stmt->exprs) {
    if (expr != nullptr) read(expr, into);
  }
  for (const auto& labels : stmt->labels) {
    for (const Expr* label : labels) read(label, into);
  }
  for (const Stmt* part : stmt->parts) run(part, instance, into);
}

void TouchFinder::call(const Stmt* stmt, const Instance& instance, Touched& into) {
  for (const Expr* target : stmt->targets) assign(target, nullptr, into);
  for (const Expr* argument : stmt->exprs) read(argument, into);
  const Symbol* const called = instance.operations.at(stmt->callee.name);
  const std::vector<Symbol*>& parameters = called->operation->parameter_symbols;
  std::vector<Portion> parts;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    parts.push_back(i < stmt->exprs.size() ? part_of(stmt->exprs[i]) : Portion{});
  for (std::size_t i = 0; i < parameters.size(); ++i) locals[parameters[i]] = parts[i];
  run(called->operation->body, *called->instance, into);
  for (const Symbol* parameter : parameters) locals.erase(parameter);
}

}  // namespace quotient::bmethod
