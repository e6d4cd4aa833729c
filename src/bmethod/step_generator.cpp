#include <algorithm>
#include <optional>

#include "bmethod/evaluate/executor.hpp"
#include "bmethod/evaluate/simulation.hpp"
#include "bmethod/listed_steps.hpp"
#include "bmethod/machine_system.hpp"
#include "bmethod/solve/plan_solver.hpp"
#include "bmethod/symmetry/digest.hpp"
#include "bmethod/symmetry/orbit_solver.hpp"

namespace quotient::bmethod {
namespace {

class Generator final : public StepGeneratorBase {
 public:
  Generator(const CompiledMachine& machine, bool up_to_symmetry)
      : machine_(machine),
        program_(machine.program()),
        evaluator_(program_),
        executor_(evaluator_),
        simulation_(evaluator_, executor_),
        coverage_(program_.operations.size(), 0),
        phased_(machine.has_setup_states()) {
    if (machine.options().solver) {
      constraints_ = make_plan_solver(evaluator_);
      evaluator_.constraints = constraints_.get();
    }
    if (up_to_symmetry && machine.elements().elements().has_whole()) {
      solver_.emplace(machine.elements(), program_, evaluator_);
      // A step that is left out may be the one that follows another.
      if (solver_->serves_substitutions() && !program_.is_product()) executor_.solver = &*solver_;
    }
  }

  void heed(const StopSignal& signal) override { evaluator_.stop.heed(signal); }

  void initial(Successors& out) override {
    out.clear();
    begin();
    out_ = &out;
    compute_initial();
    cut_off_unless_done();
  }

  void successors(StateView state, Successors& out) override {
    out.clear();
    begin();
    out_ = &out;
    compute(state);
    cut_off_unless_done();
  }

  std::span<const std::uint8_t> coverage() const override { return coverage_; }

  /// See refused_outcome.
  std::vector<CellValue> refused(StateView from, StepLabel label, Finding finding) {
    Refused wanted{label, finding, {}};
    refused_ = &wanted;
    Successors steps;
    if (from.empty()) {
      initial(steps);
    } else {
      successors(from, steps);
    }
    refused_ = nullptr;
    return wanted.cells;
  }

 private:
  void cut_off_unless_done() {
    if (evaluator_.stop.stopped()) {
      out_->cut_off();
    } else if (const std::optional<std::uint32_t> site = evaluator_.outcome.gave_up()) {
      out_->cut_off({FindingKind::runtime, *site});
    }
    for (const auto& left_out : {left_out_, evaluator_.outcome.left_out()}) {
      if (left_out) machine_.note(*left_out);
    }
  }

  void compute_initial() {
    switch (phased_ ? machine_.options().setup : SetupStates::none) {
      case SetupStates::root:
        bytes_.assign(1, static_cast<std::uint8_t>(Phase::root));
        out_->add(bytes_, Labels::setup);
        return;
      case SetupStates::constants:
        return set_up([&] { add_constants(); });
      case SetupStates::none:
        return set_up([&] { initialise(); });
    }
  }

  void compute(StateView state) {
    const std::uint8_t* bytes = state.data();
    const std::uint8_t* end = bytes + state.size();
    Phase phase = Phase::initialised;
    if (phased_) {
      ensure(bytes != end, "a B state without its phase");
      phase = static_cast<Phase>(*bytes++);
    }
    if (phase == Phase::root) {
      if (program_.has_properties) return set_up([&] { add_constants(); });
      return set_up([&] { initialise(); });
    }
    read_constants(bytes, end);
    prefix_.assign(state.data(), bytes);
    if (phased_) prefix_[0] = static_cast<std::uint8_t>(Phase::initialised);
    if (phase == Phase::constants) return initialise();
    std::size_t slot = program_.constants.size();
    for (const Cell& cell : program_.variables)
      evaluator_.slots[slot++] = decode(evaluator_.arena, cell.type, bytes, end);
    check_state();
    if (!in_scope()) return report_undefined();
    left_out_ = evaluator_.outcome.left_out();
    evaluator_.outcome.restore_left_out({});
    if (executor_.solver != nullptr) solver_->begin(OrbitSolver::Known::constants_and_variables);
    for (std::size_t i = 0; i < program_.operations.size(); ++i) operation(i);
    // Steps that were not tried may be possible.
    if (out_->empty() && machine_.options().deadlock && !program_.operations.empty() && !evaluator_.outcome.left_out())
      out_->add_finding({FindingKind::deadlock, deadlock_site});
    report_undefined();
  }

