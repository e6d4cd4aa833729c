#include "bmethod/machine_propositions.hpp"

#include <algorithm>
#include <optional>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/machine_system.hpp"

namespace quotient::bmethod {
namespace {

class MachinePropositionReader final : public temporal::PropositionReader {
  using Kind = AtomMeaning::Kind;

 public:
  MachinePropositionReader(const CompiledMachine& machine, const std::vector<MachineProposition>& all)
      : machine_(machine), all_(all), here_(machine.program()), there_(machine.program()) {}

  bool is_running(StateView state) override {
    return !machine_.has_setup_states() || static_cast<Phase>(state[0]) == Phase::initialised;
  }

  std::uint64_t of_state(StateView state, const Successors& steps) override {
    state_ = state;
    machine_.read(state, here_);
    std::uint64_t holding = 0;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (state_holds(all_[i], steps)) holding |= std::uint64_t{1} << i;
    }
    return holding;
  }

  std::uint64_t of_step(const Successor& step) override {
    std::uint64_t holding = 0;
    bool loaded = false;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const MachineProposition& each = all_[i];
      bool holds = false;
      if (each.kind == Kind::step) {
        holds = fits(each, each.patterns[0], step.label);
      } else if (is_change(each.kind)) {
        if (!loaded) machine_.read(step.state, there_);
        loaded = true;
        holds = changes(each);
      }
      if (holds) holding |= std::uint64_t{1} << i;
    }
    return holding;
  }

  std::vector<Finding> problems() override { return std::exchange(problems_, {}); }

 private:
  static bool is_change(Kind kind) { return kind >= Kind::unchanged && kind <= Kind::decreasing; }

  void bind(Evaluator& evaluator, const MachineProposition& proposition) {
    for (const auto& [slot, value] : proposition.bindings) evaluator.slots[static_cast<std::size_t>(slot)] = value;
  }
  /// What is undefined is reported, and does not hold.
  bool is_defined(Evaluator& evaluator) {
    Outcome& outcome = evaluator.outcome;
    if (const auto left_out = outcome.left_out()) machine_.note(*left_out);
    if (!outcome.failed()) return true;
    if (!outcome.is_unknown()) problems_.push_back({FindingKind::runtime, outcome.site()});
    outcome.begin();
    return false;
  }

  bool state_holds(const MachineProposition& each, const Successors& steps) {
    switch (each.kind) {
      case Kind::predicate: {
        bind(here_, each);
        const bool holds = here_.holds(each.node);
        return is_defined(here_) && holds;
      }
      case Kind::enabled:
        return enabled(each, steps) > 0;
      case Kind::none_enabled:
        return enabled(each, steps) == 0;
      case Kind::at_most_one:
        return enabled(each, steps) <= 1;
      case Kind::exactly_one:
        return enabled(each, steps) == 1;
      case Kind::deadlock:
        return steps.empty();
      case Kind::several_steps:
        return steps.size() > 1;
      case Kind::sink:
        for (std::size_t i = 0; i < steps.size(); ++i) {
          if (!std::ranges::equal(steps[i].state, state_)) return false;
        }
        return true;
      default:
        return false;
    }
  }
  /// How many of the patterns some step fits.
  std::size_t enabled(const MachineProposition& each, const Successors& steps) {
    return static_cast<std::size_t>(
        std::ranges::count_if(each.patterns, [&](const MachineProposition::Pattern& pattern) {
          for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].completed && fits(each, pattern, steps[i].label)) return true;
          }
          return false;
        }));
  }
  bool fits(const MachineProposition& each, const MachineProposition::Pattern& pattern, StepLabel label) {
    const Labels& labels = machine_.labels();
    if (!labels.is_operation(label) || labels.operation(label) != pattern.operation) return false;
    if (pattern.arguments.empty()) return true;
    labels.values(label, here_.arena, values_);
    bind(here_, each);
    const CompiledOperation& operation = machine_.program().operations[pattern.operation];
    for (std::size_t i = 0; i < pattern.arguments.size(); ++i) {
      const Node* node = pattern.arguments[i];
      if (node == nullptr) continue;
      const Value wanted = here_.eval(node);
      if (!is_defined(here_) || !equal(operation.parameter_types[i], wanted, values_[i])) return false;
    }
    return true;
  }
  bool changes(const MachineProposition& each) {
    bind(here_, each);
    bind(there_, each);
    const Value before = here_.eval(each.node);
    const Value after = there_.eval(each.node);
    if (!is_defined(here_) || !is_defined(there_)) return false;
    switch (each.kind) {
      case Kind::unchanged:
        return equal(each.node->type, before, after);
      case Kind::changed:
        return !equal(each.node->type, before, after);
      case Kind::increasing:
        return to_int(before) < to_int(after);
      default:
        return to_int(before) > to_int(after);
    }
  }

  const CompiledMachine& machine_;
  const std::vector<MachineProposition>& all_;
  Evaluator here_, there_;
  StateView state_;
  std::vector<Value> values_;
  std::vector<Finding> problems_;
};

}  // namespace

std::unique_ptr<temporal::PropositionReader> MachinePropositions::reader() const {
  return std::make_unique<MachinePropositionReader>(machine_, all_);
}

}  // namespace quotient::bmethod
