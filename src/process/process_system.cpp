#include "process/process_system.hpp"

#include "process/partial_order/program_independence.hpp"
#include "process/process_steps.hpp"

namespace quotient {

ProcessSystem::ProcessSystem(Program program, const SourceMap& sources)
    : program_(std::move(program)), narrator_(program_, sources) {}

std::unique_ptr<StepGenerator> ProcessSystem::generator() const { return std::make_unique<ProcessSteps>(program_); }

std::unique_ptr<StepGenerator> ProcessSystem::cycle_generator() const {
  return std::make_unique<ProcessSteps>(program_, true);
}

std::unique_ptr<Independence> ProcessSystem::independence() const { return find_independence(program_); }

}  // namespace quotient
