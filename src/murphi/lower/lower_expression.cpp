#include <algorithm>
#include <fmt/format.h>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"
#include "murphi/lower/lowering.hpp"

namespace quotient::murphi {

namespace {

Op op_of(Operator op) {
  switch (op) {
    case Operator::less:
      return Op::less;
    case Operator::less_equal:
      return Op::less_equal;
    case Operator::greater:
      return Op::greater;
    case Operator::greater_equal:
      return Op::greater_equal;
    case Operator::add:
      return Op::add;
    case Operator::subtract:
      return Op::subtract;
    case Operator::multiply:
      return Op::multiply;
    case Operator::divide:
      return Op::divide;
    case Operator::modulo:
      return Op::modulo;
    default:
      report_bug("not an operator of the machine");
  }
}

constexpr std::int64_t widest = std::int64_t{1} << 40;

}  // namespace

std::int64_t Lowering::code_of(const Symbol& constant) const {
  return constant.type->kind == TypeKind::enumeration ? constant.type->lo + constant.value : constant.value;
}

std::optional<std::int64_t> Lowering::fold(const Expression& x, const Environment& env) const {
  switch (x.kind) {
    case ExpressionKind::number:
      return x.value;
    case ExpressionKind::name: {
      if (x.symbol->kind == Symbol::Kind::constant) return code_of(*x.symbol);
      const auto bound = env.find(x.symbol);
      if (bound == env.end() || bound->second.place) return std::nullopt;
      if (bound->second.value) return bound->second.value;
      return fold(*bound->second.expression, *bound->second.env);
    }
    case ExpressionKind::unary: {
      const auto v = fold(x.operands[0], env);
      if (!v) return std::nullopt;
      return x.op == Operator::negate ? -*v : *v == 0 ? 1 : 0;
    }
    case ExpressionKind::conditional: {
      const auto v = fold(x.operands[0], env);
      return v ? fold(x.operands[*v != 0 ? 1 : 2], env) : std::nullopt;
    }
    case ExpressionKind::is_member: {
      const auto v = fold(x.operands[0], env);
      return v ? std::optional<std::int64_t>(x.operands[1].type->has(*v)) : std::nullopt;
    }
    case ExpressionKind::binary:
      break;
    default:
      return std::nullopt;
  }
  const auto a = fold(x.operands[0], env);
  if (a && x.op == Operator::logical_and && *a == 0) return 0;
  if (a && x.op == Operator::logical_or && *a != 0) return 1;
  if (a && x.op == Operator::implies && *a == 0) return 1;
  const auto b = a ? fold(x.operands[1], env) : std::nullopt;
  return b ? computed(x.op, *a, *b) : std::nullopt;
}

Lowering::Interval Lowering::interval(const Expression& x, const Environment& env) const {
  if (const auto v = fold(x, env)) return {*v, *v};
  const Interval unknown{INT32_MIN, INT32_MAX};
  if (x.kind == ExpressionKind::name) {
    const auto bound = env.find(x.symbol);
    if (bound != env.end() && bound->second.place)
      return {bound->second.place->type->lo, bound->second.place->type->hi};
    if (bound != env.end() && bound->second.expression != nullptr) {
      return interval(*bound->second.expression, *bound->second.env);
    }
  }
  if (x.kind == ExpressionKind::binary && x.type == model_.integer) {
    const Interval a = interval(x.operands[0], env), b = interval(x.operands[1], env);
    Interval out = unknown;
    if (x.op == Operator::add) out = {a.lo + b.lo, a.hi + b.hi};
    if (x.op == Operator::subtract) out = {a.lo - b.hi, a.hi - b.lo};
    if (x.op == Operator::modulo && b.lo == b.hi && b.lo > 0) out = {a.lo < 0 ? 1 - b.lo : 0, b.lo - 1};
    // What is computed in 32 bits may come out as anything beyond.
    return out.lo < INT32_MIN || out.hi > INT32_MAX ? unknown : out;
  }
  if (x.type == model_.integer || x.type == nullptr) return unknown;
  return {x.type->lo, x.type->hi};
}

void Lowering::check_fits(const Type& type, Interval known, SourceRange at) {
  if (!type.is_simple() || type.kind == TypeKind::set_union) return;  // see Checker::fits
  if (known.lo >= type.lo && known.hi <= type.hi) return;
  const std::int32_t outside = site(SiteKind::runtime, at,
                                    fmt::format("the value is not of {}: it must be between {} and {}", name_of(type),
                                                text_of(type, type.lo), text_of(type, type.hi)));
  out_.program.value_checks.push_back(
      {static_cast<std::int32_t>(type.lo), static_cast<std::int32_t>(type.hi), static_cast<std::uint32_t>(outside)});
  emit(Op::in_range, static_cast<std::int64_t>(out_.program.value_checks.size() - 1));
}

void Lowering::expression(const Expression& x, const Environment& env) {
  poll_stop();
  if (const auto v = fold(x, env)) {
    emit(Op::push, *v);
    return;
  }
  switch (x.kind) {
    case ExpressionKind::number:
      return;
    case ExpressionKind::name:
      return name(x, env);
    case ExpressionKind::field:
    case ExpressionKind::element:
      return load(place_of(x, env), x.range);
    case ExpressionKind::unary:
      expression(x.operands[0], env);
      emit(x.op == Operator::negate ? Op::negate : Op::logical_not);
      return;
    case ExpressionKind::binary:
      return binary(x, env);
    case ExpressionKind::conditional: {
      expression(x.operands[0], env);
      const CodeIndex otherwise = jump(Op::jump_zero);
      expression(x.operands[1], env);
      const CodeIndex end = jump(Op::jump);
      land(otherwise);
      expression(x.operands[2], env);
      land(end);
      return;
    }
    case ExpressionKind::forall:
    case ExpressionKind::exists:
      return quantified(x, env);
    case ExpressionKind::is_undefined: {
      const Place p = place_of(x.operands[0], env);
      load_raw(p, x.range);
      emit(Op::push, p.type->undefined());
      emit(Op::equal);
      return;
    }
    case ExpressionKind::is_member:
      return membership(x, env);
    case ExpressionKind::call:
      return call(x, env);
  }
}

void Lowering::name(const Expression& x, const Environment& env) {
  const auto bound = env.find(x.symbol);
  if (bound != env.end() && bound->second.expression != nullptr) {
    return expression(*bound->second.expression, *bound->second.env);
  }
  load(place_of(x, env), x.range);
}

/// As Promela's: what reads the code to find symmetry knows these forms. The left side is on the stack.
void Lowering::decide(bool conjunction, CodeIndex& decided) {
  decided = jump(conjunction ? Op::jump_zero : Op::jump_nonzero);
}

void Lowering::join(bool conjunction, CodeIndex decided) {
  emit(Op::to_bool);
  const CodeIndex end = jump(Op::jump);
  land(decided);
  emit(Op::push, conjunction ? 0 : 1);
  land(end);
}

void Lowering::binary(const Expression& x, const Environment& env) {
  switch (x.op) {
    case Operator::logical_and:
    case Operator::logical_or:
    case Operator::implies: {
      const bool conjunction = x.op == Operator::logical_and;
      if (const auto left = fold(x.operands[0], env))
        return expression(x.operands[1], env);  // else it would be decided
      expression(x.operands[0], env);
      if (x.op == Operator::implies) emit(Op::logical_not);
      CodeIndex decided = 0;
      decide(conjunction, decided);
      expression(x.operands[1], env);
      return join(conjunction, decided);
    }
    case Operator::equal:
    case Operator::not_equal:
      return equality(x, env);
    default:
      break;
  }
  expression(x.operands[0], env);
  expression(x.operands[1], env);
  const bool divides = x.op == Operator::divide || x.op == Operator::modulo;
  emit(op_of(x.op), divides ? site(SiteKind::runtime, x.range, "division by zero") : 0);
}

void Lowering::equality(const Expression& x, const Environment& env) {
  const Expression &left = x.operands[0], &right = x.operands[1];
  if (left.type->is_simple()) {
    expression(left, env);
    expression(right, env);
    emit(x.op == Operator::equal ? Op::equal : Op::not_equal);
    return;
  }
  const Place a = place_of(left, env), b = place_of(right, env);
  const std::vector<Leaf> leaves = leaves_of(*left.type, false), others = leaves_of(*right.type, false);
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    CodeIndex decided = 0;
    if (k > 0) decide(true, decided);
    load(leaf_place(a, leaves[k]), left.range);
    load(leaf_place(b, others[k]), right.range);
    emit(Op::equal);
    if (k > 0) join(true, decided);
  }
  if (leaves.empty()) emit(Op::push, 1);
  if (x.op == Operator::not_equal) emit(Op::logical_not);
}

