#include "promela/front_end.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "base/counted.hpp"
#include "frontend/rough_tokens.hpp"
#include "native/engine.hpp"
#include "process/static_diagram.hpp"
#include "process/symmetry/program_symmetry.hpp"
#include "process/symmetry/rules/program_rules.hpp"
#include "promela/formulas/branching.hpp"
#include "promela/formulas/given.hpp"
#include "promela/layout.hpp"
#include "promela/promela.hpp"
#include "promela/rules/rules.hpp"

namespace quotient::promela {

namespace {

constexpr SourceRange nowhere{FileId{UINT32_MAX}, 0, 0};

StepMode step_mode(const std::string& name) {
  if (name == "plain") return StepMode::plain;
  return name == "spin" ? StepMode::spin : StepMode::full;
}

/// By name, or by number in the order of the text: of several claims without names only the numbers are in it.
void add_never_claim(const Model& model, const std::string& which, std::vector<std::string>& wanted,
                     Diagnostics& diagnostics) {
  const std::vector<std::string> known = model.never_claims();
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i] != which && std::to_string(i + 1) != which) continue;
    wanted.push_back(known[i]);
    return;
  }
  const std::string message = known.empty() ? "the model has no never claim"
                                            : fmt::format(
                                                  "the model has no never claim '{}': name one of {}, or give "
                                                  "its number, 1 to {}",
                                                  which, fmt::join(known, ", "), known.size());
  diagnostics.error(nowhere, message).suggestion = nearest_name(which, known);
}

/// The claims that the settings ask for.
std::vector<std::string> wanted_claims(const Model& model, const ModelSettings& settings,
                                       const std::vector<std::string>& given, Diagnostics& diagnostics) {
  std::vector<std::string> wanted;
  const auto add = [&wanted](const std::vector<std::string>& names) {
    wanted.insert(wanted.end(), names.begin(), names.end());
  };
  if (settings.all_never_claims) {
    add(model.never_claims());
  } else {
    for (const std::string& which : settings.never_claims) add_never_claim(model, which, wanted, diagnostics);
  }
  const std::vector<std::string> known = model.formulas();  // those that were given among them
  if (settings.all_formulas) {
    add(known);
    return wanted;
  }
  add(given);
  for (const std::string& name : settings.formulas) {
    if (std::find(known.begin(), known.end(), name) != known.end()) {
      wanted.push_back(name);
    } else {
      Diagnostic& d = diagnostics.error(nowhere, fmt::format("the model has no ltl '{}'", name));
      d.suggestion = nearest_name(name, known);
    }
  }
  return wanted;
}

/// The system with the engine that the settings ask for. Null, with an error, where it is not to be had.
std::unique_ptr<System> with_engine(std::unique_ptr<ProcessSystem> system, const ModelSettings& settings,
                                    Diagnostics& diagnostics) {
  if (settings.engine == "interpreter") return system;
  native::EngineOptions options;
  options.paranoid = settings.paranoid;
  options.fairness = settings.fairness != Fairness::none;
  auto engine = std::make_unique<native::Engine>(std::move(system), std::move(options));
  if (settings.engine == "native") {
    const std::string failure = engine->wait_until_ready();
    if (!failure.empty()) {
      diagnostics.error(nowhere, "--engine native: " + failure);
      return nullptr;
    }
  }
  return engine;
}

/// The rewrite rules of a file, or those that stand in the model. Null, with an error, where something is wrong with
/// them.
std::shared_ptr<const RewriteRules> rules_for(const ModelSettings& settings, const Options& options, FileId file,
                                              Loaded& out) {
  std::optional<RewriteRules> rules;
  if (settings.rules_path.empty()) {
    rules = read_rules_of_model(out.sources, file, options, out.diagnostics);
  } else {
    std::string error;
    std::optional<std::string> text = read_text_file(settings.rules_path, error);
    if (!text) {
      out.diagnostics.error(nowhere, error);
      return nullptr;
    }
    const FileId rule_file = out.sources.add(settings.rules_path, std::move(*text));
    rules = read_rules(out.sources, rule_file, options, out.diagnostics);
  }
  if (!rules) return nullptr;
  if (rules->rules.empty()) {
    out.diagnostics.error(
        nowhere, "--symmetry rules: there are none; give --rules FILE, or a comment /*@ normalise … */ in the model");
    return nullptr;
  }
  return std::make_shared<const RewriteRules>(std::move(*rules));
}

