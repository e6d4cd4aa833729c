#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

#include "base/deep_stack.hpp"
#include "base/ensure.hpp"
#include "mcrl2/check/check.hpp"
#include "mcrl2/mcrl2.hpp"
#include "mcrl2/partial_order/network_independence.hpp"
#include "mcrl2/steps/position_generator.hpp"
#include "mcrl2/symmetry/detect.hpp"
#include "mcrl2/symmetry/number_names.hpp"
#include "mcrl2/syntax/parser.hpp"

namespace quotient::mcrl2 {

namespace {

struct EarlierInText {
  bool operator()(const SourceRange& a, const SourceRange& b) const {
    return std::tie(a.file.value, a.begin, a.end) < std::tie(b.file.value, b.begin, b.end);
  }
};

/// With one space for each stretch of white space.
std::string on_one_line(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) result += c;
    if (space && !result.empty() && result.back() != ' ') result += ' ';
  }
  return result;
}

/// Reads which position of a formula a state stands for.
class FormulaGame final : public ParityGame {
 public:
  explicit FormulaGame(const Model& model) : model_(model) {}

  Position position(StateView state) const override {
    const quotient::mcrl2::Process& process = model_.processes.back();
    const ProcessType& type = model_.types[process.type];
    std::uint32_t number = 0;
    for (std::uint32_t i = 0; i < type.location_width; ++i) {
      number |= std::uint32_t{state[process.offset + i]} << (8 * i);
    }
    const FormulaPosition& at = model_.formula->positions[type.locations[number].value - model_.first_position.value];
    return {at.universal, at.priority};
  }
  Fragment fragment() const override {
    return model_.formula->all_universal     ? Fragment::all_moves
           : model_.formula->all_existential ? Fragment::some_move
                                             : Fragment::game;
  }
  Finding finding() const override { return {FindingKind::ltl, 0}; }

 private:
  const Model& model_;
};

class ProcessSystem : public SpecificationSystem, private NarratorBase, private RandomSteps {
 public:
  ProcessSystem(std::unique_ptr<Model> model, const SourceMap& sources, Options options, std::vector<KeptNumbers> kept)
      : model_(std::move(model)), sources_(sources), options_(std::move(options)), kept_numbers_(std::move(kept)) {
    if (model_->formula != nullptr) game_.emplace(*model_);
    if (!options_.symmetry) return;
    if (!options_.permuted_labels && model_->formula == nullptr) {
      for (const std::string& name : model_->spec.action_names) {
        const auto& reported = options_.actions;
        model_->spoken_of.push_back(std::find(reported.begin(), reported.end(), name) != reported.end());
      }
    }
    detected_ = detect_symmetry(*model_, shared_);
    model_->renamed = !detected_.symmetry.group.is_trivial();
  }

  const ParityGame* game() const override { return game_ ? &*game_ : nullptr; }
  const RandomSteps* random() const override { return model_->linear.random ? this : nullptr; }
  Share share(StepLabel label) const override {
    const std::optional<Share> known = shared_.shares.find(label.value);
    return known ? *known : Share{shared_.labels.at(label.value)};
  }
  const std::vector<std::string>& action_names() const override { return model_->spec.action_names; }
  const Symmetry& symmetry() const override { return detected_.symmetry; }
  Symmetry checked_symmetry(std::string& problem) const override {
    return checked_permutations(*model_, detected_, problem);
  }
  bool has_alike() const override { return has_alike_processes(*model_); }
  void explain_breaks(Symmetry& symmetry, double seconds) const override {
    for (const KeptNumbers& kept : kept_numbers_) {
      std::optional<SourceRange> at = kept.at;
      if (at->begin == at->end) at.reset();
      symmetry.broken_by.push_back({kept.reason, at});
    }
    with_deep_stack([&] { mcrl2::explain_breaks(*model_, sources_, symmetry, seconds); });
  }

  std::unique_ptr<StepGenerator> generator() const override { return steps(); }
  std::unique_ptr<StepGenerator> cycle_generator() const override {
    if (model_->formula != nullptr || model_->linear.random) return nullptr;
    return std::make_unique<Generator>(*model_, shared_, options_, true);
  }
  std::unique_ptr<Independence> independence() const override {
    std::unique_ptr<Independence> found;
    with_deep_stack([&] { found = find_independence(*model_, shared_, options_); });
    return found;
  }
  std::vector<std::string> process_names() const override {
    std::vector<std::string> names;
    for (const Process& process : model_->processes) names.push_back(process.name);
    return names;
  }

