#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "bmethod/check/assignment.hpp"
#include "bmethod/check/formulas.hpp"
#include "bmethod/check/infinite.hpp"
#include "bmethod/compile/compiler.hpp"
#include "bmethod/compile/implied_guard.hpp"

namespace quotient::bmethod {

void Compiler::run() {
  const SourceRange name = model_.main->machine->name.range;
  builder_.site(name, "no operation is possible");  // in the order of the fixed sites of program.hpp
  builder_.site(model_.setup_place(), "no values of the constants satisfy the PROPERTIES");
  builder_.site(model_.initialisation_place(), "the INITIALISATION has no outcome");
  builder_.site(model_.setup_place(),
                "no values of the constants were found, but not all were tried, as the warnings say");
  builder_.site(name, "not all elements of an infinite set were tried");
  builder_.site(
      name, "the constraint solver may have skipped values for which a formula is undefined; --solver off tries them");
  find_recursive_constants(model_);
  inline_infinite_constants(model_);
  declare();
  if (model_.is_product) declare_refined();
  gluing_ = Gluing(model_);
  properties();
  for (const auto& instance : model_.instances) {
    if (model_.is_product) {
      glue(*instance);
      continue;
    }
    checked(*instance, instance->machine->invariant, "invariant", program_.invariant);
    checked(*instance, instance->machine->assertions, "assertion", program_.assertions);
  }
  if (model_.goal != nullptr) {
    program_.goal = {
        formulas_.predicate(model_.goal),
        builder_.site(model_.goal->range, fmt::format("GOAL reached: {}", builder_.written(model_.goal->range)))};
  }
  if (model_.scope != nullptr) {
    program_.scope = {formulas_.predicate(model_.scope),
                      builder_.site(model_.scope->range, fmt::format("states outside of SCOPE are not explored: {}",
                                                                     builder_.written(model_.scope->range)))};
  }
  program_.too_many_steps =
      builder_.site(name, "more steps than SET_PREF_MAX_OPERATIONS or SET_PREF_MAX_INITIALISATIONS allows");
  if (model_.is_product) {
    glue_common_variables();
    program_.refined_initialisation = initialisation(true);
  }
  program_.initialisation = model_.begins_anywhere ? any_state() : initialisation(false);
  for (const OfferedOperation& offered : model_.operations) operation(offered);
  for (TemporalAtoms* atoms : model_.temporal) temporal(*atoms);
}

void Compiler::declare() {
  program_.named_elements.resize(model_.sets.size());
  program_.told_apart.resize(model_.sets.size());
  for (Symbol* symbol : model_.constants) {
    builder_.bind(symbol);
    program_.constants.push_back({symbol->name, builder_.type_of(symbol->type), symbol->range});
  }
  for (Symbol* symbol : model_.variables) {
    builder_.bind(symbol);
    program_.variables.push_back({symbol->name, builder_.type_of(symbol->type), symbol->range});
  }
  for (Symbol& symbol : model_.symbols) {
    if (symbol.glued == nullptr) continue;
    if (const Symbol* variable = symbol.in_state()) symbol.slot = variable->slot;
  }
}

/// To be added to the message where a predicate is false: it may be only because NAT ends at MAXINT.
std::string Compiler::because_of_bounds(const Expr* predicate) const {
  bool low = false;
  bool high = false;
  const auto walk = [&](const auto& self, const Expr* e) -> void {
    low = low || e->op == Op::int_set || e->op == Op::min_int;
    high = high || e->op == Op::int_set || e->op == Op::nat_set || e->op == Op::nat1_set || e->op == Op::max_int;
    for (const Expr* arg : e->args) self(self, arg);
  };
  walk(walk, predicate);
  const std::int64_t least = program_.limits.min_int;
  const std::int64_t largest = program_.limits.max_int;
  if (low && high) return fmt::format("; MININT is {} and MAXINT {} (--min-int, --max-int)", least, largest);
  if (high) return fmt::format("; MAXINT is {} (--max-int)", largest);
  return low ? fmt::format("; MININT is {} (--min-int)", least) : "";
}

/// Everything that restricts the constants, of all machines, is one search.
void Compiler::properties() {
  std::vector<const Expr*> conjuncts;
  for (const auto& instance : model_.instances) {
    Machine& machine = *instance->machine;
    const auto equation = [&](Symbol* symbol, Expr* value) {
      Expr* name = machine.ast.expr(Op::identifier, value->range);
      name->symbol = symbol;
      name->type = symbol->type;
      Expr* equal = machine.ast.expr(Op::equal, value->range, {name, value});
      equal->type = model_.types.predicate();
      conjuncts.push_back(equal);
    };
    for (const auto& [symbol, value] : instance->arguments) equation(symbol, value);
    for (const Valuation& valuation : machine.values) {
      const auto found = instance->scope.find(valuation.name.name);
      if (found != instance->scope.end() && found->second->kind == Symbol::Kind::constant) {
        equation(found->second, valuation.value);
      }
    }
    for (const Expr* constraint : machine.constraints) flatten_conjunction(constraint, conjuncts);
    for (const Expr* property : machine.properties) flatten_conjunction(property, conjuncts);
    program_.has_properties = program_.has_properties || !machine.properties.empty();
  }
  program_.has_properties = program_.has_properties || !model_.constants.empty();
  const Plan* made = formulas_.plan(model_.constants, conjuncts);
  program_.properties = made;
  Site& none = program_.sites[no_constants_site];
  if (made->refuted != nullptr) {
    none.range = made->refuted->range;
    none.message += fmt::format(": '{}' is false{}", builder_.written(none.range), because_of_bounds(made->refuted));
  } else {
    const auto bounded =
        std::ranges::find_if(conjuncts, [this](const Expr* e) { return !because_of_bounds(e).empty(); });
    if (bounded != conjuncts.end()) none.message += because_of_bounds(*bounded);
  }
  const std::string sizes =
      because_of_sizes(made->refuted != nullptr ? std::vector<const Expr*>{made->refuted} : conjuncts);
  program_.properties_rest_on_sizes = !sizes.empty();
  none.message += sizes;
}

/// To be added to the message where predicates cannot be satisfied: it may be only because a set that they speak of was
/// given too few elements, or too many, by nobody but us.
std::string Compiler::because_of_sizes(const std::vector<const Expr*>& predicates) const {
  std::set<std::uint32_t> spoken_of;
  const auto meet = [&](const auto& self, TypeRef type) -> void {
    switch (model_.types.kind(type)) {
      case TypeTable::Kind::given:
        spoken_of.insert(model_.types.given_set(type));
        break;
      case TypeTable::Kind::set:
        self(self, model_.types.element(type));
        break;
      case TypeTable::Kind::pair:
        self(self, model_.types.first(type));
        self(self, model_.types.second(type));
        break;
      case TypeTable::Kind::record:
        for (const TypeTable::Field& field : model_.types.fields(type)) self(self, field.second);
        break;
      default:
        break;
    }
  };
  const auto walk = [&](const auto& self, const Expr* e) -> void {
    meet(meet, e->type);
    for (const Expr* arg : e->args) self(self, arg);
  };
  for (const Expr* predicate : predicates) walk(walk, predicate);
  std::string sizes, other;
  for (const std::uint32_t set : spoken_of) {
    const GivenSet& given = model_.sets[set];
    if (!given.assumed) continue;
    sizes += fmt::format("{}{} = {}", sizes.empty() ? "" : ", ", given.name, given.size);
    if (other.empty()) other = fmt::format("--set {}={}", given.name, given.size + 1);
  }
  return sizes.empty() ? "" : fmt::format(" for {}, assumed; try {}", sizes, other);
}

void Compiler::checked(const Instance& instance, std::span<Expr* const> from, const std::string& what,
                       std::vector<CheckedPredicate>& into) {
  std::vector<const Expr*> conjuncts;
  for (const Expr* predicate : from) flatten_conjunction(predicate, conjuncts);
  for (const Expr* conjunct : conjuncts) {
    if (gluing_.mentions_abstract(conjunct)) {
      // What a refined machine says of its own variables is no concern of the refinement.
      if (!instance.refined) {
        builder_.leave_out(conjunct->range, "names a variable of the refined machine and is not checked");
      }
      continue;
    }
    const Node* node = formulas_.predicate(conjunct);
    if (node->constant && node->value != 0) continue;
    into.push_back(
        {node, builder_.site(conjunct->range, fmt::format("{} violated: {}{}", what, builder_.written(conjunct->range),
                                                          because_of_bounds(conjunct)))});
  }
}

/// The machines that others build on are initialised first.
const Action* Compiler::initialisation(bool refined) {
  Action made;
  made.kind = Action::Kind::sequence;
  for (const auto& instance : model_.instances) {
    if (instance->refined != refined) continue;
    if (const Stmt* written = instance->machine->initialisation; written != nullptr) {
      const std::vector<Identifier>& names = instance->machine->variables;
      std::vector<Symbol*> variables, open;
      for (const Identifier& name : names) variables.push_back(instance->scope.at(name.name));
      const std::vector<Assignment> assignments = assignments_of(written, variables);
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (!assignments[i].touches) {
          builder_.diagnostics.error(names[i].range,
                                     fmt::format("the INITIALISATION gives '{}' no value", names[i].name));
        } else if (assignments[i].reads || !assignments[i].assigns) {
          open.push_back(variables[i]);
        }
      }
      made.parts.push_back(substitutions_.initialisation(*instance, written, open));
    } else if (!instance->machine->variables.empty()) {
      builder_.diagnostics.error(
          instance->machine->variables[0].range,
          fmt::format("the machine '{}' has variables but no INITIALISATION", instance->machine->name.name));
    }
  }
  return substitutions_.add(std::move(made));
}

