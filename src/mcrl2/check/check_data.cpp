#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/stop_signal.hpp"
#include "mcrl2/check/checker.hpp"

namespace quotient::mcrl2 {

namespace {

using ast::DataExpr;

bool is_operator(std::string_view name) {
  const char c = name.front();
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  return !letter || name == "div" || name == "mod" || name == "in";
}

/// Functions that the language knows, other than operators and conversions of numbers.
const std::vector<std::string>& known_functions() {
  static const std::vector<std::string> known = {"if",   "head", "tail", "rhead", "rtail",   "pick",   "count", "max",
                                                 "min",  "abs",  "succ", "pred",  "floor",   "ceil",   "round", "exp",
                                                 "sqrt", "div",  "mod",  "in",    "Set2Bag", "Bag2Set"};
  return known;
}

/// Functions of the language whose arguments can be nothing but numbers.
bool is_of_numbers(std::string_view name) {
  static const std::vector<std::string> known = {"max",  "min",   "abs", "succ", "pred", "floor",
                                                 "ceil", "round", "exp", "sqrt", "div",  "mod"};
  return std::ranges::find(known, name) != known.end();
}

}  // namespace

ExprId Checker::check(const DataExpr& expr, SortId expected) {
  const ExprId id = infer(expr, expected);
  if (spec_.sorts.distance(sort_of(id), expected)) return settled(id, expected);
  report_mismatch(expr, expected, sort_of(id));
  return id;
}

ExprId Checker::number_literal(std::string_view digits, SourceRange range) {
  const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
  digits.remove_prefix(first);
  const SortKind kind = digits == "0" ? SortKind::nat : SortKind::pos;
  return spec_.expressions.number(std::string(digits), spec_.sorts.basic(kind), range);
}

ExprId Checker::infer(const DataExpr& expr, SortId hint) {
  poll_stop();
  switch (expr.kind) {
    case DataExpr::Kind::name:
      return infer_name(expr, hint);
    case DataExpr::Kind::number:
      return number_literal(expr.name, expr.range);
    case DataExpr::Kind::list:
    case DataExpr::Kind::set:
    case DataExpr::Kind::bag:
      return infer_container(expr, hint);
    case DataExpr::Kind::comprehension:
    case DataExpr::Kind::lambda:
    case DataExpr::Kind::forall:
    case DataExpr::Kind::exists:
      return infer_binder(expr, hint);
    case DataExpr::Kind::apply:
      return infer_apply(expr, hint);
    case DataExpr::Kind::update:
      return infer_update(expr, hint);
    case DataExpr::Kind::where:
      return infer_where(expr, hint);
  }
  return broken(expr.range);
}

ExprId Checker::infer_name(const DataExpr& expr, SortId hint) {
  if (expr.name == "true" || expr.name == "false") {
    return spec_.expressions.add(
        {ExprKind::truth, spec_.sorts.boolean(), expr.name == "true" ? 1U : 0U, {}, {}, expr.range});
  }
  if (const Scoped* scoped = find(expr.name)) {
    const SortId sort = spec_.variables[scoped->variable.value].sort;
    tell_use(expr.range, expr.name, scoped->range);
    return spec_.expressions.add({ExprKind::variable, sort, scoped->variable.value, {}, {}, expr.range});
  }
  // A constant, or a function as a value: the one that fits best with what is expected.
  std::optional<std::pair<int, FuncId>> best;
  bool tie = false;
  for (auto [it, last] = functions_.equal_range(expr.name); it != last; ++it) {
    const FuncInfo& info = spec_.functions[it->second.value];
    const SortId sort = info.domain.empty() ? info.codomain : spec_.sorts.function(info.domain, info.codomain);
    const auto distance = spec_.sorts.distance(sort, hint);
    // Where nothing is expected a constant is meant, not a function as a value.
    const int cost = 2 * (distance ? *distance : 1000) + (info.domain.empty() ? 0 : 1);
    if (!best || cost <= best->first) {
      tie = best && cost == best->first;
      best = {cost, it->second};
    }
  }
  if (!best) {
    report_unknown(expr.range, expr.name, "name", names_in_scope());
    return broken(expr.range);
  }
  if (tie) {
    diagnostics_.error(expr.range, fmt::format("'{}' is ambiguous here: several declarations fit", expr.name));
    return broken(expr.range);
  }
  const FuncInfo info = spec_.functions[best->second.value];
  tell_use(expr.range, expr.name, info.range);
  const bool constant = info.domain.empty();
  const SortId sort = constant ? info.codomain : spec_.sorts.function(info.domain, info.codomain);
  return spec_.expressions.add(
      {constant ? ExprKind::call : ExprKind::function, sort, best->second.value, {}, {}, expr.range});
}

ExprId Checker::apply(ExprId head, const std::vector<ExprId>& arguments, SourceRange range) {
  const SortId sort = sort_of(head);
  if (is_unknown(sort)) return broken(range);
  const Expr function = spec_.expressions[head];
  if (spec_.sorts.kind(sort) != SortKind::function) {
    diagnostics_.error(range, fmt::format("this has sort {} and takes no arguments", spec_.sorts.text(sort)));
    return broken(range);
  }
  const std::vector<SortId> domain = spec_.sorts.arguments(sort);
  if (domain.size() - 1 != arguments.size()) {
    diagnostics_.error(range, fmt::format("expected {} argument{}, as in {}, but found {}", domain.size() - 1,
                                          domain.size() == 2 ? "" : "s", spec_.sorts.text(sort), arguments.size()));
    return broken(range);
  }
  std::vector<ExprId> all{head};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Expr& argument = spec_.expressions[arguments[i]];
    if (!spec_.sorts.distance(argument.sort, domain[i]) && !is_unknown(argument.sort)) {
      diagnostics_.error(range, fmt::format("argument {} must have sort {}, but has sort {}", i + 1,
                                            spec_.sorts.text(domain[i]), spec_.sorts.text(argument.sort)));
    }
    all.push_back(settled(arguments[i], domain[i]));
  }
  return spec_.expressions.add({ExprKind::apply, domain.back(), 0, std::move(all), {}, range});
}

