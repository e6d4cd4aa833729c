#include <algorithm>

#include "mcrl2/data/compiler.hpp"

namespace quotient::mcrl2 {

namespace {

bool is_operation(const Expr& expr, Builtin op) {
  return expr.kind == ExprKind::builtin && static_cast<Builtin>(expr.symbol) == op;
}

constexpr std::int64_t largest_factor = 1'000'000'000;

}  // namespace

bool Compiler::closed(const Search& search, ExprId expr) {
  const auto& free = free_variables(expr);
  return std::all_of(free.begin(), free.end(), [&](VarId v) { return search.known.contains(v); });
}

bool Compiler::mentions(ExprId expr, VarId variable) {
  const auto& free = free_variables(expr);
  return std::find(free.begin(), free.end(), variable) != free.end();
}

ExprId Compiler::operation(Builtin op, SortId sort, std::vector<ExprId> arguments, SourceRange range) {
  return spec_.expressions.add(
      {ExprKind::builtin, sort, static_cast<std::uint32_t>(op), std::move(arguments), {}, range});
}

ExprId Compiler::comparison(Builtin op, ExprId left, ExprId right) {
  return operation(op, spec_.sorts.boolean(), {left, right}, spec_[left].range);
}

ExprId Compiler::number(std::int64_t n, SourceRange range) {
  const SortId real = spec_.sorts.basic(SortKind::real);
  const ExprId digits = spec_.expressions.number(std::to_string(n < 0 ? -n : n), real, range);
  return n < 0 ? operation(Builtin::negate, real, {digits}, range) : digits;
}

/// The value of a number that is written down, where it is small.
std::optional<std::int64_t> Compiler::factor(ExprId expr) const {
  const Expr& e = spec_.expressions[expr];
  if (e.kind == ExprKind::builtin) {
    const auto op = static_cast<Builtin>(e.symbol);
    if (op >= Builtin::to_pos && op <= Builtin::to_real) return factor(e.arguments[0]);
    if (op != Builtin::negate) return std::nullopt;
    const auto inner = factor(e.arguments[0]);
    return inner ? std::optional(-*inner) : std::nullopt;
  }
  if (e.kind != ExprKind::number || spec_.expressions.digits(e).size() > 9) return std::nullopt;
  return std::stoll(spec_.expressions.digits(e));
}

/// Whether `expr` is at least the variable, which is not negative, for other reasons than being a sum.
bool Compiler::exceeds(ExprId expr, VarId variable) {
  const SortKind kind = spec_.sorts.kind(spec_.variables[variable.value].sort);
  if (kind != SortKind::nat && kind != SortKind::pos) return false;
  const Expr& e = spec_[expr];
  if (is_operation(e, Builtin::multiply)) {
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const ExprId other = e.arguments[1 - side];
      if (!is_variable(e.arguments[side], variable)) continue;
      if (is_variable(other, variable) || spec_.sorts.kind(spec_[other].sort) == SortKind::pos) return true;
    }
  }
  if (is_operation(e, Builtin::power) && is_variable(e.arguments[1], variable)) {
    const auto base = factor(e.arguments[0]);
    return base && *base >= 2;
  }
  return false;
}

/// Adds `scale` times an expression to a sum.
bool Compiler::add_to(LinearSum& sum, const Search& search, ExprId expr, VarId variable, std::int64_t scale) {
  if (scale > largest_factor || scale < -largest_factor) return false;
  if (is_variable(expr, variable)) {
    sum.factor += scale;
    return sum.factor <= largest_factor && sum.factor >= -largest_factor;
  }
  const Expr e = spec_[expr];
  if (!spec_.sorts.numeric(e.sort)) return false;
  const SortId real = spec_.sorts.basic(SortKind::real);
  const auto add_rest = [&](ExprId part, std::int64_t times) {
    if (times == 0) return;
    const bool plain = times == 1 || times == -1;
    const ExprId whole = plain ? part : operation(Builtin::multiply, real, {number(times, e.range), part}, e.range);
    if (!sum.rest) {
      sum.rest = times == -1 ? operation(Builtin::negate, real, {whole}, e.range) : whole;
    } else {
      sum.rest = operation(times == -1 ? Builtin::subtract : Builtin::add, real, {sum.rest, whole}, e.range);
    }
  };
  if (closed(search, expr)) {
    add_rest(expr, scale);
    return true;
  }
  const auto again = [&](std::size_t i, std::int64_t times) {
    return add_to(sum, search, e.arguments[i], variable, times);
  };
  if (e.kind == ExprKind::builtin) {
    const auto op = static_cast<Builtin>(e.symbol);
    // Conversions do not change a number.
    if (op >= Builtin::to_pos && op <= Builtin::to_real) return again(0, scale);
    switch (op) {
      case Builtin::add:
        return again(0, scale) && again(1, scale);
      case Builtin::subtract:
        return again(0, scale) && again(1, -scale);
      case Builtin::negate:
        return again(0, -scale);
      case Builtin::successor:
      case Builtin::predecessor:
        add_rest(number(1, e.range), op == Builtin::successor ? scale : -scale);
        return again(0, scale);
      case Builtin::multiply:
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
          if (const auto times = factor(e.arguments[side])) return again(1 - side, scale * *times);
        }
        break;
      default:
        break;
    }
  }
  if (scale > 0 && exceeds(expr, variable)) {
    sum.factor += scale;
    sum.more = true;
    return true;
  }
  // What is not known, but not negative either.
  const SortKind kind = spec_.sorts.kind(e.sort);
  if (kind != SortKind::pos && kind != SortKind::nat) return false;
  (scale > 0 ? sum.more : sum.less) = true;
  return true;
}

