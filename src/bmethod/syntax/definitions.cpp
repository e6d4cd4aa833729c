#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "bmethod/syntax/parser.hpp"

namespace quotient::bmethod {
namespace {

using Bindings = std::map<std::string, Expr*>;  // parameters of a definition to what was passed for them

/// Copies formulas and substitutions, definitions replaced by their bodies. A copy is made even where nothing changes:
/// the type checker writes into the nodes, and two uses of a definition may have different types.
class Expander {
 public:
  Expander(Machine& machine, Diagnostics& diagnostics) : machine_(machine), diagnostics_(diagnostics) {
    for (const Definition& definition : machine.definitions) {
      const auto [entry, inserted] = definitions_.emplace(definition.name.name, &definition);
      if (!inserted) entry->second = &definition;  // as ProB: the later one holds
    }
  }

  Expr* expand(const Expr* from, const Bindings* bindings) {
    if (from == nullptr) return nullptr;
    if (!check_size(from->range)) return machine_.ast.expr(Op::btrue, from->range);
    if (from->op == Op::identifier) {
      if (bindings != nullptr) {
        const auto bound = bindings->find(from->text);
        if (bound != bindings->end()) {
          const std::optional<SourceRange> outer = std::exchange(place_, std::nullopt);
          Expr* made = expand(bound->second, nullptr);
          place_ = outer;
          return made;
        }
      }
      if (const Definition* definition = find(from->text)) return expand_use(*definition, *from, {});
    }
    if (from->op == Op::apply && from->args[0]->op == Op::identifier && !is_bound(from->args[0]->text, bindings)) {
      const Definition* definition = find(from->args[0]->text);
      if (definition != nullptr && !definition->parameters.empty()) {
        std::vector<Expr*> arguments;
        for (std::size_t i = 1; i < from->args.size(); ++i) arguments.push_back(expand(from->args[i], bindings));
        return expand_use(*definition, *from, arguments);
      }
    }
    return copy(from, bindings);
  }

  Stmt* expand(const Stmt* from, const Bindings* bindings) {
    if (from == nullptr) return nullptr;
    if (!check_size(from->range)) return machine_.ast.stmt(Stmt::Kind::skip, from->range);
    if (from->kind == Stmt::Kind::call && from->targets.empty()) {
      if (const Definition* definition = find(from->callee.name)) return expand_call(*definition, *from, bindings);
    }
    Stmt* made = machine_.ast.stmt(from->kind, place_.value_or(from->range));
    made->labels.reserve(from->labels.size());
    const std::size_t shadowed = shadow(from->names);
    for (const Expr* target : from->targets) made->targets.push_back(expand(target, bindings));
    for (const Expr* expr : from->exprs) made->exprs.push_back(expand(expr, bindings));
    for (const Stmt* part : from->parts) made->parts.push_back(expand(part, bindings));
    for (const auto& labels : from->labels) {
      auto& copied = made->labels.emplace_back();
      for (const Expr* label : labels) copied.push_back(expand(label, bindings));
    }
    made->names = rename(from->names, bindings);
    made->callee = from->callee;
    made->depth = from->depth;
    shadowed_.resize(shadowed);
    return made;
  }

  Expr* run(const Expr* formula, const std::vector<Identifier>& bound) {
    shadow(bound);
    return expand(formula, nullptr);
  }

  void run() {
    for (auto* list : {&machine_.constants, &machine_.variables}) spell_out(*list);
    for (SetDeclaration& set : machine_.sets) spell_out(set);
    for (auto* list : {&machine_.constraints, &machine_.properties, &machine_.invariant, &machine_.assertions}) {
      for (Expr*& predicate : *list) predicate = expand(predicate, nullptr);
    }
    for (Reference& reference : machine_.references) {
      for (Expr*& argument : reference.arguments) argument = expand(argument, nullptr);
    }
    for (Valuation& valuation : machine_.values) valuation.value = expand(valuation.value, nullptr);
    machine_.initialisation = expand(machine_.initialisation, nullptr);
    for (Operation& operation : machine_.operations) {
      const std::size_t before = shadowed_.size();
      shadow(operation.parameters);
      shadow(operation.results);
      operation.body = expand(operation.body, nullptr);
      shadowed_.resize(before);
    }
    // Those that a tool may ask for by name (GOAL, scope_…) are usable as they stand.
    for (Definition& definition : machine_.definitions) {
      if (definition.parameters.empty() && definition.expr != nullptr)
        special_.emplace_back(&definition, definition.expr);
    }
    for (auto& [definition, expr] : special_) {
      if (definition->name.name == "GOAL" || definition->name.name.starts_with("scope_") ||
          definition->name.name.starts_with("SET_PREF_")) {
        active_.insert(definition->name.name);
        definition->expr = expand(expr, nullptr);
        active_.clear();
      }
    }
  }

