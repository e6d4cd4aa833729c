#include "promela/lower/module_uses.hpp"

#include "promela/syntax/visit.hpp"

namespace quotient::promela {

ModuleUses find_uses(const Module& module) {
  ModuleUses uses;
  visit_expressions(module, [&uses](const Expression& x) {
    switch (x.kind) {
      case ExpressionKind::variable:
        uses.last |= x.reference.variable->predefined == Predefined::last;
        uses.priorities |= x.reference.variable->predefined == Predefined::priority;
        break;
      case ExpressionKind::timeout:
        uses.timeout = true;
        break;
      case ExpressionKind::get_priority:
        uses.priorities = true;
        break;
      case ExpressionKind::run:
        uses.priorities |= x.value > 0;
        break;
      case ExpressionKind::remote_variable:
        uses.remote_variables = true;
        uses.observed.insert(x.reference.variable);
        break;
      case ExpressionKind::enabled:
      case ExpressionKind::pc_value:
        uses.locations = true;
        break;
      default:
        break;
    }
  });
  const auto channels = [&uses](const Variable& v) { uses.rendezvous |= v.channel && v.channel->capacity == 0; };
  for (const auto& v : module.variables) channels(*v);
  for (const auto& s : module.structures) {
    for (const auto& f : s->fields) channels(*f);
  }
  for (const auto& p : module.proctypes) {
    uses.priorities |= p->priority != 1;
    uses.provided |= p->provided.has_value();
    visit_statements(p->body, [&uses](const Statement& s) {
      uses.priorities |=
          s.kind == StatementKind::set_priority || (s.kind == StatementKind::assign && s.target.variable != nullptr &&
                                                    s.target.variable->predefined == Predefined::priority);
    });
  }
  return uses;
}

}  // namespace quotient::promela