ExprId Checker::infer_apply(const DataExpr& expr, SortId hint) {
  const DataExpr& head = *expr.arguments.front();
  if (head.kind == DataExpr::Kind::name && !is_applied_variable(expr)) return infer_call(expr, head.name, hint);
  const ExprId function = infer(head, spec_.sorts.unknown());
  std::vector<ExprId> arguments;
  const bool known = spec_.sorts.kind(sort_of(function)) == SortKind::function;
  const std::vector<SortId> domain = known ? spec_.sorts.arguments(sort_of(function)) : std::vector<SortId>{};
  for (std::size_t i = 1; i < expr.arguments.size(); ++i) {
    arguments.push_back(infer(*expr.arguments[i], i < domain.size() ? domain[i - 1] : spec_.sorts.unknown()));
  }
  return apply(function, arguments, expr.range);
}

/// Whether the head of f(a, b) is a variable. One that cannot take these arguments does not hide a function that can.
bool Checker::is_applied_variable(const DataExpr& expr) const {
  const std::string_view name = expr.arguments.front()->name;
  const std::size_t count = expr.arguments.size() - 1;
  const Scoped* variable = find(name);
  if (variable == nullptr) return false;
  const SortId sort = spec_.variables[variable->variable.value].sort;
  if (spec_.sorts.kind(sort) == SortKind::function && spec_.sorts.arguments(sort).size() == count + 1) return true;
  const auto [first, last] = functions_.equal_range(name);
  const bool hidden = std::any_of(
      first, last, [&](const auto& each) { return spec_.functions[each.second.value].domain.size() == count; });
  return !hidden && std::ranges::find(known_functions(), name) == known_functions().end();
}