  /// Most states have the constants of the one before.
  void read_constants(const std::uint8_t*& bytes, const std::uint8_t* end) {
    const auto known = static_cast<std::ptrdiff_t>(constants_.size());
    const bool same =
        constants_read_ && end - bytes >= known && std::equal(constants_.begin(), constants_.end(), bytes);
    const std::uint8_t* const first = bytes;
    if (!same) constants_arena_.rewind({});
    for (std::size_t slot = 0; slot < program_.constants.size(); ++slot) {
      const Cell& cell = program_.constants[slot];
      if (!same) constant_values_[slot] = cell.fixed ? cell.value : decode(constants_arena_, cell.type, bytes, end);
      evaluator_.slots[slot] = constant_values_[slot];
    }
    if (same) {
      bytes += known;
    } else {
      constants_.assign(first, bytes);
      constants_read_ = true;
    }
  }

  void begin() {
    evaluator_.begin();
    executor_.writes.clear();
    actor_ = no_actor;
    left_out_.reset();
    listed_.clear();
  }

  /// Guards that were undefined count as false; that they were is a finding of the state.
  void report_undefined() {
    for (std::uint32_t site : evaluator_.outcome.undefined) out_->add_finding({FindingKind::runtime, site});
    evaluator_.outcome.undefined.clear();
  }

  template <typename F>
  void set_up(F each) {
    bool any = false;
    const std::size_t before = out_->size();
    const auto found = [&] {
      any = true;
      if (is_full(before, program_.limits.max_initial)) return false;
      prefix_.clear();
      if (phased_) prefix_.push_back(static_cast<std::uint8_t>(Phase::initialised));
      for (std::size_t i = 0; i < program_.constants.size(); ++i) {
        if (!program_.constants[i].fixed) encode(program_.constants[i].type, evaluator_.slots[i], prefix_);
      }
      each();
      return true;
    };
    const std::uint64_t budget = program_.limits.max_enumeration * 16;
    if (solver_) {
      solver_->begin(OrbitSolver::Known::nothing);
      solver_->run(*program_.properties, found, budget);
    } else {
      evaluator_.plans.run_through(*program_.properties, found, true, budget);
    }
    if (!any && evaluator_.outcome.left_out()) {
      out_->cut_off({FindingKind::runtime, no_tried_constants_site});
    } else if (!any && program_.properties_rest_on_sizes) {
      out_->cut_off({FindingKind::runtime, no_constants_site});
    } else if (!any) {
      out_->add_finding({FindingKind::runtime, no_constants_site});
    }
    report_undefined();
  }

  void add_constants() {
    bytes_ = prefix_;
    bytes_[0] = static_cast<std::uint8_t>(Phase::constants);
    out_->add(bytes_, Labels::setup);
  }

  void initialise() {
    const std::size_t before = out_->size();
    if (executor_.solver != nullptr) solver_->begin(OrbitSolver::Known::constants);
    std::fill_n(evaluator_.slots.begin() + static_cast<std::ptrdiff_t>(program_.constants.size()),
                program_.variables.size(), Value{0});
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      evaluator_.slots[program_.constants.size() + i] = default_value(evaluator_.arena, program_.variables[i].type);
    }
    if (program_.is_product()) {
      initialise_product(before);
    } else {
      explore(*program_.initialisation, before, [&] { return Labels::initialisation; });
    }
    if (out_->size() == before && !evaluator_.outcome.left_out())
      out_->add_finding({FindingKind::runtime, no_initialisation_site});
  }

  void check(const std::vector<CheckedPredicate>& predicates, FindingKind kind) {
    for (const CheckedPredicate& predicate : predicates) {
      const bool holds = evaluator_.holds(predicate.node);
      if (evaluator_.outcome.failed()) {
        if (!evaluator_.outcome.is_unknown()) out_->add_finding({FindingKind::runtime, evaluator_.outcome.site()});
        evaluator_.outcome.clear_failure();
      } else if (!holds) {
        out_->add_finding({kind, predicate.site});
      }
    }
  }

  void check_state() {
    const Arena::Mark mark = evaluator_.arena.mark();
    if (machine_.options().invariant) check(program_.invariant, FindingKind::invariant);
    if (machine_.options().assertions) check(program_.assertions, FindingKind::assertion);
    if (machine_.options().goal && program_.goal.node != nullptr) {
      if (evaluator_.holds(program_.goal.node) && !evaluator_.outcome.failed()) {
        out_->add_finding({FindingKind::assertion, program_.goal.site});
      }
      evaluator_.outcome.clear_failure();
    }
    evaluator_.arena.rewind(mark);
  }

