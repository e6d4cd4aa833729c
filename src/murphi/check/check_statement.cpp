#include <fmt/format.h>

#include "base/stop_signal.hpp"
#include "murphi/check/checker.hpp"

namespace quotient::murphi {

void Checker::statements(std::vector<Statement>& all) {
  for (Statement& s : all) {
    poll_stop();
    statement(s);
  }
}

void Checker::statement(Statement& s) {
  switch (s.kind) {
    case StatementKind::assign:
      assign(s);
      break;
    case StatementKind::branch:
      for (Branch& b : s.branches) {
        for (Expression& c : b.conditions) condition(c);
        statements(b.body);
      }
      break;
    case StatementKind::selection:
      selection(s);
      break;
    case StatementKind::loop:
      open();
      quantify(*s.quantifier);
      statements(s.body);
      close();
      break;
    case StatementKind::repeat:
      condition(s.operands[0]);
      statements(s.body);
      break;
    case StatementKind::alias:
      alias(s);
      break;
    case StatementKind::clear:
    case StatementKind::undefine:
      if (expression(s.operands[0]) != nullptr) may_change(s.operands[0]);
      break;
    case StatementKind::claim:
      condition(s.operands[0]);
      break;
    case StatementKind::put:
      for (Expression& x : s.operands) expression(x);
      break;
    case StatementKind::give:
      give(s);
      break;
    case StatementKind::call:
      s.operands[0].type = call(s.operands[0], true);
      break;
    case StatementKind::error:
      break;
  }
}

void Checker::assign(Statement& s) {
  const Type *target = expression(s.operands[0]), *value = expression(s.operands[1]);
  if (target == nullptr || value == nullptr || !may_change(s.operands[0])) return;
  if (!fits(value, target)) {
    error(s.operands[1].range,
          fmt::format("a value of {} is expected here, this is of {}", name_of(*target), name_of(*value)));
  } else if (!target->is_simple() && !is_place(s.operands[1]) && s.operands[1].kind != ExpressionKind::call) {
    error(s.operands[1].range, "only a variable is assigned as a whole");
  }
}

void Checker::selection(Statement& s) {
  const Type* of = expression(s.operands[0]);
  if (of != nullptr && !of->is_simple()) error(s.operands[0].range, "a simple value is expected here");
  for (Branch& b : s.branches) {
    for (Expression& value : b.conditions) {
      const Type* t = expression(value);
      if (of != nullptr && t != nullptr && !agree(t, of)) {
        error(value.range, fmt::format("a value of {} is expected here, this is of {}", name_of(*of), name_of(*t)));
      }
    }
    statements(b.body);
  }
}

void Checker::give(Statement& s) {
  const Type* value = s.operands.empty() ? nullptr : expression(s.operands[0]);
  if (routine_ == nullptr || routine_->result == nullptr) {
    if (!s.operands.empty()) error(s.range, "only a function returns a value");
    return;
  }
  if (s.operands.empty()) {
    error(s.range, fmt::format("'{}' returns a value", routine_->name.text));
  } else if (value != nullptr && routine_->result_type != nullptr && !fits(value, routine_->result_type)) {
    error(s.operands[0].range, fmt::format("a value of {} is expected here, this is of {}",
                                           name_of(*routine_->result_type), name_of(*value)));
  } else if (value != nullptr && !value->is_simple() && !is_place(s.operands[0])) {
    error(s.operands[0].range, "only a variable is returned as a whole");
  }
}

void Checker::alias(Statement& s) {
  const std::size_t outside = scopes_.size();
  for (AliasNode& a : s.aliases) {
    open();
    bind_alias(a);
  }
  statements(s.body);
  scopes_.resize(outside);
}

void Checker::bind_alias(AliasNode& a) {
  if (a.symbol != nullptr) {
    scopes_.back()[a.name.text] = a.symbol;
    return;
  }
  const Type* t = expression(a.value);
  Symbol& s = declare(a.name, Symbol::Kind::alias, NameKind::variable);
  s.type = t;
  s.alias = &a.value;
  a.symbol = &s;
}

}  // namespace quotient::murphi
