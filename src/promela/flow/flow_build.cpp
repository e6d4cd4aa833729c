#include "base/ensure.hpp"
#include "base/stop_signal.hpp"
#include "promela/flow/flow_builder.hpp"

namespace quotient::promela {

Expression constant(std::int64_t value, SourceRange range) {
  Expression e;
  e.kind = ExpressionKind::constant;
  e.value = value;
  e.range = range;
  return e;
}

void FlowBuilder::build() {
  const Proctype& p = *flow_.proctype;
  flow_.body = open();
  initialisers_run_at_start_ = true;
  scopes_.push_back("_");
  add_block(p.body);
  Node end;
  end.kind = ElementKind::end;
  end.range = p.closing;
  place(end);
  close();
  resolve_jumps();
  tie_loose_ends();
}

Sequence* FlowBuilder::open() {
  flow_.sequences.emplace_back();
  open_.push_back(&flow_.sequences.back());
  initialisers_run_at_start_ = false;
  return open_.back();
}

Sequence* FlowBuilder::close() {
  Sequence* s = open_.back();
  open_.pop_back();
  s->extent = s->last;
  return s;
}

Element* FlowBuilder::new_element(ElementKind kind, SourceRange range) {
  flow_.elements.emplace_back();
  Element& e = flow_.elements.back();
  e.kind = kind;
  e.range = range;
  e.number = flow_.location_count++;
  return &e;
}

const Statement* FlowBuilder::keep(Statement s) {
  flow_.statements.push_back(std::move(s));
  return &flow_.statements.back();
}

const Statement* FlowBuilder::make_skip(SourceRange range) {
  Statement s;
  s.kind = StatementKind::expression;
  s.range = range;
  s.expressions = {constant(1, range)};
  return keep(std::move(s));
}

void FlowBuilder::add_assignment(const Reference& target, Expression value, SourceRange range) {
  Statement s;
  s.kind = StatementKind::assign;
  s.range = range;
  s.target = target;
  s.expressions = {std::move(value)};
  place(plain(ElementKind::assign, keep(std::move(s))));
}

void FlowBuilder::add_condition(Expression condition, SourceRange range) {
  Statement s;
  s.kind = StatementKind::expression;
  s.range = range;
  s.expressions = {std::move(condition)};
  place(plain(ElementKind::condition, keep(std::move(s))));
}

Node FlowBuilder::plain(ElementKind kind, const Statement* statement) {
  Node n;
  n.kind = kind;
  n.statement = statement;
  n.range = statement->range;
  return n;
}

Reference FlowBuilder::reference_to(const Variable& v) {
  Reference r;
  r.parts.push_back({v.name, {}, 0});
  r.range = v.name.range;
  r.variable = &v;
  return r;
}

void FlowBuilder::add_block(const Block& block) {
  for (const Statement& s : block) {
    if (s.kind == StatementKind::declaration) {
      for (const Variable* v : s.declared) add_declaration(*v, s.range);
    } else if (s.kind != StatementKind::exclusive) {
      place(prepare(s));
      initialisers_run_at_start_ = false;
    }
  }
}

void FlowBuilder::add_declaration(const Variable& v, SourceRange range) {
  if (initialisers_run_at_start_) {
    flow_.initialised_at_start.push_back(&v);
    return;
  }
  if (v.type.base == BaseType::structure) {
    Statement s;
    s.kind = StatementKind::assign;
    s.range = range;
    Node n = plain(ElementKind::assign, keep(std::move(s)));
    n.no_effect = true;
    place(n);
    return;
  }
  Reference target = reference_to(v);
  if (v.is_array) target.parts[0].index = {constant(0, range)};  // SPIN clears the first element only
  add_assignment(target, v.initialiser ? *v.initialiser : constant(0, range), range);
}

Sequence* FlowBuilder::build_sequence(const Block& block) {
  open();
  add_block(block);
  return close();
}

Sequence* FlowBuilder::build_scoped(const Block& block) {
  enter_scope();
  Sequence* s = build_sequence(block);
  scopes_.pop_back();
  return s;
}

Node FlowBuilder::prepare(const Statement& s) {
  poll_stop();
  Node n = prepare_unlabelled(s);
  for (const Name& label : s.labels) n.labels.push_back(label.text);
  return n;
}

Node FlowBuilder::prepare_unlabelled(const Statement& s) {
  switch (s.kind) {
    case StatementKind::expression:
      return plain(ElementKind::condition, &s);
    case StatementKind::assign:
      return plain(ElementKind::assign, &s);
    case StatementKind::send:
      return plain(ElementKind::send, &s);
    case StatementKind::receive:
      return plain(ElementKind::receive, &s);
    case StatementKind::assertion:
      return plain(ElementKind::assertion, &s);
    case StatementKind::printf:
    case StatementKind::printm:
      return plain(ElementKind::print, &s);
    case StatementKind::set_priority:
      return plain(ElementKind::set_priority, &s);
    case StatementKind::else_:
      return plain(ElementKind::otherwise, &s);
    case StatementKind::goto_: {
      Node n = plain(ElementKind::jump, &s);
      n.goto_label = &s.label;
      return n;
    }
    case StatementKind::break_: {
      Node n = plain(ElementKind::jump, &s);
      ensure(!breaks_.empty(), "a break outside a loop reached the control flow");
      n.break_target = breaks_.back();
      return n;
    }
    case StatementKind::if_:
      return prepare_options(s, ElementKind::selection);
    case StatementKind::do_:
      return prepare_options(s, ElementKind::repetition);
    case StatementKind::for_range:
    case StatementKind::for_in:
      return prepare_for(s);
    case StatementKind::select:
      return prepare_select(s);
    case StatementKind::atomic:
    case StatementKind::d_step:
    case StatementKind::block: {
      Node n = plain(s.kind == StatementKind::atomic   ? ElementKind::atomic
                     : s.kind == StatementKind::d_step ? ElementKind::d_step
                                                       : ElementKind::block,
                     &s);
      if (n.kind == ElementKind::d_step) ++d_steps_;
      n.body = build_scoped(s.blocks[0]);
      if (n.kind == ElementKind::d_step) --d_steps_;
      if (n.kind != ElementKind::block) make_atomic(n.body, n.kind == ElementKind::d_step);
      return n;
    }
    case StatementKind::unless:
      return prepare_unless(s);
    case StatementKind::declaration:
    case StatementKind::exclusive:
    case StatementKind::c_code:
      break;
  }
  report_bug("a statement that the checker refuses reached the control flow");
}

Node FlowBuilder::prepare_options(const Statement& s, ElementKind kind) {
  Node n = plain(kind, &s);
  if (kind == ElementKind::repetition) {
    n.break_label = break_count_++;
    breaks_.push_back(n.break_label);
  }
  for (const Block& option : s.blocks) n.options.push_back(build_sequence(option));
  if (flow_.proctype->kind != ProctypeKind::never) {
    for (Sequence* option : n.options) drop_repeated_skips(option);
  }
  return n;
}

void FlowBuilder::drop_repeated_skips(Sequence* s) {
  int skips = 0;
  Element* before = nullptr;
  for (Element* e = s->first; e != nullptr; before = e, e = e->next) {
    if (!is_skip(*e) || e->labelled) {
      skips = 0;
      continue;
    }
    if (++skips > 1 && e->kind != ElementKind::print && e != s->first && e != s->last && e != s->extent) {
      before->next = e->next;
      e = before;
    }
  }
}

bool FlowBuilder::is_skip(const Element& e) {
  if (e.kind == ElementKind::print) return true;
  return e.kind == ElementKind::condition && e.statement->expressions[0].kind == ExpressionKind::constant &&
         e.statement->expressions[0].value == 1;
}

Node FlowBuilder::prepare_unless(const Statement& s) {
  const Statement& normal = s.blocks[0].at(0);
  const Statement& escape = s.blocks[1].at(0);
  Node main = prepare(normal);
  // The break of a loop does not reach into its own escape.
  const bool hide_break = main.kind == ElementKind::repetition;
  if (hide_break) breaks_.pop_back();
  Node way_out = prepare(escape);
  if (hide_break) breaks_.push_back(main.break_label);

  Sequence* escape_sequence = nullptr;
  if (way_out.kind == ElementKind::block && way_out.labels.empty()) {
    escape_sequence = way_out.body;
  } else {
    open();
    place(way_out);
    escape_sequence = close();
  }
  Node unless = plain(ElementKind::unless, &s);
  const bool has_body = main.body != nullptr;
  if (main.kind == ElementKind::block && main.labels.empty()) {
    unless.options = {main.body, escape_sequence};
  } else if (!main.labels.empty() && has_body) {
    // A label before the unless stays outside of it.
    unless.options = {main.body, escape_sequence};
    open();
    place(unless);
    Node wrapper = plain(main.kind, main.statement);
    wrapper.body = close();
    wrapper.labels = main.labels;
    return wrapper;
  } else {
    open();
    place(main);
    unless.options = {close(), escape_sequence};
  }
  return unless;
}

std::unique_ptr<Flow> build_flow(const Proctype& proctype, bool choices_at_once) {
  auto flow = std::make_unique<Flow>();
  flow->proctype = &proctype;
  FlowBuilder(*flow, choices_at_once).build();
  return flow;
}

}  // namespace quotient::promela
