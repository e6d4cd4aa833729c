#include "mcrl2/symmetry/one_number.hpp"

#include <algorithm>
#include <charconv>

namespace quotient::mcrl2 {

namespace {

constexpr std::int64_t largest = 1'000'000;  // products of two fit into a word
constexpr std::uint32_t deepest = 64;

/// Arithmetic, as far as it is known here.
bool counts_with(Builtin op) {
  switch (op) {
    case Builtin::add:
    case Builtin::subtract:
    case Builtin::multiply:
    case Builtin::negate:
    case Builtin::divide:
    case Builtin::modulo:
    case Builtin::successor:
    case Builtin::predecessor:
    case Builtin::absolute:
    case Builtin::maximum:
    case Builtin::minimum:
    case Builtin::to_pos:
    case Builtin::to_nat:
    case Builtin::to_int:
      return true;
    default:
      return false;
  }
}

/// What tells numbers apart on the way.
bool chooses(Builtin op) {
  switch (op) {
    case Builtin::logic_not:
    case Builtin::logic_and:
    case Builtin::logic_or:
    case Builtin::logic_implies:
    case Builtin::if_then_else:
    case Builtin::equal:
    case Builtin::not_equal:
    case Builtin::less:
    case Builtin::less_equal:
      return true;
    default:
      return false;
  }
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

OneNumber::OneNumber(const Specification& spec) : spec_(spec), definitions_(spec.functions.size()) {
  std::vector<std::uint32_t> rules(spec.functions.size());
  for (const Rule& rule : spec.rules) {
    const FuncInfo& info = spec.functions[rule.head.value];
    ++rules[rule.head.value];
    const bool plain = info.kind == FuncKind::map && info.domain.empty() && rule.patterns.empty() && !rule.condition;
    if (plain) definitions_[rule.head.value] = rule.right;
  }
  for (std::size_t f = 0; f < rules.size(); ++f) {
    if (rules[f] != 1) definitions_[f] = ExprId{};
  }
}

ExprId OneNumber::definition(const Expr& call) const {
  return call.kind == ExprKind::call && call.arguments.empty() && call.symbol < definitions_.size()
             ? definitions_[call.symbol]
             : ExprId{};
}

bool OneNumber::computes(ExprId id) const {
  const Expr& expr = spec_[id];
  if (expr.kind == ExprKind::number || expr.kind == ExprKind::truth || definition(expr)) return true;
  if (expr.kind != ExprKind::builtin) return false;
  const auto op = static_cast<Builtin>(expr.symbol);
  return counts_with(op) || chooses(op);
}

/// False where there is more in it than one number.
bool OneNumber::look(ExprId id, std::uint32_t depth, bool& counts, Reading& reading) const {
  const Expr& expr = spec_[id];
  if (depth > deepest || spec_.sorts.kind(expr.sort) == SortKind::real) return false;
  if (!computes(id)) {
    if (!spec_.sorts.numeric(expr.sort) || (reading.leaf && reading.leaf != id)) return false;
    reading.leaf = id;
    return true;
  }
  if (expr.kind != ExprKind::builtin) {
    const ExprId right = definition(expr);
    if (!right) return true;
    // A definition has no variables: what is in it must be known altogether.
    Reading inside;
    bool ignored = false;
    if (!look(right, depth + 1, ignored, inside) || inside.leaf) return false;
    const std::optional<std::int64_t> always = value(right, 0);
    return always && *always >= 0;  // so that it can be written as a number
  }
  counts = counts || counts_with(static_cast<Builtin>(expr.symbol));
  return std::all_of(expr.arguments.begin(), expr.arguments.end(),
                     [&](ExprId argument) { return look(argument, depth + 1, counts, reading); });
}

std::optional<OneNumber::Reading> OneNumber::read(ExprId id) const {
  if (spec_[id].kind != ExprKind::builtin || !spec_.sorts.numeric(spec_[id].sort)) return std::nullopt;
  Reading reading;
  bool counts = false;
  if (!look(id, 0, counts, reading) || !counts) return std::nullopt;
  return reading;
}

std::optional<std::int64_t> OneNumber::value(ExprId id, std::int64_t given) const {
  const std::optional<std::int64_t> computed = compute(id, given);
  if (!computed || *computed > largest || *computed < -largest) return std::nullopt;
  const SortKind kind = spec_.sorts.kind(spec_[id].sort);
  if ((kind == SortKind::pos && *computed < 1) || (kind == SortKind::nat && *computed < 0)) return std::nullopt;
  return computed;
}

std::optional<std::int64_t> OneNumber::compute(ExprId id, std::int64_t given) const {
  const Expr& expr = spec_[id];
  if (!computes(id)) return given;
  if (expr.kind == ExprKind::truth) return expr.symbol;
  if (expr.kind == ExprKind::number) {
    const std::string& digits = spec_.expressions.digits(expr);
    std::int64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool whole = read.ec == std::errc{} && read.ptr == digits.data() + digits.size();
    return whole ? std::optional(number) : std::nullopt;
  }
  if (const ExprId right = definition(expr)) return value(right, given);
  const auto op = static_cast<Builtin>(expr.symbol);
  const std::optional<std::int64_t> a = value(expr.arguments[0], given);
  if (!a) return std::nullopt;
  // What is not chosen need not have a value.
  if (op == Builtin::if_then_else) return value(expr.arguments[*a != 0 ? 1 : 2], given);
  if (expr.arguments.size() == 1) {
    switch (op) {
      case Builtin::logic_not:
        return *a == 0 ? 1 : 0;
      case Builtin::negate:
        return -*a;
      case Builtin::successor:
        return *a + 1;
      case Builtin::predecessor:
        return *a - 1;
      case Builtin::absolute:
        return *a < 0 ? -*a : *a;
      case Builtin::to_pos:
      case Builtin::to_nat:
      case Builtin::to_int:
        return a;
      default:
        return std::nullopt;
    }
  }
  const std::optional<std::int64_t> b = value(expr.arguments[1], given);
  if (!b || expr.arguments.size() != 2) return std::nullopt;
  switch (op) {
    case Builtin::logic_and:
      return *a & *b;
    case Builtin::logic_or:
      return *a | *b;
    case Builtin::logic_implies:
      return *a <= *b ? 1 : 0;
    case Builtin::equal:
      return *a == *b ? 1 : 0;
    case Builtin::not_equal:
      return *a != *b ? 1 : 0;
    case Builtin::less:
      return *a < *b ? 1 : 0;
    case Builtin::less_equal:
      return *a <= *b ? 1 : 0;
    case Builtin::add:
      return *a + *b;
    case Builtin::subtract:
      return *a - *b;
    case Builtin::multiply:
      return *a * *b;
    case Builtin::divide:
      return *b > 0 ? std::optional(floor_quotient(*a, *b)) : std::nullopt;
    case Builtin::modulo:
      return *b > 0 ? std::optional(*a - floor_quotient(*a, *b) * *b) : std::nullopt;
    case Builtin::maximum:
      return std::max(*a, *b);
    case Builtin::minimum:
      return std::min(*a, *b);
    default:
      return std::nullopt;
  }
}

}  // namespace quotient::mcrl2
