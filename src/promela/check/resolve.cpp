#include "promela/check/resolve.hpp"

#include <fmt/format.h>

#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

class Resolver {
 public:
  Resolver(Module& module, Diagnostics& diagnostics) : module_(module), diagnostics_(diagnostics) {}

  void run() {
    visit_expressions(module_, [&](Expression& expression) {
      switch (expression.kind) {
        case ExpressionKind::run:
          resolve_run(expression);
          break;
        case ExpressionKind::remote_variable:
          resolve_variable(expression);
          break;
        case ExpressionKind::remote_label:
          resolve_label(expression);
          break;
        default:
          break;
      }
    });
  }

 private:
  void resolve_run(Expression& expression) {
    if (expression.proctype != nullptr) return;
    std::vector<std::string> names;
    for (const auto& proctype : module_.proctypes) {
      if (proctype->kind != ProctypeKind::proctype) continue;
      if (proctype->name.text == expression.name.text) {
        expression.proctype = proctype.get();
        return;
      }
      names.push_back(proctype->name.text);
    }
    if (module_.has_gaps) return;
    diagnostics_.error(expression.name.range, fmt::format("unknown proctype '{}'", expression.name.text)).suggestion =
        nearest_name(expression.name.text, names);
  }

  /// SPIN finds parameters and the outermost locals, not those of inner blocks.
  void resolve_variable(Expression& expression) {
    if (expression.proctype == nullptr) return;
    const Name& name = expression.reference.parts[0].name;
    std::vector<std::string> names;
    for (const auto& variable : module_.variables) {
      const bool is_its_pid = variable->predefined == Predefined::pid;
      if ((variable->owner != expression.proctype || !variable->scope.empty()) && !is_its_pid) continue;
      if (variable->name.text == name.text) {
        expression.reference.variable = variable.get();
        return;
      }
      names.push_back(variable->name.text);
    }
    if (module_.has_gaps) return;
    diagnostics_
        .error(name.range, fmt::format("proctype '{}' has no local variable '{}'", expression.name.text, name.text))
        .suggestion = nearest_name(name.text, names);
  }

  /// The first one in the text, as SPIN.
  void resolve_label(Expression& expression) {
    if (expression.proctype == nullptr) return;
    std::vector<std::string> names;
    visit_statements(expression.proctype->body, [&](const Statement& statement) {
      for (std::size_t i = 0; i < statement.labels.size(); ++i) {
        names.push_back(statement.labels[i].text);
        if (expression.label_number == 0 && names.back() == expression.label.text) {
          expression.label_number = statement.label_numbers[i];
        }
      }
    });
    if (expression.label_number != 0 || module_.has_gaps) return;
    diagnostics_
        .error(expression.label.range,
               fmt::format("proctype '{}' has no label '{}'", expression.name.text, expression.label.text))
        .suggestion = nearest_name(expression.label.text, names);
  }

  Module& module_;
  Diagnostics& diagnostics_;
};

}  // namespace

void resolve_remote(Module& module, Diagnostics& diagnostics) { Resolver(module, diagnostics).run(); }

}  // namespace quotient::promela
