#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/deep_stack.hpp"
#include "mcrl2/check/check.hpp"
#include "mcrl2/data/print.hpp"
#include "mcrl2/lps/linear_process.hpp"
#include "mcrl2/mcrl2.hpp"
#include "mcrl2/process/model.hpp"
#include "mcrl2/syntax/parser.hpp"

namespace quotient::mcrl2 {

namespace {

/// Writes a specification anew: the data as they are, and what its processes have become. Reading it gives the same
/// state space.
class LpsPrinter {
 public:
  explicit LpsPrinter(const Model& model) : model_(model), spec_(model.spec), names_(spec_) {}

  /// As one process.
  std::string linear(const LinearProcess& process) {
    data();
    const std::string name = process_name();
    for (const LinearProcess::Parameter& parameter : process.parameters) {
      out_ += fmt::format("% {}: {}\n", names_.variable(parameter.variable), parameter.meaning);
    }
    std::vector<VarId> parameters;
    std::string start;
    for (const LinearProcess::Parameter& parameter : process.parameters) {
      parameters.push_back(parameter.variable);
      start += (start.empty() ? "(" : ", ") + names_.expr(parameter.initial);
    }
    out_ += fmt::format("proc {}{} =\n", name, declared(parameters));
    for (const SymbolicMove& move : process.summands) {
      std::string next = name + "(";
      for (std::size_t i = 0; i < move.assignments.size(); ++i) {
        const auto& [parameter, value] = move.assignments[i];
        next += fmt::format("{}{} = {}", i == 0 ? "" : ", ", names_.variable(process.parameters[parameter].variable),
                            names_.expr(value));
      }
      out_ += "    " + guarded(move.variables, move.conditions, move.actions) + " . " + next + ")\n  +\n";
    }
    out_ += fmt::format("    delta;\ninit {}{};\n", name, start.empty() ? "" : start + ")");
    return std::move(out_);
  }

  /// A process for each location with its summands, and the parallel composition as it was written.
  std::string network() {
    data();
    processes();
    out_ += "init " + group(model_.network.root) + ";\n";
    return std::move(out_);
  }

 private:
  void data() {
    sorts();
    functions();
    equations();
    actions();
  }

  /// P, or another name where there is an action P.
  std::string process_name() const {
    std::string name = "P";
    while (std::find(spec_.action_names.begin(), spec_.action_names.end(), name) != spec_.action_names.end()) {
      name += "_";
    }
    return name;
  }

  void sorts() {
    for (std::uint32_t i = 0; i < spec_.sorts.size(); ++i) {
      const SortId sort{i};
      if (spec_.sorts.kind(sort) != SortKind::user) continue;
      out_ += "sort " + names_.sort(sort);
      const auto constructors = spec_.constructors.find(sort);
      if (constructors != spec_.constructors.end()) {
        out_ += " = struct ";
        for (const FuncId id : constructors->second) {
          if (id != constructors->second.front()) out_ += " | ";
          const FuncInfo& info = spec_.functions[id.value];
          out_ += info.name;
          for (std::size_t f = 0; f < info.domain.size(); ++f) {
            out_ += (f == 0 ? "(" : ", ") + names_.sort(info.domain[f]);
          }
          if (!info.domain.empty()) out_ += ")";
        }
      }
      out_ += ";\n";
    }
  }

  bool is_global(const FuncInfo& info) const {
    return std::any_of(spec_.globals.begin(), spec_.globals.end(),
                       [&](VarId v) { return spec_.variables[v.value].name == info.name; });
  }

  void functions() {
    for (const FuncInfo& info : spec_.functions) {
      if (info.kind == FuncKind::constructor || info.name == "==") continue;
      out_ += (is_global(info) ? "glob " : "map ") + info.name + ": ";
      for (std::size_t i = 0; i < info.domain.size(); ++i) {
        const bool nested = spec_.sorts.kind(info.domain[i]) == SortKind::function;
        const std::string sort = names_.sort(info.domain[i]);
        out_ += (i == 0 ? "" : " # ") + (nested ? "(" + sort + ")" : sort);
      }
      if (!info.domain.empty()) out_ += " -> ";
      out_ += names_.sort(info.codomain) + ";\n";
    }
  }

