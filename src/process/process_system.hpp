#pragma once

#include <memory>

#include "model/system.hpp"
#include "process/process_narrator.hpp"
#include "process/program.hpp"

namespace quotient {

/// A Program as search sees it. Owns the program; `sources` must outlive it.
class ProcessSystem final : public SystemBase {
 public:
  ProcessSystem(Program program, const SourceMap& sources);
  ProcessSystem(const ProcessSystem&) = delete;  // the narrator refers to the program
  ProcessSystem& operator=(const ProcessSystem&) = delete;

  std::unique_ptr<StepGenerator> generator() const override;
  std::unique_ptr<StepGenerator> cycle_generator() const override;
  const Narrator& narrator() const override { return narrator_; }
  std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t> bytes) const override;
  std::unique_ptr<Independence> independence() const override;

  const Program& program() const { return program_; }

 private:
  Program program_;
  ProcessNarrator narrator_;
};

}  // namespace quotient
