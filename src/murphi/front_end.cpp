#include "murphi/front_end.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "murphi/check/check.hpp"
#include "murphi/lower/lower.hpp"
#include "murphi/parametric/model_families.hpp"
#include "murphi/rule_system.hpp"
#include "murphi/syntax/lex.hpp"
#include "murphi/syntax/parse.hpp"
#include "native/engine.hpp"
#include "process/process_system.hpp"
#include "process/symmetry/program_symmetry.hpp"

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
           option == LanguageOption::for_every;
  }
  std::string_view properties() const override { return "assert, invariant and deadlock"; }
  bool checks(FindingKind kind) const override {
    return kind == FindingKind::assertion || kind == FindingKind::invariant || kind == FindingKind::deadlock;
  }
  void load(const ModelSettings& settings, FileId file, NameTable* names, Loaded& out) const override {
    const std::vector<Token> tokens = lex(out.sources, file, out.diagnostics);
    if (out.diagnostics.has_errors()) return;
    std::unique_ptr<Specification> text = parse(tokens, out.diagnostics);
    if (text == nullptr) return;
    std::unique_ptr<Model> model = check(std::move(text), settings.set_sizes, names, out.diagnostics);
    if (model == nullptr) return;
    std::optional<Lowered> lowered = lower(*model, out.diagnostics);
    if (!lowered) return;
    auto program_system = std::make_unique<ProcessSystem>(std::move(lowered->program), out.sources);
    const Program& program = program_system->program();
    std::unique_ptr<System> steps = std::move(program_system);
    if (settings.engine != "interpreter") {
      native::EngineOptions options;
      options.paranoid = settings.paranoid;
      auto engine = std::make_unique<native::Engine>(
          std::unique_ptr<ProcessSystem>(static_cast<ProcessSystem*>(steps.release())), std::move(options));
      if (settings.engine == "native") {
        if (const std::string failure = engine->wait_until_ready(); !failure.empty()) {
          out.diagnostics.error(no_place, "--engine native: " + failure);
          return;
        }
      }
      steps = std::move(engine);
    }
    Subject& subject = out.subjects.emplace_back();
    subject.symmetry = std::make_shared<RuleSymmetry>(program, *model);
    subject.counts_initial = false;
    auto rules =
        std::make_unique<RuleSystem>(std::move(model), std::move(*lowered), program, std::move(steps), out.sources);
    subject.families = std::make_shared<ModelFamilies>(*rules);
    subject.system = std::move(rules);
  }
};

}  // namespace

const FrontEnd& front_end() {
  static const MurphiFrontEnd it;
  return it;
}

}  // namespace quotient::murphi