std::optional<std::vector<std::int64_t>> Lowering::values_of(const Quantifier& q, const Environment& env) const {
  if (q.over != nullptr) return q.type->values();
  const auto from = fold(q.bounds[0], env), to = fold(q.bounds[1], env);
  const auto by = q.bounds.size() > 2 ? fold(q.bounds[2], env) : 1;
  if (!from || !to || !by || *by == 0) return std::nullopt;
  std::vector<std::int64_t> out;
  for (std::int64_t v = *from; *by > 0 ? v <= *to : v >= *to; v += *by) {
    out.push_back(v);
    if (out.size() > 1'000'000) return std::nullopt;
  }
  return out;
}

void Lowering::quantified(const Expression& x, const Environment& env) {
  const auto values = values_of(*x.quantifier, env);
  if (!values) {
    return refuse(x.quantifier->variable.range, "the bounds of a quantifier must be constants");
  }
  // Where a condition can be an error, all are looked at: else it would depend on their order, so on who is who,
  // whether there is an error at all. The first often says whether they can; where only a later one does, all are
  // written anew.
  const CodeIndex begin = here();
  if (!instances(x, *values, false, env)) return;
  out_.program.code.resize(begin);
  instances(x, *values, true, env);
}

/// True where they must be written again, since one can be an error and they were written as if none could.
bool Lowering::instances(const Expression& x, const std::vector<std::int64_t>& values, bool may_fail,
                         const Environment& env) {
  const bool conjunction = x.kind == ExpressionKind::forall;
  Environment inner = env;
  bool first = true;
  for (const std::int64_t v : values) {
    if (here() > 100'000'000) {
      refuse(x.range, "this quantifier is too large");
      return false;
    }
    inner[x.quantifier->symbol] = {v, std::nullopt, nullptr, nullptr};
    const auto known = fold(x.operands[0], inner);
    if (known && (*known != 0) == conjunction) continue;
    CodeIndex decided = 0;
    if (!first && !may_fail) decide(conjunction, decided);
    const CodeIndex begin = here();
    expression(x.operands[0], inner);
    const bool fails = !may_fail && can_fail(begin);
    if (fails && !first) return true;
    may_fail = may_fail || fails;
    if (may_fail) emit(Op::to_bool);
    if (!first && may_fail) emit(conjunction ? Op::bit_and : Op::bit_or);
    if (!first && !may_fail) join(conjunction, decided);
    first = false;
  }
  if (first) emit(Op::push, conjunction ? 1 : 0);
  return false;
}

/// Whether the code from there on can be an error.
bool Lowering::can_fail(CodeIndex begin) const {
  const auto fails = [](const Instruction& in) {
    return in.op == Op::in_range || in.op == Op::index || in.op == Op::divide || in.op == Op::modulo ||
           in.op == Op::fail;
  };
  return std::any_of(out_.program.code.begin() + begin, out_.program.code.end(), fails);
}

void Lowering::membership(const Expression& x, const Environment& env) {
  const Type& of = *x.operands[1].type;
  std::vector<const Type*> parts = {&of};
  if (of.kind == TypeKind::set_union) parts = of.members;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    CodeIndex decided = 0;
    if (k > 0) decide(false, decided);
    expression(x.operands[0], env);
    emit(Op::push, parts[k]->lo);
    emit(Op::greater_equal);
    CodeIndex above = 0;
    decide(true, above);
    expression(x.operands[0], env);
    emit(Op::push, parts[k]->hi);
    emit(Op::less_equal);
    join(true, above);
    if (k > 0) join(false, decided);
  }
}

}  // namespace quotient::murphi
