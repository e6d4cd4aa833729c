#include "mcrl2/front_end.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "frontend/rough_tokens.hpp"
#include "mcrl2/action_formulas.hpp"
#include "mcrl2/mcrl2.hpp"
#include "mcrl2/project.hpp"

namespace quotient::mcrl2 {

namespace {

class SpecificationSymmetry final : public SymmetrySource {
 public:
  explicit SpecificationSymmetry(const SpecificationSystem& system) : system_(system) {}

  /// What was found while loading, or the part of it that Algorithm 1 of the paper finds.
  DetectedSymmetry find(const DetectOptions& options) const override {
    DetectedSymmetry found;
    if (options.how == "scalarset") {
      found.refusal = "--detect scalarset: comments declare scalarsets in Promela only; use system or scd";
      return found;
    }
    std::string problem;
    found.symmetry = options.how == "scd" ? system_.checked_symmetry(problem) : system_.symmetry();
    if (!problem.empty()) found.refusal = "--detect " + problem;
    return found;
  }
  void explain_breaks(Symmetry& symmetry, double seconds) const override { system_.explain_breaks(symmetry, seconds); }
  bool explains_absence() const override { return system_.has_alike(); }
  bool labels_name_atoms() const override { return true; }

 private:
  const SpecificationSystem& system_;
};

/// Null after errors.
Subject* add_subject(const Options& options, FileId file, NameTable* names, Loaded& out) {
  auto system = mcrl2::load(out.sources, file, options, out.diagnostics, names);
  if (system == nullptr) return nullptr;
  Subject& subject = out.subjects.emplace_back();
  subject.counts_initial = false;  // as lps2lts counts
  subject.symmetry = std::make_shared<SpecificationSymmetry>(*system);
  subject.game = system->game();
  subject.random = system->random();
  subject.system = std::move(system);
  return &subject;
}

/// What --ltl and --ctl ask for: one specification, with a product for each.
void add_action_formulas(const ModelSettings& settings, Options options, FileId file, NameTable* names, Loaded& out) {
  const std::vector<temporal::FormulaText> texts = temporal::formulas_of(settings, file, out.sources, out.diagnostics);
  if (texts.empty()) return;
  options.formula.reset();
  options.deadlock = false;
  options.actions.clear();
  options.permuted_labels = true;  // formulas read labels
  const std::shared_ptr<const SpecificationSystem> system =
      mcrl2::load(out.sources, file, options, out.diagnostics, names);
  if (system == nullptr) return;
  if (system->random() != nullptr) {
    out.diagnostics.error({file, 0, 0},
                          "formulas are not checked for specifications with 'dist': what holds there has "
                          "a probability");
    return;
  }
  const std::vector<std::string> processes = system->process_names();
  const std::optional<ProcessSet> fair_to =
      temporal::fair_actors(settings, processes, "process", file, out.diagnostics);
  for (const temporal::FormulaText& text : texts) {
    if (!settings.only_claim.empty() && text.name != settings.only_claim) continue;
    auto formula = read_action_formula(text, system, out.sources, out.diagnostics);
    if (!formula) continue;
    formula->fairness = settings.fairness;
    formula->fair_to = fair_to;
    // Those to whom a run must be fair stay where they are.
    formula->fixed.insert(settings.fair_actors.begin(), settings.fair_actors.end());
    formula->symmetry = std::make_shared<SpecificationSymmetry>(*system);
    if (auto subject = temporal::make_subject(std::move(*formula), out.sources, out.diagnostics)) {
      subject->counts_initial = false;
      out.subjects.push_back(std::move(*subject));
    }
  }
}

bool is_file_name(const std::string& formula) { return formula.ends_with(".mcf"); }

constexpr SourceRange command_line{FileId{UINT32_MAX}, 0, 0};  // no place in a text

/// A file that is named at `place`.
std::optional<FileId> add_file(const std::string& path, const ModelSettings& settings, SourceRange place, Loaded& out) {
  if (const auto overlay = settings.overlays.find(path); overlay != settings.overlays.end()) {
    return out.sources.add(path, overlay->second);
  }
  std::string problem;
  std::optional<std::string> text = read_text_file(path, problem);
  if (text) return out.sources.add(path, std::move(*text));
  out.diagnostics.error(place, problem);
  return std::nullopt;
}

/// What --formula names: a file, or the text itself.
std::optional<FileId> formula_text(const std::string& formula, const ModelSettings& settings, SourceRange place,
                                   Loaded& out) {
  if (!is_file_name(formula)) return out.sources.add("(formula)", formula);
  return add_file(formula, settings, place, out);
}

std::string formula_name(const std::string& formula) {
  constexpr std::size_t most = 60;
  if (is_file_name(formula)) return formula.substr(formula.find_last_of('/') + 1);
  return formula.size() <= most ? formula : formula.substr(0, most - 3) + "...";
}

class SpecificationFrontEnd final : public FrontEnd {
 public:
  std::string_view name() const override { return "mcrl2"; }
  std::string_view title() const override { return "mCRL2"; }
  std::span<const std::string_view> endings() const override {
    static constexpr std::array<std::string_view, 2> all = {".mcrl2", ".mcrl2proj"};
    return all;
  }
  int recognises(std::span<const std::string_view> tokens) const override {
    static constexpr std::array<std::string_view, 9> heads = {"sort", "cons", "map",  "glob", "act",
                                                              "proc", "eqn",  "pbes", "init"};
    if (tokens.empty() || std::find(heads.begin(), heads.end(), tokens[0]) == heads.end()) return 0;
    const auto init = std::find(tokens.begin(), tokens.end(), "init");
    return init != tokens.end() && init + 1 != tokens.end() && *(init + 1) != "{" ? 1 : 0;
  }
  bool understands(LanguageOption option) const override {
    return option == LanguageOption::actions || option == LanguageOption::modal_formulas ||
           option == LanguageOption::linear_formulas || option == LanguageOption::branching_formulas ||
           option == LanguageOption::fairness || option == LanguageOption::named_fairness;
  }
  std::string_view properties() const override { return "deadlock and action:NAME"; }
  bool checks(FindingKind kind) const override { return kind == FindingKind::deadlock; }
  void load(const ModelSettings& settings, FileId file, NameTable* names, Loaded& out) const override {
    Options options;
    options.actions = settings.actions;
    options.symmetry = settings.find_symmetry;
    options.permuted_labels = settings.permuted_labels;
    const std::string& only = settings.only_claim;
    std::vector<std::string> formulas = settings.formula_texts;
    const FileId model = file;
    if (settings.path.ends_with(".mcrl2proj")) {
      const Project project = read_project(settings.path, out.sources[file].text());
      if (!project.problem.empty()) {
        out.diagnostics.error({file, 0, 0}, project.problem);
        return;
      }
      const std::optional<FileId> specification = add_file(project.specification, settings, {file, 0, 0}, out);
      if (!specification) return;
      file = *specification;
      if (settings.all_formulas && !project.properties.empty()) {  // no --property: these and nothing else
        options.deadlock = false;
        formulas.insert(formulas.end(), project.properties.begin(), project.properties.end());
      }
    }
    if (settings.program && only.empty()) add_subject(options, file, names, out);
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      const std::string& formula = formulas[i];
      if (!only.empty() && formula_name(formula) != only) continue;
      const bool of_project = i >= settings.formula_texts.size();
      const std::optional<FileId> text =
          formula_text(formula, settings, of_project ? SourceRange{model, 0, 0} : command_line, out);
      if (!text) return;
      options.formula = text;
      if (Subject* subject = add_subject(options, file, names, out)) {
        subject->claim = formula_name(formula);
        subject->name = "formula " + subject->claim;
        subject->claim_at = SourceRange{*text, 0, 0};
        subject->is_formula = true;
      }
    }
    add_action_formulas(settings, options, file, names, out);
    if (!only.empty() && out.subjects.empty() && !out.diagnostics.has_errors()) {
      out.diagnostics.error({file, 0, 0},
                            fmt::format("this is about formula '{}': name it with --formula, --ltl or --ctl", only));
    }
  }
  bool has_expressions() const override { return true; }
  std::optional<std::string> value_in(const ModelSettings& settings, FileId file, const std::string& expression,
                                      std::optional<std::span<const std::uint8_t>> state, Loaded& out) const override {
    if (settings.path.ends_with(".mcrl2proj")) {
      out.diagnostics.error({file, 0, 0}, "expressions are evaluated in a specification, not in a project");
      return std::nullopt;
    }
    Options options;
    options.permuted_labels = settings.permuted_labels;
    return mcrl2::value_in(out.sources, file, options, expression, state, out.diagnostics);
  }
  std::optional<std::string> model_of(const std::string& path) const override { return specification_of(path); }
  std::optional<std::string> linear_process(const LinearProcessSettings& asked, FileId file,
                                            Loaded& out) const override {
    LpsOptions options;
    options.network = asked.network;
    if (asked.most_summands) options.most_summands = *asked.most_summands;
    return print_lps(out.sources, file, options, out.diagnostics);
  }
};

}  // namespace

const FrontEnd& front_end() {
  static const SpecificationFrontEnd it;
  return it;
}

}  // namespace quotient::mcrl2
