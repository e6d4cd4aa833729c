#include <algorithm>
#include <fmt/format.h>

#include "mcrl2/process/linear.hpp"

namespace quotient::mcrl2 {

/// The steps of a sequence that is not empty.
void Lineariser::continue_with(std::vector<Continuation> parts, const Path& path) {
  const Continuation first = std::move(parts.front());
  parts.erase(parts.begin());
  if (first.item.kind == Item::Kind::parallel) {
    step_parallel(first.branches, parts, path);
    return;
  }
  const std::vector<VarId>& variables = variables_of(first.item);
  Substitution head;
  for (std::size_t i = 0; i < variables.size(); ++i) head[variables[i]] = first.values[i];
  Path own = path;
  if (first.item.kind == Item::Kind::process) {
    const ProcId process{first.item.id};
    if (std::find(path.calls.begin(), path.calls.end(), process) != path.calls.end()) {
      failed_ = true;
      diagnostics_.error(
          spec_.processes[process.value].range,
          fmt::format("process '{}' contains itself in parallel: it would create infinitely many processes",
                      spec_.processes[process.value].name));
      return;
    }
    own.calls.push_back(process);
    step(spec_.processes[first.item.id].body, head, parts, std::move(own));
  } else if (first.item.kind == Item::Kind::entered) {
    step(entered_[first.item.id].process, head, parts, std::move(own));
  } else {
    step(ProcExprId{first.item.id}, head, parts, std::move(own));
  }
}

ExprId Lineariser::negation(ExprId condition) {
  return spec_.expressions.add({ExprKind::builtin,
                                spec_.sorts.boolean(),
                                static_cast<std::uint32_t>(Builtin::logic_not),
                                {condition},
                                {},
                                spec_[condition].range});
}

ExprId Lineariser::equality(ExprId a, ExprId b) {
  return spec_.expressions.add({ExprKind::builtin,
                                spec_.sorts.boolean(),
                                static_cast<std::uint32_t>(Builtin::equal),
                                {a, b},
                                {},
                                spec_[b].range});
}

void Lineariser::act(const ProcExpr& actions, const Substitution& substitution, std::vector<Continuation> rest,
                     const Path& path) {
  FoundStep found{path, {}, std::move(rest), actions.range};
  for (const ActionCall& call : actions.actions) {
    ActionCall own{call.action, {}};
    for (const ExprId argument : call.arguments) own.arguments.push_back(compiler_.substitute(argument, substitution));
    found.actions.push_back(std::move(own));
  }
  add_summand(std::move(found));
}

/// a . (c -> p <> q) is c -> a . p + !c -> a . q: mcrl22lps does the same, and it saves a state.
void Lineariser::act_then(const ProcExpr& actions, ProcExprId then, const Substitution& substitution,
                          const std::vector<Continuation>& rest, const Path& path) {
  const ProcExpr expr = spec_[then];
  if (expr.kind == ProcKind::dist) {
    Path drawn = path;
    Substitution inner = substitution;
    std::vector<VarId> used = result_.locations[current_.value].variables;
    used.insert(used.end(), path.variables.begin(), path.variables.end());
    used.insert(used.end(), reserved_.begin(), reserved_.end());
    for (const VarId v : expr.variables) {
      const VarId own = unused(v, used);
      used.push_back(own);
      drawn.variables.push_back(own);
      drawn.random.push_back(own);
      inner[v] = variable(own, expr.range);
    }
    drawn.weights.push_back(compiler_.substitute(expr.arguments.front(), inner));
    drawn.conditions.push_back(positive(drawn.weights.back()));
    if (drawn.choice == 0) drawn.choice = ++choices_;
    act_then(actions, expr.operands.front(), inner, rest, drawn);
    return;
  }
  if (expr.kind != ProcKind::condition) {
    std::vector<Continuation> all;
    push_continuation(all, then, substitution);
    all.insert(all.end(), rest.begin(), rest.end());
    act(actions, substitution, std::move(all), path);
    return;
  }
  const ExprId condition = compiler_.substitute(expr.arguments.front(), substitution);
  Path yes = path;
  yes.conditions.push_back(condition);
  act_then(actions, expr.operands[0], substitution, rest, yes);
  Path no = path;
  no.conditions.push_back(negation(condition));
  ProcExpr nothing;
  nothing.range = expr.range;
  act_then(actions, expr.operands.size() > 1 ? expr.operands[1] : spec_.add(nothing), substitution, rest, no);
}

void Lineariser::step(ProcExprId process, const Substitution& substitution, const std::vector<Continuation>& rest,
                      Path path) {
  if (failed_ || !process) return;
  const ProcExpr& expr = spec_[process];
  switch (expr.kind) {
    case ProcKind::delta:
      return;
    case ProcKind::actions:
      act(expr, substitution, rest, path);
      return;
    case ProcKind::choice:
      for (const ProcExprId operand : expr.operands) step(operand, substitution, rest, path);
      return;
    case ProcKind::condition: {
      const ExprId condition = compiler_.substitute(expr.arguments.front(), substitution);
      Path no = path;
      path.conditions.push_back(condition);
      step(expr.operands[0], substitution, rest, std::move(path));
      if (expr.operands.size() < 2) return;
      no.conditions.push_back(negation(condition));
      step(expr.operands[1], substitution, rest, std::move(no));
      return;
    }
    case ProcKind::at: {
      const ExprId time = compiler_.substitute(expr.arguments.front(), substitution);
      if (path.time) path.conditions.push_back(equality(path.time, time));
      path.time = time;
      step(expr.operands.front(), substitution, rest, std::move(path));
      return;
    }
    case ProcKind::sum: {
      Substitution inner = substitution;
      const std::vector<VarId> taken = result_.locations[current_.value].variables;
      for (const VarId v : expr.variables) {
        VarId own = v;
        const VarInfo info = spec_.variables[v.value];
        const auto in = [](const std::vector<VarId>& all, VarId one) {
          return std::find(all.begin(), all.end(), one) != all.end();
        };
        for (VarLevel level = info.level; in(taken, own) || in(path.variables, own) || in(reserved_, own);) {
          ++level.number;
          own = spec_.variable(info.name, info.sort, level, false);
        }
        path.variables.push_back(own);
        inner[v] = spec_.expressions.add({ExprKind::variable, info.sort, own.value, {}, {}, expr.range});
      }
      step(expr.operands.front(), inner, rest, std::move(path));
      return;
    }
    case ProcKind::given: {
      Substitution inner = substitution;
      for (std::size_t i = 0; i < expr.variables.size(); ++i) {
        inner[expr.variables[i]] = compiler_.substitute(expr.arguments[i], substitution);
      }
      step(expr.operands.front(), inner, rest, std::move(path));
      return;
    }
    case ProcKind::dist:
      failed_ = true;
      diagnostics_.error(expr.range, "'dist' cannot be resolved here: a process calls itself before any action");
      return;
    case ProcKind::call: {
      if (std::find(path.calls.begin(), path.calls.end(), expr.process) != path.calls.end()) {
        failed_ = true;
        diagnostics_.error(expr.range, fmt::format("process '{}' calls itself before any action",
                                                   spec_.processes[expr.process.value].name));
        return;
      }
      path.calls.push_back(expr.process);
      Substitution inner;
      const ProcInfo info = spec_.processes[expr.process.value];
      for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        inner[info.parameters[i]] = compiler_.substitute(expr.arguments[i], substitution);
      }
      step(info.body, inner, rest, std::move(path));
      return;
    }
    case ProcKind::sequence: {
      const ProcExpr& first = spec_[expr.operands.front()];
      if (first.kind == ProcKind::actions) {
        act_then(first, expr.operands[1], substitution, rest, path);
        return;
      }
      if (first.kind == ProcKind::at && spec_[first.operands.front()].kind == ProcKind::actions && !path.time) {
        path.time = compiler_.substitute(first.arguments.front(), substitution);
        act_then(spec_[first.operands.front()], expr.operands[1], substitution, rest, path);
        return;
      }
      std::vector<Continuation> longer;
      push_continuation(longer, expr.operands[1], substitution);
      longer.insert(longer.end(), rest.begin(), rest.end());
      step(expr.operands.front(), substitution, longer, std::move(path));
      return;
    }
    case ProcKind::parallel: {
      std::vector<Continuation> parts;
      push_continuation(parts, process, substitution);
      step_parallel(parts.front().branches, rest, path);
      return;
    }
    default:
      failed_ = true;
      diagnostics_.error(expr.range,
                         "an operator on parallel processes inside of a sequential process is not supported: '.', '+', "
                         "'sum' and conditions must not contain it");
      return;
  }
}

}  // namespace quotient::mcrl2
