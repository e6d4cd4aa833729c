#include <fmt/format.h>
#include <map>
#include <set>

#include "mcrl2/data/print.hpp"

namespace quotient::mcrl2 {

ExprPrinter::ExprPrinter(const Specification& spec) : spec_(spec) {
  std::set<std::string> taken(spec.action_names.begin(), spec.action_names.end());
  for (const FuncInfo& function : spec.functions) taken.insert(function.name);
  for (std::size_t i = 0; i < spec.process_expressions.size(); ++i) taken.insert(fmt::format("L{}", i));
  // Variables of lambdas and comprehensions keep their names where they can: these are seen in labels. Where two of
  // them have one name, the text had it so too.
  variables_.resize(spec.variables.size());
  std::map<std::pair<std::string, VarLevel>, std::string> bound;
  for (const bool first : {true, false}) {
    for (std::size_t i = 0; i < spec.variables.size(); ++i) {
      const VarInfo& variable = spec.variables[i];
      if (variable.bound != first) continue;
      std::string& name = variables_[i];
      if (first) name = bound[{variable.name, variable.level}];
      if (!name.empty()) continue;
      name = variable.name;
      for (int k = 1; !taken.insert(name).second; ++k) name = fmt::format("{}_{}", variable.name, k);
      if (first) bound[{variable.name, variable.level}] = name;
    }
  }
}

ExprPrinter::ExprPrinter(const Specification& spec, std::vector<std::string> variables)
    : spec_(spec), variables_(std::move(variables)) {}

std::string ExprPrinter::sort(SortId id) const {
  const SortTable& sorts = spec_.sorts;
  const auto container = [&](const char* name) { return fmt::format("{}({})", name, sort(sorts.element(id))); };
  switch (sorts.kind(id)) {
    case SortKind::unknown:
      return "Bool";  // of the elements of an empty container that is never filled
    case SortKind::list:
      return container("List");
    case SortKind::set:
      return container("Set");
    case SortKind::fset:
      return container("FSet");
    case SortKind::bag:
      return container("Bag");
    case SortKind::fbag:
      return container("FBag");
    case SortKind::function: {
      std::string out;
      const std::vector<SortId>& parts = sorts.arguments(id);
      for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const bool nested = sorts.kind(parts[i]) == SortKind::function;
        out += (i == 0 ? "" : " # ") + (nested ? "(" + sort(parts[i]) + ")" : sort(parts[i]));
      }
      return out + " -> " + sort(parts.back());
    }
    case SortKind::user: {
      const std::string name = sorts.text(id);
      return name.find(' ') == std::string::npos ? name : fmt::format("Struct_{}", id.value);
    }
    default:
      return sorts.text(id);
  }
}

std::string ExprPrinter::list(const std::vector<ExprId>& parts, std::size_t first) const {
  std::string out;
  for (std::size_t i = first; i < parts.size(); ++i) out += (i == first ? "" : ", ") + expr(parts[i]);
  return out;
}

std::string ExprPrinter::builtin(const Expr& e) const {
  const auto op = static_cast<Builtin>(e.symbol);
  const std::string name(builtin_name(op));
  if (op == Builtin::function_update) {
    return fmt::format("{}[{} -> {}]", expr(e.arguments[0]), expr(e.arguments[1]), expr(e.arguments[2]));
  }
  if (op >= Builtin::to_pos && op <= Builtin::to_real) {
    // The name tells where the number comes from: the sort of the argument, or the next one above the target.
    const SortKind from = spec_.sorts.kind(spec_[e.arguments[0]].sort);
    const SortKind to = spec_.sorts.kind(e.sort);
    const char* source = from == to                  ? (to == SortKind::pos   ? "Nat"
                                                        : to == SortKind::nat ? "Int"
                                                                              : "Real")
                         : from == SortKind::pos     ? "Pos"
                         : from == SortKind::nat     ? "Nat"
                         : from == SortKind::integer ? "Int"
                                                     : "Real";
    if (from == to && to == SortKind::real) return expr(e.arguments[0]);
    return fmt::format("{}{}({})", source, name, expr(e.arguments[0]));
  }
  const bool letters = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');
  const bool infix_word = name == "div" || name == "mod" || name == "in";
  if (letters && !infix_word) return fmt::format("{}({})", name, list(e.arguments, 0));
  if (e.arguments.size() == 1) return fmt::format("({}{})", name, expr(e.arguments[0]));
  return fmt::format("({} {} {})", expr(e.arguments[0]), name, expr(e.arguments[1]));
}

std::string ExprPrinter::expr(ExprId id) const {
  const Expr& e = spec_[id];
  const auto bound = [&] {
    std::string out;
    for (const VarId v : e.variables) {
      out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", variable(v), sort(spec_.variables[v.value].sort));
    }
    return out;
  };
  switch (e.kind) {
    case ExprKind::variable:
      return variable(VarId{e.symbol});
    case ExprKind::number:
      return spec_.expressions.digits(e);
    case ExprKind::truth:
      return e.symbol != 0 ? "true" : "false";
    case ExprKind::function:
      return spec_.functions[e.symbol].name;
    case ExprKind::call: {
      const std::string& name = spec_.functions[e.symbol].name;
      return e.arguments.empty() ? name : fmt::format("{}({})", name, list(e.arguments, 0));
    }
    case ExprKind::builtin:
      return builtin(e);
    case ExprKind::apply:
      return fmt::format("{}({})", expr(e.arguments[0]), list(e.arguments, 1));
    case ExprKind::list:
      return "[" + list(e.arguments, 0) + "]";
    case ExprKind::set:
      return "{" + list(e.arguments, 0) + "}";
    case ExprKind::bag: {
      std::string out;
      for (std::size_t i = 0; i < e.arguments.size(); i += 2) {
        out += fmt::format("{}{}: {}", i == 0 ? "" : ", ", expr(e.arguments[i]), expr(e.arguments[i + 1]));
      }
      return e.arguments.empty() ? "{:}" : "{" + out + "}";
    }
    case ExprKind::set_of:
    case ExprKind::bag_of:
      return fmt::format("{{{} | {}}}", bound(), expr(e.arguments[0]));
    case ExprKind::lambda:
      return fmt::format("(lambda {}. {})", bound(), expr(e.arguments[0]));
    case ExprKind::forall:
      return fmt::format("(forall {}. {})", bound(), expr(e.arguments[0]));
    case ExprKind::exists:
      return fmt::format("(exists {}. {})", bound(), expr(e.arguments[0]));
    case ExprKind::where: {
      std::string out;
      for (std::size_t i = 0; i < e.variables.size(); ++i) {
        out += fmt::format("{}{} = {}", i == 0 ? "" : ", ", variable(e.variables[i]), expr(e.arguments[i + 1]));
      }
      return fmt::format("({} whr {} end)", expr(e.arguments[0]), out);
    }
  }
  return {};
}

}  // namespace quotient::mcrl2