/// Gives the variables any values for which the invariants hold.
const Action* Compiler::any_state() {
  std::vector<const Expr*> conjuncts;
  for (const auto& instance : model_.instances) {
    for (const Expr* invariant : instance->machine->invariant) flatten_conjunction(invariant, conjuncts);
  }
  Action change;
  change.kind = Action::Kind::assign;
  for (Symbol* variable : model_.variables) {
    change.slots.push_back(variable->slot);
    change.nodes.push_back(builder_.read(variable));
  }
  Action made;
  made.kind = Action::Kind::any;
  made.deterministic = false;
  made.plan = formulas_.plan(model_.variables, conjuncts);
  made.parts.push_back(substitutions_.add(std::move(change)));
  return substitutions_.add(std::move(made));
}

/// A refinement is used only where the operation that it refines may be.
void Compiler::preconditions_of_refined(const OfferedOperation& offered, std::vector<const Expr*>& into) {
  const Instance* instance = offered.instance;
  while (const Operation* refined = instance->refined_operation(offered.operation->name.name)) {
    std::vector<const Expr*> conjuncts;
    const Stmt* body = refined->body;
    for (; body->kind == Stmt::Kind::block || body->kind == Stmt::Kind::pre; body = body->parts[0]) {
      if (body->kind == Stmt::Kind::pre) flatten_conjunction(body->exprs[0], conjuncts);
    }
    for (const Expr* conjunct : conjuncts) {
      if (!gluing_.mentions_abstract(conjunct)) {
        into.push_back(conjunct);
      } else {
        builder_.diagnostics.caution(conjunct->range,
                                     fmt::format("this precondition names a variable that the refinement of "
                                                 "'{}' does not have, and is not demanded of it",
                                                 offered.name));
      }
    }
    instance = instance->refines;
  }
}

