#pragma once

#include <memory>
#include <span>

#include "base/source.hpp"
#include "model/system.hpp"
#include "murphi/check/model.hpp"
#include "murphi/lower/lower.hpp"
#include "process/process_narrator.hpp"

namespace quotient::murphi {

/// Describes states and steps of a lowered specification in the words of its text.
class RuleNarrator final : public NarratorDecorator {
 public:
  /// All of them must outlive it.
  RuleNarrator(const Lowered& lowered, const Program& program, const Narrator& inner, const SourceMap& sources)
      : NarratorDecorator(inner), lowered_(lowered), program_(program), sources_(sources) {}

  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override;
  std::vector<TraceEvent> explain_parallel(StateView from, StateView to, std::size_t which) const override;
  std::vector<TraceEvent> explain_initial(StateView to) const override;
  std::vector<CellValue> describe(StateView state) const override;
  FindingText describe(Finding finding) const override;
  std::vector<TraceEvent> standing(StateView) const override { return {}; }
  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t> coverage) const override;

 private:
  TraceEvent event_of(std::uint32_t statement, StateView from, StateView to) const;

  const Lowered& lowered_;
  const Program& program_;
  const SourceMap& sources_;
};

/// The steps of a lowered specification, whoever computes them: it begins with what the start states make of nothing,
/// its invariants are judged in every state, and a state from which no rule leads to another one is a deadlock.
class RuleSystem final : public SystemDecorator {
 public:
  /// `steps` runs the program of `lowered`, which `program` is.
  RuleSystem(std::unique_ptr<Model> model, Lowered lowered, const Program& program, std::unique_ptr<System> steps,
             const SourceMap& sources);

  std::unique_ptr<StepGenerator> generator() const override;
  std::unique_ptr<StepGenerator> cycle_generator() const override { return nullptr; }
  std::unique_ptr<StepGenerator> label_generator() const override { return nullptr; }
  const Narrator& narrator() const override { return narrator_; }
  /// Of each statement of the program.
  std::span<const LoweredRule> rules() const { return lowered_.rules; }
  /// One process takes all steps: there is nobody to be independent of.
  std::unique_ptr<Independence> independence() const override { return nullptr; }

  const Model& model() const { return *model_; }
  /// Without its program.
  const Lowered& lowered() const { return lowered_; }
  const Program& program() const { return program_; }

 private:
  std::unique_ptr<Model> model_;
  Lowered lowered_;
  const Program& program_;
  std::unique_ptr<System> steps_;
  RuleNarrator narrator_;
};

}  // namespace quotient::murphi
