#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "base/stop_signal.hpp"
#include "mcrl2/check/checker.hpp"

namespace quotient::mcrl2 {

std::vector<SortId> Checker::parameter_sorts(const ProcInfo& process) const {
  std::vector<SortId> sorts;
  for (const VarId id : process.parameters) sorts.push_back(spec_.variables[id.value].sort);
  return sorts;
}

void Checker::declare_processes() {
  for (const ast::ProcDecl& decl : tree_.processes) {
    if (action_names_.contains(decl.name.text)) {
      diagnostics_.error(decl.name.range, fmt::format("'{}' is an action and a process", decl.name.text));
    }
    tell_definition(decl.name.range, decl.name.text, NameKind::process, "proc " + std::string(decl.name.text));
    ProcInfo info{std::string(decl.name.text), {}, {}, decl.name.range};
    const Scope scope(*this);
    refuse_twice(decl.parameters);
    for (const ast::Variable& parameter : decl.parameters) info.parameters.push_back(bind(parameter, false));
    const auto [first, last] = processes_.equal_range(decl.name.text);
    const auto same = std::find_if(first, last, [&](const auto& row) {
      return parameter_sorts(spec_.processes[row.second.value]) == parameter_sorts(info);
    });
    if (same != last) {
      diagnostics_.error(decl.name.range, fmt::format("process '{}' is declared twice", decl.name.text))
          .notes.push_back({spec_.processes[same->second.value].range, "first declared here"});
      continue;
    }
    processes_.emplace(decl.name.text, ProcId{static_cast<std::uint32_t>(spec_.processes.size())});
    spec_.processes.push_back(std::move(info));
    process_decls_.push_back(&decl);
  }
  for (std::size_t i = 0; i < process_decls_.size(); ++i) {
    const Scope scope(*this);
    const std::vector<VarId> parameters = spec_.processes[i].parameters;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      scope_.push_back({process_decls_[i]->parameters[p].name, parameters[p], process_decls_[i]->parameters[p].range});
    }
    current_ = ProcId{static_cast<std::uint32_t>(i)};
    if (process_decls_[i]->body) spec_.processes[i].body = check(*process_decls_[i]->body);
    current_.reset();
  }
  if (tree_.init) spec_.init = check(*tree_.init);
}

std::optional<ActName> Checker::action_name(const ast::Name& name) {
  if (const auto known = action_names_.find(name.text); known != action_names_.end()) {
    tell_use(name.range, name.text, spec_.actions[actions_.find(known->second)->second.value].range);
    return known->second;
  }
  report_unknown(name.range, name.text, "action", spec_.action_names);
  return std::nullopt;
}

std::optional<ActionCall> Checker::check_action(const ast::ProcExpr& expr) {
  const auto known = action_names_.find(expr.name);
  if (known == action_names_.end()) {
    std::vector<std::string> candidates = spec_.action_names;
    for (const ProcInfo& process : spec_.processes) candidates.push_back(process.name);
    report_unknown(expr.range, expr.name, "action or process", std::move(candidates));
    for (const auto& argument : expr.arguments) infer(*argument, spec_.sorts.unknown());
    return std::nullopt;
  }
  const auto [first, last] = actions_.equal_range(known->second);
  tell_use(expr.range, expr.name, spec_.actions[first->second.value].range);
  std::vector<ActId> candidates;
  for (auto it = first; it != last; ++it) {
    if (spec_.actions[it->second.value].arguments.size() == expr.arguments.size()) candidates.push_back(it->second);
  }
  const auto one = candidates.size() == 1;
  std::vector<ExprId> arguments;
  bool wrong = false;
  for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
    arguments.push_back(
        infer(*expr.arguments[i], one ? spec_.actions[candidates[0].value].arguments[i] : spec_.sorts.unknown()));
    wrong = wrong || is_unknown(sort_of(arguments.back()));
  }
  if (candidates.empty()) {
    const ActInfo& info = spec_.actions[first->second.value];
    diagnostics_
        .error(expr.range, fmt::format("action '{}' expects {} argument{}, but found {}", expr.name,
                                       info.arguments.size(), info.arguments.size() == 1 ? "" : "s", arguments.size()))
        .notes.push_back({info.range, "declared here"});
    return std::nullopt;
  }
  std::optional<std::pair<int, ActId>> best;
  for (const ActId candidate : candidates) {
    std::optional<int> cost = 0;
    const std::vector<SortId>& sorts = spec_.actions[candidate.value].arguments;
    for (std::size_t i = 0; cost && i < sorts.size(); ++i) {
      const auto distance = spec_.sorts.distance(sort_of(arguments[i]), sorts[i]);
      cost = distance ? std::optional(*cost + *distance) : std::nullopt;
    }
    if (cost && (!best || *cost < best->first)) best = {*cost, candidate};
  }
  if (best) {
    const std::vector<SortId> sorts = spec_.actions[best->second.value].arguments;
    for (std::size_t i = 0; i < sorts.size(); ++i) arguments[i] = settled(arguments[i], sorts[i]);
    return ActionCall{best->second, std::move(arguments)};
  }
  if (one) {
    const std::vector<SortId>& sorts = spec_.actions[candidates[0].value].arguments;
    for (std::size_t i = 0; i < sorts.size(); ++i) {
      if (spec_.sorts.distance(sort_of(arguments[i]), sorts[i])) continue;
      report_mismatch(*expr.arguments[i], sorts[i], sort_of(arguments[i]));
    }
  } else if (!wrong) {
    std::vector<std::string> sorts;
    for (const ExprId argument : arguments) sorts.push_back(spec_.sorts.text(sort_of(argument)));
    diagnostics_.error(expr.range, fmt::format("no action '{}' takes {}", expr.name, fmt::join(sorts, " # ")));
  }
  return std::nullopt;
}

