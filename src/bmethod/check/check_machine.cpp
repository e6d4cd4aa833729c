#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/counted.hpp"
#include "base/name_table.hpp"
#include "bmethod/check/checker.hpp"

namespace quotient::bmethod {

void Checker::run() {
  for (Symbol& symbol : model_.symbols) {
    if (symbol.glued != nullptr) types_.unify(symbol.type, symbol.glued->type);
  }
  for (const auto& made : model_.instances) instance(*made);
  settle_all(true);
  if (names_ != nullptr) tell_names(*names_);
  if (diagnostics_.has_errors()) return;
  for (const Symbol& symbol : model_.symbols) require_known(&symbol);
}

void Checker::tell_names(NameTable& names) const {
  const auto described = [this](const Symbol& s) -> std::pair<NameKind, std::string> {
    const std::string typed = s.name + " : " + types_.text(s.type);
    switch (s.kind) {
      case Symbol::Kind::given_set:
        return {NameKind::type, "set " + s.name};
      case Symbol::Kind::element:
        return {NameKind::constant, "element " + typed};
      case Symbol::Kind::constant:
        return {NameKind::constant, "constant " + typed};
      case Symbol::Kind::variable:
      case Symbol::Kind::abstract_variable:
        return {NameKind::variable, "variable " + typed};
      case Symbol::Kind::local:
        return {NameKind::parameter, typed};
      case Symbol::Kind::operation:
        break;
    }
    return {NameKind::operation, "operation " + s.name};
  };
  for (const auto& made : model_.instances) {
    for (const Operation& o : made->machine->operations) {
      std::string text = o.name.name;
      for (std::size_t i = 0; i < o.parameters.size(); ++i) text += (i == 0 ? "(" : ", ") + o.parameters[i].name;
      if (!o.parameters.empty()) text += ")";
      names.define({o.name.name, NameKind::operation, "operation " + text, "", o.name.range, {}});
    }
  }
  for (const Symbol& s : model_.symbols) {
    auto [kind, text] = described(s);
    // Instances of a machine that another includes put their own name before it.
    names.define({s.name.substr(s.name.rfind('.') + 1), kind, std::move(text), "", s.range, {}});
  }
}

void Checker::require_known(const Symbol* symbol) {
  if (symbol->kind == Symbol::Kind::operation || types_.is_ground(symbol->type)) return;
  if (symbol->kind == Symbol::Kind::abstract_variable) return;
  diagnostics_.error(symbol->range, fmt::format("the type of '{}' cannot be told from the text (so far: {})",
                                                symbol->name, types_.text(symbol->type)));
}

void Checker::instance(Instance& instance) {
  Machine& machine = *instance.machine;
  // What was passed for the parameters is written in the machine that passed it.
  current_ = instance.client;
  for (auto& [symbol, value] : instance.arguments) check(value, symbol->type);
  current_ = &instance;
  if (machine.parameters.size() > instance.arguments.size()) {
    for (const Identifier& name :
         machine.parameters) {  // a scalar parameter without constraint is an integer in practice
      Symbol* symbol = lookup(name.name);
      if (symbol != nullptr && symbol->kind == Symbol::Kind::constant && machine.constraints.empty()) {
        types_.unify(symbol->type, types_.integer());
      }
    }
  }
  for (Expr* expr : machine.constraints) predicate(expr);
  for (Valuation& valuation : machine.values) {
    Symbol* symbol = lookup(valuation.name.name);
    if (symbol == nullptr) {
      unknown(valuation.name);
      continue;
    }
    if (names_ != nullptr) names_->use(valuation.name.range, symbol->range);
    if (symbol->kind != Symbol::Kind::given_set) {
      check(valuation.value, symbol->type);
    } else {
      infer(valuation.value);
    }
  }
  for (Expr* expr : machine.properties) predicate(expr);
  settle_all(false);
  for (Expr* expr : machine.invariant) predicate(expr);
  settle_all(false);
  for (Expr* expr : machine.assertions) predicate(expr);
  for (Operation& made : machine.operations) {
    const Operation* refined = instance.refined_operation(made.name.name);
    if (refined != nullptr && refine(made, *refined)) continue;
    for (const Identifier& name : made.results) {
      made.result_symbols.push_back(bind(name, true));
    }
    for (const Identifier& name : made.parameters) made.parameter_symbols.push_back(bind(name, false));
    locals_.clear();
  }
  if (machine.initialisation != nullptr) substitution(machine.initialisation);
  for (Operation& made : machine.operations) operation(made);
  if (&instance == model_.main) {
    state_predicate(model_.goal, "GOAL", "looked for");
    state_predicate(model_.scope, "SCOPE", "used");
  }
  settle_all(false);
}

/// A definition that nobody uses may name what is not there; that must not keep the machine from being checked.
void Checker::state_predicate(Expr*& formula, const std::string& kind, const std::string& what) {
  if (formula == nullptr) return;
  std::vector<std::string> bound;
  const Expr* unknown = nullptr;
  const auto walk = [&](const auto& self, const Expr* expr) -> void {
    const std::size_t before = bound.size();
    if (expr->op != Op::record && expr->op != Op::record_set && expr->op != Op::field) {
      for (const Identifier& name : expr->names) bound.push_back(name.name);
    }
    const bool is_name = expr->op == Op::identifier && std::ranges::find(bound, expr->text) == bound.end();
    const bool is_step = expr->text == "succ" || expr->text == "pred";
    if (is_name && !is_step && lookup(expr->text) == nullptr) unknown = expr;
    for (const Expr* arg : expr->args) self(self, arg);
    bound.resize(before);
  };
  walk(walk, formula);
  if (unknown == nullptr || model_.given.contains(formula)) return predicate(formula);
  const std::string message = fmt::format("{} is not {}: '{}' is unknown", kind, what, unknown->text);
  diagnostics_.warning(unknown->range, message);
  model_.cuts.push_back({unknown->range, message});
  formula = nullptr;
}

/// Parameters and results of a refinement are those of the operation that is refined, which tells their types. False
/// where there are not as many: then it has its own.
bool Checker::refine(Operation& operation, const Operation& refined) {
  if (operation.results.size() != refined.results.size() || operation.parameters.size() != refined.parameters.size()) {
    Diagnostic& error =
        diagnostics_.error(operation.name.range,
                           fmt::format("'{}' must have as many parameters and results as the operation that it refines",
                                       operation.name.name));
    error.notes.push_back({refined.name.range, "refined here"});
    return false;
  }
  const auto take = [this](std::vector<Symbol*>& symbols, const std::vector<Symbol*>& known,
                           const std::vector<Identifier>& names) {
    symbols = known;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names_ != nullptr) names_->use(names[i].range, known[i]->range);
      known[i]->name = names[i].name;  // what was refined has been checked: nobody asks for the old names again
    }
  };
  take(operation.result_symbols, refined.result_symbols, operation.results);
  take(operation.parameter_symbols, refined.parameter_symbols, operation.parameters);
  return true;
}