  bool in_scope() {
    if (program_.scope.node == nullptr) return true;
    const bool holds = evaluator_.holds(program_.scope.node) && !evaluator_.outcome.failed();
    evaluator_.outcome.clear_failure();
    if (!holds) machine_.note({program_.scope.site, LeftOut::What::said});
    return holds;
  }

  /// Whether a limit of the text lets no further step be added behind `first`.
  bool is_full(std::size_t first, std::uint64_t most) {
    if (most == 0 || out_->size() - first < most) return false;
    machine_.note({program_.too_many_steps, LeftOut::What::said});
    return true;
  }

  void operation(std::size_t index) {
    const CompiledOperation& operation = program_.operations[index];
    const std::size_t before = out_->size();
    actor_ = static_cast<Actor>(index);
    const auto label = [&] { return label_of(index, operation); };
    const auto body = [&] {
      if (is_full(before, program_.limits.max_steps)) return false;
      if (program_.is_product()) {
        explore_product(operation, before, label);
      } else {
        explore(*operation.body, before, label);
      }
      return true;
    };
    if (operation.demanded != nullptr) check_own_preconditions(operation, before, label);
    if (executor_.solver != nullptr) {
      solver_->solve(*operation.guard, body);
    } else {
      evaluator_.plans.run_through(*operation.guard, body, true);
    }
    if (out_->size() > before) coverage_[index] = 1;
  }

  /// Adds every outcome of a substitution from here, and what goes wrong on the way.
  template <typename Label>
  void explore(const Action& action, std::size_t first, Label label) {
    if (action.deterministic) {
      if (executor_.execute(action)) {
        next_state();
        out_->add(bytes_, label(), {}, true, actor_);
      } else if (evaluator_.outcome.failed()) {
        if (!evaluator_.outcome.is_unknown()) violated(first, label());
        evaluator_.outcome.clear_failure();
      }
      executor_.writes.clear();
      return;
    }
    const auto violation = [&] { violated(first, label()); };
    FunctionRef<void()> report(violation);
    executor_.violation = &report;
    executor_.explore(action, [&] {
      next_state();
      const StepLabel made = label();
      if (is_listed(first, made, bytes_, {})) return true;
      if (is_full(first, made == Labels::initialisation ? program_.limits.max_initial : program_.limits.max_steps))
        return false;
      out_->add(bytes_, made, {}, true, actor_);
      return true;
    });
    executor_.violation = nullptr;
  }

  void initialise_product(std::size_t first) {
    const auto violation = [&] { violated(first, Labels::initialisation); };
    simulation_.begin();
    const auto own = simulation_.outcomes(*program_.initialisation, violation);
    simulation_.prepare_initialisation();
    for (const Simulation::Writes& outcome : own) {
      const auto found = [&](const Simulation::Writes& writes) {
        executor_.writes = writes;
        next_state();
        if (!is_listed(first, Labels::initialisation, bytes_, {})) out_->add(bytes_, Labels::initialisation);
      };
      if (const auto site = simulation_.follow_initialisation(outcome, found)) {
        executor_.writes = outcome;
        keep_refused(Labels::initialisation, *site);
        refuted(first, Labels::initialisation, *site);
      }
    }
    executor_.writes.clear();
  }

  /// Every step of the refinement that the machines which it refines can follow, and a finding for each that they
  /// cannot.
  template <typename Label>
  void explore_product(const CompiledOperation& operation, std::size_t first, Label label) {
    const auto violation = [&] { violated(first, label()); };
    simulation_.begin();
    const auto own = simulation_.outcomes(*operation.body, violation);
    if (own.empty()) return;
    simulation_.prepare(operation);
    for (const Simulation::Writes& outcome : own) {
      const auto found = [&](const Simulation::Writes& writes) {
        executor_.writes = writes;
        next_state();
        const StepLabel made = label();
        if (!is_listed(first, made, bytes_, {})) out_->add(bytes_, made, {}, true, actor_);
      };
      const auto site = simulation_.follow(operation, outcome, found);
      executor_.writes = outcome;
      if (!site) continue;
      keep_refused(label(), *site);
      refuted(first, label(), *site);
    }
    executor_.writes.clear();
  }

