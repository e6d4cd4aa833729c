#include <algorithm>
#include <fmt/format.h>

#include "bmethod/check/formulas.hpp"
#include "bmethod/compile/compiler.hpp"

// A refinement and what it refines as one program: states have the variables of both, an operation has the body of
// each.

namespace quotient::bmethod {
namespace {

/// Takes the preconditions off the body of an operation.
const Stmt* behind_preconditions(const Stmt* body, std::vector<const Expr*>& into) {
  for (; body->kind == Stmt::Kind::block || body->kind == Stmt::Kind::pre; body = body->parts[0]) {
    if (body->kind == Stmt::Kind::pre) flatten_conjunction(body->exprs[0], into);
  }
  return body;
}

}  // namespace

void Compiler::declare_refined() {
  for (Instance* each = model_.main->refines; each != nullptr; each = each->refines) refined_.push_back(each);
  program_.gluing.resize(refined_.size());
  program_.machines.push_back(model_.main->machine->name.name);
  for (const Instance* each : refined_) program_.machines.push_back(each->machine->name.name);
  if (refined_.empty()) {
    builder_.diagnostics.error(
        model_.main->machine->name.range,
        fmt::format("'{}' refines no machine: there is nothing to check it against", model_.main->machine->name.name));
    return;
  }
  if (model_.main->machine->is_event_b) {
    builder_.diagnostics.error(
        model_.main->machine->name.range,
        "refinements of Event-B, whose events have parameters of their own, cannot be checked yet");
    return;
  }
  program_.no_refined_initialisation =
      builder_.site(model_.initialisation_place(),
                    fmt::format("refinement violated: no initial state of '{}' satisfies the gluing invariant",
                                refined_[0]->machine->name.name));
  for (Symbol& symbol : model_.symbols) {
    if (symbol.kind != Symbol::Kind::abstract_variable) continue;
    // What a machine includes is visible to it, and to those that refine it.
    symbol.level = 1;
    for (std::uint32_t level = 1; level <= refined_.size(); ++level) {
      const auto& scope = refined_[level - 1]->scope;
      const bool visible = std::ranges::any_of(scope, [&](const auto& entry) { return entry.second == &symbol; });
      if (visible || symbol.instance == refined_[level - 1]) symbol.level = level;
    }
    builder_.bind(&symbol);
    program_.variables.push_back({fmt::format("{}.{}", refined_[symbol.level - 1]->machine->name.name, symbol.name),
                                  builder_.type_of(symbol.type), symbol.range, symbol.level});
  }
}

std::uint32_t Compiler::level_of(const Instance& instance) const {
  if (!instance.refined) return 0;
  std::uint32_t level = static_cast<std::uint32_t>(refined_.size());
  for (const Identifier& name : instance.machine->variables) level = instance.scope.at(name.name)->level;
  for (std::uint32_t i = 0; i < refined_.size(); ++i) {
    if (refined_[i] == &instance) level = i + 1;
  }
  return level;
}

/// The most abstract of the machines whose variables it names.
std::uint32_t Compiler::level_of(const Expr* predicate) const {
  std::uint32_t level = predicate->symbol != nullptr ? predicate->symbol->level : 0;
  for (const Expr* arg : predicate->args) level = std::max(level, level_of(arg));
  return level;
}

/// What an invariant says of variables that are refined is what relates the two; what it says of its own machine is
/// checked where that is the refinement, and no concern of it elsewhere.
void Compiler::glue(const Instance& instance) {
  const std::uint32_t own = level_of(instance);
  std::vector<const Expr*> conjuncts;
  for (const Expr* predicate : instance.machine->invariant) flatten_conjunction(predicate, conjuncts);
  for (const Expr* conjunct : conjuncts) {
    const std::uint32_t level = level_of(conjunct);
    if (level <= own && own > 0) continue;
    const Node* node = formulas_.predicate(conjunct);
    const std::string what = builder_.written(conjunct->range);
    auto& into = level == 0 ? program_.invariant : program_.gluing[level - 1];
    into.push_back(
        {node, builder_.site(conjunct->range, fmt::format("{} violated: {}{}", level == 0 ? "invariant" : "refinement",
                                                          what, because_of_bounds(conjunct)))});
  }
}

/// A variable of both is the same in both.
void Compiler::glue_common_variables() {
  for (const Symbol& symbol : model_.symbols) {
    if (symbol.level == 0 || symbol.glued == nullptr || symbol.glued->slot < 0) continue;
    const Node* same = builder_.make_node(Op::equal, nullptr, {builder_.read(&symbol), builder_.read(symbol.glued)});
    program_.gluing[symbol.level - 1].push_back(
        {same, builder_.site(symbol.range, fmt::format("refinement violated: '{}' differs from that of '{}'",
                                                       symbol.name, refined_[symbol.level - 1]->machine->name.name))});
  }
}

/// `own` are the preconditions of the refinement. Where it has none, it takes over those of the operation that it
/// refines; parameters of which it says nothing keep what is said of them there.
void Compiler::refined_operation(const OfferedOperation& offered, std::vector<const Expr*>& own,
                                 CompiledOperation& into) {
  const Operation& from = *offered.operation;
  bool took_over = !own.empty();
  for (const Expr* each : own) {
    into.own_preconditions.push_back(
        {formulas_.predicate(each),
         builder_.site(each->range, fmt::format("refinement violated: the precondition '{}' is stronger than that of "
                                                "the operation that is refined",
                                                builder_.written(each->range)))});
  }
  for (const Instance* machine : refined_) {
    RefinedOperation made;
    const std::string name = fmt::format("{}.{}", machine->machine->name.name, offered.name);
    const auto site = [&](const std::string& what) {
      return builder_.site(from.name.range, fmt::format("refinement violated: {} {}", name, what));
    };
    const auto found = machine->operations.find(offered.name);
    if (found == machine->operations.end()) {  // of a machine that both see: what is refined stays as it is
      made.range = from.name.range;
      made.body = substitutions_.add({});
      made.not_glued = site("is not there, and the state no longer satisfies the gluing invariant");
      into.refines.push_back(std::move(made));
      continue;
    }
    const Operation& refined = *found->second->operation;
    made.range = refined.name.range;
    const bool same_symbols = refined.parameter_symbols == from.parameter_symbols;
    const bool same_results = refined.result_symbols == from.result_symbols;
    for (Symbol* symbol : refined.parameter_symbols)
      made.parameters.push_back(same_symbols ? symbol->slot : builder_.bind(symbol));
    for (Symbol* symbol : refined.result_symbols)
      made.results.push_back(same_results ? symbol->slot : builder_.bind(symbol));
    std::vector<const Expr*> demanded;
    const Stmt* body = behind_preconditions(refined.body, demanded);
    for (const Expr* each : demanded) {
      made.preconditions.push_back(
          {formulas_.predicate(each),
           builder_.site(from.name.range, fmt::format("refinement violated: the precondition '{}' of {} does not hold",
                                                      builder_.written(each->range), name))});
    }
    if (same_symbols && !demanded.empty()) {
      if (into.demanded == nullptr && !own.empty() && took_over && into.refines.empty())
        into.demanded = formulas_.plan(from.parameter_symbols, demanded);
      if (!took_over) {
        own = demanded;
        took_over = true;
      } else {
        for (Symbol* parameter : from.parameter_symbols) {
          const std::span<Symbol* const> one(&parameter, 1);
          const auto names = [&](const Expr* each) { return !occurring(each, one).empty(); };
          if (std::ranges::none_of(own, names)) std::ranges::copy_if(demanded, std::back_inserter(own), names);
        }
      }
    }
    made.body = substitutions_.body(*found->second->instance, refined, body);
    made.impossible = site("is not possible here");
    made.other_results = site("has no such result here");
    made.not_glued = site("leads to no state that satisfies the gluing invariant");
    into.refines.push_back(std::move(made));
  }
}

}  // namespace quotient::bmethod
