#include <algorithm>
#include <fmt/format.h>

#include "mcrl2/data/print.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr char hole = '\x01';  // begins the number of a captured value, and ends it; in no text of a specification

/// All variables that are bound inside of an expression, in the order of the text.
void bound_in(const Specification& spec, ExprId root, std::vector<VarId>& out) {
  std::vector<ExprId> todo{root};
  std::set<ExprId> seen;
  while (!todo.empty()) {
    const ExprId id = todo.back();
    todo.pop_back();
    if (!seen.insert(id).second) continue;
    for (const VarId v : spec[id].variables) {
      if (std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
    }
    todo.insert(todo.end(), spec[id].arguments.rbegin(), spec[id].arguments.rend());
  }
}

/// (a < b) becomes a < b; (a)[b -> (c)] stays.
std::string without_parentheses(std::string text) {
  if (!text.starts_with('(')) return text;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i + 1 == text.size() ? text.substr(1, i - 1) : text;
  }
  return text;
}

}  // namespace

LambdaText lambda_text(const Specification& spec, std::span<const VarId> parameters, ExprId body,
                       std::span<const VarId> captured, const std::set<std::string>& functions) {
  std::vector<std::string> names(spec.variables.size());
  for (std::size_t i = 0; i < captured.size(); ++i) names[captured[i].value] = fmt::format("{0}{1}{0}", hole, i);
  std::vector<VarId> bound(parameters.begin(), parameters.end());
  bound_in(spec, body, bound);
  std::set<std::string> taken;
  for (const VarId v : bound) {
    const std::string& wanted = spec.variables[v.value].name;
    std::string name = wanted;
    for (int k = 1; functions.contains(name) || !taken.insert(name).second; ++k) name = fmt::format("{}_{}", wanted, k);
    names[v.value] = std::move(name);
  }
  const ExprPrinter printer(spec, std::move(names));
  LambdaText result;
  for (const VarId v : parameters) {
    result.variables += fmt::format("{}{}: {}", result.variables.empty() ? "" : ", ", printer.variable(v),
                                    printer.sort(spec.variables[v.value].sort));
  }
  // A quantifier keeps its parentheses: its commas would be taken for those of a set.
  const std::string whole = printer.expr(body);
  std::string text = spec[body].kind == ExprKind::builtin ? without_parentheses(whole) : whole;
  for (std::size_t at = text.find(hole); at != std::string::npos; at = text.find(hole)) {
    const std::size_t end = text.find(hole, at + 1);
    result.pieces.push_back(text.substr(0, at));
    result.holes.push_back(static_cast<std::uint32_t>(std::stoul(text.substr(at + 1, end - at - 1))));
    text.erase(0, end + 1);
  }
  result.pieces.push_back(std::move(text));
  return result;
}

}  // namespace quotient::mcrl2