/// left - right as factor * variable + rest, and perhaps something unknown of one sign.
std::optional<Compiler::LinearSum> Compiler::difference(const Search& search, ExprId left, ExprId right,
                                                        VarId variable) {
  LinearSum sum;
  if (!add_to(sum, search, left, variable, 1) || !add_to(sum, search, right, variable, -1) || sum.factor == 0) {
    return std::nullopt;
  }
  if (!sum.rest) sum.rest = number(0, spec_[left].range);
  return sum;
}

/// What the variable is where the sum is 0 and nothing in it is unknown.
ExprId Compiler::root_of(const LinearSum& sum) {
  const SortId real = spec_.sorts.basic(SortKind::real);
  const SourceRange range = spec_[sum.rest].range;
  if (sum.factor == -1) return sum.rest;
  const ExprId negated = operation(Builtin::negate, real, {sum.rest}, range);
  if (sum.factor == 1) return negated;
  return operation(Builtin::divide_real, real, {negated, number(sum.factor, range)}, range);
}

/// Ranges of numbers: what conditions say of sums in which the variable is.
bool Compiler::find_range(Search& search, std::size_t variable, Domain& domain) {
  const SortKind kind = spec_.sorts.kind(domain.sort);
  if (kind < SortKind::pos || kind > SortKind::integer) return false;
  const VarId v = search.variables[variable];
  Domain found = domain;
  found.kind = Domain::Kind::range;
  const auto at_most = [&](ExprId left, ExprId right, bool strict) {
    const auto sum = difference(search, left, right, v);
    if (!sum || sum->less) return;
    const RoutineId bound = routine(root_of(*sum), search.layout);
    (sum->factor > 0 ? found.sources : found.lower).push_back(bound);
    (sum->factor > 0 ? found.sources_strict : found.lower_strict).push_back(strict);
  };
  for (const ExprId condition : search.conditions) {
    if (!mentions(condition, v)) continue;
    const Expr expr = spec_[condition];
    const bool strict = is_operation(expr, Builtin::less);
    if (strict || is_operation(expr, Builtin::less_equal)) at_most(expr.arguments[0], expr.arguments[1], strict);
    if (!is_operation(expr, Builtin::equal)) continue;
    at_most(expr.arguments[0], expr.arguments[1], false);
    at_most(expr.arguments[1], expr.arguments[0], false);
  }
  if (found.sources.empty() || (kind == SortKind::integer && found.lower.empty())) return false;
  domain = std::move(found);
  return true;
}

/// Lists over a finite sort whose length is bounded: #l < 4.
bool Compiler::find_length(Search& search, std::size_t variable, Domain& domain) {
  if (spec_.sorts.kind(domain.sort) != SortKind::list || !program_.finite(spec_.sorts.element(domain.sort)))
    return false;
  const auto is_length = [&](ExprId e) {
    const Expr expr = spec_[e];
    return is_operation(expr, Builtin::list_length) && is_variable(expr.arguments[0], search.variables[variable]);
  };
  for (const ExprId condition : search.conditions) {
    const Expr expr = spec_[condition];
    const bool strict = is_operation(expr, Builtin::less);
    const bool equal = is_operation(expr, Builtin::equal);
    if (!strict && !equal && !is_operation(expr, Builtin::less_equal)) continue;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      if ((side == 1 && !equal) || !is_length(expr.arguments[side])) continue;
      if (!closed(search, expr.arguments[1 - side])) continue;
      domain.kind = Domain::Kind::lists;
      domain.sources.push_back(routine(expr.arguments[1 - side], search.layout));
      domain.sources_strict.push_back(strict);
    }
  }
  return domain.kind == Domain::Kind::lists;
}

