#pragma once

#include <memory>

#include "system/interpreter.hpp"
#include "system/program.hpp"
#include "system/system.hpp"

namespace quotient {

struct MicroStep;

/// A Program as search sees it. Owns the program; `sources` must outlive it.
class ProcessSystem final : public System {
 public:
  ProcessSystem(Program program, const SourceMap& sources);

  std::unique_ptr<StepGenerator> generator() const override;
  std::unique_ptr<StepGenerator> cycle_generator() const override;
  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override;
  std::vector<TraceEvent> explain_parallel(StateView from, StateView to, std::size_t which) const override;
  std::vector<TraceEvent> explain_initial(StateView to) const override;
  std::vector<CellValue> describe(StateView state) const override;
  FindingText describe(Finding finding) const override;
  std::vector<TraceEvent> standing(StateView state) const override;
  std::string label(StepLabel label) const override;
  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t> coverage) const override;

  const Program& program() const { return program_; }

 private:
  /// Whether control can come to this statement at all, whatever guards say.
  bool has_way_to(const ProcessType& type, std::uint32_t statement) const;
  TraceEvent event_of(const std::string& process, std::uint32_t statement) const;
  std::vector<TraceEvent> events_of(StateView from, const std::vector<MicroStep>& path, Finding finding) const;

  Program program_;
  const SourceMap& sources_;
};

}  // namespace quotient
