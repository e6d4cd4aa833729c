#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "mcrl2/mcrl2.hpp"
#include "mcrl2/steps/combine.hpp"
#include "mcrl2/steps/state_digest.hpp"

namespace quotient::mcrl2 {

/// The steps of a model, for one thread. Everything it learns (moves of processes, multi-actions, values) is remembered
/// until that needs more than Options::memory; then it starts afresh.
class Generator : public StepGeneratorBase {
 public:
  /// `with_movers`: each step says which components take part in it, and each state who could. A step that is listed
  /// once though several can take it is one of them all: on a cycle they may take turns.
  Generator(const Model& model, SharedTables& shared, const Options& options, bool with_movers = false);

  void heed(const StopSignal& signal) override { evaluator_.heed(signal); }
  void initial(Successors& out) override;
  void successors(StateView state, Successors& out) override;
  std::span<const std::uint8_t> coverage() const override { return coverage_; }
  StateView lasting_digest(StateView state) override { return digest_.of(state); }

  /// Of the step to `to` with this label, from the state whose successors were asked for last: who takes part, and at
  /// which place of its text (see CompiledSummand), in the order of the processes. Empty where none does.
  std::vector<Part> parts_of(StateView to, StepLabel label);

  /// Forgets what was remembered where that takes more memory than the options allow; between two states.
  void recycle();
  /// A cell of a state in words, for System::describe.
  std::vector<CellValue> describe(StateView state);
  /// For System::standing: processes that have not ended, and what each offers.
  std::vector<TraceEvent> standing(StateView state, const SourceMap& sources);
  /// For System::lasting: where each process is, and its values instead of the numbers that they were given.
  std::vector<std::uint8_t> lasting(StateView state);
  /// For System::recall: the state whose lasting bytes these are. Returns nullopt for all other bytes.
  std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t> bytes);

 protected:
  struct Label {
    StepLabel label;
    Finding finding;
    bool known = false;
  };

  void combine(StateView state, Successors& out);
  void combine_random(StateView state, Successors& out);
  void initial_random(Successors& out);
  StepLabel label_with_share(StepLabel base, std::uint32_t way, Value probability);
  void report(const EvaluationError& error, Successors& out);
  const Label& label_of(MultiId multi);
  /// The label of a step with the time that it has.
  StepLabel label_of(const Combined& step);
  /// The time that the parts of a step agree on, as a number of LocalStates; nothing where they do not, or where it is
  /// not later than that of the last step that had one. `none` is no time at all.
  std::optional<std::uint32_t> time_of(StateView from, const Combined& step);
  /// The component that takes a step; of several that take it together, the first in the order of the network.
  Actor actor_of(const Combined& step) const;
  void set_target(StateView from, const Combined& step);
  void note_movers(const Combined& step, StepLabel label, std::size_t before, const Successors& out);
  void hand_on_movers(Successors& out);
  bool is_new(StepLabel label, StateView state);
  /// What a process does next, in words: "a(1) or b"; "delta" where nothing.
  std::string next_actions(const LocalState& local, std::size_t most);
  /// Where a process stands, in words: "P(d1, …)", or "P(d1, …), before a(1)" inside of its text. Of the parameters
  /// those that it never changes are there.
  std::string place_text(const Process& process, StateView state, LocationId location, std::span<const Value> values);
  std::string fixed_parameters(std::uint32_t type, LocationId location, std::span<const Value> values);
  void forget_steps();

  const Model& model_;
  SharedTables& shared_;
  const Options& options_;
  Evaluator evaluator_;
  ActionTable actions_;
  LocalStates locals_;
  Combiner root_;
  std::vector<Label> labels_;  // by multi-action
  std::map<std::pair<MultiId, std::uint32_t>, StepLabel> timed_labels_;
  std::map<std::uint32_t, StepLabel> base_labels_;  // of labels with probabilities
  std::set<std::vector<std::uint32_t>> ways_met_;   // of the state at hand, where targets are drawn
  std::vector<std::uint8_t> target_;
  std::vector<std::uint8_t> padded_;  // the state at hand, with room to read whole words
  std::vector<std::uint8_t> coverage_;
  StateDigest digest_;
  std::map<std::uint32_t, std::vector<std::vector<bool>>> fixed_;  // by type; see fixed_variables
  const bool with_movers_;
  std::vector<ProcessSet> movers_;  // by step
  // Steps from the state at hand, to list each once: a table of the numbers of their places in `hashes_`.
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint8_t> targets_;
  std::vector<std::uint32_t> table_;
};

}  // namespace quotient::mcrl2
