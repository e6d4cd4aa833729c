#include <fmt/format.h>

#include "promela/check/check.hpp"
#include "promela/check/message_fields.hpp"
#include "promela/syntax/type_text.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

class DeclarationChecker {
 public:
  DeclarationChecker(const Module& module, Diagnostics& diagnostics) : module_(module), diagnostics_(diagnostics) {}

  void run() {
    for (const auto& structure : module_.structures) {
      for (const auto& field : structure->fields) {
        check_variable(*field);
        if (field->hidden) error(field->name.range, "a field cannot be hidden");
      }
    }
    for (const auto& variable : module_.variables) {
      if (variable->predefined != Predefined::no) continue;
      check_variable(*variable);
      if (variable->hidden) check_hidden(*variable);
    }
    for (const auto& proctype : module_.proctypes) {
      for (const Variable* parameter : proctype->parameters) check_parameter(*parameter);
      if (proctype->is_active && !proctype->parameters.empty()) {
        diagnostics_.caution(proctype->parameters.front()->name.range,
                             "the parameters of an active proctype have no values: they are initially 0");
      }
      check_body(proctype->body, true);
    }
  }

 private:
  Diagnostic& error(SourceRange range, std::string message) { return diagnostics_.error(range, std::move(message)); }

  void check_variable(const Variable& variable) {
    if (!variable.channel) return;
    if (variable.type.base != BaseType::channel) {
      error(variable.channel->range,
            fmt::format("'{}' is of type {} and cannot be a channel", variable.name.text, type_text(variable.type)));
    }
    if (!flat_fields(variable.channel->fields)) {
      error(variable.channel->range,
            fmt::format("a message cannot hold an array of structures, or more than {} values", most_message_fields));
    }
  }

  void check_hidden(const Variable& variable) {
    const BaseType base = variable.type.base;
    if (base == BaseType::bit || base == BaseType::boolean) {
      error(variable.name.range, "a bit or bool cannot be hidden; make it a byte");
    } else if (base == BaseType::channel) {
      error(variable.name.range, "a channel cannot be hidden");
    } else if (variable.owner != nullptr) {
      error(variable.name.range, "only a global variable can be hidden");
    }
  }

  void check_parameter(const Variable& parameter) {
    if (parameter.is_array) {
      error(parameter.name.range, "a parameter cannot be an array");
    } else if (!flat_fields(parameter.type)) {
      error(parameter.name.range, fmt::format("'{}' is too large for a parameter, or holds an array of structures",
                                              type_text(parameter.type)));
    } else if (parameter.type.structure != nullptr && holds_array(*parameter.type.structure)) {
      error(parameter.name.range,
            fmt::format("a parameter cannot hold an array, as '{}' does", type_text(parameter.type)));
    }
  }

  /// What a channel or a list of elements makes is made once, when the process starts; so it must be declared there.
  void check_body(const Block& block, bool at_start) {
    for (const Statement& statement : block) {
      if (statement.kind == StatementKind::exclusive) continue;
      if (statement.kind != StatementKind::declaration) at_start = false;
      for (const Variable* variable : statement.declared) {
        if (at_start) continue;
        if (variable->channel) {
          error(variable->name.range, "a channel can only be made at the start of a proctype, before its statements");
        } else if (!variable->array_initialiser.empty()) {
          error(variable->name.range, "a list of elements can only be given at the start of a proctype");
        }
      }
      for (const Block& inner : statement.blocks) check_body(inner, false);
    }
  }

  const Module& module_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_declarations(const Module& module, Diagnostics& diagnostics) {
  DeclarationChecker(module, diagnostics).run();
}

void check(Module& module, Diagnostics& diagnostics) {
  check_declarations(module, diagnostics);
  check_types(module, diagnostics);
  check_hidden(module, diagnostics);
  check_flow(module, diagnostics);
}

}  // namespace quotient::promela
