#include "mcrl2/process/endings.hpp"

#include <algorithm>

namespace quotient::mcrl2 {

/// The least solution: a process ends if its body does, given which others end. Those that call a process are looked at
/// again once it is known to end, and no others.
Endings::Endings(const Specification& spec) : spec_(spec), ends_(spec.processes.size(), false) {
  std::vector<std::vector<std::uint32_t>> callers(spec.processes.size());
  for (std::uint32_t p = 0; p < spec.processes.size(); ++p) {
    std::vector<ProcExprId> todo{spec.processes[p].body};
    while (!todo.empty()) {
      const ProcExprId id = todo.back();
      todo.pop_back();
      if (!id) continue;
      const ProcExpr& expr = spec[id];
      if (expr.kind == ProcKind::call) callers[expr.process.value].push_back(p);
      todo.insert(todo.end(), expr.operands.begin(), expr.operands.end());
    }
  }
  std::vector<std::uint32_t> todo;
  for (std::uint32_t p = 0; p < spec.processes.size(); ++p) todo.push_back(p);
  while (!todo.empty()) {
    const std::uint32_t p = todo.back();
    todo.pop_back();
    if (ends_[p] || !can_end(spec.processes[p].body)) continue;
    ends_[p] = true;
    todo.insert(todo.end(), callers[p].begin(), callers[p].end());
  }
}

bool Endings::can_end(ProcExprId process) const {
  // A loop for what is written last: sequences are long.
  for (ProcExprId at = process; at;) {
    const ProcExpr& expr = spec_[at];
    switch (expr.kind) {
      case ProcKind::delta:
        return false;
      case ProcKind::call:
        return ends_[expr.process.value];
      case ProcKind::sequence:
        if (!can_end(expr.operands[0])) return false;
        at = expr.operands[1];
        continue;
      case ProcKind::choice:
      case ProcKind::condition:
        return std::any_of(expr.operands.begin(), expr.operands.end(),
                           [this](ProcExprId operand) { return can_end(operand); });
      case ProcKind::sum:
      case ProcKind::dist:
      case ProcKind::given:
      case ProcKind::at:
        at = expr.operands.front();
        continue;
      case ProcKind::parallel:
        return std::all_of(expr.operands.begin(), expr.operands.end(),
                           [this](ProcExprId operand) { return can_end(operand); });
      default:  // operators around what runs in parallel are not followed
        return true;
    }
  }
  return true;
}

}  // namespace quotient::mcrl2