  void equations() {
    if (spec_.rules.empty()) return;
    std::set<std::uint32_t> variables;
    std::vector<ExprId> todo;
    for (const Rule& rule : spec_.rules) todo.insert(todo.end(), rule.patterns.begin(), rule.patterns.end());
    while (!todo.empty()) {
      const Expr& e = spec_[todo.back()];
      todo.pop_back();
      if (e.kind == ExprKind::variable && !spec_.variables[e.symbol].bound) variables.insert(e.symbol);
      todo.insert(todo.end(), e.arguments.begin(), e.arguments.end());
    }
    if (!variables.empty()) out_ += "var\n";
    for (const std::uint32_t v : variables) {
      out_ += fmt::format("  {}: {};\n", names_.variable(VarId{v}), names_.sort(spec_.variables[v].sort));
    }
    out_ += "eqn\n";
    for (const Rule& rule : spec_.rules) {
      out_ += "  ";
      if (rule.condition) out_ += names_.expr(rule.condition) + " -> ";
      const FuncInfo& head = spec_.functions[rule.head.value];
      if (head.name == "==") {
        out_ += fmt::format("({}) == ({}) = {};\n", names_.expr(rule.patterns[0]), names_.expr(rule.patterns[1]),
                            names_.expr(rule.right));
        continue;
      }
      out_ += head.name;
      // f(a, b)(c, d): what is more than the declaration takes is applied to the result.
      std::set<std::size_t> applied;
      SortId rest = head.codomain;
      for (std::size_t at = head.domain.size(); at < rule.patterns.size();) {
        applied.insert(at);
        if (spec_.sorts.kind(rest) != SortKind::function) break;
        at += spec_.sorts.arguments(rest).size() - 1;
        rest = spec_.sorts.codomain(rest);
      }
      for (std::size_t i = 0; i < rule.patterns.size(); ++i) {
        out_ += (i == 0 ? "(" : applied.contains(i) ? ")(" : ", ") + names_.expr(rule.patterns[i]);
      }
      if (!rule.patterns.empty()) out_ += ")";
      out_ += " = " + names_.expr(rule.right) + ";\n";
    }
  }

  void actions() {
    for (const ActInfo& action : spec_.actions) {
      out_ += "act " + spec_.action_names[action.name.value];
      for (std::size_t i = 0; i < action.arguments.size(); ++i) {
        const bool nested = spec_.sorts.kind(action.arguments[i]) == SortKind::function;
        const std::string sort = names_.sort(action.arguments[i]);
        out_ += (i == 0 ? ": " : " # ") + (nested ? "(" + sort + ")" : sort);
      }
      out_ += ";\n";
    }
  }

  std::string call(LocationId location, const std::vector<ExprId>& values) const {
    std::string text = fmt::format("L{}", location.value);
    for (std::size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "(" : ", ") + names_.expr(values[i]);
    return values.empty() ? text : text + ")";
  }

  /// (x: D, y: Nat)
  std::string declared(const std::vector<VarId>& variables) const {
    std::string text;
    for (const VarId v : variables) {
      text += fmt::format("{}{}: {}", text.empty() ? "(" : ", ", names_.variable(v),
                          names_.sort(spec_.variables[v.value].sort));
    }
    return text.empty() ? text : text + ")";
  }

  /// sum x: D. (condition) -> a|b
  std::string guarded(const std::vector<VarId>& variables, const std::vector<ExprId>& conditions,
                      const std::vector<ActionCall>& multi) const {
    std::string text;
    if (!variables.empty()) {
      const std::string list = declared(variables);
      text = "sum " + list.substr(1, list.size() - 2) + ". ";
    }
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      text += (i == 0 ? "(" : " && ") + names_.expr(conditions[i]);
    }
    if (!conditions.empty()) text += ") -> ";
    std::string actions;
    for (const ActionCall& action : multi) {
      actions += (actions.empty() ? "" : "|") + spec_.name(action.action);
      for (std::size_t i = 0; i < action.arguments.size(); ++i) {
        actions += (i == 0 ? "(" : ", ") + names_.expr(action.arguments[i]);
      }
      if (!action.arguments.empty()) actions += ")";
    }
    return text + (multi.empty() ? "tau" : multi.size() > 1 ? "(" + actions + ")" : actions);
  }

