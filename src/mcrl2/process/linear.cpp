#include "mcrl2/process/linear.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr std::size_t longest = 100;  // continuations in a row
constexpr std::size_t most_locations = 200'000;

}  // namespace

Lineariser::Lineariser(Specification& spec, Compiler& compiler, const SourceMap& sources, Diagnostics& diagnostics)
    : spec_(spec), compiler_(compiler), sources_(sources), diagnostics_(diagnostics) {
  result_.locations.push_back({"done", {}, {}, {}});
  result_.locations.push_back({"ended", {}, {}, {}});
  items_.resize(2);
}

const std::vector<VarId>& Lineariser::free_variables(ProcExprId process) {
  if (const auto known = free_.find(process); known != free_.end()) return known->second;
  const ProcExpr& expr = spec_[process];
  std::vector<VarId> result;
  const auto add = [&](const std::vector<VarId>& more) { result.insert(result.end(), more.begin(), more.end()); };
  for (const ActionCall& call : expr.actions) {
    for (const ExprId argument : call.arguments) add(compiler_.free_variables(argument));
  }
  for (const ExprId argument : expr.arguments) add(compiler_.free_variables(argument));
  for (const ProcExprId operand : expr.operands) add(free_variables(operand));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  std::erase_if(result, [&](VarId v) {
    return std::find(expr.variables.begin(), expr.variables.end(), v) != expr.variables.end();
  });
  return free_[process] = std::move(result);
}

const std::vector<VarId>& Lineariser::variables_of(const Item& item) {
  poll_stop();
  if (item.process) return spec_.processes[item.id].parameters;
  return free_variables(ProcExprId{item.id});
}

/// Different parts of a location may use one name for different things; behind the first they get levels of their own.
VarId Lineariser::location_variable(std::size_t position, VarId variable) {
  if (position == 0) return variable;
  const VarInfo info = spec_.variables[variable.value];
  return spec_.variable(info.name, info.sort, info.level + 1000 * static_cast<std::uint32_t>(position), false);
}

Lineariser::Continuation Lineariser::continuation(ProcExprId process, const Substitution& substitution) {
  poll_stop();
  const ProcExpr& expr = spec_[process];
  Continuation result;
  if (expr.kind == ProcKind::call) {
    result.item = {true, expr.process.value};
    for (const ExprId argument : expr.arguments) result.values.push_back(compiler_.substitute(argument, substitution));
    // A process that is only another name for a call is that call, as for mcrl22lps: S = RM(bit0) has no states of its
    // own. One that leads back to itself is left for the check of what stands before the first action.
    std::vector<std::uint32_t> passed;
    for (;;) {
      const ProcInfo& info = spec_.processes[result.item.id];
      const ProcExpr& body = spec_[info.body];
      passed.push_back(result.item.id);
      if (body.kind != ProcKind::call || std::find(passed.begin(), passed.end(), body.process.value) != passed.end()) {
        return result;
      }
      Substitution inner;
      for (std::size_t i = 0; i < info.parameters.size(); ++i) inner[info.parameters[i]] = result.values[i];
      result.item.id = body.process.value;
      result.values.clear();
      for (const ExprId argument : body.arguments) result.values.push_back(compiler_.substitute(argument, inner));
    }
  }
  result.item = {false, process.value};
  for (const VarId v : free_variables(process)) {
    const auto known = substitution.find(v);
    ensure(known != substitution.end(), "a process variable is used outside of its scope");
    result.values.push_back(known->second);
  }
  return result;
}

/// Calls at the beginning of a sequence become parts of their own, so that equal states have equal locations.
void Lineariser::push_continuation(std::vector<Continuation>& onto, ProcExprId process,
                                   const Substitution& substitution) {
  const ProcExpr& expr = spec_[process];
  if (expr.kind == ProcKind::sequence && spec_[expr.operands.front()].kind == ProcKind::call) {
    onto.push_back(continuation(expr.operands.front(), substitution));
    push_continuation(onto, expr.operands[1], substitution);
    return;
  }
  onto.push_back(continuation(process, substitution));
}

/// The process that is about to begin, or where in the text of one control stands: P:LINE:COLUMN.
std::string Lineariser::name_of(const std::vector<Item>& items) {
  std::string name;
  for (const Item& item : items) {
    if (!name.empty()) name += ".";
    if (item.process) {
      name += spec_.processes[item.id].name;
    } else {
      const SourceRange range = spec_[ProcExprId{item.id}].range;
      const LineColumn at = sources_.locate(range).position;
      name += fmt::format("{}:{}:{}", spec_.process_around(range), at.line, at.column);
    }
  }
  while (!names_.insert(name).second) name += "'";
  return name;
}

