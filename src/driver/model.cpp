#include "driver/model.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "base/counted.hpp"
#include "bmethod/bmethod.hpp"
#include "driver/phase.hpp"
#include "mcrl2/mcrl2.hpp"
#include "native/engine.hpp"
#include "promela/promela.hpp"
#include "promela/rules/rules.hpp"
#include "symmetry/rules/rewriter.hpp"

namespace quotient::driver {

namespace {

promela::StepMode step_mode(const std::string& name) {
  if (name == "plain") return promela::StepMode::plain;
  return name == "spin" ? promela::StepMode::spin : promela::StepMode::full;
}

/// By name, or by number in the order of the text: of several claims without names only the numbers are in it.
void add_never_claim(const promela::Model& model, const std::string& which, std::vector<std::string>& wanted,
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
  diagnostics.error({FileId{UINT32_MAX}, 0, 0}, message).suggestion = nearest_name(which, known);
}

/// The claims that the settings ask for.
std::vector<std::string> wanted_claims(const promela::Model& model, const ModelSettings& settings,
                                       Diagnostics& diagnostics) {
  std::vector<std::string> wanted;
  const auto add = [&wanted](const std::vector<std::string>& names) {
    wanted.insert(wanted.end(), names.begin(), names.end());
  };
  if (settings.all_never_claims) {
    add(model.never_claims());
  } else {
    for (const std::string& which : settings.never_claims) add_never_claim(model, which, wanted, diagnostics);
  }
  const std::vector<std::string> known = model.formulas();
  if (settings.all_formulas) {
    add(known);
    return wanted;
  }
  for (const std::string& name : settings.formulas) {
    if (std::find(known.begin(), known.end(), name) != known.end()) {
      wanted.push_back(name);
    } else {
      Diagnostic& d = diagnostics.error({FileId{UINT32_MAX}, 0, 0}, fmt::format("the model has no ltl '{}'", name));
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
  options.weak_fairness = settings.weak_fairness;
  auto engine = std::make_unique<native::Engine>(std::move(system), std::move(options));
  if (settings.engine == "native") {
    const std::string failure = engine->wait_until_ready();
    if (!failure.empty()) {
      diagnostics.error({FileId{UINT32_MAX}, 0, 0}, "--engine native: " + failure);
      return nullptr;
    }
  }
  return engine;
}

/// The rewrite rules of a file, or those that stand in the model. False where something is wrong with them.
bool read_rules(const ModelSettings& settings, const promela::Options& options, FileId file, Model& model,
                Diagnostics& diagnostics) {
  std::optional<RewriteRules> rules;
  if (settings.rules_path.empty()) {
    rules = promela::read_rules_of_model(*model.sources, file, options, diagnostics);
  } else {
    std::string error;
    std::optional<std::string> text = read_text_file(settings.rules_path, error);
    if (!text) {
      diagnostics.error({FileId{UINT32_MAX}, 0, 0}, error);
      return false;
    }
    const FileId rule_file = model.sources->add(settings.rules_path, std::move(*text));
    rules = promela::read_rules(*model.sources, rule_file, options, diagnostics);
  }
  if (!rules) return false;
  if (rules->rules.empty()) {
    diagnostics.error(
        {FileId{UINT32_MAX}, 0, 0},
        "--symmetry rules: there are none; give --rules FILE, or a comment /*@ normalise … */ in the model");
    return false;
  }
  model.rules = std::make_unique<RewriteRules>(std::move(*rules));
  return true;
}

/// The locals that rules choose processes by: were they reset once nobody reads them, no rule would find the process.
std::vector<std::pair<std::string, std::string>> choosing_locals(const RewriteRules& rules) {
  std::vector<std::pair<std::string, std::string>> out;
  for_each_place(rules, [&out](const RewriteRules::Place& place) {
    if (!place.chosen_by) return;
    std::pair local(place.name, place.chosen_by->first);
    if (std::find(out.begin(), out.end(), local) == out.end()) out.push_back(std::move(local));
  });
  return out;
}

void load_promela(const ModelSettings& settings, FileId file, Model& model, Diagnostics& diagnostics,
                  NameTable* names) {
  promela::Options options;
  options.dialect = model.language == "promela-lite" ? promela::Dialect::lite : promela::Dialect::promela;
  options.steps = step_mode(settings.steps);
  options.spin_limits = settings.spin_limits;
  options.defines = settings.defines;
  options.include_dirs = settings.include_dirs;
  // Also where the rules are in error: what is wrong with the model is then told as well.
  if (settings.rules && read_rules(settings, options, file, model, diagnostics))
    options.kept_locals = choosing_locals(*model.rules);
  const std::shared_ptr<promela::Model> loaded = promela::load(*model.sources, file, options, diagnostics, names);
  if (!loaded) return;
  const std::vector<std::string> formulas = loaded->formulas();
  const auto add = [&](const std::string& claim) {
    auto system = loaded->compile(claim, diagnostics);
    if (!system) return;
    std::optional<CycleProperty> cycles;
    const bool is_formula = std::find(formulas.begin(), formulas.end(), claim) != formulas.end();
    if (system->program().claim_needs_cycles) {
      const FindingKind kind = is_formula ? FindingKind::ltl : FindingKind::acceptance;
      cycles = {CycleKind::acceptance, settings.weak_fairness, {kind, system->program().claim_site}};
    }
    const Program& program = system->program();
    std::unique_ptr<System> ready = with_engine(std::move(system), settings, diagnostics);
    if (!ready) return;
    model.subjects.push_back({claim, claim, std::move(ready), &program, nullptr, nullptr, cycles, {}, std::nullopt});
    model.subjects.back().is_formula = is_formula;
    if (settings.rules && !claim.empty()) {
      model.subjects.back().alone = [loaded] {
        Diagnostics ignored;
        return loaded->compile("", ignored);
      };
    }
    if (settings.scalarsets) model.subjects.back().scalarsets = loaded->scalarsets(diagnostics);
    if (settings.outline) model.subjects.back().outline = loaded->outline(claim);
    const std::vector<promela::Model::Condition> conditions = loaded->conditions(claim);
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      model.subjects.back().conditions.push_back({conditions[i].text, conditions[i].range, [loaded, claim, i] {
                                                    Diagnostics ignored;
                                                    return loaded->compile_never(claim, i, ignored);
                                                  }});
    }
  };
  const auto add_labels = [&](std::string name, CycleKind kind, FindingKind finding) {
    auto system =
        kind == CycleKind::acceptance ? loaded->compile_for_acceptance(diagnostics) : loaded->compile("", diagnostics);
    if (!system) return;
    const CycleProperty cycles{kind, settings.weak_fairness, {finding, 0}};
    const Program& program = system->program();
    std::unique_ptr<System> ready = with_engine(std::move(system), settings, diagnostics);
    if (!ready) return;
    model.subjects.push_back(
        {std::move(name), "", std::move(ready), &program, nullptr, nullptr, cycles, {}, std::nullopt});
  };
  if (!settings.only_claim.empty()) {
    add(settings.only_claim);
    return;
  }
  const std::vector<std::string> claims = wanted_claims(*loaded, settings, diagnostics);
  if (settings.program || (claims.empty() && !settings.accept && !settings.progress)) add("");
  if (settings.accept) add_labels("accept", CycleKind::acceptance, FindingKind::acceptance);
  if (settings.progress) add_labels("progress", CycleKind::non_progress, FindingKind::progress);
  for (const std::string& claim : claims) add(claim);
  if (model.rules == nullptr) return;
  for (Subject& subject : model.subjects) subject.rules = model.rules.get();
  if (!model.subjects.empty()) check_rules(*model.subjects.front().program, *model.rules, diagnostics);
}

void load_machine(const ModelSettings& settings, FileId file, Model& model, Diagnostics& diagnostics,
                  NameTable* names) {
  bmethod::Options options;
  options.stop = current_stop();
  options.include_folders = settings.include_dirs;
  options.set_sizes = settings.set_sizes;
  options.min_int = settings.min_int;
  options.max_int = settings.max_int;
  options.up_to_symmetry = settings.up_to_symmetry;
  auto machine = bmethod::load(*model.sources, file, options, diagnostics, names);
  if (!machine) return;
  for (const bmethod::SetSize& set : machine->set_sizes()) {
    if (set.deferred) model.remarks.push_back(AssumedSize{set.name, set.size, set.reason, set.other});
  }
  model.remarks.push_back(AssumedIntegers{machine->min_int(), machine->max_int()});
  // Whoever names properties has not asked for these.
  for (const FindingText& formula : settings.all_formulas ? machine->unchecked_formulas() : std::vector<FindingText>())
    model.remarks.push_back(NotChecked{formula.message, NotChecked::Why::not_supported, formula.at});
  const bmethod::MachineSystem* loaded = machine.get();
  model.subjects.push_back({"", "", std::move(machine), nullptr, loaded, nullptr, std::nullopt, {}, std::nullopt});
}

void load_specification(const ModelSettings& settings, FileId file, Model& model, Diagnostics& diagnostics,
                        NameTable* names) {
  mcrl2::Options options;
  options.actions = settings.actions;
  options.symmetry = settings.find_symmetry;
  options.renamed_labels = settings.renamed_labels;
  auto system = mcrl2::load(*model.sources, file, options, diagnostics, names);
  if (!system) return;
  const mcrl2::SpecificationSystem* loaded = system.get();
  model.subjects.push_back({"", "", std::move(system), nullptr, nullptr, loaded, std::nullopt, {}, std::nullopt});
}

}  // namespace

namespace {

/// A setting that the language has no use for: whoever gives it is mistaken about something. Empty where there is none.
std::string out_of_place(const ModelSettings& settings, const std::string& language) {
  const bool promela = language.starts_with("promela");
  if (settings.engine == "native" && !promela) return "--engine native: there is native code for Promela models only";
  if (!settings.defines.empty() && !promela) {
    return fmt::format("-D {}: Promela has a preprocessor, this language has none", settings.defines.front());
  }
  if (!settings.set_sizes.empty() && language != "b") {
    return fmt::format("--set {}: B machines have deferred sets, this language has none",
                       settings.set_sizes.begin()->first);
  }
  if (!settings.formulas.empty() && !promela) {
    return fmt::format("--property ltl:{}: only Promela has formulas", settings.formulas.front());
  }
  if (!settings.actions.empty() && language != "mcrl2") {
    return fmt::format("--property action:{}: only mCRL2 has actions", settings.actions.front());
  }
  if ((settings.min_int || settings.max_int) && language != "b") return "--min-int and --max-int are for B machines";
  return "";
}

}  // namespace

namespace {

void load_into(const ModelSettings& settings, Model& model, NameTable* names) {
  std::optional<std::string> text = settings.text ? settings.text : read_text_file(settings.path, model.problem);
  if (!text) return;
  if (model.language.empty()) model.language = language_of_text(*text);
  if (model.language.empty()) {
    model.problem = fmt::format(
        "neither the ending of '{}' nor its text says which language it is in; say --language promela, promela-lite, b "
        "or mcrl2",
        settings.path);
    return;
  }
  const FileId file = model.sources->add(settings.path, std::move(*text));
  for (const auto& [path, other] : settings.overlays) {
    if (path != settings.path) model.sources->add(path, other);
  }
  model.problem = out_of_place(settings, model.language);
  if (!model.problem.empty()) return;
  if (model.language == "b") {
    load_machine(settings, file, model, model.diagnostics, names);
  } else if (model.language == "mcrl2") {
    load_specification(settings, file, model, model.diagnostics, names);
  } else {
    load_promela(settings, file, model, model.diagnostics, names);
  }
  if (!model.language.starts_with("promela") && (settings.accept || settings.progress)) {
    model.problem = "--property accept and --property progress speak of labels, which only Promela has";
    model.subjects.clear();
  }
  if (model.diagnostics.has_errors()) model.subjects.clear();
  for (const Diagnostic& d : model.diagnostics.all()) {
    if (d.severity == Severity::caution)
      model.remarks.push_back(TextWarning{d.message, model.sources->locate(d.range)});
  }
}

}  // namespace

Model load_model(const ModelSettings& settings, Deadline* deadline, NameTable* names) {
  const auto begin = std::chrono::steady_clock::now();
  Model model;
  model.language = settings.language == "auto" ? language_of(settings.path) : settings.language;
  model.sources = std::make_unique<SourceMap>();
  if (deadline != nullptr) deadline->enter(phases::loading);
  if (deadline == nullptr) {
    load_into(settings, model, names);
  } else if (!run_phase(*deadline, phases::loading, [&] { load_into(settings, model, names); })) {
    model.subjects.clear();
    model.stopped = deadline->cause();
  }
  model.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return model;
}

}  // namespace quotient::driver