ProcExprId Checker::check_multi(const ast::ProcExpr& expr) {
  ProcExpr node;
  node.kind = ProcKind::actions;
  node.range = expr.range;
  for (const ast::ProcPtr& operand : expr.operands) {
    if (operand->kind == ast::ProcExpr::Kind::tau) continue;
    if (operand->kind != ast::ProcExpr::Kind::instance || processes_.contains(operand->name)) {
      diagnostics_.error(operand->range, "'|' joins actions into a multi-action; processes are joined by '||'");
      continue;
    }
    if (auto action = check_action(*operand)) node.actions.push_back(std::move(*action));
  }
  return spec_.add(std::move(node));
}

/// Whether some declaration of the actions lets them meet: all with the same arguments, and the result too.
bool Checker::check_communication(const NameRule& rule, SourceRange range) {
  const auto [first, last] = actions_.equal_range(rule.from.front());
  bool meets = false;
  bool has_target = false;
  for (auto it = first; it != last; ++it) {
    const auto& sorts = spec_.actions[it->second.value].arguments;
    const auto declared = [&](ActName name) {
      auto [a, b] = actions_.equal_range(name);
      return std::any_of(a, b, [&](const auto& row) { return spec_.actions[row.second.value].arguments == sorts; });
    };
    const bool all = std::all_of(rule.from.begin(), rule.from.end(), declared);
    meets = meets || all;
    has_target = has_target || (all && declared(rule.to));
  }
  if (meets && has_target) return true;
  diagnostics_.error(range, meets ? fmt::format("'{}' is not declared with the sorts of the communicating actions",
                                                spec_.action_names[rule.to.value])
                                  : "these actions can never communicate: their arguments have different sorts");
  return false;
}

/// Whether some declaration of the old name has the sorts of one of the new.
bool Checker::check_renaming(const NameRule& rule, SourceRange range) {
  const auto [first, last] = actions_.equal_range(rule.from.front());
  const bool fits = std::any_of(first, last, [&](const auto& old) {
    const auto [a, b] = actions_.equal_range(rule.to);
    return std::any_of(a, b, [&](const auto& row) {
      return spec_.actions[row.second.value].arguments == spec_.actions[old.second.value].arguments;
    });
  });
  if (fits) return true;
  diagnostics_.error(range,
                     fmt::format("'{}' cannot become '{}': their arguments have different sorts",
                                 spec_.action_names[rule.from.front().value], spec_.action_names[rule.to.value]));
  return false;
}

