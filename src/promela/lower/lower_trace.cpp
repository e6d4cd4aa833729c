#include "promela/lower/lower.hpp"
#include "promela/syntax/visit.hpp"

/// Trace assertions: a send or receive in their text is a pattern that an event matches or not.
namespace quotient::promela {

bool Lowering::is_trace() const {
  const ProctypeKind kind = module_.proctypes[process_type_]->kind;
  return kind == ProctypeKind::trace || kind == ProctypeKind::notrace;
}

void Lowering::event(const Element& e) {
  const bool received = e.kind == ElementKind::receive;
  if (!received && e.kind != ElementKind::send) {
    code_.emit(Op::block);
    return;
  }
  const Statement& s = *e.statement;
  variable(s.target);
  code_.emit(Op::event_channel, 0, received ? 1 : 0);
  code_.emit(Op::block_zero);
  std::int32_t index = 0;
  for (const Expression& x : s.expressions) {
    if (x.kind == ExpressionKind::constant || x.kind == ExpressionKind::eval) {
      code_.emit(Op::event_field, index);
      expression(x);
      code_.emit(Op::equal);
      code_.emit(Op::block_zero);
    }
    ++index;
  }
  code_.emit(Op::reached, static_cast<std::int32_t>(statement_index(e)));
}

CodeIndex Lowering::event_scope(const Block& trace) {
  const CodeIndex start = code_.here();
  code_.emit(Op::push, 0);
  visit_statements(trace, [this](const Statement& s) {
    if (s.kind != StatementKind::send && s.kind != StatementKind::receive) return;
    variable(s.target);
    code_.emit(Op::event_channel, 0, s.kind == StatementKind::receive ? 1 : 0);
    code_.emit(Op::bit_or);
  });
  code_.emit(Op::done);
  return start;
}

}  // namespace quotient::promela
