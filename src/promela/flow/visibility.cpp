#include <algorithm>

#include "promela/flow/flow_edges.hpp"

namespace quotient::promela {

namespace {

constexpr unsigned may_receive = 1, may_send = 2, polled_by_claim = 4;

bool has_unsafe_initialisers(const Block& block) {
  // An initialiser at the start of the body may look at global data when the process is created.
  for (const Statement& s : block) {
    if (s.kind != StatementKind::declaration) break;
    for (const Variable* v : s.declared) {
      if (v->channel || !v->array_initialiser.empty()) return true;
      if (!v->initialiser) continue;
      const Expression& x = *v->initialiser;
      const bool local = x.kind == ExpressionKind::constant ||
                         (x.kind == ExpressionKind::variable && x.reference.parts.size() == 1 &&
                          x.reference.variable != nullptr && x.reference.variable->owner != nullptr);
      if (!local) return true;
    }
  }
  return false;
}

}  // namespace

Visibility::Visibility(const Module& module, Trust trust) : trust_(trust) {
  for (const auto& p : module.proctypes) {
    collect_exclusive(p->body);
    if (p->kind == ProctypeKind::never) collect_polled(p->body);
  }
}

void Visibility::note(const Variable* channel, unsigned rights) {
  const auto known = std::find_if(exclusive_.begin(), exclusive_.end(),
                                  [channel](const ExclusiveUse& u) { return u.channel == channel; });
  if (known != exclusive_.end()) {
    known->rights |= rights;
  } else {
    exclusive_.push_back({channel, rights});
  }
}

void Visibility::collect_exclusive(const Block& block) {
  for (const Statement& s : block) {
    if (s.kind == StatementKind::exclusive) {
      for (const Reference& r : s.references) note(r.variable, s.text == "xr" ? may_receive : may_send);
    }
    for (const Block& inner : s.blocks) collect_exclusive(inner);
  }
}

void Visibility::collect_polled(const Block& block) {
  for (const Statement& s : block) {
    for (const Expression& x : s.expressions) collect_polled(x);
    for (const Block& inner : s.blocks) collect_polled(inner);
  }
}

void Visibility::collect_polled(const Expression& x) {
  switch (x.kind) {
    case ExpressionKind::length:
    case ExpressionKind::full:
    case ExpressionKind::nfull:
    case ExpressionKind::empty:
    case ExpressionKind::nempty:
    case ExpressionKind::poll:
      note(x.reference.variable, polled_by_claim);
      break;
    default:
      break;
  }
  for (const Expression& operand : x.operands) collect_polled(operand);
}

bool Visibility::exclusive(const Reference& channel, unsigned needed) const {
  if (trust_ == Trust::nothing) return false;
  const auto known = std::find_if(exclusive_.begin(), exclusive_.end(),
                                  [&channel](const ExclusiveUse& u) { return u.channel == channel.variable; });
  return known != exclusive_.end() && (known->rights & (needed | polled_by_claim)) == needed;
}

bool Visibility::is_global(const Reference& r) const {
  const Variable* v = r.variable;
  if (v == nullptr) return true;
  switch (v->predefined) {
    case Predefined::pid:
    case Predefined::priority:
    case Predefined::write_only:
      return false;
    case Predefined::number_of_processes:
    case Predefined::last:
      return true;
    case Predefined::no:
      break;
  }
  return v->owner == nullptr && (!v->local || trust_ == Trust::nothing);
}

bool Visibility::arguments_are_global(const std::vector<Expression>& arguments) const {
  return std::any_of(arguments.begin(), arguments.end(), [this](const Expression& a) {
    return a.kind == ExpressionKind::eval ? is_global(a.operands[0]) : is_global(a);
  });
}

bool Visibility::is_global(const Expression& x) const {
  switch (x.kind) {
    case ExpressionKind::constant:
      return false;
    case ExpressionKind::variable:
      return is_global(x.reference);
    case ExpressionKind::run:
      return trust_ == Trust::nothing || (x.proctype != nullptr && has_unsafe_initialisers(x.proctype->body));
    case ExpressionKind::length:
      return !exclusive(x.reference, may_receive | may_send);
    case ExpressionKind::full:
    case ExpressionKind::nempty:
      return !exclusive(x.reference, may_receive);
    case ExpressionKind::nfull:
    case ExpressionKind::empty:
      return !exclusive(x.reference, may_send);
    case ExpressionKind::poll:
      return arguments_are_global(x.operands) || !exclusive(x.reference, may_receive | may_send);
    case ExpressionKind::unary:
    case ExpressionKind::binary:
    case ExpressionKind::conditional:
    case ExpressionKind::eval:
      return std::any_of(x.operands.begin(), x.operands.end(), [this](const Expression& o) { return is_global(o); });
    default:
      return true;
  }
}

bool Visibility::is_global(const Element& e) const {
  if (e.no_effect) return false;
  switch (e.kind) {
    case ElementKind::jump:
    case ElementKind::join:
    case ElementKind::leave:
      return false;
    case ElementKind::send:
      return arguments_are_global(e.statement->expressions) || !exclusive(e.statement->target, may_send);
    case ElementKind::receive:
      return arguments_are_global(e.statement->expressions) || !exclusive(e.statement->target, may_receive);
    case ElementKind::assign:
      return is_global(e.statement->target) || is_global(e.statement->expressions[0]);
    case ElementKind::condition:
    case ElementKind::assertion:
    case ElementKind::print:
      return arguments_are_global(e.statement->expressions);
    default:
      return true;
  }
}

}  // namespace quotient::promela