/// Conditions that follow from one, and in which bounds are easier to see.
void Compiler::add_implied(ExprId condition, std::vector<ExprId>& out) {
  const Expr expr = spec_[condition];
  const auto found = [&](ExprId implied) {
    if (std::find(out.begin(), out.end(), implied) != out.end()) return;
    out.push_back(implied);
    add_implied(implied, out);
  };
  const auto all_of = [&](ExprId whole) {
    std::vector<ExprId> parts;
    conjuncts(whole, false, parts);
    for (const ExprId part : parts) found(part);
  };
  if (expr.kind == ExprKind::where) {
    Substitution values;
    for (std::size_t i = 0; i < expr.variables.size(); ++i) values[expr.variables[i]] = expr.arguments[i + 1];
    return all_of(substitute(with_fresh_binders(expr.arguments[0]), values));
  }
  if (expr.kind != ExprKind::builtin) return;
  const auto op = static_cast<Builtin>(expr.symbol);
  const SortId real = spec_.sorts.basic(SortKind::real);
  switch (op) {
    case Builtin::logic_implies:
      if (std::find(out.begin(), out.end(), expr.arguments[0]) != out.end()) all_of(expr.arguments[1]);
      return;
    case Builtin::set_contains: {
      const Expr set = spec_[expr.arguments[1]];
      if (set.kind == ExprKind::set_of) {
        all_of(substitute(with_fresh_binders(set.arguments[0]), {{set.variables[0], expr.arguments[0]}}));
      }
      if (is_operation(set, Builtin::set_intersection) || is_operation(set, Builtin::set_difference)) {
        found(comparison(op, expr.arguments[0], set.arguments[0]));
      }
      if (is_operation(set, Builtin::set_intersection)) found(comparison(op, expr.arguments[0], set.arguments[1]));
      return;
    }
    case Builtin::equal:
      for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Expr inner = spec_[expr.arguments[side]];
        if (is_operation(inner, Builtin::absolute) || is_operation(inner, Builtin::maximum) ||
            is_operation(inner, Builtin::divide)) {
          found(comparison(Builtin::less_equal, expr.arguments[side], expr.arguments[1 - side]));
        }
        if (is_operation(inner, Builtin::minimum) || is_operation(inner, Builtin::divide)) {
          found(comparison(Builtin::less_equal, expr.arguments[1 - side], expr.arguments[side]));
        }
      }
      return;
    case Builtin::less:
    case Builtin::less_equal: {
      const ExprId left = expr.arguments[0];
      const ExprId right = expr.arguments[1];
      const Expr small = spec_[left];
      const Expr large = spec_[right];
      if (is_operation(small, Builtin::absolute)) {
        found(comparison(op, small.arguments[0], right));
        found(comparison(op, operation(Builtin::negate, real, {small.arguments[0]}, expr.range), right));
      }
      if (is_operation(small, Builtin::maximum)) {
        for (const ExprId part : small.arguments) found(comparison(op, part, right));
      }
      if (is_operation(large, Builtin::minimum)) {
        for (const ExprId part : large.arguments) found(comparison(op, left, part));
      }
      // What is counted more than 0 times is in the bag.
      const auto least = factor(left);
      if (is_operation(large, Builtin::bag_count) && least && *least >= (op == Builtin::less ? 0 : 1)) {
        found(comparison(Builtin::bag_contains, large.arguments[0], large.arguments[1]));
      }
      // e div k <= b is e < k * (b + 1), and b <= e div k is k * b <= e; b is an integer where it counts, and else
      // these say less.
      const auto times = [&](ExprId e, std::int64_t k, bool one_more) {
        if (one_more) e = operation(Builtin::add, real, {e, number(1, expr.range)}, expr.range);
        return operation(Builtin::multiply, real, {number(k, expr.range), e}, expr.range);
      };
      if (is_operation(small, Builtin::divide)) {
        const auto k = factor(small.arguments[1]);
        if (k && *k > 0) found(comparison(Builtin::less, small.arguments[0], times(right, *k, true)));
      }
      if (is_operation(large, Builtin::divide)) {
        const auto k = factor(large.arguments[1]);
        if (k && *k > 0) found(comparison(Builtin::less_equal, times(left, *k, false), large.arguments[0]));
      }
      // e * k <= b is e <= b / k, where k is positive by its sort; numbers that are written down are seen in sums.
      for (const bool is_small : {true, false}) {
        const Expr product = is_small ? small : large;
        if (!is_operation(product, Builtin::multiply)) continue;
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
          const ExprId k = product.arguments[side];
          if (spec_.sorts.kind(spec_[k].sort) != SortKind::pos || factor(k)) continue;
          const ExprId bound = operation(Builtin::divide_real, real, {is_small ? right : left, k}, expr.range);
          const ExprId e = product.arguments[1 - side];
          found(is_small ? comparison(op, e, bound) : comparison(op, bound, e));
        }
      }
      return;
    }
    default:
      return;
  }
}

}  // namespace quotient::mcrl2
