#include "promela/check/check_expression.hpp"
#include "promela/check/check_iteration.hpp"
#include "promela/flow/flow_builder.hpp"

namespace quotient::promela {

namespace {

constexpr std::int64_t widest_range = 32;  // of a select that becomes an option for each value

Expression read(const Reference& reference) {
  Expression e;
  e.kind = ExpressionKind::variable;
  e.reference = reference;
  e.range = reference.range;
  return e;
}

Expression binary(Operator op, Expression left, Expression right) {
  Expression e;
  e.kind = ExpressionKind::binary;
  e.op = op;
  e.range = left.range;
  e.operands = {std::move(left), std::move(right)};
  return e;
}

/// Whether SPIN's lexer spells this `select` out by itself: a plain name and plain numbers, outside of inlines.
bool is_spelled_out(const Statement& s) {
  const std::string& name = s.target.parts[0].name.text;
  const auto plain_number = [](const Expression& x) {
    return x.kind == ExpressionKind::constant && x.value >= 0 && x.name.text.empty() && !x.parenthesised;
  };
  return s.inline_call == 0 && s.target.parts.size() == 1 && s.target.parts[0].index.empty() &&
         name.find('_') == std::string::npos && plain_number(s.expressions[0]) && plain_number(s.expressions[1]) &&
         s.expressions[0].value <= s.expressions[1].value;
}

}  // namespace

bool is_choice_of_numbers(const Statement& select) {
  return is_spelled_out(select) && select.expressions[1].value - select.expressions[0].value <= widest_range;
}

Node FlowBuilder::prepare_for(const Statement& s) {
  breaks_.push_back(break_count_++);
  Reference counter = s.target;
  const Variable* collection = s.kind == StatementKind::for_in ? s.collection.variable : nullptr;
  if (collection != nullptr && goes_through_messages(s)) {
    counter = reference_to(make_counter(*collection, s.range));
    add_assignment(counter, constant(0, s.range), s.range);
    open();
    Expression length;
    length.kind = ExpressionKind::length;
    length.reference = s.collection;
    length.range = s.collection.range;
    add_condition(binary(Operator::less, read(counter), std::move(length)), s.range);
    rotate(s);
  } else {
    const bool range = s.kind == StatementKind::for_range;
    Expression from = range ? s.expressions[0] : constant(0, s.range);
    Expression to = range ? s.expressions[1] : constant(static_cast<std::int64_t>(collection->length) - 1, s.range);
    add_assignment(counter, std::move(from), s.range);
    open();
    add_condition(binary(Operator::less_equal, read(counter), std::move(to)), s.range);
  }
  enter_scope();
  add_block(s.blocks[0]);
  scopes_.pop_back();
  return finish_loop(counter, s, true);
}

/// Whether the counting of a `select` cannot be observed: its variable is a local that no one else reads, and its range
/// a constant. In a d_step the loop that SPIN makes of it does not choose: it runs to its end.
bool FlowBuilder::is_chosen_at_once(const Statement& s) const {
  if (!choices_at_once_ || d_steps_ > 0 || s.target.parts.size() != 1 || !s.target.parts[0].index.empty()) return false;
  const Variable* v = s.target.variable;
  if (v == nullptr || v->owner == nullptr || v->is_array) return false;
  const BaseType base = v->type.base;
  const bool is_wide =
      base == BaseType::byte || base == BaseType::pid || base == BaseType::short_integer || base == BaseType::integer;
  if (!is_wide) return false;
  const std::optional<std::int64_t> from = constant_value(s.expressions[0]), to = constant_value(s.expressions[1]);
  return from && to && *from >= 0 && *from <= *to && *to <= 255 && *to - *from <= widest_range;
}

Node FlowBuilder::prepare_select(const Statement& s) {
  if (is_choice_of_numbers(s)) return prepare_choice(s, s.expressions[0].value, s.expressions[1].value);
  if (is_chosen_at_once(s)) {
    flow_.chooses_at_once = true;
    return prepare_choice(s, *constant_value(s.expressions[0]), *constant_value(s.expressions[1]));
  }
  if (is_spelled_out(s)) return prepare_counted_choice(s);
  add_assignment(s.target, s.expressions[0], s.range);
  open();
  add_condition(binary(Operator::less, read(s.target), s.expressions[1]), s.range);
  breaks_.push_back(break_count_++);
  return finish_loop(s.target, s, false);
}

Node FlowBuilder::prepare_choice(const Statement& s, std::int64_t from, std::int64_t to) {
  Node n = plain(ElementKind::selection, &s);
  for (std::int64_t value = from; value <= to; ++value) {
    open();
    add_assignment(s.target, constant(value, s.range), s.range);
    n.options.push_back(close());
  }
  return n;
}

Node FlowBuilder::prepare_counted_choice(const Statement& s) {
  add_assignment(s.target, s.expressions[0], s.range);
  Node loop = plain(ElementKind::repetition, &s);
  loop.break_label = break_count_++;
  breaks_.push_back(loop.break_label);
  open();
  add_condition(binary(Operator::less, read(s.target), s.expressions[1]), s.range);
  add_assignment(s.target, binary(Operator::add, read(s.target), constant(1, s.range)), s.range);
  loop.options.push_back(close());
  open();
  add_break(s);
  loop.options.push_back(close());
  return loop;
}

void FlowBuilder::add_break(const Statement& s) {
  Statement leave;
  leave.kind = StatementKind::break_;
  leave.range = s.range;
  Node jump = plain(ElementKind::jump, keep(std::move(leave)));
  jump.break_target = breaks_.back();
  place(jump);
}

const Variable& FlowBuilder::make_counter(const Variable& channel, SourceRange range) {
  Variable v;
  v.name = {"_for_" + std::to_string(flow_.variables.size()), range};
  v.type.base = channel.channel && channel.channel->capacity > 255 ? BaseType::short_integer : BaseType::byte;
  v.owner = flow_.proctype;
  flow_.variables.push_back(std::move(v));
  return flow_.variables.back();
}

void FlowBuilder::rotate(const Statement& s) {
  Statement take;
  take.kind = StatementKind::receive;
  take.range = s.range;
  take.target = s.collection;
  take.expressions = {read(s.target)};
  Statement put = take;
  put.kind = StatementKind::send;
  place(plain(ElementKind::receive, keep(std::move(take))));
  place(plain(ElementKind::send, keep(std::move(put))));
}

Node FlowBuilder::finish_loop(const Reference& counter, const Statement& s, bool leave_only_at_end) {
  add_assignment(counter, binary(Operator::add, read(counter), constant(1, s.range)), s.range);
  Sequence* body = close();
  open();
  if (leave_only_at_end) {
    Statement otherwise;
    otherwise.kind = StatementKind::else_;
    otherwise.range = s.range;
    place(plain(ElementKind::otherwise, keep(std::move(otherwise))));
  }
  add_break(s);
  Sequence* way_out = close();
  Node loop = plain(ElementKind::repetition, &s);
  loop.options = {way_out, body};
  loop.break_label = breaks_.back();
  return loop;
}

}  // namespace quotient::promela