/// head([]): what it is an element of is only known from where it stands.
bool Checker::is_element_of_nothing(const DataExpr& expr) const {
  if (expr.kind != DataExpr::Kind::apply || expr.arguments.size() != 2) return false;
  const DataExpr& head = *expr.arguments[0];
  const DataExpr& list = *expr.arguments[1];
  return head.kind == DataExpr::Kind::name && (head.name == "head" || head.name == "rhead") &&
         !functions_.contains(head.name) && list.kind == DataExpr::Kind::list && list.arguments.empty();
}

/// Whether a name, or what is applied, has several declarations that may be meant.
bool Checker::is_overloaded(const DataExpr& expr) const {
  if (is_element_of_nothing(expr)) return true;
  const bool applied = expr.kind == DataExpr::Kind::apply && expr.arguments.front()->kind == DataExpr::Kind::name;
  if (!applied && expr.kind != DataExpr::Kind::name) return false;
  const std::string_view name = applied ? expr.arguments.front()->name : expr.name;
  return (applied ? !is_applied_variable(expr) : find(name) == nullptr) && functions_.count(name) > 1;
}

/// What an operator of the language expects of an operand, where that decides what the operand means; `other` is the
/// sort of the operand that is known already.
SortId Checker::expected_operand(std::string_view name, SortId other) const {
  if (name == "&&" || name == "||" || name == "=>" || name == "!" || name == "if") return spec_.sorts.boolean();
  if (is_of_numbers(name)) return spec_.sorts.basic(SortKind::real);
  if (is_unknown(other)) return other;
  // An element beside what holds such elements.
  if (name == "in" || name == "|>" || name == "<|") {
    const SortKind kind = spec_.sorts.kind(other);
    const bool holds = kind == SortKind::list || kind == SortKind::set || kind == SortKind::fset ||
                       kind == SortKind::bag || kind == SortKind::fbag;
    const SortId element = holds ? spec_.sorts.element(other) : spec_.sorts.unknown();
    return spec_.sorts.numeric(element) ? spec_.sorts.basic(SortKind::real) : element;
  }
  const bool same = name == "==" || name == "!=" || name == "<" || name == "<=" || name == ">" || name == ">=" ||
                    name == "+" || name == "-" || name == "*" || name == "/";
  if (!same) return spec_.sorts.unknown();
  return spec_.sorts.numeric(other) ? spec_.sorts.basic(SortKind::real) : other;
}

/// f(a, b), where f is not a variable: declared functions first, then what the language knows.
ExprId Checker::infer_call(const DataExpr& expr, std::string_view name, SortId hint) {
  const std::size_t count = expr.arguments.size() - 1;
  std::vector<FuncId> candidates;
  for (auto [it, last] = functions_.equal_range(name); it != last; ++it) {
    if (spec_.functions[it->second.value].domain.size() == count) candidates.push_back(it->second);
  }
  std::vector<ExprId> arguments(count);
  bool wrong = false;
  // An operand that may mean several things is settled by the other one, which is looked at first.
  const bool swap = count == 2 && is_overloaded(*expr.arguments[1]) && !is_overloaded(*expr.arguments[2]);
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t i = swap ? 1 - n : n;
    SortId expected = spec_.sorts.unknown();
    if (candidates.size() == 1) {
      expected = spec_.functions[candidates.front().value].domain[i];
    } else if (name == "if" && i > 0) {
      expected = hint;
    } else if (is_element_of_nothing(expr) && !is_unknown(hint)) {
      expected = spec_.sorts.container(SortKind::list, hint);
    } else if (candidates.empty() && (is_operator(name) || is_of_numbers(name) || name == "if") &&
               is_overloaded(*expr.arguments[i + 1])) {
      expected = expected_operand(name, n == 1 ? sort_of(arguments[1 - i]) : spec_.sorts.unknown());
    }
    arguments[i] = infer(*expr.arguments[i + 1], expected);
    wrong = wrong || is_unknown(sort_of(arguments[i]));
  }
  std::optional<std::pair<int, FuncId>> best;
  bool tie = false;
  for (const FuncId candidate : candidates) {
    const FuncInfo& info = spec_.functions[candidate.value];
    std::optional<int> cost = 0;
    for (std::size_t i = 0; cost && i < count; ++i) {
      const auto distance = spec_.sorts.distance(sort_of(arguments[i]), info.domain[i]);
      cost = distance ? std::optional(*cost + 2 * *distance) : std::nullopt;
    }
    if (!cost) continue;
    if (!spec_.sorts.distance(info.codomain, hint)) ++*cost;  // the result decides between equals
    if (!best || *cost <= best->first) {
      tie = best && *cost == best->first;
      best = {*cost, candidate};
    }
  }
  if (best && tie && !wrong) {
    diagnostics_.error(expr.range, fmt::format("'{}' is ambiguous here: several declarations fit", name));
    return broken(expr.range);
  }
  if (best) {
    const SortId codomain = spec_.functions[best->second.value].codomain;
    const std::vector<SortId> domain = spec_.functions[best->second.value].domain;
    for (std::size_t i = 0; i < count; ++i) arguments[i] = settled(arguments[i], domain[i]);
    tell_use(expr.arguments.front()->range, name, spec_.functions[best->second.value].range);
    return spec_.expressions.add({ExprKind::call, codomain, best->second.value, std::move(arguments), {}, expr.range});
  }
  if (!wrong) {
    if (const auto id = builtin(name, arguments, expr.range)) return *id;
  }
  if (!wrong || (candidates.empty() && !is_operator(name) && !functions_.contains(name))) {
    report_no_candidate(expr, name, arguments);
  }
  return broken(expr.range);
}