  void keep_refused(StepLabel label, std::uint32_t site) {
    if (refused_ == nullptr || refused_->label != label || refused_->finding.site != site) return;
    if (!refused_->cells.empty()) return;
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      const Cell& cell = program_.variables[i];
      if (cell.machine > 0) continue;
      const Value value = written(static_cast<std::int32_t>(program_.constants.size() + i));
      refused_->cells.push_back({cell.name, machine_.types().text(cell.type, value)});
    }
  }

  /// Who may call the operation that is refined may call the refinement.
  template <typename Label>
  void check_own_preconditions(const CompiledOperation& operation, std::size_t first, Label label) {
    evaluator_.plans.run_through(
        *operation.demanded,
        [&] {
          for (const CheckedPredicate& each : operation.own_preconditions) {
            const bool holds = evaluator_.holds(each.node);
            const bool unknown = evaluator_.outcome.is_unknown();
            evaluator_.outcome.clear_failure();
            if (!holds && !unknown) refuted(first, label(), each.site);
            if (!holds) break;
          }
          return true;
        },
        true);
  }

  void refuted(std::size_t first, StepLabel label, std::uint32_t site) {
    const Finding finding{FindingKind::assertion, site};
    if (!is_listed(first, label, {}, finding)) out_->add({}, label, finding, false, actor_);
  }

  void violated(std::size_t first, StepLabel label) {
    const Finding finding{evaluator_.outcome.kind(), evaluator_.outcome.site()};
    if (!is_listed(first, label, {}, finding)) out_->add({}, label, finding, false, actor_);
  }

  bool is_listed(std::size_t first, StepLabel label, StateView state, Finding finding) {
    return listed_.contains(*out_, first, {state, label, finding});
  }

  /// The value of a slot after the writes decided on.
  Value written(std::int32_t slot) const {
    for (std::size_t i = executor_.writes.size(); i-- > 0;) {
      if (executor_.writes[i].slot == slot) return executor_.writes[i].value;
    }
    return evaluator_.slots[static_cast<std::size_t>(slot)];
  }

  StepLabel label_of(std::size_t index, const CompiledOperation& operation) {
    values_.clear();
    for (std::int32_t slot : operation.parameters) values_.push_back(evaluator_.slots[static_cast<std::size_t>(slot)]);
    for (std::size_t i = 0; i < operation.results.size(); ++i) {
      bool found = false;
      for (const Executor::Write& write : executor_.writes) found = found || write.slot == operation.results[i];
      values_.push_back(found ? written(operation.results[i])
                              : default_value(evaluator_.arena, operation.result_types[i]));
    }
    return machine_.labels().label(index, values_.data(), own_labels_);
  }

  void next_state() {
    bytes_.assign(prefix_.begin(), prefix_.end());
    auto slot = static_cast<std::int32_t>(program_.constants.size());
    for (const Cell& cell : program_.variables) encode(cell.type, written(slot++), bytes_);
  }

  /// A step of a refinement that cannot be followed, and what it does.
  struct Refused {
    StepLabel label;
    Finding finding;
    std::vector<CellValue> cells;
  };

  const CompiledMachine& machine_;
  const Program& program_;
  Evaluator evaluator_;
  std::unique_ptr<ConstraintSolver> constraints_;
  Executor executor_;
  Simulation simulation_;
  std::optional<OrbitSolver> solver_;  // where it is enough to have one step of every orbit
  std::vector<std::uint8_t> coverage_;
  bool phased_;
  std::optional<LeftOut> left_out_;  // by what is checked in the state, see Outcome::left_out
  Labels::Cache own_labels_;
  Successors* out_ = nullptr;
  Actor actor_ = no_actor;            // the operation at hand; none while the machine is set up
  std::vector<std::uint8_t> prefix_;  // of every successor: phase and constants
  bool constants_read_ = false;
  std::vector<std::uint8_t> constants_;                                                 // of the state before
  std::vector<Value> constant_values_ = std::vector<Value>(program_.constants.size());  // and their values
  Arena constants_arena_;
  std::vector<std::uint8_t> bytes_;
  std::vector<Value> values_;
  ListedSteps listed_;
  Refused* refused_ = nullptr;  // what is looked for, if anything
};

}  // namespace

std::unique_ptr<StepGenerator> make_generator(const CompiledMachine& machine, bool up_to_symmetry) {
  return std::make_unique<Generator>(machine, up_to_symmetry);
}

std::vector<CellValue> refused_outcome(const CompiledMachine& machine, StateView from, StepLabel label,
                                       Finding finding) {
  return Generator(machine, false).refused(from, label, finding);
}

}  // namespace quotient::bmethod