 private:
  static constexpr std::size_t max_nodes = 2'000'000;
  static constexpr std::size_t max_uses = 200;

  /// `x, y` and `(x, y)` are couples to the parser.
  static std::vector<const Expr*> names_in(const Expr* expr) {
    if (expr->op == Op::identifier) return {expr};
    std::vector<const Expr*> names;
    for (const Expr* arg : expr->args) {
      const auto inner = names_in(arg);
      names.insert(names.end(), inner.begin(), inner.end());
    }
    return names;
  }

  /// A definition may stand for a list of variables or constants.
  const Definition* list_of_names(const std::string& name) const {
    const Definition* definition = find(name);
    if (definition == nullptr || definition->expr == nullptr || !definition->parameters.empty()) return nullptr;
    const auto plain = [](const auto& self, const Expr* e) -> bool {
      return e->op == Op::identifier || (e->op == Op::maplet && self(self, e->args[0]) && self(self, e->args[1]));
    };
    return plain(plain, definition->expr) ? definition : nullptr;
  }

  void spell_out(std::vector<Identifier>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Definition* definition = list_of_names(list[i].name);
      if (definition == nullptr) continue;
      const SourceRange place = list[i].range;
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      for (const Expr* each : names_in(definition->expr)) {
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(i++), {each->text, place});
      }
      --i;
    }
  }

  /// And `SETS S = D` with a definition for a set of names.
  void spell_out(SetDeclaration& set) {
    if (!set.enumerated || !set.elements.empty()) return;
    const Definition* definition = find(set.definition.name);
    const bool fits = definition != nullptr && definition->expr != nullptr && definition->parameters.empty() &&
                      definition->expr->op == Op::set_extension;
    if (fits) {
      for (const Expr* each : definition->expr->args) {
        if (each->op == Op::identifier) set.elements.push_back({each->text, each->range});
      }
    }
    if (!fits || set.elements.size() != definition->expr->args.size()) {
      diagnostics_.error(set.definition.range,
                         fmt::format("'{}' is not a definition of a set of names", set.definition.name));
    }
  }

  const Definition* find(const std::string& name) const {
    for (const std::string& hidden : shadowed_) {
      if (hidden == name) return nullptr;
    }
    const auto found = definitions_.find(name);
    return found == definitions_.end() ? nullptr : found->second;
  }

  static bool is_bound(const std::string& name, const Bindings* bindings) {
    return bindings != nullptr && bindings->contains(name);
  }

  bool check_size(SourceRange range) {
    if (machine_.ast.size() <= max_nodes) return true;
    if (!too_large_) diagnostics_.error(range, "the definitions expand to a text of more than two million nodes");
    too_large_ = true;
    return false;
  }

  std::size_t shadow(const std::vector<Identifier>& names) {
    const std::size_t before = shadowed_.size();
    for (const Identifier& name : names) {
      if (definitions_.contains(name.name)) shadowed_.push_back(name.name);
    }
    return before;
  }

  /// A definition's parameter may stand for a bound variable: `ALL(x, P) == !x.(P)`.
  static std::vector<Identifier> rename(std::vector<Identifier> names, const Bindings* bindings) {
    if (bindings == nullptr) return names;
    for (Identifier& name : names) {
      const auto bound = bindings->find(name.name);
      if (bound != bindings->end() && bound->second->op == Op::identifier) name.name = bound->second->text;
    }
    return names;
  }

  Expr* copy(const Expr* from, const Bindings* bindings) {
    const bool binds =
        !from->names.empty() && from->op != Op::record && from->op != Op::record_set && from->op != Op::field;
    const std::size_t shadowed = binds ? shadow(from->names) : shadowed_.size();
    std::vector<Expr*> args;
    args.reserve(from->args.size());
    for (const Expr* arg : from->args) args.push_back(expand(arg, bindings));
    shadowed_.resize(shadowed);
    while (from->op == Op::apply && args.size() > 2) {  // f(a, b) is f applied to the couple
      args[1] = machine_.ast.expr(Op::maplet, join(args[1]->range, args[2]->range), {args[1], args[2]});
      args.erase(args.begin() + 2);
    }
    Expr* made = machine_.ast.expr(from->op, place_.value_or(from->range), std::move(args));
    made->names = binds ? rename(from->names, bindings) : from->names;
    made->text = from->text;
    if (from->op == Op::primed && bindings != nullptr) {
      const auto bound = bindings->find(from->text);
      if (bound != bindings->end() && bound->second->op == Op::identifier) made->text = bound->second->text;
    }
    made->number = from->number;
    if (from->op == Op::apply && made->args.size() == 1) {
      diagnostics_.error(from->range, "a function needs an argument");
    }
    if (made->depth > 8000) {
      diagnostics_.error(from->range, "with its definitions expanded this formula is too deep");
      return machine_.ast.expr(Op::btrue, from->range);
    }
    return made;
  }

