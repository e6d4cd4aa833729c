#include "mcrl2/check/specification.hpp"

#include <algorithm>
#include <iterator>

namespace quotient::mcrl2 {

VarId Specification::variable(const std::string& name, SortId sort, VarLevel level, bool bound) {
  const VarId next{static_cast<std::uint32_t>(variables.size())};
  const auto [place, fresh] = variable_index_.try_emplace({name, sort, level, bound}, next);
  if (fresh) variables.push_back({name, sort, level, bound});
  return place->second;
}

std::optional<ProcId> Specification::process_at(SourceRange range) const {
  const SourceRange start = process_expressions[init.value].range;
  if (start.begin <= range.begin && range.begin < start.end) return std::nullopt;
  // Processes are listed as they are declared.
  const auto behind =
      std::upper_bound(processes.begin(), processes.end(), range.begin,
                       [](std::uint32_t at, const ProcInfo& process) { return at < process.range.begin; });
  if (behind == processes.begin()) return std::nullopt;
  return ProcId{static_cast<std::uint32_t>(std::prev(behind) - processes.begin())};
}

std::string Specification::process_around(SourceRange range) const {
  const std::optional<ProcId> process = process_at(range);
  return process ? processes[process->value].name : "init";
}

bool Specification::has_random() const {
  return std::ranges::any_of(process_expressions, [](const ProcExpr& expr) { return expr.kind == ProcKind::dist; });
}

ProcExprId Specification::add(ProcExpr expr) {
  std::size_t hash = static_cast<std::size_t>(expr.kind) + std::size_t{31} * expr.process.value;
  const auto mix = [&](std::size_t part) { hash = (hash ^ part) * 0x9E3779B97F4A7C15U + (hash >> 29U); };
  for (const ActionCall& call : expr.actions) {
    mix(call.action.value);
    for (const ExprId id : call.arguments) mix(id.value);
  }
  for (const ExprId id : expr.arguments) mix(id.value);
  for (const VarId id : expr.variables) mix(id.value);
  for (const ProcExprId id : expr.operands) mix(id.value);
  const auto [first, last] = process_index_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const ProcExpr& other = process_expressions[it->second.value];
    if (other.kind == expr.kind && other.process == expr.process && other.actions == expr.actions &&
        other.arguments == expr.arguments && other.variables == expr.variables && other.operands == expr.operands &&
        other.names == expr.names) {
      return it->second;
    }
  }
  const ProcExprId id{static_cast<std::uint32_t>(process_expressions.size())};
  process_expressions.push_back(std::move(expr));
  process_index_.emplace(hash, id);
  return id;
}

}  // namespace quotient::mcrl2
