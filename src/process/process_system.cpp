#include "process/process_system.hpp"

#include "process/partial_order/program_independence.hpp"
#include "process/process_steps.hpp"
#include "process/recall.hpp"

namespace quotient {

ProcessSystem::ProcessSystem(Program program, const SourceMap& sources)
    : program_(std::move(program)), narrator_(program_, sources) {}

std::unique_ptr<StepGenerator> ProcessSystem::generator() const { return std::make_unique<ProcessSteps>(program_); }

std::unique_ptr<StepGenerator> ProcessSystem::cycle_generator() const {
  return std::make_unique<ProcessSteps>(program_, true);
}

std::optional<std::vector<std::uint8_t>> ProcessSystem::recall(std::span<const std::uint8_t> bytes) const {
  if (!is_state_of(program_, bytes)) return std::nullopt;
  return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
}

std::unique_ptr<Independence> ProcessSystem::independence() const { return find_independence(program_); }

}  // namespace quotient