  /// False, with an error, where the definition is in use already or the number of arguments is wrong.
  bool enter(const Definition& definition, SourceRange use, std::size_t arguments) {
    if (definition.unsupported) {
      diagnostics_.error(use, fmt::format("the external function '{}' is not supported", definition.name.name));
      return false;
    }
    if (arguments != definition.parameters.size()) {
      Diagnostic& error = diagnostics_.error(
          use, fmt::format("the definition '{}' takes {} argument{}, not {}", definition.name.name,
                           definition.parameters.size(), definition.parameters.size() == 1 ? "" : "s", arguments));
      error.notes.push_back({definition.name.range, "defined here"});
      return false;
    }
    if (active_.size() >= max_uses || !active_.insert(definition.name.name).second) {
      Diagnostic& error = diagnostics_.error(
          use, fmt::format("the definition '{}' is used in its own expansion", definition.name.name));
      error.notes.push_back({definition.name.range, "defined here"});
      return false;
    }
    return true;
  }

  static Bindings bind(const Definition& definition, const std::vector<Expr*>& arguments) {
    Bindings bindings;
    for (std::size_t i = 0; i < arguments.size(); ++i) bindings[definition.parameters[i].name] = arguments[i];
    return bindings;
  }

  Expr* expand_use(const Definition& definition, const Expr& use, const std::vector<Expr*>& arguments) {
    if (definition.expr == nullptr) {
      diagnostics_.error(use.range,
                         fmt::format("the definition '{}' is a substitution, not an expression", definition.name.name));
      return machine_.ast.expr(Op::btrue, use.range);
    }
    if (!enter(definition, use.range, arguments.size())) return machine_.ast.expr(Op::btrue, use.range);
    const Bindings bindings = bind(definition, arguments);
    std::vector<std::string> hidden;
    hidden.swap(shadowed_);  // the body belongs to the machine, not to the place of use
    const std::optional<SourceRange> outer = place_;
    if (definition.built_in && !place_) place_ = use.range;
    Expr* made = expand(definition.expr, &bindings);
    place_ = outer;
    hidden.swap(shadowed_);
    active_.erase(definition.name.name);
    return made;
  }

  Stmt* expand_call(const Definition& definition, const Stmt& use, const Bindings* outer) {
    std::vector<Expr*> arguments;
    for (const Expr* argument : use.exprs) arguments.push_back(expand(argument, outer));
    const auto stand_in = [&] { return machine_.ast.stmt(Stmt::Kind::skip, use.range); };
    if (!enter(definition, use.range, arguments.size())) return stand_in();
    const Bindings bindings = bind(definition, arguments);
    std::vector<std::string> hidden;
    hidden.swap(shadowed_);
    Stmt* made = nullptr;
    const std::optional<SourceRange> outer_place = place_;
    if (definition.built_in && !place_) place_ = use.range;
    if (definition.stmt != nullptr) {
      made = expand(definition.stmt, &bindings);
    } else if (definition.expr->op == Op::member && definition.expr->args[0]->op == Op::identifier) {
      made = machine_.ast.stmt(Stmt::Kind::becomes_such, use.range);  // `D == x : (P)` reads as a membership
      made->targets.push_back(expand(definition.expr->args[0], &bindings));
      made->exprs.push_back(expand(definition.expr->args[1], &bindings));
    } else {  // `D == operation(x)` reads as an application
      const Expr* call = definition.expr;
      made = machine_.ast.stmt(Stmt::Kind::call, use.range);
      if (call->op == Op::apply) {
        for (std::size_t i = 1; i < call->args.size(); ++i) made->exprs.push_back(expand(call->args[i], &bindings));
        call = call->args[0];
      }
      if (call->op == Op::identifier) {
        made->callee = {call->text, use.range};
        if (find(call->text) != nullptr) made = expand(static_cast<const Stmt*>(made), nullptr);
      } else {
        diagnostics_.error(use.range, fmt::format("the definition '{}' is not a substitution", definition.name.name));
        made = stand_in();
      }
    }
    place_ = outer_place;
    hidden.swap(shadowed_);
    active_.erase(definition.name.name);
    return made;
  }

  Machine& machine_;
  Diagnostics& diagnostics_;
  std::map<std::string, const Definition*> definitions_;
  std::set<std::string> active_;
  std::vector<std::string> shadowed_;
  std::vector<std::pair<Definition*, const Expr*>> special_;
  std::optional<SourceRange> place_;  // of the use of a built-in definition, for everything in its body
  bool too_large_ = false;
};

}  // namespace

void expand_definitions(Machine& machine, Diagnostics& diagnostics) { Expander(machine, diagnostics).run(); }

Expr* expand_formula(Machine& machine, const Expr* formula, const std::vector<Identifier>& bound,
                     Diagnostics& diagnostics) {
  return Expander(machine, diagnostics).run(formula, bound);
}

}  // namespace quotient::bmethod
