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
  settled_ = true;
}

bool Endings::can_end(ProcExprId process) {
  // A loop for what is written last: sequences are long. Their answers are those of the last part.
  std::vector<ProcExprId> passed;
  bool result = true;
  for (ProcExprId at = process; at;) {
    if (settled_ && at.value < answers_.size() && answers_[at.value] != Answer::open) {
      result = answers_[at.value] == Answer::yes;
      break;
    }
    passed.push_back(at);
    const ProcExpr& expr = spec_[at];
    if (expr.kind == ProcKind::sequence && can_end(expr.operands[0])) {
      at = expr.operands[1];
    } else if (expr.kind == ProcKind::sum || expr.kind == ProcKind::dist || expr.kind == ProcKind::given ||
               expr.kind == ProcKind::at) {
      at = expr.operands.front();
    } else {
      result = look_into(at);
      break;
    }
  }
  if (!settled_) return result;
  for (const ProcExprId id : passed) {
    if (id.value >= answers_.size()) answers_.resize(id.value + 1, Answer::open);
    answers_[id.value] = result ? Answer::yes : Answer::no;
  }
  return result;
}

/// Of an expression that is not followed to its last part; a sequence is one whose first part does not end.
bool Endings::look_into(ProcExprId process) {
  const ProcExpr& expr = spec_[process];
  const auto ends = [this](ProcExprId operand) { return can_end(operand); };
  switch (expr.kind) {
    case ProcKind::delta:
    case ProcKind::sequence:
      return false;
    case ProcKind::call:
      return ends_[expr.process.value];
    case ProcKind::choice:
    case ProcKind::condition:
      return std::any_of(expr.operands.begin(), expr.operands.end(), ends);
    case ProcKind::parallel:
      return std::all_of(expr.operands.begin(), expr.operands.end(), ends);
    default:  // actions; operators around what runs in parallel are not followed
      return true;
  }
}

}  // namespace quotient::mcrl2
