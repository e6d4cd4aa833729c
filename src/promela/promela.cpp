#include "promela/promela.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "process/interpreter.hpp"
#include "process/recall.hpp"
#include "promela/lite/lite.hpp"
#include "promela/lower/claim.hpp"
#include "promela/lower/compile.hpp"
#include "promela/lower/condition.hpp"
#include "promela/outline/outline.hpp"
#include "promela/read_module.hpp"
#include "promela/scalarset/scalarset.hpp"
#include "promela/syntax/statement_text.hpp"

namespace quotient::promela {

Model::Model(const SourceMap& sources, std::unique_ptr<Module> module, const Options& options)
    : sources_(sources), module_(std::move(module)), steps_(options.steps), spin_limits_(options.spin_limits) {}

Model::~Model() = default;

std::vector<std::string> Model::never_claims() const {
  std::vector<std::string> names;
  for (const auto& p : module_->proctypes) {
    if (p->kind == ProctypeKind::never) names.push_back(p->name.text);
  }
  return names;
}

std::vector<std::string> Model::formulas() const {
  std::vector<std::string> names;
  for (const LtlFormula& f : module_->formulas) {
    if (f.linear) names.push_back(f.name.text);
  }
  return names;
}

std::unique_ptr<ProcessSystem> Model::compile(const std::string& claim, Diagnostics& diagnostics) const {
  const auto has = [&claim](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), claim) != names.end();
  };
  if (!claim.empty() && !has(never_claims()) && !has(formulas())) {
    diagnostics.error({FileId{UINT32_MAX}, 0, 0}, "the model has no claim '" + claim + "'");
    return nullptr;
  }
  Program program =
      promela::compile(sources_, *module_, {.steps = steps_, .spin_limits = spin_limits_, .claim = claim}, diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  return std::make_unique<ProcessSystem>(std::move(program), sources_);
}

std::optional<std::string> Model::value_in(const std::string& formula, std::span<const std::uint8_t> state,
                                           Diagnostics& diagnostics) const {
  const auto asked = std::ranges::find(module_->formulas, formula, [](const LtlFormula& f) { return f.name.text; });
  ensure(asked != module_->formulas.end(), "the value of a formula that is not there");
  const Expression& x = asked->formula;
  if (has_temporal(x)) {
    diagnostics.error(x.range, "a temporal formula has no value in one state");
    return std::nullopt;
  }
  const Program program = promela::compile(
      sources_, *module_, {.steps = steps_, .spin_limits = spin_limits_, .claim = "", .question = &x}, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  if (!is_state_of(program, state)) {
    diagnostics.error(x.range, "this is no state of the program with this expression");
    return std::nullopt;
  }
  Interpreter interpreter(program);
  Configuration at;
  at.bytes.assign(state.begin(), state.end());
  at.shape = &interpreter.shapes().of(at.bytes.data());
  at.hidden.resize(program.hidden_size);
  Configuration ignored = at;
  Moment moment;
  moment.pid = -1;
  const CodeIndex code = program.propositions.front().code;
  if (interpreter.run(code, at, ignored, moment) == Outcome::failed) {
    diagnostics.error(x.range, program.sites.at(interpreter.failure()).message);
    return std::nullopt;
  }
  const std::int32_t value = interpreter.evaluate(code, at, moment);
  if (x.type.mtype != nullptr && value >= 1 && static_cast<std::size_t>(value) <= x.type.mtype->names.size())
    return x.type.mtype->names[static_cast<std::size_t>(value) - 1].text;
  return std::to_string(value);
}

std::unique_ptr<ProcessSystem> Model::compile_for_acceptance(Diagnostics& diagnostics) const {
  Program program = promela::compile(
      sources_, *module_, {.steps = steps_, .spin_limits = spin_limits_, .claim = "", .for_acceptance = true},
      diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  return std::make_unique<ProcessSystem>(std::move(program), sources_);
}

std::unique_ptr<ProcessSystem> Model::compile_with_propositions(const std::string& formula,
                                                                Diagnostics& diagnostics) const {
  for (const LtlFormula& f : module_->formulas) {
    if (f.linear || f.name.text != formula) continue;
    const CompileOptions options{.steps = steps_, .spin_limits = spin_limits_, .claim = "", .watched = &f};
    Program program = promela::compile(sources_, *module_, options, diagnostics);
    if (diagnostics.has_errors()) return nullptr;
    return std::make_unique<ProcessSystem>(std::move(program), sources_);
  }
  return nullptr;
}

std::vector<Model::Condition> Model::conditions(const std::string& formula) const {
  std::vector<Condition> out;
  for (const LtlFormula& f : module_->formulas) {
    if (f.name.text != formula) continue;
    for (const Weakening& w : weakenings_of(f)) {
      out.push_back({expression_text(sources_, *w.part), w.part->range, w.is_proposition});
    }
  }
  return out;
}

std::unique_ptr<ProcessSystem> Model::compile_never(const std::string& formula, std::size_t condition,
                                                    Diagnostics& diagnostics) const {
  for (const LtlFormula& f : module_->formulas) {
    if (f.name.text != formula) continue;
    const LtlFormula never = weakenings_of(f).at(condition).instead;
    Program program = promela::compile(
        sources_, *module_, {.steps = steps_, .spin_limits = spin_limits_, .claim = formula, .instead = &never},
        diagnostics);
    if (diagnostics.has_errors()) return nullptr;
    return std::make_unique<ProcessSystem>(std::move(program), sources_);
  }
  return nullptr;
}

Outline Model::outline(const std::string& claim) const { return make_outline(*module_, claim); }

std::vector<Scalarset> Model::scalarsets(Diagnostics& diagnostics) const {
  return find_scalarsets(*module_, sources_, diagnostics);
}

namespace {

ReadOptions read_options(const Options& options) {
  ReadOptions out;
  out.defines = options.defines;
  out.include_dirs = options.include_dirs;
  return out;
}

}  // namespace

std::unique_ptr<Model> load(SourceMap& sources, FileId file, const Options& options, Diagnostics& diagnostics,
                            NameTable* names) {
  ReadOptions how = read_options(options);
  how.names = names;
  how.formulas = options.given_formulas;
  std::unique_ptr<Module> module = options.dialect == Dialect::lite ? lite::load(sources, file, how, diagnostics)
                                                                    : read_module(sources, file, how, diagnostics);
  if (module == nullptr || diagnostics.has_errors()) return nullptr;
  for (const auto& v : module->variables) {
    const std::pair local(v->owner != nullptr ? v->owner->name.text : "", v->name.text);
    const auto& kept = options.kept_locals;
    v->kept = v->kept || (v->owner != nullptr && std::find(kept.begin(), kept.end(), local) != kept.end());
  }
  return std::make_unique<Model>(sources, std::move(module), options);
}

std::string convert_lite(SourceMap& sources, FileId file, const Options& options, Diagnostics& diagnostics) {
  return lite::to_promela(sources, file, read_options(options), diagnostics);
}

}  // namespace quotient::promela