ProcExprId Checker::check_operator(const ast::ProcExpr& expr) {
  ProcExpr node;
  node.range = expr.range;
  switch (expr.kind) {
    case ast::ProcExpr::Kind::block:
      node.kind = ProcKind::block;
      break;
    case ast::ProcExpr::Kind::allow:
      node.kind = ProcKind::allow;
      break;
    case ast::ProcExpr::Kind::comm:
      node.kind = ProcKind::comm;
      break;
    case ast::ProcExpr::Kind::hide:
      node.kind = ProcKind::hide;
      break;
    default:
      node.kind = ProcKind::rename;
      break;
  }
  std::set<ActName> on_the_left;
  for (const ast::ActionSet& set : expr.action_sets) {
    NameRule rule;
    bool fine = true;
    for (const ast::Name& name : set.actions) {
      const auto id = action_name(name);
      fine = fine && id;
      if (id) rule.from.push_back(*id);
    }
    if (!set.target.text.empty()) {
      const auto id = action_name(set.target);
      fine = fine && id;
      if (id) rule.to = *id;
    }
    if (!fine) continue;
    std::sort(rule.from.begin(), rule.from.end());
    const SourceRange range = join(set.actions.front().range, set.actions.back().range);
    if (node.kind == ProcKind::comm || node.kind == ProcKind::rename) {
      for (const ActName name : std::set<ActName>(rule.from.begin(), rule.from.end())) {
        if (on_the_left.insert(name).second) continue;
        diagnostics_.error(range, fmt::format("'{}' occurs in two left sides: what becomes of it must be clear",
                                              spec_.action_names[name.value]));
        fine = false;
        break;
      }
    }
    if (!fine || (node.kind == ProcKind::comm && !check_communication(rule, range))) continue;
    if (node.kind == ProcKind::rename && !check_renaming(rule, range)) continue;
    node.names.push_back(std::move(rule));
  }
  std::sort(node.names.begin(), node.names.end());
  node.operands.push_back(check(*expr.operands.front()));
  return spec_.add(std::move(node));
}

ProcExprId Checker::check(const ast::ProcExpr& expr) {
  poll_stop();
  ProcExpr node;
  node.range = expr.range;
  switch (expr.kind) {
    case ast::ProcExpr::Kind::instance:
      return check_instance(expr);
    case ast::ProcExpr::Kind::multi:
      return check_multi(expr);
    case ast::ProcExpr::Kind::delta:
      return spec_.add(std::move(node));
    case ast::ProcExpr::Kind::tau:
      node.kind = ProcKind::actions;
      return spec_.add(std::move(node));
    case ast::ProcExpr::Kind::sequence:
      node.kind = ProcKind::sequence;
      break;
    case ast::ProcExpr::Kind::choice:
      node.kind = ProcKind::choice;
      break;
    case ast::ProcExpr::Kind::parallel:
      node.kind = ProcKind::parallel;
      break;
    case ast::ProcExpr::Kind::sum: {
      node.kind = ProcKind::sum;
      const Scope scope(*this);
      refuse_twice(expr.variables);
      for (const ast::Variable& variable : expr.variables) node.variables.push_back(bind(variable, false));
      node.operands.push_back(check(*expr.operands.front()));
      return spec_.add(std::move(node));
    }
    case ast::ProcExpr::Kind::dist: {
      node.kind = ProcKind::dist;
      const Scope scope(*this);
      refuse_twice(expr.variables);
      for (const ast::Variable& variable : expr.variables) node.variables.push_back(bind(variable, false));
      node.arguments.push_back(check(*expr.arguments.front(), spec_.sorts.basic(SortKind::real)));
      node.operands.push_back(check(*expr.operands.front()));
      return spec_.add(std::move(node));
    }
    case ast::ProcExpr::Kind::condition:
      node.kind = ProcKind::condition;
      node.arguments.push_back(check(*expr.arguments.front(), spec_.sorts.boolean()));
      break;
    case ast::ProcExpr::Kind::at:
      node.kind = ProcKind::at;
      node.arguments.push_back(check(*expr.arguments.front(), spec_.sorts.basic(SortKind::real)));
      break;
    default:
      return check_operator(expr);
  }
  for (const ast::ProcPtr& operand : expr.operands) node.operands.push_back(check(*operand));
  if (node.kind != ProcKind::sequence) return spec_.add(std::move(node));
  // a . b . c is a . (b . c): what is left to do after a step is there already, and is not copied for each of many.
  ProcExprId rest = node.operands.back();
  for (std::size_t i = node.operands.size() - 1; i-- > 0;) {
    ProcExpr pair;
    pair.kind = ProcKind::sequence;
    pair.range = join(expr.operands[i]->range, expr.operands.back()->range);
    pair.operands = {node.operands[i], rest};
    rest = spec_.add(std::move(pair));
  }
  return rest;
}

}  // namespace quotient::mcrl2
