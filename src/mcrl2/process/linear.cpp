#include "mcrl2/process/linear.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr std::size_t longest = 100;  // continuations in a row
constexpr std::size_t most_locations = 200'000;
constexpr std::size_t most_side_by_side = 10'000;  // steps of what runs in parallel inside of a sequential process

}  // namespace

Lineariser::Lineariser(Specification& spec, Compiler& compiler, const SourceMap& sources, Diagnostics& diagnostics)
    : spec_(spec), compiler_(compiler), sources_(sources), diagnostics_(diagnostics), endings_(spec) {
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
  if (item.kind == Item::Kind::process) return spec_.processes[item.id].parameters;
  return free_variables(ProcExprId{item.id});
}

SourceRange Lineariser::range_of(const Item& item) const {
  if (item.kind == Item::Kind::parallel) return range_of(item.branches.front().front());
  return item.kind == Item::Kind::process ? spec_.processes[item.id].range : spec_[ProcExprId{item.id}].range;
}

bool Lineariser::can_end(const Continuation& part) const {
  switch (part.item.kind) {
    case Item::Kind::process:
      return endings_.can_end(ProcId{part.item.id});
    case Item::Kind::parallel:
      return std::ranges::all_of(part.branches, [this](const std::vector<Continuation>& branch) {
        return std::ranges::all_of(branch, [this](const Continuation& each) { return can_end(each); });
      });
    default:
      return spec_[ProcExprId{part.item.id}].kind != ProcKind::delta;
  }
}

Lineariser::Item Lineariser::item_of(const Continuation& part) {
  Item item = part.item;
  for (const std::vector<Continuation>& branch : part.branches) {
    auto& items = item.branches.emplace_back();
    for (const Continuation& each : branch) items.push_back(item_of(each));
  }
  return item;
}

/// Of processes and expressions.
std::size_t Lineariser::size_of(const Item& item) {
  if (item.kind != Item::Kind::parallel) return 1;
  std::size_t size = 0;
  for (const std::vector<Item>& branch : item.branches) {
    for (const Item& each : branch) size += size_of(each);
  }
  return size;
}

void Lineariser::append_variables(const Item& item, std::size_t& position, std::vector<VarId>& out) {
  if (item.kind != Item::Kind::parallel) {
    for (const VarId v : variables_of(item)) out.push_back(location_variable(position, v));
    ++position;
    return;
  }
  for (const std::vector<Item>& branch : item.branches) {
    for (const Item& each : branch) append_variables(each, position, out);
  }
}

void Lineariser::append_values(const Continuation& part, std::vector<ExprId>& out) {
  out.insert(out.end(), part.values.begin(), part.values.end());
  for (const std::vector<Continuation>& branch : part.branches) {
    for (const Continuation& each : branch) append_values(each, out);
  }
}

/// What is to be done at a location, as its own variables say it.
Lineariser::Continuation Lineariser::own_continuation(const Item& item, std::size_t& position, SourceRange range) {
  Continuation part{{item.kind, item.id, {}}, {}, {}};
  if (item.kind == Item::Kind::parallel) {
    for (const std::vector<Item>& branch : item.branches) {
      auto& own = part.branches.emplace_back();
      for (const Item& each : branch) own.push_back(own_continuation(each, position, range));
    }
    return part;
  }
  for (const VarId v : variables_of(item)) {
    const VarId own = location_variable(position, v);
    part.values.push_back(
        spec_.expressions.add({ExprKind::variable, spec_.variables[own.value].sort, own.value, {}, {}, range}));
  }
  ++position;
  return part;
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
    result.item = {Item::Kind::process, expr.process.value, {}};
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
  result.item = {Item::Kind::expression, process.value, {}};
  for (const VarId v : free_variables(process)) {
    const auto known = substitution.find(v);
    ensure(known != substitution.end(), "a process variable is used outside its scope");
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
  if (expr.kind == ProcKind::parallel) {
    Continuation side_by_side;
    side_by_side.item.kind = Item::Kind::parallel;
    for (const ProcExprId operand : expr.operands) {
      push_continuation(side_by_side.branches.emplace_back(), operand, substitution);
    }
    onto.push_back(std::move(side_by_side));
    return;
  }
  onto.push_back(continuation(process, substitution));
}

/// The process that is about to begin, or where in the text of one control stands: P:LINE:COLUMN.
std::string Lineariser::text_of(const std::vector<Item>& items) const {
  std::string name;
  for (const Item& item : items) {
    if (!name.empty()) name += ".";
    if (item.kind == Item::Kind::process) {
      name += spec_.processes[item.id].name;
    } else if (item.kind == Item::Kind::parallel) {
      std::string inside;
      for (const std::vector<Item>& branch : item.branches) inside += (inside.empty() ? "" : " || ") + text_of(branch);
      name += "(" + inside + ")";
    } else {
      const SourceRange range = spec_[ProcExprId{item.id}].range;
      const LineColumn at = sources_.locate(range).position;
      name += fmt::format("{}:{}:{}", spec_.process_around(range), at.line, at.column);
    }
  }
  return name;
}

std::string Lineariser::name_of(const std::vector<Item>& items) {
  std::string name = text_of(items);
  while (!names_.insert(name).second) name += "'";
  return name;
}

Lineariser::Start Lineariser::locate(std::vector<Continuation> rest) {
  Start start;
  if (rest.empty()) {
    start.location = result_.done;
    return start;
  }
  // Behind delta, and behind a process that never ends, nothing is reached.
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (!can_end(rest[i])) rest.resize(i + 1);
  }
  std::vector<Item> items;
  std::size_t size = 0;
  for (const Continuation& part : rest) {
    items.push_back(item_of(part));
    size += size_of(items.back());
  }
  if (size > longest && !failed_) {
    failed_ = true;
    diagnostics_.error(range_of(items.front()),
                       "this process grows without bound: a process may call itself only as its last step");
  }
  if (failed_) return start;
  const auto [place, fresh] =
      index_.try_emplace(items, LocationId{static_cast<std::uint32_t>(result_.locations.size())});
  if (fresh) {
    ControlLocation location;
    location.name = name_of(items);
    location.range = range_of(items.front());
    std::size_t position = 0;
    for (const Item& item : items) append_variables(item, position, location.variables);
    result_.locations.push_back(std::move(location));
    items_.push_back(items);
  }
  start.location = place->second;
  for (const Continuation& part : rest) append_values(part, start.values);
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
  const SourceRange range = result_.locations[location.value].range;
  std::vector<Continuation> parts;
  std::size_t position = 0;
  for (const Item& item : items) parts.push_back(own_continuation(item, position, range));
  continue_with(std::move(parts), {});
}

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
    own.calls.push_back(ProcId{first.item.id});
    step(spec_.processes[first.item.id].body, head, parts, std::move(own));
  } else {
    step(ProcExprId{first.item.id}, head, parts, std::move(own));
  }
}

