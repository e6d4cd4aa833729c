#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mcrl2/check/checker.hpp"

/// Calls of processes. Several may have one name, with other parameters.
namespace quotient::mcrl2 {

/// P(x = e): what is not assigned keeps the value that the parameter of this name has here.
ProcExprId Checker::call_by_assignment(const ast::ProcExpr& expr, ProcId process) {
  const ProcInfo info = spec_.processes[process.value];
  std::map<std::string_view, ExprId> assigned;
  for (const ast::Assignment& assignment : expr.assignments) {
    const auto parameter = std::find_if(info.parameters.begin(), info.parameters.end(),
                                        [&](VarId id) { return spec_.variables[id.value].name == assignment.name; });
    if (parameter == info.parameters.end()) {
      std::vector<std::string> candidates;
      for (const VarId id : info.parameters) candidates.push_back(spec_.variables[id.value].name);
      diagnostics_
          .error(assignment.range, fmt::format("process '{}' has no parameter '{}'", info.name, assignment.name))
          .suggestion = nearest_name(assignment.name, candidates);
      infer(*assignment.value, spec_.sorts.unknown());
      continue;
    }
    if (assigned.contains(assignment.name)) {
      diagnostics_.error(assignment.range, fmt::format("parameter '{}' is assigned twice", assignment.name));
    }
    const auto index = static_cast<std::size_t>(parameter - info.parameters.begin());
    tell_use(assignment.range, assignment.name, process_decls_[process.value]->parameters[index].range);
    assigned[assignment.name] = check(*assignment.value, spec_.variables[parameter->value].sort);
  }
  ProcExpr node;
  node.kind = ProcKind::call;
  node.process = process;
  node.range = expr.range;
  for (const VarId id : info.parameters) {
    const VarInfo parameter = spec_.variables[id.value];
    const auto given = assigned.find(parameter.name);
    if (given != assigned.end()) {
      node.arguments.push_back(given->second);
      continue;
    }
    // The parameter of the process around the call, even where a sum has taken its name meanwhile.
    std::optional<VarId> kept;
    if (current_) {
      for (const VarId own : spec_.processes[current_->value].parameters) {
        const VarInfo& candidate = spec_.variables[own.value];
        if (candidate.name == parameter.name && candidate.sort == parameter.sort) kept = own;
      }
    }
    if (!kept) {
      diagnostics_.error(expr.range, fmt::format("parameter '{}' of '{}' has no value here", parameter.name, info.name))
          .notes.push_back({info.range, "declared here"});
      node.arguments.push_back(broken(expr.range));
      continue;
    }
    node.arguments.push_back(
        spec_.expressions.add({ExprKind::variable, parameter.sort, kept->value, {}, {}, expr.range}));
  }
  return spec_.add(std::move(node));
}

/// Of several processes of one name: the one that has all the parameters, the one around the call first.
std::optional<ProcId> Checker::process_with_parameters(const ast::ProcExpr& expr) {
  const auto [first, last] = processes_.equal_range(expr.name);
  if (std::next(first) == last) return first->second;
  std::vector<ProcId> fitting;
  for (auto it = first; it != last; ++it) {
    const auto& parameters = spec_.processes[it->second.value].parameters;
    const bool has_all = std::all_of(expr.assignments.begin(), expr.assignments.end(), [&](const auto& assignment) {
      return std::any_of(parameters.begin(), parameters.end(),
                         [&](VarId id) { return spec_.variables[id.value].name == assignment.name; });
    });
    // P() is a call without arguments where there is a process that takes none.
    if (has_all && (current_ == it->second || (expr.assignments.empty() && parameters.empty()))) return it->second;
    if (has_all) fitting.push_back(it->second);
  }
  if (fitting.size() == 1) return fitting.front();
  const std::string_view what =
      fitting.empty() ? "no process '{}' has all these parameters" : "several processes '{}' have these parameters";
  auto& error = diagnostics_.error(expr.range, fmt::format(fmt::runtime(what), expr.name));
  for (auto it = first; it != last; ++it) {
    error.notes.push_back({spec_.processes[it->second.value].range, "declared here"});
  }
  for (const ast::Assignment& assignment : expr.assignments) infer(*assignment.value, spec_.sorts.unknown());
  return std::nullopt;
}

/// Of several processes of one name and number of parameters: the one whose sorts are nearest to those of the
/// arguments.
std::optional<ProcId> Checker::process_with_arguments(const ast::ProcExpr& expr) {
  const auto [first, last] = processes_.equal_range(expr.name);
  std::vector<ProcId> candidates;
  for (auto it = first; it != last; ++it) {
    if (spec_.processes[it->second.value].parameters.size() == expr.arguments.size()) candidates.push_back(it->second);
  }
  if (candidates.size() == 1) return candidates.front();
  if (candidates.empty()) {
    const ProcInfo& info = spec_.processes[first->second.value];
    diagnostics_
        .error(expr.range,
               std::next(first) != last
                   ? fmt::format("no process '{}' has {} parameter{}", info.name, expr.arguments.size(),
                                 expr.arguments.size() == 1 ? "" : "s")
                   : fmt::format("process '{}' expects {} argument{}, but found {}", info.name, info.parameters.size(),
                                 info.parameters.size() == 1 ? "" : "s", expr.arguments.size()))
        .notes.push_back({info.range, "declared here"});
    return std::nullopt;
  }
  std::vector<SortId> found;
  for (const auto& argument : expr.arguments) found.push_back(sort_of(infer(*argument, spec_.sorts.unknown())));
  std::optional<std::pair<int, ProcId>> best;
  for (const ProcId candidate : candidates) {
    const std::vector<SortId> sorts = parameter_sorts(spec_.processes[candidate.value]);
    std::optional<int> cost = 0;
    for (std::size_t i = 0; cost && i < sorts.size(); ++i) {
      const auto distance = spec_.sorts.distance(found[i], sorts[i]);
      cost = distance ? std::optional(*cost + *distance) : std::nullopt;
    }
    if (cost && (!best || *cost < best->first)) best = {*cost, candidate};
  }
  if (best) return best->second;
  if (std::none_of(found.begin(), found.end(), [&](SortId sort) { return is_unknown(sort); })) {
    std::vector<std::string> sorts;
    for (const SortId sort : found) sorts.push_back(spec_.sorts.text(sort));
    diagnostics_.error(expr.range, fmt::format("no process '{}' takes {}", expr.name, fmt::join(sorts, " # ")));
  }
  return std::nullopt;
}

ProcExprId Checker::check_instance(const ast::ProcExpr& expr) {
  if (!processes_.contains(expr.name)) {
    ProcExpr node;
    node.kind = ProcKind::actions;
    node.range = expr.range;
    if (!expr.assignments.empty()) {
      diagnostics_.error(expr.range,
                         fmt::format("'{}' is not a process: only processes are called with assignments", expr.name));
    } else if (auto action = check_action(expr)) {
      node.actions.push_back(std::move(*action));
    }
    return spec_.add(std::move(node));
  }
  const auto process = expr.by_assignment ? process_with_parameters(expr) : process_with_arguments(expr);
  ProcExpr node;
  node.kind = ProcKind::call;
  node.range = expr.range;
  if (!process) return spec_.add(std::move(node));
  tell_use(expr.range, expr.name, spec_.processes[process->value].range);
  if (expr.by_assignment) return call_by_assignment(expr, *process);
  const ProcInfo info = spec_.processes[process->value];
  node.process = *process;
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    node.arguments.push_back(check(*expr.arguments[i], spec_.variables[info.parameters[i].value].sort));
  }
  return spec_.add(std::move(node));
}

}  // namespace quotient::mcrl2
