#include <algorithm>
#include <fmt/format.h>

#include "bmethod/beginning_anywhere.hpp"
#include "bmethod/check/formulas.hpp"
#include "bmethod/check/sizes.hpp"
#include "bmethod/compile/compiler.hpp"
#include "bmethod/compile/numbered_elements.hpp"
#include "bmethod/compile/text_graph.hpp"
#include "bmethod/fixed_constants.hpp"
#include "bmethod/machine_system.hpp"

namespace quotient::bmethod {
namespace {

struct Typed {
  std::unique_ptr<Model> model;
  std::vector<std::unique_ptr<TemporalFormula>> formulas;
  std::unique_ptr<CompiledMachine::Parts> parts;
};

/// Everything up to the program; empty where something is wrong.
Typed prepare(SourceMap& sources, FileId file, const Options& options, Diagnostics& diagnostics,
              NameTable* names = nullptr, const TemporalOptions& formulas = {}) {
  FileFinder files(sources, options.include_folders);
  files.define(file, "GOAL", options.goal_text, options.goal_name);
  files.define(file, "SCOPE", options.scope_text, "SCOPE");
  Typed made;
  // Elements of a set with values are integers only where nothing else can be made of the text.
  Diagnostics problems;
  for (const ValuedSets valued : {ValuedSets::of_their_own, ValuedSets::of_integers}) {
    Diagnostics trial;
    auto model = load_project(files, file, valued, trial);
    bool whole = model != nullptr && !trial.has_errors();
    if (whole) made.formulas = read_formulas(sources, formulas, *model, trial);
    whole = whole && !trial.has_errors();
    if (whole) check_types(*model, trial, names);
    if (whole && !trial.has_errors()) made.model = std::move(model);
    const bool again = whole && made.model == nullptr && valued == ValuedSets::of_their_own && model->has_valued_sets;
    if (made.model != nullptr || valued == ValuedSets::of_their_own) problems = std::move(trial);
    if (!again) break;
  }
  for (const Diagnostic& each : problems.all()) {
    const bool is_error = each.severity == Severity::error;
    (is_error ? diagnostics.error(each.range, {}) : diagnostics.warning(each.range, {})) = each;
  }
  if (made.model == nullptr) return {};
  made.parts = std::make_unique<CompiledMachine::Parts>();
  CompiledMachine::Parts& parts = *made.parts;
  parts.options = options;
  parts.program.limits.patience = options.patience;
  parts.sizes = decide_sizes(*made.model, options, parts.program.limits, sources, diagnostics);
  if (diagnostics.has_errors()) return {};
  parts.sets = made.model->sets;
  parts.types = std::make_unique<Types>(parts.sets, options.flat);
  return made;
}

std::unique_ptr<MachineSystem> compiled(Typed typed, SourceMap& sources, const Options& options,
                                        Diagnostics& diagnostics) {
  CompiledMachine::Parts& parts = *typed.parts;
  typed.model->is_product = options.refinement;
  Compiler compiler(sources, *typed.model, *parts.types, parts.program, diagnostics);
  compiler.heed(parts.options.stop);
  compiler.run();
  if (!diagnostics.has_errors()) parts.program.text_symmetries = text_symmetries(*typed.model, parts.program);
  parts.program.numbered_elements = numbered_elements(*typed.model);
  if (!diagnostics.has_errors()) parts.sharing = find_sharing(*typed.model, parts.program);
  if (!diagnostics.has_errors()) fix_constants(parts.program, parts.options.stop);
  parts.options.stop = nullptr;
  if (diagnostics.has_errors()) return nullptr;
  for (const CutShort& cut : typed.model->cuts) parts.cuts.push_back({cut.message, sources.locate(cut.range)});
  for (const Site& site : parts.program.sites) parts.places.push_back(sources.locate(site.range));
  for (const CompiledOperation& operation : parts.program.operations) {
    parts.operation_places.push_back(sources.locate(operation.range));
    auto& refined = parts.refined_places.emplace_back();
    for (const RefinedOperation& each : operation.refines) refined.push_back(sources.locate(each.range));
  }
  parts.setup_place = sources.locate(typed.model->setup_place());
  parts.initialisation_place = sources.locate(typed.model->initialisation_place());
  auto machine = std::make_unique<CompiledMachine>(std::move(typed.parts));
  machine->lower_formulas(std::move(typed.formulas), sources, diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  return machine;
}

}  // namespace

std::unique_ptr<MachineSystem> load(SourceMap& sources, FileId file, const Options& options, Diagnostics& diagnostics,
                                    NameTable* names, const TemporalOptions& formulas) {
  Typed typed = prepare(sources, file, options, diagnostics, names, formulas);
  return typed.parts == nullptr ? nullptr : compiled(std::move(typed), sources, options, diagnostics);
}

std::unique_ptr<MachineSystem> load_beginning_anywhere(SourceMap& sources, FileId file, const Options& options,
                                                       Diagnostics& diagnostics) {
  Typed typed = prepare(sources, file, options, diagnostics);
  if (typed.parts == nullptr) return nullptr;
  if (std::ranges::any_of(typed.model->instances, [](const auto& each) { return each->refines != nullptr; })) {
    diagnostics.error({file, 0, 0}, "only machines that refine nothing can be checked so");
    return nullptr;
  }
  typed.model->begins_anywhere = true;
  return compiled(std::move(typed), sources, options, diagnostics);
}

namespace {

constexpr const char* expression_name = "expression";

/// A machine in which the goal is a predicate, or says that an expression is what it is.
struct Questioned {
  Typed typed;
  bool is_predicate = false;
};

Questioned question(SourceMap& sources, FileId file, Options options, const std::string& expression,
                    Diagnostics& diagnostics) {
  Diagnostics refused;
  for (const bool is_predicate : {false, true}) {
    Diagnostics trial;
    options.goal_name = expression_name;
    options.goal_text = is_predicate ? expression : fmt::format("(\n{}\n) = (\n{}\n)", expression, expression);
    Typed typed = prepare(sources, file, options, trial);
    if (typed.parts != nullptr && typed.model->goal != nullptr) return {std::move(typed), is_predicate};
    if (!is_predicate) refused = std::move(trial);
  }
  for (const Diagnostic& each : refused.all()) {
    if (each.severity == Severity::error) diagnostics.error(each.range, {}) = each;
  }
  return {};
}

/// A symbol of the expression that has no value yet; null where all have one.
const Symbol* without_value(const Model& model, const Expr* expr, Phase phase) {
  for (const auto* symbols : {&model.constants, &model.variables}) {
    if (symbols == &model.constants ? phase != Phase::root : phase == Phase::initialised) continue;
    const std::set<const Symbol*> named = occurring(expr, *symbols);
    if (!named.empty()) return *named.begin();
  }
  return nullptr;
}

}  // namespace

std::optional<std::string> value_in(SourceMap& sources, FileId file, const Options& options,
                                    const std::string& expression, std::optional<std::span<const std::uint8_t>> state,
                                    Diagnostics& diagnostics) {
  Questioned asked = question(sources, file, options, expression, diagnostics);
  if (asked.typed.parts == nullptr) return std::nullopt;
  CompiledMachine::Parts& parts = *asked.typed.parts;
  Compiler compiler(sources, *asked.typed.model, *parts.types, parts.program, diagnostics);
  compiler.heed(options.stop);
  compiler.run();
  const Expr* goal = asked.typed.model->goal;
  const Expr* expr = asked.is_predicate ? goal : goal->args.at(0);
  const Node* node = compiler.formula(expr);
  if (diagnostics.has_errors()) return std::nullopt;
  fix_constants(parts.program, options.stop);
  for (const Site& site : parts.program.sites) parts.places.push_back(sources.locate(site.range));
  const CompiledMachine machine(std::move(asked.typed.parts));
  std::vector<std::uint8_t> bytes;
  if (state) {
    const auto known = machine.recall(*state);
    if (!known) {
      diagnostics.error({file, 0, 0}, "this is no state of the machine");
      return std::nullopt;
    }
    bytes = *known;
  } else {
    bytes.push_back(static_cast<std::uint8_t>(Phase::root));
  }
  const bool initialised = state && !machine.has_setup_states();
  const Phase phase = initialised ? Phase::initialised : static_cast<Phase>(bytes.front());
  if (const Symbol* missing = without_value(*asked.typed.model, expr, phase)) {
    diagnostics.error(expr->range, fmt::format("'{}' has no value yet", missing->name));
    return std::nullopt;
  }
  Evaluator evaluator(machine.program());
  evaluator.begin();
  if (phase != Phase::root) machine.read(bytes, evaluator);
  const Value value = asked.is_predicate ? Value{evaluator.holds(node)} : evaluator.eval(node);
  if (evaluator.outcome.failed()) {
    const std::uint32_t site = evaluator.outcome.site();
    diagnostics.error(expr->range, evaluator.outcome.is_unknown() ? "it has infinitely many elements, or may have"
                                                                  : machine.program().sites.at(site).message);
    return std::nullopt;
  }
  if (asked.is_predicate) return value != 0 ? "TRUE" : "FALSE";
  return machine.types().text(node->type, value);
}

std::optional<std::string> evaluate(const std::string& formula, const std::string& declarations, const Options& options,
                                    Diagnostics& diagnostics) {
  SourceMap sources;
  // As the only assertion of a machine the formula is typed with everything in scope; a value needs an equation.
  for (const bool as_predicate : {false, true}) {
    Diagnostics trial;
    const std::string text = fmt::format(
        "MACHINE Formula\n{}\nASSERTIONS {}\nEND\n", declarations,
        as_predicate ? fmt::format("bool({}) = TRUE", formula) : fmt::format("({}) = ({})", formula, formula));
    const FileId file = sources.add("formula", text);
    Typed typed = prepare(sources, file, options, trial);
    if (typed.parts == nullptr) {
      if (as_predicate) diagnostics = trial;
      continue;
    }
    Compiler compiler(sources, *typed.model, *typed.parts->types, typed.parts->program, trial);
    const Expr* assertion = typed.model->main->machine->assertions.at(0);
    const Node* node = compiler.formula(assertion->args.at(0));
    for (const Diagnostic& each : trial.all()) {
      if (each.severity != Severity::error) diagnostics.warning(each.range, each.message);
      if (each.severity == Severity::error) diagnostics.error(each.range, each.message);
    }
    if (trial.has_errors()) return std::nullopt;
    Evaluator evaluator(typed.parts->program);
    const Value value = evaluator.eval(node);
    if (evaluator.outcome.failed()) return std::nullopt;
    return typed.parts->types->text(node->type, value);
  }
  return std::nullopt;
}

}  // namespace quotient::bmethod