/// The locals that rules choose processes by: if they were reset when dead, no rule would find the process.
std::vector<std::pair<std::string, std::string>> choosing_locals(const RewriteRules& rules) {
  std::vector<std::pair<std::string, std::string>> out;
  for_each_place(rules, [&out](const RewriteRules::Place& place) {
    if (!place.chosen_by) return;
    std::pair local(place.name, place.chosen_by->first);
    if (std::find(out.begin(), out.end(), local) == out.end()) out.push_back(std::move(local));
  });
  return out;
}

bool has_cycle_labels(const Program& program) {
  const auto has_label = [](const ControlLocation& l) { return l.accept || l.progress; };
  return std::any_of(program.process_types.begin(), program.process_types.end(), [&](const ProcessType& type) {
    return std::any_of(type.locations.begin(), type.locations.end(), has_label);
  });
}

/// Makes subjects of a model as the settings ask for them.
class SubjectMaker {
 public:
  SubjectMaker(const ModelSettings& settings, std::shared_ptr<const Model> model,
               std::shared_ptr<const RewriteRules> rules, GivenFormulas given, Loaded& out)
      : settings_(settings),
        model_(std::move(model)),
        rules_(std::move(rules)),
        given_(std::move(given)),
        formulas_(model_->formulas()),
        out_(out) {
    if (settings.scalarsets) scalarsets_ = model_->scalarsets(out.diagnostics);
  }

  void add_all() {
    if (!settings_.only_claim.empty()) return add_only(settings_.only_claim);
    const std::vector<std::string> claims = wanted_claims(*model_, settings_, given_.linear, out_.diagnostics);
    const bool others = !claims.empty() || !given_.branching.empty() || settings_.accept || settings_.progress;
    if (settings_.program || !others) add("");
    if (settings_.accept) add_labels("accept", CycleKind::acceptance, FindingKind::acceptance);
    if (settings_.progress) add_labels("progress", CycleKind::non_progress, FindingKind::progress);
    for (const std::string& claim : claims) add(claim);
    for (const BranchingSource& formula : given_.branching) add_branching(formula);
  }

 private:
  void add_only(const std::string& claim) {
    for (const BranchingSource& formula : given_.branching) {
      if (formula.text.name == claim) return add_branching(formula);
    }
    add(claim);
  }

  void add_branching(const BranchingSource& formula) {
    std::unique_ptr<ProcessSystem> system = model_->compile_with_propositions(formula.text.name, out_.diagnostics);
    if (system == nullptr) return;
    const Program& program = system->program();
    std::shared_ptr<const System> ready = with_engine(std::move(system), settings_, out_.diagnostics);
    if (ready == nullptr) return;
    temporal::LoweredFormula made = lowered(formula, program, std::move(ready));
    made.symmetry = std::make_shared<ProgramSymmetry>(program, scalarsets_, std::nullopt);
    if (auto subject = temporal::make_subject(std::move(made), out_.sources, out_.diagnostics)) {
      out_.subjects.push_back(std::move(*subject));
    }
  }

  /// What is known of a program, whatever it is searched for. `system` runs it, with whatever engine.
  static Subject subject_of(const Program& program, std::unique_ptr<System> system, StepMode steps,
                            std::vector<Scalarset> scalarsets, std::optional<Outline> outline) {
    Subject subject;
    subject.system = std::move(system);
    subject.has_cycle_labels = has_cycle_labels(program);
    subject.may_join_steps = steps == StepMode::full;
    subject.exchanges_messages = true;
    if (outline) subject.diagram = static_diagram(*outline);
    subject.symmetry = std::make_shared<ProgramSymmetry>(program, std::move(scalarsets), std::move(outline));
    return subject;
  }
  /// The same for one that only the interpreter runs, on the heap; null where there is none.
  static std::unique_ptr<Subject> plain_subject(std::unique_ptr<ProcessSystem> system, const std::string& claim,
                                                StepMode steps, const std::vector<Scalarset>& scalarsets) {
    if (system == nullptr) return nullptr;
    const Program& program = system->program();
    auto subject = std::make_unique<Subject>(subject_of(program, std::move(system), steps, scalarsets, std::nullopt));
    subject->name = subject->claim = claim;
    if (program.claim_needs_cycles) subject->cycles.emplace();
    return subject;
  }