/// The outermost PRE, and a SELECT with one branch, say for which parameters the operation is offered.
void Compiler::operation(const OfferedOperation& offered) {
  const Operation& from = *offered.operation;
  CompiledOperation made;
  made.name = offered.name;
  made.range = from.name.range;
  std::vector<Symbol*> parameters;
  const auto add_parameters = [&](const std::vector<Symbol*>& symbols) {
    for (Symbol* symbol : symbols) {
      parameters.push_back(symbol);
      made.parameters.push_back(builder_.bind(symbol));
      made.parameter_types.push_back(builder_.type_of(symbol->type));
    }
  };
  add_parameters(from.parameter_symbols);
  for (Symbol* symbol : from.result_symbols) {
    made.results.push_back(builder_.bind(symbol));
    made.result_types.push_back(builder_.type_of(symbol->type));
  }
  std::vector<const Expr*> conjuncts, guards;
  if (!model_.is_product) preconditions_of_refined(offered, conjuncts);
  const Stmt* body = from.body;
  for (;;) {
    if (body->kind == Stmt::Kind::block) {
      body = body->parts[0];
    } else if (body->kind == Stmt::Kind::pre || (body->kind == Stmt::Kind::select && body->parts.size() == 1)) {
      flatten_conjunction(body->exprs[0], body->kind == Stmt::Kind::pre ? conjuncts : guards);
      body = body->parts[0];
    } else {
      break;
    }
  }
  // What it chooses is then shown, and counted, as parameters are.
  if (body->kind == Stmt::Kind::any && !model_.is_product && model_.prefers("SHOW_EVENTB_ANY_VALUES")) {
    add_parameters(body->bound);
    flatten_conjunction(body->exprs[0], guards);
    body = body->parts[0];
  }
  if (model_.is_product) refined_operation(offered, conjuncts, made);
  conjuncts.insert(conjuncts.end(), guards.begin(), guards.end());
  std::vector<const Expr*> hints;
  if (const Expr* implied = implied_guard(model_, body, parameters)) flatten_conjunction(implied, hints);
  made.guard = formulas_.plan(parameters, conjuncts, false, hints);
  made.guard_parts = guard_parts(conjuncts, parameters);
  made.body = substitutions_.body(*offered.instance, from, body);
  program_.operations.push_back(std::move(made));
}

}  // namespace quotient::bmethod
