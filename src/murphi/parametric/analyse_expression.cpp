#include <algorithm>
#include <fmt/format.h>

#include "base/stop_signal.hpp"
#include "murphi/lower/layout.hpp"
#include "murphi/parametric/analysis.hpp"

namespace quotient::murphi {

namespace {

constexpr std::uint64_t most_looked_at = 2'000'000;

/// Both, one after the other, and what follows depends on the values of both.
Need together(const Need& a, const Need& b) {
  const Count need = a.both() + b.both();
  return {need, need, most(a.error, behind(a.both(), b.error))};
}

Need conjunction(const Need& a, const Need& b) {
  return {a.yes + b.yes, most(a.no, b.no), most(a.error, behind(a.yes, b.error))};
}

Need negation(const Need& a) { return {a.no, a.yes, a.error}; }

}  // namespace

Need FamilyAnalysis::visit(const Expression& x, const Scopes& scopes) {
  poll_stop();
  if (++looked_at_ > most_looked_at) {
    obstacle(x.range, "with all calls written out this is too large");
    return {};
  }
  switch (x.kind) {
    case ExpressionKind::number:
      return {};
    case ExpressionKind::name: {
      const auto bound = scopes.find(x.symbol);
      if (bound != scopes.end() && bound->second.expression != nullptr) {
        return visit(*bound->second.expression, *bound->second.scopes);
      }
      if (x.type != nullptr && is_family(*x.type) && x.symbol->kind != Symbol::Kind::constant) {
        obstacle(x.range, fmt::format("a {} is used as a number", family_.name));
        return {};
      }
      const bool variable = x.symbol->kind == Symbol::Kind::variable || x.symbol->kind == Symbol::Kind::parameter;
      return variable ? read(x, scopes) : Need{};
    }
    case ExpressionKind::field:
    case ExpressionKind::element:
      if (is_family(*x.type)) obstacle(x.range, fmt::format("a {} is used as a number", family_.name));
      return read(x, scopes);
    case ExpressionKind::unary: {
      const Need operand = visit(x.operands[0], scopes);
      return x.op == Operator::logical_not ? negation(operand) : operand;
    }
    case ExpressionKind::binary:
      return binary(x, scopes);
    case ExpressionKind::conditional: {
      const Need test = visit(x.operands[0], scopes);
      const Need yes = visit(x.operands[1], scopes), no = visit(x.operands[2], scopes);
      const Count need = test.both() + most(yes.both(), no.both());
      return {need, need, most(test.error, behind(test.both(), most(yes.error, no.error)))};
    }
    case ExpressionKind::forall:
    case ExpressionKind::exists:
      return quantified(x, scopes);
    case ExpressionKind::is_undefined: {
      Need need;
      note(place(x.operands[0], scopes, need), false, x.range);
      return need;
    }
    case ExpressionKind::is_member:
      if (family_.kind == TypeKind::range && mentions(*x.operands[1].type, family_)) {
        obstacle(x.range, fmt::format("whether a number is a {} depends on how many there are", family_.name));
      }
      return value(x.operands[0], *x.operands[0].type, scopes);
    case ExpressionKind::call:
      if (x.type != nullptr && is_family(*x.type)) {
        obstacle(x.range, fmt::format("a {} is used as a number", family_.name));
      }
      return call(x, scopes);
  }
  return {};
}

Need FamilyAnalysis::connective(const Expression& x, const Scopes& scopes) {
  ++in_connective_;
  const Need a = visit(x.operands[0], scopes), b = visit(x.operands[1], scopes);
  --in_connective_;
  if (x.op == Operator::logical_and) return conjunction(a, b);
  if (x.op == Operator::logical_or) return negation(conjunction(negation(a), negation(b)));
  return negation(conjunction(a, negation(b)));
}

Need FamilyAnalysis::binary(const Expression& x, const Scopes& scopes) {
  if (x.op == Operator::equal || x.op == Operator::not_equal) return equality(x, scopes);
  if (x.op == Operator::logical_and || x.op == Operator::logical_or || x.op == Operator::implies) {
    return connective(x, scopes);
  }
  Need both = together(visit(x.operands[0], scopes), visit(x.operands[1], scopes));
  const bool fails = x.op == Operator::divide || x.op == Operator::modulo;
  if (fails) both.error = most(both.error, std::optional<Count>(both.yes));
  return both;
}

Need FamilyAnalysis::equality(const Expression& x, const Scopes& scopes) {
  const Expression &a = x.operands[0], &b = x.operands[1];
  if (!a.type->is_simple()) {
    if (mentions(*a.type, family_) || mentions(*b.type, family_)) {
      obstacle(x.range, fmt::format("what is compared holds {}s: compare part by part", family_.name));
    }
    return together(read(a, scopes), read(b, scopes));
  }
  const bool elements = is_family(*a.type) || is_family(*b.type);
  const Type& of = is_family(*a.type) ? *a.type : *b.type;
  return elements ? together(value(a, of, scopes), value(b, of, scopes)) : together(visit(a, scopes), visit(b, scopes));
}

Need FamilyAnalysis::quantified(const Expression& x, const Scopes& scopes) {
  const Quantifier& q = *x.quantifier;
  const bool forall = x.kind == ExpressionKind::forall;
  const bool elements = q.type != nullptr && is_family(*q.type);
  Scopes inner = scopes;
  if (elements) {
    inner[q.symbol] = {nullptr, nullptr, true, q.symbol};
    rounds_.push_back({q.symbol, true, {}});
  }
  for (const Expression& bound : q.bounds) visit(bound, scopes);
  const Need body = visit(x.operands[0], inner);
  if (elements) rounds_.pop_back();
  // What one instance needs, and what all of them do.
  const Count own{elements ? 1U : 0U, nullptr};
  const auto some = [&](Count c) { return own + c; };
  const auto every = [&](Count c) { return c.is_zero() ? Count{} : Count{0, &x}; };
  Need need = forall ? Need{every(body.yes), some(body.no), {}} : Need{some(body.yes), every(body.no), {}};
  if (body.error) need.error = some(*body.error);
  return need;
}

Need FamilyAnalysis::read(const Expression& x, const Scopes& scopes) {
  Need need;
  const Place p = place(x, scopes, need);
  note(p, false, x.range);
  if (p.may_fail) need.error = most(need.error, std::optional<Count>(need.yes));
  return need;
}

Need FamilyAnalysis::value(const Expression& x, const Type& of, const Scopes& scopes) {
  if (!is_family(of)) return visit(x, scopes);
  Need need;
  element(x, scopes, need);
  return need;
}

const Symbol* FamilyAnalysis::element(const Expression& x, const Scopes& scopes, Need& need) {
  if (x.kind == ExpressionKind::name) {
    const auto bound = scopes.find(x.symbol);
    if (bound != scopes.end() && bound->second.expression != nullptr) {
      return element(*bound->second.expression, *bound->second.scopes, need);
    }
    if (bound != scopes.end() && bound->second.is_element) return bound->second.element;
  }
  const bool literal = x.kind == ExpressionKind::name && x.symbol->kind == Symbol::Kind::constant;
  if (literal && x.type->kind == TypeKind::enumeration) return nullptr;
  if (x.type == nullptr || !is_family(*x.type)) {
    if (family_.kind == TypeKind::range || x.type == nullptr || literal) {
      obstacle(x.range, fmt::format("a number is used as a {}: that names one of them", family_.name));
    }
    need = together(need, visit(x, scopes));
    return nullptr;
  }
  if (x.kind == ExpressionKind::conditional) {
    need = together(need, visit(x.operands[0], scopes));
    Need yes, no;
    const Symbol *a = element(x.operands[1], scopes, yes), *b = element(x.operands[2], scopes, no);
    if (a != b) obstacle(x.range, fmt::format("which {} this is depends on a condition", family_.name));
    const Count either = most(yes.both(), no.both());
    need = together(need, {either, either, most(yes.error, no.error)});
    return a;
  }
  need = together(need, x.kind == ExpressionKind::call ? call(x, scopes) : read(x, scopes));
  return nullptr;
}

FamilyAnalysis::Place FamilyAnalysis::place(const Expression& x, const Scopes& scopes, Need& need) {
  Place p;
  if (x.kind == ExpressionKind::field) {
    p = place(x.operands[0], scopes, need);
    const Type& record = *p.type;
    std::size_t f = 0;
    while (f < record.fields.size() && record.fields[f].first != x.name.text) ++f;
    p.first += field_leaf(record, f);
    p.type = record.fields[f].second;
    p.last = p.first + leaf_count(*p.type);
  } else if (x.kind == ExpressionKind::element) {
    p = place(x.operands[0], scopes, need);
    const Type& index = *p.type->index;
    p.type = p.type->element;
    if (is_family(index)) {
      p.indices.push_back(element(x.operands[1], scopes, need));
    } else {
      need = together(need, visit(x.operands[1], scopes));
      // Out of bounds, perhaps.
      if (x.operands[1].type != &index) need.error = most(need.error, std::optional<Count>(need.yes));
    }
  } else if (x.kind == ExpressionKind::name) {
    const auto bound = scopes.find(x.symbol);
    if (bound != scopes.end() && bound->second.expression != nullptr) {
      return place(*bound->second.expression, *bound->second.scopes, need);
    }
    const auto [known, is_new] = leaves_.try_emplace(x.symbol, next_leaf_);
    p.type = x.symbol->type;
    if (is_new) next_leaf_ += leaf_count(*p.type);
    p.first = known->second;
    p.last = p.first + leaf_count(*p.type);
  } else {
    obstacle(x.range, "this is not supported where a variable is expected");
    p.type = x.type;
  }
  p.may_fail = false;
  for (std::uint32_t leaf = p.first; leaf < p.last; ++leaf) {
    p.may_fail = p.may_fail || leaf >= may_be_undefined_.size() || may_be_undefined_[leaf];
  }
  return p;
}

void FamilyAnalysis::note(const Place& p, bool writes, SourceRange at) {
  // Of the parts of such a condition only those are decided as in the whole family that make it true, or false.
  if (writes && in_connective_ > 0 && p.first < may_be_undefined_.size()) {
    obstacle(at, "a variable is changed by a part of a condition");
  }
  for (Round& round : rounds_) {
    if (writes && round.is_quantifier) obstacle(at, "a variable is changed inside of a quantifier");
    round.accesses.push_back({p, writes, at});
  }
}

Need FamilyAnalysis::call(const Expression& x, const Scopes& scopes) {
  const Routine& routine = *x.symbol->routine;
  if (std::ranges::any_of(routines_, [&](const Call& c) { return c.routine == &routine; })) {
    obstacle(x.range, "recursion is not supported");
    return {};
  }
  Effect effect;
  Scopes inner;
  const auto outer = std::make_shared<const Scopes>(scopes);
  for (std::size_t k = 0; k < routine.parameters.size(); ++k) {
    const Parameter& parameter = routine.parameters[k];
    const Expression& argument = x.operands[k];
    const Type& type = *parameter.symbol->type;
    if (parameter.by_reference || !type.is_simple()) {
      const bool mixed = (mentions(type, family_) || mentions(*argument.type, family_)) && &type != argument.type;
      if (mixed) obstacle(argument.range, fmt::format("a {} and a number take each other's place", family_.name));
    }
    if (parameter.by_reference) {
      if (in_connective_ > 0) obstacle(argument.range, "a part of a condition may change this");
      Need need;
      place(argument, scopes, need);
      effect.then(need);
      inner[parameter.symbol] = {&argument, outer, false, nullptr};
    } else if (is_family(type)) {
      Need need;
      const Symbol* element_of = element(argument, scopes, need);
      effect.then(need);
      inner[parameter.symbol] = {nullptr, nullptr, true, element_of};
    } else {
      effect.then(type.is_simple() ? visit(argument, scopes) : read(argument, scopes));
      // A value that is not of the type is an error.
      if (argument.type != &type) effect.then(Effect{{}, Count{}});
    }
  }
  routines_.push_back({&routine, rounds_.size()});
  effect.then(statements(routine.body, inner));
  routines_.pop_back();
  if (routine.result != nullptr) effect.then(Effect{{}, Count{}});  // it may end without a value
  return {effect.need, effect.need, effect.error};
}

}  // namespace quotient::murphi
