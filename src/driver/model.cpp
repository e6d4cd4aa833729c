#include "driver/model.hpp"

#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "base/counted.hpp"
#include "driver/languages.hpp"
#include "driver/phase.hpp"

namespace quotient::driver {

namespace {

/// What a language would need to have to understand an option.
std::string_view needed_for(LanguageOption option) {
  switch (option) {
    case LanguageOption::defines:
      return "preprocessor";
    case LanguageOption::set_sizes:
      return "sizes to set";
    case LanguageOption::integers:
      return "bounded integers";
    case LanguageOption::refinement:
      return "refinements";
    case LanguageOption::goal:
      return "predicates on states";
    case LanguageOption::solver:
      return "constraints to solve";
    case LanguageOption::formulas:
      return "formulas";
    case LanguageOption::actions:
      return "actions";
    case LanguageOption::modal_formulas:
      return "modal formulas";
    case LanguageOption::linear_formulas:
      return "linear formulas";
    case LanguageOption::branching_formulas:
      return "branching formulas";
    case LanguageOption::cycle_labels:
      return "accept and progress labels";
    case LanguageOption::fairness:
      return "fairness between processes";
    case LanguageOption::named_fairness:
      return "fairness to some processes alone";
    case LanguageOption::native_code:
      return "native code";
    case LanguageOption::for_every:
      return "families of any size";
  }
  return "";
}

/// A setting that the language has no use for: giving it is a mistake of the user. Empty if there is none.
std::string out_of_place(const ModelSettings& settings, const FrontEnd& language) {
  struct Given {
    LanguageOption option;
    std::string text;  // empty: it was not given
  };
  const auto first = [](std::string_view option, const auto& list) {
    return list.empty() ? std::string() : fmt::format("{}{}", option, *list.begin());
  };
  const auto flag = [](bool given, const char* text) { return given ? std::string(text) : std::string(); };
  const Given all[] = {
      {LanguageOption::native_code, flag(settings.engine == "native", "--engine native")},
      {LanguageOption::for_every, settings.for_every.empty() ? "" : fmt::format("--for-every {}", settings.for_every)},
      {LanguageOption::defines, first("-D ", settings.defines)},
      {LanguageOption::set_sizes,
       settings.set_sizes.empty() ? "" : fmt::format("--set {}", settings.set_sizes.begin()->first)},
      {LanguageOption::formulas, first("--property ltl:", settings.formulas)},
      {LanguageOption::actions, first("--property action:", settings.actions)},
      {LanguageOption::modal_formulas, first("--formula ", settings.formula_texts)},
      {LanguageOption::linear_formulas, first("--ltl ", settings.linear_formulas)},
      {LanguageOption::branching_formulas, first("--ctl ", settings.branching_formulas)},
      {LanguageOption::integers, flag(settings.min_int.has_value(), "--min-int")},
      {LanguageOption::integers, flag(settings.max_int.has_value(), "--max-int")},
      {LanguageOption::refinement, flag(settings.refinement, "--refinement")},
      {LanguageOption::goal, flag(!settings.goal.empty(), "--goal")},
      {LanguageOption::goal, flag(!settings.scope.empty(), "--scope")},
      {LanguageOption::solver, flag(!settings.solver, "--solver off")},
      {LanguageOption::cycle_labels, flag(settings.accept, "--property accept")},
      {LanguageOption::cycle_labels, flag(settings.progress, "--property progress")},
      {LanguageOption::fairness, flag(settings.fairness == Fairness::weak, "--fairness weak")},
      {LanguageOption::fairness, flag(settings.fairness == Fairness::strong, "--fairness strong")},
      {LanguageOption::named_fairness, first("--fairness for ", settings.fair_actors)},
  };
  for (const Given& given : all) {
    if (given.text.empty() || language.understands(given.option)) continue;
    return fmt::format("{}: {} has no {}; this option is for {}", given.text, language.title(),
                       needed_for(given.option), languages_with(given.option));
  }
  return "";
}

std::string unknown_language(const std::string& path) {
  std::string names;
  for (const FrontEnd* one : front_ends()) {
    names += names.empty() ? "" : one == front_ends().back() ? " or " : ", ";
    names += one->name();
  }
  return fmt::format("neither the extension of '{}' nor its contents determine the language; use --language {}", path,
                     names);
}

enum class Beginning : std::uint8_t { as_written, anywhere };

void load_into(const ModelSettings& settings, Beginning beginning, Model& model, NameTable* names) {
  std::optional<std::string> text = settings.text ? settings.text : read_text_file(settings.path, model.problem);
  if (!text) return;
  model.front_end = front_end_for(settings, *text);
  if (model.front_end == nullptr) {
    model.problem = unknown_language(settings.path);
    return;
  }
  const FileId file = model.sources->add(settings.path, std::move(*text));
  for (const auto& [path, other] : settings.overlays) {
    if (path != settings.path) model.sources->add(path, other);
  }
  model.problem = out_of_place(settings, *model.front_end);
  if (!model.problem.empty()) return;
  Loaded loaded{*model.sources, model.diagnostics, {}, {}};
  if (beginning == Beginning::as_written) {
    model.front_end->load(settings, file, names, loaded);
  } else if (!model.front_end->load_beginning_anywhere(settings, file, loaded)) {
    model.problem = fmt::format("{} has no invariants", model.front_end->title());
  }
  if (!model.diagnostics.has_errors()) model.subjects = std::move(loaded.subjects);
  for (UncheckedFormula& formula : loaded.unchecked) {
    model.remarks.push_back(NotChecked{std::move(formula.name), NotChecked::Why::not_supported, formula.at});
  }
  for (const Diagnostic& d : model.diagnostics.all()) {
    if (d.severity == Severity::caution)
      model.remarks.push_back(TextWarning{d.message, model.sources->locate(d.range)});
  }
}

Model loaded(const ModelSettings& settings, Beginning beginning, Deadline* deadline, NameTable* names) {
  const auto begin = std::chrono::steady_clock::now();
  Model model;
  model.front_end = settings.language == "auto" ? front_end_of_path(settings.path) : find_front_end(settings.language);
  model.sources = std::make_unique<SourceMap>();
  if (deadline != nullptr) deadline->enter(phases::loading);
  if (deadline == nullptr) {
    load_into(settings, beginning, model, names);
  } else if (!run_phase(*deadline, phases::loading, [&] { load_into(settings, beginning, model, names); })) {
    model.subjects.clear();
    model.stopped = deadline->cause();
  }
  model.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return model;
}

}  // namespace

Model load_model(const ModelSettings& settings, Deadline* deadline, NameTable* names) {
  return loaded(settings, Beginning::as_written, deadline, names);
}

Model load_beginning_anywhere(const ModelSettings& settings, Deadline* deadline) {
  return loaded(settings, Beginning::anywhere, deadline, nullptr);
}

}  // namespace quotient::driver