void Checker::operation(Operation& operation) {
  locals_.insert(locals_.end(), operation.parameter_symbols.begin(), operation.parameter_symbols.end());
  locals_.insert(locals_.end(), operation.result_symbols.begin(), operation.result_symbols.end());
  substitution(operation.body);
  locals_.clear();
  settle_all(false);
}

void Checker::assign_target(Expr* target) {
  const Expr* name = target;
  while (name->op == Op::apply || name->op == Op::field) name = name->args[0];
  if (name->op != Op::identifier) {
    diagnostics_.error(target->range, "this cannot be assigned to");
    return;
  }
  infer(target);
  const Symbol* symbol = name->symbol;
  const bool is_variable = symbol == nullptr || symbol->kind == Symbol::Kind::variable ||
                           (symbol->kind == Symbol::Kind::abstract_variable && current_->refined);
  if (is_variable || symbol->assignable) return;
  const char* what = symbol->kind == Symbol::Kind::constant    ? "a constant"
                     : symbol->kind == Symbol::Kind::given_set ? "a set"
                     : symbol->kind == Symbol::Kind::element   ? "an element"
                     : symbol->kind == Symbol::Kind::local     ? "a parameter or bound variable"
                                                               : "not a variable";
  Diagnostic& error =
      diagnostics_.error(name->range, fmt::format("'{}' is {} and cannot be assigned to", symbol->name, what));
  error.notes.push_back({symbol->range, "declared here"});
}

