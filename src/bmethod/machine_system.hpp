#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bmethod/bmethod.hpp"
#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/evaluate/program.hpp"
#include "bmethod/labels.hpp"
#include "bmethod/machine_independence.hpp"
#include "bmethod/partial_order/sharing.hpp"

namespace quotient::bmethod {

class MachineSymmetry;

/// A compiled machine as a System.
///
/// A state is a byte for the phase, unless every state is an initialised one, then the constants that are not fixed and
/// the variables in the order of the text, each as encode() writes its type. So a state holds no index and no address,
/// the elements of deferred sets can be found in it by the types of the cells, and it may travel to another process.
class CompiledMachine final : public MachineSystem, private NarratorBase {
 public:
  struct Parts {
    std::vector<GivenSet> sets;
    std::unique_ptr<Types> types;  // refers to `sets`
    Program program;
    std::vector<Location> places;  // of the sites
    std::vector<SetSize> sizes;
    std::vector<Location> operation_places;
    std::vector<std::vector<Location>> refined_places;  // for each operation, of those that it refines
    Location setup_place, initialisation_place;
    Options options;
    Sharing sharing;  // by operations
    std::vector<FindingText> cuts;
    std::vector<FindingText> unchecked;  // formulas
    std::vector<temporal::LoweredFormula> formulas;
    std::vector<std::unique_ptr<TemporalFormula>> read;  // what they were made of
  };
  explicit CompiledMachine(std::unique_ptr<Parts> parts);
  ~CompiledMachine() override;

  std::unique_ptr<StepGenerator> generator() const override;
  std::unique_ptr<Independence> independence() const override { return find_independence(*this, parts_->sharing); }
  const Narrator& narrator() const override { return *this; }
  std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t> bytes) const override;

  Symmetry symmetry() const override;
  const System& whole() const override { return whole_; }
  const std::vector<SetSize>& set_sizes() const override { return parts_->sizes; }
  Assumptions assumptions() const override;
  const std::vector<FindingText>& unchecked_formulas() const override { return parts_->unchecked; }
  const std::vector<temporal::LoweredFormula>& formulas() const override { return parts_->formulas; }
  std::vector<std::string> operation_names() const override {
    std::vector<std::string> names;
    for (const CompiledOperation& operation : parts_->program.operations) names.push_back(operation.name);
    return names;
  }
  /// While loading: makes formulas of what was read.
  void lower_formulas(std::vector<std::unique_ptr<TemporalFormula>> read, const SourceMap& sources,
                      Diagnostics& diagnostics);
  const std::vector<GivenSet>& sets() const { return parts_->sets; }
  /// What some generator has met that rests on values which were not tried (an infinite set, an integer without bounds,
  /// a property that was believed), or what is not checked at all. Nothing that was found rests on it.
  std::optional<Shortcoming> shortcoming() const override;
  /// Puts the values of a state into the slots of the evaluator, as far as there are any before the machine is
  /// initialised.
  void read(StateView state, Evaluator& evaluator) const;
  /// By any thread, at any time.
  void note(LeftOut left_out) const;

  const Program& program() const { return parts_->program; }
  const Types& types() const { return *parts_->types; }
  const Options& options() const { return parts_->options; }
  const MachineSymmetry& elements() const { return *elements_; }
  const Labels& labels() const { return labels_; }
  bool has_setup_states() const {
    return options().setup == SetupStates::root ||
           (options().setup == SetupStates::constants && program().has_properties);
  }

 private:
  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override;
  std::string beginning(StateView from, StateView to) const override;
  std::vector<TraceEvent> explain_parallel(StateView from, StateView to, std::size_t which) const override;
  std::vector<TraceEvent> explain_initial(StateView to) const override;
  std::vector<CellValue> describe(StateView state) const override;
  FindingText describe(Finding finding) const override;
  std::string label(StepLabel label) const override;
  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t> coverage) const override;
  std::optional<FindingText> left_out() const;
  TraceEvent event(StepLabel label, StateView from, StateView to, bool completed) const;
  std::vector<TraceEvent> side_by_side(StepLabel label, StateView from, StateView to) const;
  std::vector<TraceEvent> refused(StepLabel label, StateView from, Finding finding) const;

  std::unique_ptr<Parts> parts_;
  /// The least of what was left out, so that it does not depend on who came first; relaxed, as it is read once all
  /// threads have been joined.
  mutable std::atomic<std::uint64_t> left_out_{nothing_left_out};
  static constexpr std::uint64_t whats = 3;  // of LeftOut::What
  static constexpr std::uint64_t nothing_left_out = ~std::uint64_t{0};
  Labels labels_;
  std::unique_ptr<const MachineSymmetry> elements_;

  class WholeMachine final : public SystemDecorator {
   public:
    explicit WholeMachine(const CompiledMachine& machine) : SystemDecorator(machine), machine_(machine) {}
    std::unique_ptr<StepGenerator> generator() const override;
    std::unique_ptr<StepGenerator> cycle_generator() const override { return nullptr; }
    std::unique_ptr<StepGenerator> label_generator() const override { return nullptr; }
    std::unique_ptr<Independence> independence() const override { return inner().independence(); }

   private:
    const CompiledMachine& machine_;
  };
  WholeMachine whole_{*this};
};

/// The variables of a refinement behind a step of it that the machines which it refines cannot follow, in the order of
/// the program; empty where there is none with this label and finding. From an empty state: the initialisation.
std::vector<CellValue> refused_outcome(const CompiledMachine& machine, StateView from, StepLabel label,
                                       Finding finding);

/// `up_to_symmetry`: of initial states that are permutations of one another, one.
std::unique_ptr<StepGenerator> make_generator(const CompiledMachine& machine, bool up_to_symmetry);

}  // namespace quotient::bmethod
