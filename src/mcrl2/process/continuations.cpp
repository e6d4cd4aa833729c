#include <algorithm>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"
#include "mcrl2/process/linear.hpp"

namespace quotient::mcrl2 {

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
  if (item.kind == Item::Kind::entered) return entered_[item.id].variables;
  return free_variables(ProcExprId{item.id});
}

SourceRange Lineariser::range_of(const Item& item) const {
  if (item.kind == Item::Kind::parallel) return range_of(item.branches.front().front());
  if (item.kind == Item::Kind::entered) return spec_[entered_[item.id].process].range;
  return item.kind == Item::Kind::process ? spec_.processes[item.id].range : spec_[ProcExprId{item.id}].range;
}

bool Lineariser::can_end(const Continuation& part) {
  switch (part.item.kind) {
    case Item::Kind::process:
      return endings_.can_end(ProcId{part.item.id});
    case Item::Kind::entered:
      return endings_.can_end(entered_[part.item.id].process);
    case Item::Kind::parallel:
      return std::ranges::all_of(part.branches, [this](const std::vector<Continuation>& branch) {
        return std::ranges::all_of(branch, [this](const Continuation& each) { return can_end(each); });
      });
    default:
      return endings_.can_end(ProcExprId{part.item.id});
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

/// Different parts of a location may use one name for different things; behind the first they are apart by the number
/// of the part.
VarId Lineariser::location_variable(std::size_t position, VarId variable) {
  if (position == 0) return variable;
  const VarInfo info = spec_.variables[variable.value];
  VarLevel level = info.level;
  level.part += static_cast<std::uint32_t>(position);
  return spec_.variable(info.name, info.sort, level, false);
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

}  // namespace quotient::mcrl2