void Checker::substitution(Stmt* stmt) {
  const std::size_t before = locals_.size();
  switch (stmt->kind) {
    case Stmt::Kind::skip:
      break;
    case Stmt::Kind::assign:
      for (Expr* target : stmt->targets) assign_target(target);
      if (stmt->targets.size() != stmt->exprs.size()) {
        diagnostics_.error(stmt->range, fmt::format("{}, but {}", counted(stmt->targets.size(), "target"),
                                                    counted(stmt->exprs.size(), "value")));
        break;
      }
      for (std::size_t i = 0; i < stmt->targets.size(); ++i) check(stmt->exprs[i], stmt->targets[i]->type);
      break;
    case Stmt::Kind::becomes_element: {
      for (Expr* target : stmt->targets) assign_target(target);
      TypeRef couple = stmt->targets[0]->type;
      for (std::size_t i = 1; i < stmt->targets.size(); ++i) couple = types_.pair(couple, stmt->targets[i]->type);
      check(stmt->exprs[0], types_.set(couple));
      break;
    }
    case Stmt::Kind::becomes_such:
      becomes_such(stmt);
      break;
    case Stmt::Kind::parallel:
    case Stmt::Kind::sequence:
    case Stmt::Kind::block:
    case Stmt::Kind::choice:
      for (Stmt* part : stmt->parts) substitution(part);
      break;
    case Stmt::Kind::pre:
    case Stmt::Kind::assertion:
    case Stmt::Kind::select:
    case Stmt::Kind::conditional:
      for (Expr* expr : stmt->exprs) predicate(expr);
      for (Stmt* part : stmt->parts) substitution(part);
      break;
    case Stmt::Kind::case_of: {
      const TypeRef type = infer(stmt->exprs[0]);
      if (types_.kind(type) == TypeTable::Kind::predicate) mismatch(stmt->exprs[0], types_.fresh());
      for (const auto& labels : stmt->labels) {
        for (Expr* label : labels) check(label, type);
      }
      for (Stmt* part : stmt->parts) substitution(part);
      break;
    }
    case Stmt::Kind::any:
    case Stmt::Kind::let:
      for (const Identifier& name : stmt->names) stmt->bound.push_back(bind(name, false));
      predicate(stmt->exprs[0]);
      substitution(stmt->parts[0]);
      break;
    case Stmt::Kind::var:
      for (const Identifier& name : stmt->names) stmt->bound.push_back(bind(name, true));
      substitution(stmt->parts[0]);
      break;
    case Stmt::Kind::loop:
      predicate(stmt->exprs[0]);
      if (stmt->exprs[1] != nullptr) predicate(stmt->exprs[1]);
      if (stmt->exprs[2] != nullptr) check(stmt->exprs[2], types_.integer());
      substitution(stmt->parts[0]);
      break;
    case Stmt::Kind::call:
      call(stmt);
      break;
  }
  locals_.resize(before);
}

/// In `x :( P )` the name x means the new value, `x$0` the old one.
void Checker::becomes_such(Stmt* stmt) {
  const std::size_t before = locals_.size();
  for (Expr* target : stmt->targets) {
    assign_target(target);
    if (target->op != Op::identifier) {
      diagnostics_.error(target->range, "only a variable may stand before ':('");
    }
  }
  for (Expr* target : stmt->targets) {
    Symbol* symbol = bind({target->text, target->range}, false);
    symbol->type = target->type;
    if (target->symbol != nullptr) symbol->range = target->symbol->range;  // the new value of the same variable
    stmt->bound.push_back(symbol);
  }
  predicate(stmt->exprs[0]);
  locals_.resize(before);
}

void Checker::call(Stmt* stmt) {
  for (Expr* target : stmt->targets) assign_target(target);
  for (Expr* argument : stmt->exprs) infer(argument);
  const auto found = current_->operations.find(stmt->callee.name);
  if (found == current_->operations.end()) {
    Diagnostic& error = diagnostics_.error(stmt->callee.range,
                                           fmt::format("there is no operation '{}' to call here", stmt->callee.name));
    std::vector<std::string> names;
    for (const auto& [name, known] : current_->operations) names.push_back(name);
    error.suggestion = nearest_name(stmt->callee.name, names);
    return;
  }
  Symbol* symbol = found->second;
  if (names_ != nullptr) names_->use(stmt->callee.range, symbol->range);
  const Operation& operation = *symbol->operation;
  if (operation.parameters.size() != stmt->exprs.size() || operation.results.size() != stmt->targets.size()) {
    Diagnostic& error = diagnostics_.error(
        stmt->range,
        fmt::format("the operation '{}' has {} parameters and {} results; here are {} and {}", symbol->name,
                    operation.parameters.size(), operation.results.size(), stmt->exprs.size(), stmt->targets.size()));
    error.notes.push_back({symbol->range, "declared here"});
    return;
  }
  for (std::size_t i = 0; i < stmt->exprs.size(); ++i) {
    const TypeRef expected = operation.parameter_symbols[i]->type;
    if (!types_.unify(stmt->exprs[i]->type, expected)) mismatch(stmt->exprs[i], expected);
  }
  for (std::size_t i = 0; i < stmt->targets.size(); ++i) {
    const TypeRef expected = operation.result_symbols[i]->type;
    if (!types_.unify(stmt->targets[i]->type, expected)) mismatch(stmt->targets[i], expected);
  }
}

void check_types(Model& model, Diagnostics& diagnostics, NameTable* names) { Checker(model, diagnostics, names).run(); }

}  // namespace quotient::bmethod
