#pragma once

#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/narrator.hpp"
#include "process/program.hpp"

namespace quotient {

struct MicroStep;

/// Describes the states and steps of a Program. Both must outlive it.
class ProcessNarrator final : public NarratorBase {
 public:
  ProcessNarrator(const Program& program, const SourceMap& sources);

  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override;
  std::vector<TraceEvent> explain_parallel(StateView from, StateView to, std::size_t which) const override;
  std::vector<CellValue> describe(StateView state) const override;
  FindingText describe(Finding finding) const override;
  std::vector<TraceEvent> standing(StateView state) const override;
  std::vector<Proposition> propositions(StateView state, StateView next) const override;
  std::string label(StepLabel label) const override;
  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t> coverage) const override;
  bool names_place(std::size_t place) const override { return program_.statements[place].written; }

 private:
  /// Whether control can come to this statement at all, whatever guards say.
  bool has_way_to(const ProcessType& type, std::uint32_t statement) const;
  TraceEvent event_of(const std::string& process, std::uint32_t statement) const;
  std::vector<TraceEvent> events_of(StateView from, const std::vector<MicroStep>& path, Finding finding) const;

  const Program& program_;
  const SourceMap& sources_;
};

}  // namespace quotient