  /// Null where something is wrong; `out_` has it.
  Subject* add(std::unique_ptr<ProcessSystem> system, const std::string& claim) {
    if (system == nullptr) return nullptr;
    const Program& program = system->program();
    std::unique_ptr<System> ready = with_engine(std::move(system), settings_, out_.diagnostics);
    if (ready == nullptr) return nullptr;
    std::optional<Outline> outline;
    if (settings_.outline) outline = model_->outline(claim);
    Subject& subject = out_.subjects.emplace_back(
        subject_of(program, std::move(ready), step_mode(settings_.steps), scalarsets_, std::move(outline)));
    subject.name = subject.claim = claim;
    subject.is_formula = std::find(formulas_.begin(), formulas_.end(), claim) != formulas_.end();
    subject.ignores_stuttering = program.claim_ignores_stuttering;
    if (!claim.empty()) subject.claim_at = program.sites[program.claim_site].range;
    if (program.claim_needs_cycles) {
      const FindingKind kind = subject.is_formula ? FindingKind::ltl : FindingKind::acceptance;
      subject.cycles = {CycleKind::acceptance, settings_.fairness, {kind, program.claim_site}};
    }
    add_rules(program, subject);
    return &subject;
  }

  void add(const std::string& claim) {
    Subject* subject = add(model_->compile(claim, out_.diagnostics), claim);
    if (subject == nullptr) return;
    const std::vector<Model::Condition> conditions = model_->conditions(claim);
    const StepMode steps = step_mode(settings_.steps);
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      const auto never = [model = model_, scalarsets = scalarsets_, steps, claim, i] {
        Diagnostics ignored;
        return plain_subject(model->compile_never(claim, i, ignored), claim, steps, scalarsets);
      };
      subject->conditions.push_back({conditions[i].text, conditions[i].range, never, conditions[i].is_proposition});
    }
  }

  void add_labels(std::string name, CycleKind kind, FindingKind finding) {
    Diagnostics& diagnostics = out_.diagnostics;
    Subject* subject = add(
        kind == CycleKind::acceptance ? model_->compile_for_acceptance(diagnostics) : model_->compile("", diagnostics),
        "");
    if (subject == nullptr) return;
    subject->name = std::move(name);
    subject->cycles = {kind, settings_.fairness, {finding, 0}};
  }

  void add_rules(const Program& program, Subject& subject) {
    if (rules_ == nullptr) return;
    if (out_.subjects.size() == 1) check_rules(program, *rules_, out_.diagnostics);
    if (out_.diagnostics.has_errors()) return;
    subject.rules = std::make_shared<ProgramRules>(program, rules_);
    if (subject.claim.empty()) return;
    const StepMode steps = step_mode(settings_.steps);
    subject.alone = [model = model_, scalarsets = scalarsets_, rules = rules_, steps]() -> std::unique_ptr<Subject> {
      Diagnostics ignored;
      auto system = model->compile("", ignored);
      if (system == nullptr) return nullptr;
      const Program& alone = system->program();
      auto made = plain_subject(std::move(system), "", steps, scalarsets);
      made->rules = std::make_shared<ProgramRules>(alone, rules);
      return made;
    };
  }

  const ModelSettings& settings_;
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const RewriteRules> rules_;
  GivenFormulas given_;
  std::vector<std::string> formulas_;
  std::vector<Scalarset> scalarsets_;
  Loaded& out_;
};

/// A process somewhere: `proctype name (` or `init {`.
bool has_process(std::span<const std::string_view> tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i] == "init" && tokens[i + 1] == "{") return true;
    const bool proctype = tokens[i] == "proctype" || tokens[i] == "D_proctype";
    if (proctype && i + 2 < tokens.size() && is_name(tokens[i + 1]) && tokens[i + 2] == "(") return true;
  }
  return false;
}