  const Narrator& narrator() const override { return *this; }

  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override {
    return explain(from, to, finding, 0);
  }
  std::vector<TraceEvent> explain_parallel(StateView from, StateView to, std::size_t which) const override {
    return explain(from, to, {}, which);
  }
  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding, std::size_t which) const {
    const std::lock_guard lock(told_by_mutex_);
    Generator& generator = told_by();
    Successors found;
    generator.successors(from, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Successor step = found[i];
      if (finding ? step.finding != finding : false) continue;
      if (!std::equal(step.state.begin(), step.state.end(), to.begin(), to.end())) continue;
      if (which-- > 0) continue;
      TraceEvent event;
      event.statement = label(step.label);
      const std::vector<Part> parts = generator.parts_of(to, step.label);
      if (!parts.empty()) event.at = sources_.locate(range_of(parts.front().place));
      // One component alone has no one to synchronise with, and nothing to be told apart from.
      if (model_->processes.size() > 1) {
        for (const Part& part : parts) event.participants.push_back(model_->processes[part.process].name);
      }
      event.changes = changes(generator, from, to);
      return {event};
    }
    return {};
  }

  std::vector<CellValue> describe(StateView state) const override {
    const std::lock_guard lock(told_by_mutex_);
    return told_by().describe(state);
  }

  std::vector<TraceEvent> standing(StateView state) const override {
    const std::lock_guard lock(told_by_mutex_);
    try {
      return told_by().standing(state, sources_);
    } catch (const EvaluationError&) {
      return {};  // what is wrong with the data is a finding of its own
    }
  }

  std::vector<std::uint8_t> lasting(StateView state) const override {
    const std::lock_guard lock(told_by_mutex_);
    return told_by().lasting(state);
  }

  /// The state whose lasting bytes these are. Returns nullopt for all other bytes, wherever they come from.
  std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t> bytes) const override {
    const std::lock_guard lock(told_by_mutex_);
    return told_by().recall(bytes);
  }

  FindingText describe(Finding finding) const override {
    switch (finding.kind) {
      case FindingKind::deadlock:
        return {"deadlock: no action is possible", {}};
      case FindingKind::assertion:
        return {fmt::format("action '{}' happens", options_.actions.at(finding.site)), {}};
      case FindingKind::ltl:
        return {"the formula does not hold", sources_.locate(model_->spec.formula[model_->spec.formula.root].range)};
      case FindingKind::runtime: {
        const RuntimeError error = shared_.errors.at(finding.site);
        return {error.message, error.range.end > error.range.begin ? sources_.locate(error.range) : Location{}};
      }
      default:
        return {"unknown finding", {}};
    }
  }

  std::string label(StepLabel label) const override { return shared_.labels.at(label.value); }

  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t> coverage) const override {
    if (model_->formula != nullptr) return {};  // a formula need not look everywhere
    // Several summands are made from one place of the text: it was reached if any of them was.
    std::set<SourceRange, EarlierInText> reached, missed;
    for (const CompiledLocation& location : model_->locations) {
      for (const CompiledSummand& summand : location.summands) {
        (coverage[summand.place] != 0 ? reached : missed).insert(summand.range);
      }
    }
    std::map<std::string, UnreachedPart> parts;
    for (const SourceRange& range : missed) {
      if (reached.contains(range)) continue;
      UnreachedPart& part = parts[model_->spec.process_around(range)];
      part.places.push_back({sources_.locate(range), on_one_line(sources_.text(range))});
    }
    std::vector<UnreachedPart> result;
    for (auto& [name, part] : parts) {
      part.part = name;
      result.push_back(std::move(part));
    }
    return result;
  }

 private:
  std::unique_ptr<Generator> steps() const {
    if (model_->formula != nullptr) return std::make_unique<PositionGenerator>(*model_, shared_, options_);
    return std::make_unique<Generator>(*model_, shared_, options_);
  }

  /// A generator for the narrator, made once: runs of 100,000 steps are told state by state. To be locked.
  Generator& told_by() const {
    if (told_by_ == nullptr) told_by_ = steps();
    told_by_->recycle();
    return *told_by_;
  }

  static std::vector<CellChange> changes(Generator& generator, StateView from, StateView to) {
    std::map<std::string, std::string> before;
    for (CellValue& cell : generator.describe(from)) before[cell.cell] = std::move(cell.value);
    std::vector<CellChange> result;
    for (CellValue& cell : generator.describe(to)) {
      const auto old = before.find(cell.cell);
      const std::string was = old == before.end() ? "" : old->second;
      if (was != cell.value) result.push_back({cell.cell, was, std::move(cell.value)});
    }
    return result;
  }

  SourceRange range_of(std::uint32_t place) const {
    for (const CompiledLocation& location : model_->locations) {
      const auto found = std::ranges::find(location.summands, place, &CompiledSummand::place);
      if (found != location.summands.end()) return found->range;
    }
    report_bug("a step of no summand");
  }

  std::unique_ptr<Model> model_;
  mutable SharedTables shared_;  // locks itself
  const SourceMap& sources_;
  Options options_;
  std::vector<KeptNumbers> kept_numbers_;
  std::optional<FormulaGame> game_;
  Detected detected_;
  mutable std::mutex told_by_mutex_;
  mutable std::unique_ptr<Generator> told_by_;
};

