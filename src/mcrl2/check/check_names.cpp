#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "mcrl2/check/checker.hpp"

// What names mean where an expression stands, and what is reported where they mean nothing.

namespace quotient::mcrl2 {

namespace {

using ast::DataExpr;

}  // namespace

VarId Checker::bind(std::string_view name, SortId sort, bool bound, SourceRange range) {
  // Of process variables only those that would otherwise be confused get a level of their own, so that equal texts
  // stay equal expressions.
  VarLevel level;
  for (const Scoped& scoped : scope_) {
    const VarInfo& info = spec_.variables[scoped.variable.value];
    if (info.bound == bound && scoped.name == name && info.sort == sort) ++level.number;
  }
  const VarId id = spec_.variable(std::string(name), sort, level, bound);
  scope_.push_back({name, id, range});
  tell_definition(range, name, NameKind::parameter, fmt::format("{}: {}", name, spec_.sorts.text(sort)));
  return id;
}

void Checker::tell_use(SourceRange at, std::string_view name, SourceRange definition) const {
  if (names_ == nullptr) return;
  at.end = at.begin + static_cast<std::uint32_t>(name.size());
  names_->use(at, definition);
}

void Checker::tell_definition(SourceRange at, std::string_view name, NameKind kind, std::string description) const {
  if (names_ == nullptr) return;
  at.end = at.begin + static_cast<std::uint32_t>(name.size());
  names_->define({std::string(name), kind, std::move(description), "", at, {}});
}

VarId Checker::bind(const ast::Variable& variable, bool bound) {
  return bind(variable.name, resolve(variable.sort), bound, variable.range);
}

void Checker::refuse_twice(std::span<const ast::Variable> variables) {
  std::map<std::string_view, SourceRange> seen;
  for (const ast::Variable& variable : variables) {
    const auto [place, fresh] = seen.try_emplace(variable.name, variable.range);
    if (fresh) continue;
    diagnostics_.error(variable.range, fmt::format("variable '{}' is declared twice", variable.name))
        .notes.push_back({place->second, "first declared here"});
  }
}

const Checker::Scoped* Checker::find(std::string_view name) const {
  for (auto it = scope_.rbegin(); it != scope_.rend(); ++it) {
    if (it->name == name) return &*it;
  }
  return nullptr;
}

ExprId Checker::broken(SourceRange range) {
  return spec_.expressions.add({ExprKind::truth, spec_.sorts.unknown(), 0, {}, {}, range});
}

void Checker::report_mismatch(const DataExpr& expr, SortId expected, SortId found) {
  // There is no use in converting -1 to a Nat.
  const DataExpr& inner = expr.kind == DataExpr::Kind::apply && expr.arguments.size() == 2 ? *expr.arguments[1] : expr;
  const bool negated = &inner != &expr && expr.arguments.front()->name == "-";
  report_mismatch(expr.range, expected, found, inner.kind != DataExpr::Kind::number || (&inner != &expr && !negated));
}

void Checker::report_mismatch(SourceRange range, SortId expected, SortId found, bool convertible) {
  if (is_unknown(expected) || is_unknown(found)) return;
  Diagnostic& diagnostic = diagnostics_.error(range, fmt::format("expected sort {}, but this has sort {}",
                                                                 spec_.sorts.text(expected), spec_.sorts.text(found)));
  if (spec_.sorts.numeric(expected) && spec_.sorts.numeric(found) && convertible) {
    diagnostic.notes.push_back(
        {range, fmt::format("{}2{}(…) converts it", spec_.sorts.text(found), spec_.sorts.text(expected))});
  }
}

void Checker::report_unknown(SourceRange range, std::string_view name, std::string_view what,
                             std::vector<std::string> candidates) {
  // What its own broken declaration would have declared has been complained about already.
  if (std::find(tree_.broken.begin(), tree_.broken.end(), name) != tree_.broken.end()) return;
  // Names have meanings of several kinds, each in its place.
  const bool data = what == "name" || what == "function", process = what == "action or process";
  const char* other = data && action_names_.contains(name)   ? "an action"
                      : data && processes_.contains(name)    ? "a process"
                      : process && find(name) != nullptr     ? "a variable"
                      : process && functions_.contains(name) ? "a function"
                                                             : nullptr;
  if (other != nullptr) {
    Diagnostic& made = diagnostics_.error(
        range, fmt::format("expected {}, but '{}' is {}", data ? "data" : "an action or process", name, other));
    if (process) made.notes.push_back({range, "a condition is followed by '->'"});
    return;
  }
  if (what == "sort" && !unknown_sorts_.insert(std::string(name)).second) return;  // once is enough
  diagnostics_.error(range, fmt::format("unknown {} '{}'", what, name)).suggestion = nearest_name(name, candidates);
}

std::vector<std::string> Checker::names_in_scope() const {
  std::vector<std::string> names = {"head", "tail", "rhead", "rtail", "pick", "count",
                                    "max",  "min",  "succ",  "pred",  "if"};
  for (const Scoped& scoped : scope_) names.emplace_back(scoped.name);
  for (const auto& [name, unused] : functions_) names.push_back(name);
  return names;
}

}  // namespace quotient::mcrl2