Lineariser::Start Lineariser::locate(std::vector<Continuation> rest) {
  Start start;
  if (rest.empty()) {
    start.location = result_.done;
    return start;
  }
  // Behind delta nothing is reached.
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (!rest[i].item.process && spec_[ProcExprId{rest[i].item.id}].kind == ProcKind::delta) rest.resize(i + 1);
  }
  std::vector<Item> items;
  for (const Continuation& part : rest) items.push_back(part.item);
  if (items.size() > longest && !failed_) {
    failed_ = true;
    diagnostics_.error(
        items.front().process ? spec_.processes[items.front().id].range : spec_[ProcExprId{items.front().id}].range,
        "this process grows without bound: a process may call itself only as its last step");
    items.resize(longest);
  }
  const auto [place, fresh] =
      index_.try_emplace(items, LocationId{static_cast<std::uint32_t>(result_.locations.size())});
  if (fresh) {
    ControlLocation location;
    location.name = name_of(items);
    location.range =
        items.front().process ? spec_.processes[items.front().id].range : spec_[ProcExprId{items.front().id}].range;
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (const VarId v : variables_of(items[i])) location.variables.push_back(location_variable(i, v));
    }
    result_.locations.push_back(std::move(location));
    items_.push_back(items);
  }
  start.location = place->second;
  for (const Continuation& part : rest) start.values.insert(start.values.end(), part.values.begin(), part.values.end());
  return start;
}

Lineariser::Start Lineariser::start(ProcExprId process, const Substitution& substitution) {
  std::vector<Continuation> rest;
  push_continuation(rest, process, substitution);
  return locate(std::move(rest));
}

void Lineariser::expand_all() {
  for (std::uint32_t i = 2; i < result_.locations.size() && !failed_; ++i) {
    expand(LocationId{i});
    if (result_.locations.size() > most_locations && !failed_) {
      failed_ = true;
      diagnostics_.error(result_.locations[i].range,
                         "more than 200000 control locations: the process grows without bound");
    }
  }
}

void Lineariser::expand(LocationId location) {
  poll_stop();
  current_ = location;
  const std::vector<Item> items = items_[location.value];
  std::vector<Continuation> parts;
  Substitution head;
  for (std::size_t i = 0; i < items.size(); ++i) {
    Continuation part{items[i], {}};
    for (const VarId v : variables_of(items[i])) {
      const VarId own = location_variable(i, v);
      const ExprId value = spec_.expressions.add({ExprKind::variable,
                                                  spec_.variables[own.value].sort,
                                                  own.value,
                                                  {},
                                                  {},
                                                  result_.locations[location.value].range});
      part.values.push_back(value);
      if (i == 0) head[v] = value;
    }
    if (i > 0) parts.push_back(std::move(part));
  }
  Path path;
  if (items.front().process) {
    path.calls.push_back(ProcId{items.front().id});
    step(spec_.processes[items.front().id].body, head, parts, path);
  } else {
    step(ProcExprId{items.front().id}, head, parts, path);
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

void Lineariser::act(const ProcExpr& actions, const Substitution& substitution, std::vector<Continuation> rest,
                     const Path& path) {
  Summand summand;
  summand.variables = path.variables;
  summand.conditions = path.conditions;
  summand.range = actions.range;
  for (const ActionCall& call : actions.actions) {
    ActionCall own{call.action, {}};
    for (const ExprId argument : call.arguments) own.arguments.push_back(compiler_.substitute(argument, substitution));
    summand.actions.push_back(std::move(own));
  }
  Start next = locate(std::move(rest));
  summand.next = next.location;
  summand.values = std::move(next.values);
  // Variables that occur nowhere only repeat the summand.
  std::vector<VarId> used;
  const auto use = [&](ExprId e) {
    const auto& free = compiler_.free_variables(e);
    used.insert(used.end(), free.begin(), free.end());
  };
  for (const ExprId e : summand.conditions) use(e);
  for (const ActionCall& call : summand.actions) std::for_each(call.arguments.begin(), call.arguments.end(), use);
  for (const ExprId e : summand.values) use(e);
  std::erase_if(summand.variables, [&](VarId v) { return std::find(used.begin(), used.end(), v) == used.end(); });
  result_.locations[current_.value].summands.push_back(std::move(summand));
}

/// a . (c -> p <> q) is c -> a . p + !c -> a . q: mcrl22lps does the same, and it saves a state.
void Lineariser::act_then(const ProcExpr& actions, ProcExprId then, const Substitution& substitution,
                          const std::vector<Continuation>& rest, const Path& path) {
  const ProcExpr& expr = spec_[then];
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
    case ProcKind::sum: {
      Substitution inner = substitution;
      const std::vector<VarId> taken = result_.locations[current_.value].variables;
      for (const VarId v : expr.variables) {
        VarId own = v;
        const VarInfo info = spec_.variables[v.value];
        const auto in = [](const std::vector<VarId>& all, VarId one) {
          return std::find(all.begin(), all.end(), one) != all.end();
        };
        for (std::uint32_t level = info.level; in(taken, own) || in(path.variables, own); ++level) {
          own = spec_.variable(info.name, info.sort, level + 1, false);
        }
        path.variables.push_back(own);
        inner[v] = spec_.expressions.add({ExprKind::variable, info.sort, own.value, {}, {}, expr.range});
      }
      step(expr.operands.front(), inner, rest, std::move(path));
      return;
    }
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
      std::vector<Continuation> longer;
      push_continuation(longer, expr.operands[1], substitution);
      longer.insert(longer.end(), rest.begin(), rest.end());
      step(expr.operands.front(), substitution, longer, std::move(path));
      return;
    }
    default: {
      failed_ = true;
      const char* what = expr.kind == ProcKind::parallel ? "'||'" : "an operator on parallel processes";
      diagnostics_.error(expr.range,
                         fmt::format("{} inside of a sequential process is not supported: '.', '+', 'sum' and "
                                     "conditions must not contain it",
                                     what));
      return;
    }
  }
}

}  // namespace quotient::mcrl2