  std::string summand(const Summand& summand) const {
    const std::string text = guarded(summand.variables, summand.conditions, summand.actions);
    return summand.next == model_.linear.done ? text : text + " . " + call(summand.next, summand.values);
  }

  void processes() {
    for (std::uint32_t l = 2; l < model_.linear.locations.size(); ++l) {
      const ControlLocation& location = model_.linear.locations[l];
      out_ += fmt::format("proc L{}{} =  % {}\n", l, declared(location.variables), location.name);
      for (std::size_t s = 0; s < location.summands.size(); ++s) {
        out_ += (s == 0 ? "    " : "  + ") + summand(location.summands[s]) + "\n";
      }
      out_ += location.summands.empty() ? "    delta;\n" : "  ;\n";
    }
  }

  std::string group(std::uint32_t number) const {
    const Group& group_of = model_.network.groups[number];
    std::string text;
    for (const Child& child : group_of.children) {
      if (!text.empty()) text += " || ";
      if (child.leaf) {
        const Leaf& leaf = model_.network.leaves[child.index];
        text += call(leaf.location, leaf.values);
      } else {
        text += group(child.index);
      }
    }
    for (const NameOperator& op : group_of.operators) {
      const char* name = op.kind == ProcKind::block   ? "block"
                         : op.kind == ProcKind::allow ? "allow"
                         : op.kind == ProcKind::comm  ? "comm"
                         : op.kind == ProcKind::hide  ? "hide"
                                                      : "rename";
      std::string set;
      for (const NameRule& rule : op.names) {
        if (!set.empty()) set += ", ";
        for (std::size_t i = 0; i < rule.from.size(); ++i) {
          set += (i == 0 ? "" : "|") + spec_.action_names[rule.from[i].value];
        }
        if (op.kind == ProcKind::comm || op.kind == ProcKind::rename) set += " -> " + spec_.action_names[rule.to.value];
      }
      text = fmt::format("{}({{{}}}, {})", name, set, text);
    }
    return text;
  }

  const Model& model_;
  const Specification& spec_;
  ExprPrinter names_;
  std::string out_;
};

std::string print_here(SourceMap& sources, FileId file, const LpsOptions& options, Diagnostics& diagnostics) {
  const ast::Specification tree = parse(sources, file, diagnostics);
  auto spec = check(tree, diagnostics);
  if (!spec || diagnostics.has_errors()) return {};
  const auto model = build_model(std::move(*spec), sources, diagnostics);
  if (!model || diagnostics.has_errors()) return {};
  if (model->clock) {
    diagnostics.error(model->spec[model->spec.init].range,
                      "a specification with time ('@') is not printed as a linear process: only 'check' and 'lts' "
                      "know the time of the last action");
    return {};
  }
  if (model->linear.random) {
    diagnostics.error(model->spec[model->spec.init].range,
                      "a specification with 'dist' is not printed as a linear process: only 'check' and 'lts' know "
                      "random choices");
    return {};
  }
  if (options.network) return LpsPrinter(*model).network();
  std::string problem;
  const auto process = linear_process(*model, options.most_summands, problem);
  if (process) return LpsPrinter(*model).linear(*process);
  diagnostics.error(model->spec[model->spec.init].range,
                    fmt::format("too large as one linear process: {} (--max-summands N allows more; --network prints "
                                "the processes as they are composed)",
                                problem));
  return {};
}

}  // namespace

std::string print_lps(SourceMap& sources, FileId file, const LpsOptions& options, Diagnostics& diagnostics) {
  std::string text;
  with_deep_stack([&] { text = print_here(sources, file, options, diagnostics); });
  return text;
}

}  // namespace quotient::mcrl2
