#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/stop_signal.hpp"
#include "bmethod/evaluate/program.hpp"
#include "bmethod/project/model.hpp"

namespace quotient::bmethod {

/// How values of a type that was inferred are represented.
const Type* type_of(Types& types, const TypeTable& table, TypeRef type);

/// The program that is being made, and the model it is made of: what all parts of the compiler share. Knows slots,
/// sites and nodes, but no formulas.
class ProgramBuilder {
 public:
  ProgramBuilder(const SourceMap& sources, Model& of, Types& representations, Program& into, Diagnostics& messages)
      : model(of), types(representations), program(into), diagnostics(messages), sources_(sources) {
    program.types = &types;
  }

  /// Constants that are not known when the signal is raised stay formulas. Null: there is no hurry.
  void heed(const StopSignal* signal) { stop_ = signal; }

  const Type* type_of(TypeRef type) { return bmethod::type_of(types, model.types, type); }
  std::int32_t new_slot(const Type* type) {
    program.slots.push_back(type);
    return static_cast<std::int32_t>(program.slots.size() - 1);
  }
  std::int32_t bind(Symbol* symbol);

  // messages
  std::uint32_t site(SourceRange range, std::string message);
  std::string written(SourceRange range) const;
  /// Something that is not checked at all.
  void leave_out(SourceRange range, std::string message) {
    model.cuts.push_back({range, message});
    diagnostics.warning(range, std::move(message));
  }
  /// Values that are not tried; whether that ever matters is known once the machine has run. The site to name then.
  std::uint32_t cut_short(SourceRange range, std::string message) {
    diagnostics.warning(range, message);
    return site(range, std::move(message));
  }

  // nodes
  Node make(Op op, const Type* type) const;
  const Node* finish(Node node);  // folds what is constant
  const Node* make_node(Op op, const Type* type, std::vector<const Node*> args);
  const Node* read(const Symbol* symbol);
  /// The value of a local, or something undefined as long as it has none: ProB reports that, too.
  const Node* where_it_has_a_value(const Symbol& symbol, const Node* value, SourceRange range);
  const Node* couple(std::span<Symbol* const> symbols);
  const Pattern* pattern(std::span<Symbol* const> symbols);
  const Pattern* add(Pattern pattern) {
    program.patterns.push_back(pattern);
    return &program.patterns.back();
  }
  const Step* add(Step step) {
    program.last_resorts.push_back(std::move(step));
    return &program.last_resorts.back();
  }
  /// Holds where the slot is TRUE, or else where the predicate does.
  const Node* is_true_or(std::int32_t slot, const Node* predicate);
  /// The set of all values of a type. Where there is no end of them: null, or those with integers from MININT to
  /// MAXINT.
  const Node* whole(const Type* type, bool cut = false);

  /// What rewrites of formulas are made of.
  Ast& ast() { return model.main->machine->ast; }

  Model& model;
  Types& types;
  Program& program;
  Diagnostics& diagnostics;

 private:
  const SourceMap& sources_;
  const StopSignal* stop_ = nullptr;
};

}  // namespace quotient::bmethod
