#include "bmethod/fixed_constants.hpp"

#include "base/stop_signal.hpp"
#include "bmethod/evaluate/evaluator.hpp"

namespace quotient::bmethod {

void fix_constants(Program& program, const StopSignal* stop) {
  if (program.constants.empty()) return;
  Evaluator evaluator(program);
  if (stop != nullptr) evaluator.stop.heed(*stop);
  evaluator.begin();
  std::vector<std::size_t> determined;
  for (const Step& step : program.properties->steps) {
    if (step.draws()) break;
    const PlanRunner::Answer answer = evaluator.plans.pass(step);
    // Where there is no solution, or something cannot be decided, whoever sets the machine up says so.
    if (answer != PlanRunner::Answer::yes || evaluator.outcome.left_out()) return;
    if (step.kind != Step::Kind::match || step.pattern->slot < 0) continue;
    determined.push_back(static_cast<std::size_t>(step.pattern->slot));
  }
  for (const std::size_t slot : determined) {
    if (slot >= program.constants.size()) continue;
    Cell& cell = program.constants[slot];
    cell.value = copy_value(program.literals, cell.type, evaluator.slots[slot]);
    cell.fixed = true;
  }
}

}  // namespace quotient::bmethod