/// Sequences side by side, in front of `rest`: each step of one of them, and all that several do at once.
void Lineariser::step_parallel(const std::vector<std::vector<Continuation>>& branches,
                               const std::vector<Continuation>& rest, const Path& path) {
  std::vector<FoundStep>* const around = found_;
  const std::vector<VarId> reserved = reserved_;
  std::vector<std::vector<FoundStep>> steps(branches.size());
  for (std::size_t b = 0; b < branches.size() && !failed_; ++b) {
    found_ = &steps[b];
    continue_with(branches[b], path);
    for (const FoundStep& step : steps[b]) {
      reserved_.insert(reserved_.end(),
                       step.path.variables.begin() + static_cast<std::ptrdiff_t>(path.variables.size()),
                       step.path.variables.end());
    }
  }
  found_ = around;
  reserved_ = reserved;
  // Those that take part so far, and what the others still have to do.
  struct Together {
    FoundStep step;
    std::vector<std::vector<Continuation>> left;
    bool moves = false;
  };
  std::vector<Together> all(1);
  for (std::size_t b = 0; b < branches.size(); ++b) {
    std::vector<Together> next;
    for (const Together& together : all) {
      poll_stop();
      next.push_back(together);
      next.back().left.push_back(branches[b]);
      for (const FoundStep& own : steps[b]) {
        Together& more = next.emplace_back(together);
        more.left.push_back(own.rest);
        if (!more.moves) {
          more.moves = true;
          more.step = own;
          continue;
        }
        Path& joint = more.step.path;
        const auto outer = static_cast<std::ptrdiff_t>(path.variables.size());
        joint.variables.insert(joint.variables.end(), own.path.variables.begin() + outer, own.path.variables.end());
        const auto known = static_cast<std::ptrdiff_t>(path.conditions.size());
        joint.conditions.insert(joint.conditions.end(), own.path.conditions.begin() + known, own.path.conditions.end());
        if (joint.time && own.path.time && joint.time != own.path.time) {
          joint.conditions.push_back(equality(joint.time, own.path.time));
        }
        if (own.path.time) joint.time = own.path.time;
        more.step.actions.insert(more.step.actions.end(), own.actions.begin(), own.actions.end());
      }
    }
    all = std::move(next);
    if (all.size() > most_side_by_side && !failed_) {
      failed_ = true;
      diagnostics_.error(result_.locations[current_.value].range,
                         "too many steps at once: '||' inside of a sequential process is for few steps side by side");
    }
    if (failed_) return;
  }
  for (Together& together : all) {
    if (!together.moves) continue;
    std::erase_if(together.left, [](const std::vector<Continuation>& branch) { return branch.empty(); });
    std::vector<Continuation> after;
    if (together.left.size() == 1) {
      after = std::move(together.left.front());
    } else if (together.left.size() > 1) {
      after.emplace_back().item.kind = Item::Kind::parallel;
      after.back().branches = std::move(together.left);
    }
    after.insert(after.end(), rest.begin(), rest.end());
    together.step.rest = std::move(after);
    add_summand(std::move(together.step));
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

void Lineariser::add_summand(FoundStep found) {
  if (found_ != nullptr) {
    found_->push_back(std::move(found));
    return;
  }
  Summand summand;
  summand.variables = std::move(found.path.variables);
  summand.conditions = std::move(found.path.conditions);
  summand.actions = std::move(found.actions);
  summand.time = found.path.time;
  summand.range = found.range;
  Start next = locate(std::move(found.rest));
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
  if (summand.time) use(summand.time);
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
        for (std::uint32_t level = info.level; in(taken, own) || in(path.variables, own) || in(reserved_, own);
             ++level) {
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
