#include "murphi/front_end.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <utility>

#include "murphi/check/check.hpp"
#include "murphi/formulas.hpp"
#include "murphi/lower/lower.hpp"
#include "murphi/parametric/model_families.hpp"
#include "murphi/rule_system.hpp"
#include "murphi/syntax/lex.hpp"
#include "murphi/syntax/parse.hpp"
#include "native/engine.hpp"
#include "process/process_system.hpp"
#include "process/symmetry/program_symmetry.hpp"
#include "temporal/subject.hpp"

namespace quotient::murphi {

namespace {

constexpr SourceRange no_place{FileId{UINT32_MAX}, 0, 0};

bool is_word(std::string_view token, std::string_view word) {
  return std::ranges::equal(token, word,
                            [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

/// What is interchangeable in the program, with the names that values have in the text.
class RuleSymmetry final : public SymmetrySource {
 public:
  RuleSymmetry(const Program& program, const Model& model) : inner_(program, {}, std::nullopt), model_(model) {}

  DetectedSymmetry find(const DetectOptions& options) const override {
    DetectedSymmetry found;
    if (options.how == "scd" || options.how == "scalarset") {
      found.refusal = "symmetry of Murphi models is found in their rules: use --detect system";
      return found;
    }
    found = inner_.find(options);
    for (Atom& a : found.symmetry.atoms) {
      for (const Type& t : model_.types) {
        if (t.kind != TypeKind::scalarset || !t.has(a.number)) continue;
        a.kind = Atom::Kind::element;
        a.name = text_of(t, a.number);
      }
    }
    return found;
  }
  void explain_breaks(Symmetry& symmetry, double seconds) const override { inner_.explain_breaks(symmetry, seconds); }
  bool explains_absence() const override { return true; }

 private:
  ProgramSymmetry inner_;
  const Model& model_;
};

/// A specification as a system, and what its symmetry is found in. The system is null after errors.
struct RuleSystemParts {
  std::unique_ptr<RuleSystem> system;
  const Model* model = nullptr;
  const Program* program = nullptr;
};

RuleSystemParts run_rules(std::unique_ptr<Model> model, Lowered lowered, const ModelSettings& settings, Loaded& out) {
  RuleSystemParts parts;
  auto program_system = std::make_unique<ProcessSystem>(std::move(lowered.program), out.sources);
  parts.model = model.get();
  parts.program = &program_system->program();
  std::unique_ptr<System> steps = std::move(program_system);
  if (settings.engine != "interpreter") {
    native::EngineOptions options;
    options.paranoid = settings.paranoid;
    auto engine = std::make_unique<native::Engine>(
        std::unique_ptr<ProcessSystem>(static_cast<ProcessSystem*>(steps.release())), std::move(options));
    if (settings.engine == "native") {
      if (const std::string failure = engine->wait_until_ready(); !failure.empty()) {
        out.diagnostics.error(no_place, "--engine native: " + failure);
        return parts;
      }
    }
    steps = std::move(engine);
  }
  parts.system =
      std::make_unique<RuleSystem>(std::move(model), std::move(lowered), *parts.program, std::move(steps), out.sources);
  return parts;
}

void add_model(const ModelSettings& settings, std::span<const Token> tokens, NameTable* names, Loaded& out) {
  std::unique_ptr<Specification> text = parse(tokens, out.diagnostics);
  if (text == nullptr) return;
  std::unique_ptr<Model> model = check(std::move(text), settings.set_sizes, names, out.diagnostics);
  if (model == nullptr) return;
  std::optional<Lowered> lowered = lower(*model, out.diagnostics);
  if (!lowered) return;
  RuleSystemParts parts = run_rules(std::move(model), std::move(*lowered), settings, out);
  if (parts.system == nullptr) return;
  Subject& subject = out.subjects.emplace_back();
  subject.symmetry = std::make_shared<RuleSymmetry>(*parts.program, *parts.model);
  subject.counts_initial = false;
  subject.families = std::make_shared<ModelFamilies>(*parts.system);
  subject.system = std::move(parts.system);
}

/// The specification once more, with the propositions of a formula in the place of its invariants.
void add_formula(const ModelSettings& settings, std::span<const Token> tokens, const temporal::FormulaText& formula,
                 FileId file, Loaded& out) {
  std::unique_ptr<Specification> text = parse(tokens, out.diagnostics);
  if (text == nullptr) return;
  std::optional<RuleFormula> read = read_formula(formula, text->rules, out.sources, out.diagnostics);
  if (!read) return;
  const std::vector<std::string> names = fair_names(text->rules);
  const std::optional<ProcessSet> fair_to = temporal::fair_actors(settings, names, "rule", file, out.diagnostics);
  for (Rule& each : read->predicates) text->rules.push_back(std::move(each));
  if (read->predicates.empty()) std::erase_if(text->rules, [](const Rule& r) { return r.kind == RuleKind::invariant; });
  std::unique_ptr<Model> model = check(std::move(text), settings.set_sizes, nullptr, out.diagnostics);
  if (model == nullptr) return;
  std::optional<Lowered> lowered = lower(*model, out.diagnostics);
  if (!lowered) return;
  if (settings.fairness != Fairness::none) lowered->actors = actors_of(*lowered, names);
  classify_steps(*read, *lowered);
  RuleSystemParts parts = run_rules(std::move(model), std::move(*lowered), settings, out);
  if (parts.system == nullptr) return;
  temporal::LoweredFormula made;
  made.propositions = propositions_of(*read, *parts.program, parts.system->rules());
  made.proposition_count = static_cast<std::uint32_t>(read->propositions.size());
  made.text = std::move(read->text);
  made.tree = std::move(read->tree);
  made.symmetry = std::make_shared<RuleSymmetry>(*parts.program, *parts.model);
  made.model = std::move(parts.system);
  made.fairness = settings.fairness;
  made.fair_to = fair_to;
  if (auto subject = temporal::make_subject(std::move(made), out.sources, out.diagnostics)) {
    subject->counts_initial = false;
    out.subjects.push_back(std::move(*subject));
  }
}

class MurphiFrontEnd final : public FrontEnd {
 public:
  std::string_view name() const override { return "murphi"; }
  std::string_view title() const override { return "Murphi"; }
  std::span<const std::string_view> endings() const override {
    static constexpr std::array<std::string_view, 1> all = {".m"};
    return all;
  }
  int recognises(std::span<const std::string_view> tokens) const override {
    return std::ranges::any_of(tokens, [](std::string_view t) { return is_word(t, "startstate"); }) ? 2 : 0;
  }
  bool understands(LanguageOption option) const override {
    return option == LanguageOption::native_code || option == LanguageOption::set_sizes ||
           option == LanguageOption::for_every || option == LanguageOption::linear_formulas ||
           option == LanguageOption::branching_formulas || option == LanguageOption::fairness ||
           option == LanguageOption::named_fairness;
  }
  std::string_view properties() const override { return "assert, invariant and deadlock"; }
  bool checks(FindingKind kind) const override {
    return kind == FindingKind::assertion || kind == FindingKind::invariant || kind == FindingKind::deadlock;
  }
  void load(const ModelSettings& settings, FileId file, NameTable* names, Loaded& out) const override {
    const std::vector<Token> tokens = lex(out.sources, file, out.diagnostics);
    if (out.diagnostics.has_errors()) return;
    if (settings.program && settings.only_claim.empty()) add_model(settings, tokens, names, out);
    if (out.diagnostics.has_errors()) return;
    bool known = settings.only_claim.empty();
    for (const temporal::FormulaText& formula : temporal::formulas_of(settings, file, out.sources, out.diagnostics)) {
      if (!settings.only_claim.empty() && formula.name != settings.only_claim) continue;
      known = true;
      add_formula(settings, tokens, formula, file, out);
    }
    if (!known && !out.diagnostics.has_errors()) {
      out.diagnostics.error(
          {file, 0, 0}, fmt::format("this is about formula '{}': name it with --ltl or --ctl", settings.only_claim));
    }
  }
};

}  // namespace

const FrontEnd& front_end() {
  static const MurphiFrontEnd it;
  return it;
}

}  // namespace quotient::murphi
