#include "bmethod/front_end.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "base/stop_signal.hpp"
#include "bmethod/beginning_anywhere.hpp"
#include "bmethod/bmethod.hpp"
#include "bmethod/layout.hpp"
#include "bmethod/syntax/event_b_package.hpp"
#include "bmethod/syntax/rodin_file.hpp"
#include "frontend/rough_tokens.hpp"

namespace quotient::bmethod {

namespace {

class ElementSymmetry final : public SymmetrySource {
 public:
  explicit ElementSymmetry(const MachineSystem& machine) : machine_(machine) {}

  DetectedSymmetry find(const DetectOptions&) const override {
    DetectedSymmetry found;
    found.symmetry = machine_.symmetry();
    return found;
  }
  const System* whole() const override { return &machine_.whole(); }

 private:
  const MachineSystem& machine_;
};

/// A machine that several subjects are about.
class SharedMachine final : public SystemDecorator {
 public:
  explicit SharedMachine(std::shared_ptr<const MachineSystem> machine)
      : SystemDecorator(*machine), machine_(std::move(machine)) {}
  std::unique_ptr<StepGenerator> generator() const override { return machine_->generator(); }
  std::unique_ptr<StepGenerator> cycle_generator() const override { return machine_->cycle_generator(); }
  std::unique_ptr<StepGenerator> label_generator() const override { return machine_->label_generator(); }
  std::unique_ptr<Independence> independence() const override { return machine_->independence(); }

 private:
  std::shared_ptr<const MachineSystem> machine_;
};

class MachineFrontEnd final : public FrontEnd {
 public:
  std::string_view name() const override { return "b"; }
  std::string_view title() const override { return "B"; }
  std::span<const std::string_view> endings() const override {
    static constexpr std::array<std::string_view, 7> all = {".mch", ".ref", ".imp", ".sys", ".bum", ".buc", ".eventb"};
    return all;
  }
  int recognises(std::span<const std::string_view> tokens) const override {
    static constexpr std::array<std::string_view, 6> heads = {"MACHINE",        "ABSTRACT_MACHINE", "REFINEMENT",
                                                              "IMPLEMENTATION", "SYSTEM",           "MODEL"};
    const bool headed = tokens.size() > 1 && std::find(heads.begin(), heads.end(), tokens[0]) != heads.end();
    return headed && is_name(tokens[1]) && tokens.back() == "END" ? 2 : 0;
  }
  bool understands(LanguageOption option) const override {
    switch (option) {
      case LanguageOption::set_sizes:
      case LanguageOption::integers:
      case LanguageOption::refinement:
      case LanguageOption::goal:
      case LanguageOption::solver:
      case LanguageOption::formulas:
      case LanguageOption::linear_formulas:
      case LanguageOption::branching_formulas:
      case LanguageOption::fairness:
      case LanguageOption::named_fairness:
        return true;
      default:
        return false;
    }
  }
  std::optional<std::string> laid_out(std::string_view text, const LayoutOptions& options) const override {
    if (is_rodin_file(text) || is_event_b_package(text)) return std::nullopt;
    return bmethod::laid_out(text, options);
  }
  std::string_view properties() const override { return "invariant, assert, deadlock, ltl and ltl:NAME"; }
  bool checks(FindingKind kind) const override {
    return kind == FindingKind::invariant || kind == FindingKind::assertion || kind == FindingKind::deadlock;
  }
  bool load_beginning_anywhere(const ModelSettings& settings, FileId file, Loaded& out) const override {
    Options options = options_for(settings);
    options.deadlock = options.goal = options.assertions = false;
    std::shared_ptr<const MachineSystem> machine =
        bmethod::load_beginning_anywhere(out.sources, file, options, out.diagnostics);
    if (machine == nullptr) return true;
    Subject& subject = out.subjects.emplace_back();
    subject.symmetry = std::make_shared<ElementSymmetry>(*machine);
    subject.system = std::make_unique<SharedMachine>(std::move(machine));
    return true;
  }
  bool has_expressions() const override { return true; }
  std::optional<std::string> value_in(const ModelSettings& settings, FileId file, const std::string& expression,
                                      std::optional<std::span<const std::uint8_t>> state, Loaded& out) const override {
    return bmethod::value_in(out.sources, file, options_for(settings), expression, state, out.diagnostics);
  }
  void load(const ModelSettings& settings, FileId file, NameTable* names, Loaded& out) const override {
    const Options options = options_for(settings);
    TemporalOptions formulas;
    formulas.all_asserted = settings.all_formulas;
    formulas.asserted = settings.formulas;
    formulas.given = temporal::formulas_of(settings, file, out.sources, out.diagnostics);
    const std::shared_ptr<const MachineSystem> machine =
        bmethod::load(out.sources, file, options, out.diagnostics, names, formulas);
    if (machine == nullptr) return;
    // Whoever names properties has not asked for these.
    if (settings.all_formulas) {
      for (const FindingText& formula : machine->unchecked_formulas()) {
        out.unchecked.push_back({formula.message, formula.at});
      }
    }
    const auto symmetry = std::make_shared<ElementSymmetry>(*machine);
    const std::string& only = settings.only_claim;
    // Where nothing of what was asked for is there, it is about the machine that this is said.
    if (only.empty() && (settings.program || machine->formulas().empty())) {
      Subject& subject = out.subjects.emplace_back();
      subject.symmetry = symmetry;
      subject.system = std::make_unique<SharedMachine>(machine);
    }
    const std::optional<ProcessSet> fair_to =
        temporal::fair_actors(settings, machine->operation_names(), "operation", file, out.diagnostics);
    for (temporal::LoweredFormula formula : machine->formulas()) {
      if (!only.empty() && formula.text.name != only) continue;
      // With all its steps: a run that is permuted to close a cycle takes steps that a search up to symmetry leaves
      // out.
      formula.model = std::shared_ptr<const System>(machine, &machine->whole());
      formula.symmetry = symmetry;
      formula.fairness = settings.fairness;
      formula.fair_to = fair_to;
      if (auto subject = temporal::make_subject(std::move(formula), out.sources, out.diagnostics)) {
        out.subjects.push_back(std::move(*subject));
      }
    }
    if (!only.empty() && out.subjects.empty() && !out.diagnostics.has_errors()) {
      out.diagnostics.error({file, 0, 0}, fmt::format("this is about formula '{}': name it with --ltl or --ctl", only));
    }
  }

 private:
  static Options options_for(const ModelSettings& settings) {
    Options options;
    options.stop = current_stop();
    options.include_folders = settings.include_dirs;
    options.set_sizes = settings.set_sizes;
    options.min_int = settings.min_int;
    options.max_int = settings.max_int;
    options.up_to_symmetry = settings.up_to_symmetry;
    options.refinement = settings.refinement;
    options.goal_text = settings.goal;
    options.scope_text = settings.scope;
    options.solver = settings.solver;
    // A refinement may do less than what it refines: nothing, in the end.
    options.deadlock = options.goal = !settings.refinement;
    return options;
  }
};

}  // namespace

const FrontEnd& front_end() {
  static const MachineFrontEnd it;
  return it;
}

}  // namespace quotient::bmethod
