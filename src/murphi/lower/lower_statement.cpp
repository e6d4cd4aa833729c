#include <algorithm>
#include <fmt/format.h>

#include "base/stop_signal.hpp"
#include "murphi/lower/lowering.hpp"

namespace quotient::murphi {

namespace {

/// Loops of up to so many rounds are written out: then it is known which elements they look at.
constexpr std::size_t most_rounds = 64;

}  // namespace

void Lowering::statements(const std::vector<Statement>& all, const Environment& env) {
  for (const Statement& s : all) {
    poll_stop();
    if (refused_) return;
    if (here() > 100'000'000) return refuse(s.range, "with all loops and calls written out the rules are too large");
    statement(s, env);
  }
}

void Lowering::statement(const Statement& s, const Environment& env) {
  switch (s.kind) {
    case StatementKind::assign:
      return assign(s, env);
    case StatementKind::branch:
      return branch(s, env);
    case StatementKind::selection:
      return selection(s, env);
    case StatementKind::loop:
      return loop(s, env);
    case StatementKind::repeat:
      return repeat(s, env);
    case StatementKind::alias:
      return alias(s, env);
    case StatementKind::clear:
    case StatementKind::undefine: {
      const Place whole = captured(place_of(s.operands[0], env));
      const bool defined = s.kind == StatementKind::clear;
      for (const Leaf& leaf : leaves_of(*whole.type, false)) {
        const Place p = leaf_place(whole, leaf);
        store_constant(p, defined ? leaf.type->lo : leaf.type->undefined(), s.range);
        note_stored(p, defined);
      }
      return;
    }
    case StatementKind::error:
      return failure(SiteKind::assertion, s.range, s.text);
    case StatementKind::claim: {
      if (const auto known = fold(s.operands[0], env); known && *known != 0) return;
      expression(s.operands[0], env);
      const CodeIndex holds = jump(Op::jump_nonzero);
      const Assigned before = assigned_;
      failure(SiteKind::assertion, s.range,
              s.text.empty() ? "the assertion is violated" : fmt::format("assertion \"{}\" is violated", s.text));
      land(holds);
      assigned_ = before;
      return;
    }
    case StatementKind::put:
      return;  // what it prints is no part of the meaning
    case StatementKind::give:
      return give(s, env);
    case StatementKind::call:
      return inlined(s.operands[0], env, false);
  }
}

void Lowering::failure(SiteKind kind, SourceRange at, std::string message) {
  emit(Op::fail, site(kind, at, std::move(message)));
  assigned_.make_unreachable();
}

void Lowering::assign(const Statement& s, const Environment& env) {
  const Expression &target = s.operands[0], &value = s.operands[1];
  Place to = place_of(target, env);
  if (!to.type->is_simple()) {
    to = captured(std::move(to));
    if (value.kind != ExpressionKind::call) return copy(captured(place_of(value, env)), to, s.range);
    inlined(value, env, false);
    const auto result = free_[value.type].back();  // where it left its value
    Place from;
    from.local = true;
    from.type = value.type;
    from.offset = result;
    return copy(from, to, s.range);
  }
  if (!to.is_fixed()) address(to, target.range);
  expression(value, env);
  check_fits(*to.type, interval(value, env), value.range);
  store_raw(to);
  note_stored(to, true);
}

/// All that a variable consists of, undefined parts included.
void Lowering::copy(const Place& from, const Place& to, SourceRange at) {
  const std::vector<Leaf> source = leaves_of(*from.type, false), target = leaves_of(*to.type, false);
  for (std::size_t k = 0; k < source.size(); ++k) {
    const Place a = leaf_place(from, source[k]), b = leaf_place(to, target[k]);
    if (!b.is_fixed()) address(b, at);
    load_raw(a, at);
    store_raw(b);
    note_copied(a, b);
  }
}

void Lowering::branch(const Statement& s, const Environment& env) {
  if (std::size_t assignments = 0; is_convertible(s, env, assignments)) return convert(s, env, std::nullopt);
  std::vector<CodeIndex> ends;
  std::vector<Assigned> ways;
  for (const Branch& b : s.branches) {
    if (b.conditions.empty()) {
      statements(b.body, env);
      break;
    }
    const auto known = fold(b.conditions[0], env);
    if (known == 0) continue;
    if (known) {
      statements(b.body, env);
      break;
    }
    expression(b.conditions[0], env);
    const CodeIndex otherwise = jump(Op::jump_zero);
    const Assigned before = assigned_;
    statements(b.body, env);
    ways.push_back(assigned_);
    ends.push_back(jump(Op::jump));
    land(otherwise);
    assigned_ = before;
  }
  for (const Assigned& way : ways) assigned_.meet(way);
  for (const CodeIndex end : ends) land(end);
}

/// Whether the value is one of those of a case.
void Lowering::matches(const Expression& value, const Branch& b, const Environment& env) {
  for (std::size_t k = 0; k < b.conditions.size(); ++k) {
    CodeIndex decided = 0;
    if (k > 0) decide(false, decided);
    expression(value, env);
    expression(b.conditions[k], env);
    emit(Op::equal);
    if (k > 0) join(false, decided);
  }
}

void Lowering::selection(const Statement& s, const Environment& env) {
  // Computed once: a value that changes on the way must not change the choice, and it may be costly.
  const Place held = temporary(*s.operands[0].type);
  expression(s.operands[0], env);
  store_raw(held);
  std::vector<CodeIndex> ends;
  std::vector<Assigned> ways;
  for (const Branch& b : s.branches) {
    if (b.conditions.empty()) {
      statements(b.body, env);
      break;
    }
    for (std::size_t k = 0; k < b.conditions.size(); ++k) {
      CodeIndex decided = 0;
      if (k > 0) decide(false, decided);
      load_raw(held, s.range);
      expression(b.conditions[k], env);
      emit(Op::equal);
      if (k > 0) join(false, decided);
    }
    const CodeIndex otherwise = jump(Op::jump_zero);
    const Assigned before = assigned_;
    statements(b.body, env);
    ways.push_back(assigned_);
    ends.push_back(jump(Op::jump));
    land(otherwise);
    assigned_ = before;
  }
  for (const Assigned& way : ways) assigned_.meet(way);
  for (const CodeIndex end : ends) land(end);
  give_back(held);
}

void Lowering::loop(const Statement& s, const Environment& env) {
  const Quantifier& q = *s.quantifier;
  Environment inner = env;
  if (const auto values = values_of(q, env); values && values->size() <= most_rounds) {
    for (const std::int64_t v : *values) {
      inner[q.symbol] = {v, std::nullopt, nullptr, nullptr};
      statements(s.body, inner);
    }
    return;
  }
  if (q.type->kind == TypeKind::set_union)
    return refuse(s.range, "a loop over a union of more than 64 values is not supported");
  const Place counter = temporary(*model_.integer), last = temporary(*model_.integer);
  const std::int64_t by = q.bounds.size() > 2 ? fold(q.bounds[2], env).value_or(0) : 1;
  if (by == 0) return refuse(s.range, "the step of a loop must be a constant other than 0");
  if (q.over != nullptr) {
    emit(Op::push, q.type->hi);
  } else {
    expression(q.bounds[1], env);
  }
  store_raw(last);
  if (q.over != nullptr) {
    emit(Op::push, q.type->lo);
  } else {
    expression(q.bounds[0], env);
  }
  store_raw(counter);
  // What a round undefines may be undefined when the next begins.
  assigned_.clear();
  assigned_.add(key(counter));
  inner[q.symbol] = {std::nullopt, counter, nullptr, nullptr};
  const CodeIndex again = here();
  load_raw(counter, s.range);
  load_raw(last, s.range);
  emit(by > 0 ? Op::less_equal : Op::greater_equal);
  const CodeIndex end = jump(Op::jump_zero);
  const Assigned before = assigned_;
  statements(s.body, inner);
  load_raw(counter, s.range);
  emit(Op::push, by);
  emit(Op::add);
  store_raw(counter);
  emit(Op::jump, again);
  land(end);
  Assigned after = before;
  after.meet(assigned_);
  assigned_ = after;
  give_back(last);
  give_back(counter);
}

void Lowering::repeat(const Statement& s, const Environment& env) {
  // What a round undefines may be undefined when the next begins.
  assigned_.clear();
  const CodeIndex again = here();
  expression(s.operands[0], env);
  const CodeIndex end = jump(Op::jump_zero);
  statements(s.body, env);
  emit(Op::jump, again);
  land(end);
  assigned_.clear();
}

Binding Lowering::alias_binding(const Expression& value, const Environment& env) {
  if (const auto v = fold(value, env)) return {*v, std::nullopt, nullptr, nullptr};
  const bool is_place = value.kind == ExpressionKind::field || value.kind == ExpressionKind::element ||
                        (value.kind == ExpressionKind::name && value.symbol->kind != Symbol::Kind::alias);
  if (is_place) return {std::nullopt, captured(place_of(value, env)), nullptr, nullptr};
  if (value.kind == ExpressionKind::name) return env.at(value.symbol);
  return {std::nullopt, std::nullopt, &value, std::make_shared<const Environment>(env)};
}

void Lowering::alias(const Statement& s, const Environment& env) {
  Environment inner = env;
  for (const AliasNode& a : s.aliases) inner[a.symbol] = alias_binding(a.value, inner);
  statements(s.body, inner);
}

void Lowering::give(const Statement& s, const Environment& env) {
  Inlining& frame = inlining_.back();
  if (frame.result && !s.operands.empty()) {
    const Place result = *frame.result;
    if (result.type->is_simple()) {
      expression(s.operands[0], env);
      check_fits(*result.type, interval(s.operands[0], env), s.operands[0].range);
      store_raw(result);
      assigned_.add(key(result));
    } else {
      copy(captured(place_of(s.operands[0], env)), result, s.range);
    }
  }
  inlining_.back().exits.push_back(jump(Op::jump));
  inlining_.back().assigned.push_back(assigned_);
  assigned_.make_unreachable();
}

void Lowering::declare_locals(const Declarations& locals, const Environment&) {
  for (const Declaration& d : locals.all) {
    if (d.variable == nullptr) continue;
    for (const Symbol* s : d.variable->symbols) {
      const Place whole = local_variable(*s);
      for (const Leaf& leaf : leaves_of(*whole.type, false)) {
        const Place p = leaf_place(whole, leaf);
        store_constant(p, leaf.type->undefined(), s->at);
        note_stored(p, false);
      }
    }
  }
}

}  // namespace quotient::murphi