template <typename List>
void append(List from, List& to) {
  for (auto& each : from) to.push_back(std::move(each));
}

/// What a formula declares is known beside what the specification does.
void add_declarations(ast::Specification own, ast::Specification& tree) {
  append(std::move(own.sorts), tree.sorts);
  append(std::move(own.constructors), tree.constructors);
  append(std::move(own.maps), tree.maps);
  append(std::move(own.equations), tree.equations);
  append(std::move(own.actions), tree.actions);
  append(std::move(own.broken), tree.broken);
}

void hand_on(const Diagnostics& from, Diagnostics& to) {
  for (const Diagnostic& each : from.all()) {
    Diagnostic& copy = each.severity == Severity::error     ? to.error(each.range, each.message)
                       : each.severity == Severity::warning ? to.warning(each.range, each.message)
                                                            : to.caution(each.range, each.message);
    copy = each;
  }
}

/// A specification with a formula, and where the formula has early ends.
std::optional<Specification> read_in_scope(SourceMap& sources, FileId file, FileId formula_file, FormulaScope scope,
                                           std::vector<SourceRange>& early_ends, Diagnostics& diagnostics,
                                           NameTable* names) {
  ast::Specification tree = parse(sources, file, diagnostics);
  ast::FormulaFile formula = parse_formula(sources, formula_file, diagnostics, scope);
  early_ends = std::move(formula.early_ends);
  add_declarations(std::move(formula.declarations), tree);
  auto spec = formula.formula ? check(tree, *formula.formula, diagnostics, names) : check(tree, diagnostics, names);
  return diagnostics.has_errors() ? std::nullopt : std::move(spec);
}

/// Formulas that were written for releases of mCRL2 before 202507.0 may only have a meaning with the scopes of these.
std::optional<Specification> read_with_formula(SourceMap& sources, FileId file, FileId formula,
                                               Diagnostics& diagnostics, NameTable* names) {
  std::vector<SourceRange> early_ends, none;
  Diagnostics today, earlier;
  auto spec = read_in_scope(sources, file, formula, FormulaScope::narrow, early_ends, today, names);
  if (!spec && !early_ends.empty()) {
    spec = read_in_scope(sources, file, formula, FormulaScope::wide, none, earlier, nullptr);
    if (spec) {
      hand_on(earlier, diagnostics);
      for (const SourceRange connective : early_ends) {
        diagnostics.warning(
            connective,
            "the quantifier or fixed point before this reaches beyond it, as in mCRL2 before 202507.0: where it "
            "ends since then, the formula has errors; write brackets around what is meant");
      }
      return spec;
    }
    if (earlier.error_count() < today.error_count()) today = earlier;
  }
  hand_on(today, diagnostics);
  return spec;
}

std::unique_ptr<SpecificationSystem> load_here(SourceMap& sources, FileId file, const Options& options,
                                               Diagnostics& diagnostics, NameTable* names) {
  std::optional<Specification> spec;
  if (options.formula) {
    spec = read_with_formula(sources, file, *options.formula, diagnostics, names);
  } else {
    spec = check(parse(sources, file, diagnostics), diagnostics, names);
  }
  if (!spec || diagnostics.has_errors()) return nullptr;
  for (const std::string& action : options.actions) {
    if (std::find(spec->action_names.begin(), spec->action_names.end(), action) != spec->action_names.end()) continue;
    diagnostics.error({file, 0, 0}, fmt::format("there is no action '{}' to look for", action)).suggestion =
        nearest_name(action, spec->action_names);
    return nullptr;
  }
  std::vector<KeptNumbers> kept;
  if (options.symmetry) kept = take_numbers_for_names(*spec, options.permuted_labels);
  auto model = build_model(std::move(*spec), sources, diagnostics);
  if (!model || diagnostics.has_errors()) return nullptr;
  return std::make_unique<ProcessSystem>(std::move(model), sources, options, std::move(kept));
}

}  // namespace

std::unique_ptr<SpecificationSystem> load(SourceMap& sources, FileId file, const Options& options,
                                          Diagnostics& diagnostics, NameTable* names) {
  std::unique_ptr<SpecificationSystem> result;
  with_deep_stack([&] { result = load_here(sources, file, options, diagnostics, names); });
  return result;
}

}  // namespace quotient::mcrl2
