#include "promela/check/received_pid.hpp"

#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

bool is_pid(const Expression& x) {
  return x.kind == ExpressionKind::variable && x.reference.variable != nullptr &&
         x.reference.variable->predefined == Predefined::pid;
}

/// The first receive into _pid, or null.
const Expression* received_pid(const Proctype& proctype) {
  const Expression* found = nullptr;
  visit_statements(proctype.body, [&](const Statement& statement) {
    if (statement.kind != StatementKind::receive) return;
    for (const Expression& x : statement.expressions) {
      if (found == nullptr && is_pid(x)) found = &x;
    }
  });
  return found;
}

}  // namespace

void make_pids_variable(Module& module, Diagnostics& diagnostics) {
  for (const auto& proctype : module.proctypes) {
    const Expression* received = received_pid(*proctype);
    if (received == nullptr) continue;
    diagnostics.warning(received->range, "the process goes on with what is received as its _pid; eval(_pid) compares");
    auto local = std::make_unique<Variable>();
    local->name = {"_pid", received->range};
    local->type.base = BaseType::pid;
    local->owner = proctype.get();
    local->kept = true;  // SPIN never takes it for dead
    local->initialiser = *received;
    Statement declaration;
    declaration.kind = StatementKind::declaration;
    declaration.range = received->range;
    declaration.declared = {local.get()};
    const auto use_local = [&](Expression& x) {
      if (is_pid(x)) x.reference.variable = local.get();
    };
    visit_statements(proctype->body, [&](Statement& statement) { visit_expressions_of(statement, use_local); });
    proctype->body.insert(proctype->body.begin(), std::move(declaration));
    module.variables.push_back(std::move(local));
  }
}

}  // namespace quotient::promela