void Checker::report_no_candidate(const DataExpr& expr, std::string_view name, std::span<const ExprId> arguments) {
  const std::vector<std::string>& known = known_functions();
  const bool builtin_name =
      is_operator(name) || std::find(known.begin(), known.end(), name) != known.end() ||
      (name.size() > 4 && name.find('2') != std::string_view::npos && name.size() <= 8 &&
       nearest_name(name, known).empty() && !functions_.contains(name) &&
       (name.starts_with("Pos2") || name.starts_with("Nat2") || name.starts_with("Int2") || name.starts_with("Real2")));
  const auto [first, last] = functions_.equal_range(name);
  if (first == last && !builtin_name) {
    report_unknown(expr.arguments.front()->range, name, "function", names_in_scope());
    return;
  }
  if (name == "." && arguments.size() == 2 && spec_[arguments[0]].kind == ExprKind::number &&
      spec_[arguments[1]].kind == ExprKind::number) {
    diagnostics_.error(expr.range, "numbers are written without a point: 3/2 is one and a half");
    return;
  }
  std::vector<std::string> sorts;
  for (const ExprId argument : arguments) sorts.push_back(spec_.sorts.text(sort_of(argument)));
  if (first != last && std::next(first) == last) {
    const FuncInfo& info = spec_.functions[first->second.value];
    if (info.domain.size() == arguments.size()) {
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (spec_.sorts.distance(sort_of(arguments[i]), info.domain[i])) continue;
        report_mismatch(*expr.arguments[i + 1], info.domain[i], sort_of(arguments[i]));
        return;
      }
    }
    diagnostics_
        .error(expr.range, fmt::format("'{}' expects {} argument{}, but found {}", name, info.domain.size(),
                                       info.domain.size() == 1 ? "" : "s", arguments.size()))
        .notes.push_back({info.range, "declared here"});
    return;
  }
  diagnostics_.error(expr.range, fmt::format("'{}' cannot be applied to {}", name, fmt::join(sorts, " # ")));
}

ExprId Checker::make(Builtin builtin, SortId sort, std::vector<ExprId> arguments, SourceRange range) {
  settle_operands(builtin, arguments);
  return spec_.expressions.add(
      {ExprKind::builtin, sort, static_cast<std::uint32_t>(builtin), std::move(arguments), {}, range});
}

}  // namespace quotient::mcrl2