class PromelaFrontEnd : public FrontEnd {
 public:
  std::string_view name() const override { return "promela"; }
  std::string_view title() const override { return "Promela"; }
  std::span<const std::string_view> endings() const override {
    static constexpr std::array<std::string_view, 4> all = {".pml", ".prom", ".promela", ".p"};
    return all;
  }
  int recognises(std::span<const std::string_view> tokens) const override { return has_process(tokens) ? 1 : 0; }
  bool understands(LanguageOption option) const override {
    switch (option) {
      case LanguageOption::defines:
      case LanguageOption::formulas:
      case LanguageOption::cycle_labels:
      case LanguageOption::fairness:
      case LanguageOption::native_code:
      case LanguageOption::linear_formulas:
      case LanguageOption::branching_formulas:
        return true;
      case LanguageOption::set_sizes:
      case LanguageOption::integers:
      case LanguageOption::refinement:
      case LanguageOption::goal:
      case LanguageOption::solver:
      case LanguageOption::actions:
      case LanguageOption::modal_formulas:
      case LanguageOption::named_fairness:
      case LanguageOption::for_every:
        return false;
    }
    return false;
  }
  std::optional<std::string> laid_out(std::string_view text, const LayoutOptions& options) const override {
    return promela::laid_out(text, options);
  }
  std::string_view properties() const override { return "assert, deadlock, and claims that are in the text"; }
  bool checks(FindingKind kind) const override {
    return kind == FindingKind::assertion || kind == FindingKind::deadlock;
  }
  void load(const ModelSettings& settings, FileId file, NameTable* names, Loaded& out) const override {
    Options options = options_for(settings);
    // Also where the rules are in error: what is wrong with the model is then reported as well.
    std::shared_ptr<const RewriteRules> rules;
    if (settings.rules) rules = rules_for(settings, options, file, out);
    if (rules != nullptr) options.kept_locals = choosing_locals(*rules);
    GivenFormulas given = read_given(settings, file, out.sources, out.diagnostics);
    options.given_formulas = given.all;
    std::shared_ptr<const Model> model = promela::load(out.sources, file, options, out.diagnostics, names);
    if (model == nullptr) return;
    SubjectMaker(settings, std::move(model), std::move(rules), std::move(given), out).add_all();
  }
  bool has_expressions() const override { return dialect() == Dialect::promela; }
  std::optional<std::string> value_in(const ModelSettings& settings, FileId file, const std::string& expression,
                                      std::optional<std::span<const std::uint8_t>> state, Loaded& out) const override {
    // As a formula at the end of the text it may name what a claim may name.
    constexpr std::string_view name = "the_expression_that_is_asked_for";
    const std::string text = fmt::format("{}\nltl {} {{ (\n{}\n) }}\n", out.sources[file].text(), name, expression);
    const FileId both = out.sources.add(out.sources[file].path(), text);
    const auto model = promela::load(out.sources, both, options_for(settings), out.diagnostics);
    if (model == nullptr) return std::nullopt;
    if (!state) {
      out.diagnostics.error({both, 0, 0}, "nothing has a value before the program begins");
      return std::nullopt;
    }
    return model->value_in(std::string(name), *state, out.diagnostics);
  }

 protected:
  Options options_for(const ModelSettings& settings) const {
    Options options;
    options.dialect = dialect();
    options.steps = step_mode(settings.steps);
    options.spin_limits = settings.spin_limits;
    options.defines = settings.defines;
    options.include_dirs = settings.include_dirs;
    return options;
  }

 private:
  virtual Dialect dialect() const { return Dialect::promela; }
};

class LiteFrontEnd final : public PromelaFrontEnd {
 public:
  std::string_view name() const override { return "promela-lite"; }
  std::string_view title() const override { return "Promela-Lite"; }
  std::span<const std::string_view> endings() const override {
    static constexpr std::array<std::string_view, 1> all = {".pml-lite"};
    return all;
  }
  int recognises(std::span<const std::string_view>) const override { return 0; }  // it looks like Promela
  bool understands(LanguageOption option) const override {
    const bool given = option == LanguageOption::linear_formulas || option == LanguageOption::branching_formulas;
    return !given && PromelaFrontEnd::understands(option);
  }
  std::optional<std::string> in_promela(const ModelSettings& settings, FileId file, Loaded& out) const override {
    return convert_lite(out.sources, file, options_for(settings), out.diagnostics);
  }

 private:
  Dialect dialect() const override { return Dialect::lite; }
};

}  // namespace

const FrontEnd& front_end() {
  static const PromelaFrontEnd it;
  return it;
}

const FrontEnd& lite_front_end() {
  static const LiteFrontEnd it;
  return it;
}

}  // namespace quotient::promela
