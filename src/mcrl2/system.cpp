#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

#include "base/deep_stack.hpp"
#include "base/ensure.hpp"
#include "mcrl2/check/check.hpp"
#include "mcrl2/mcrl2.hpp"
#include "mcrl2/steps/generator.hpp"
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

class ProcessSystem : public SpecificationSystem, private NarratorBase {
 public:
  ProcessSystem(std::unique_ptr<Model> model, const SourceMap& sources, Options options)
      : model_(std::move(model)), sources_(sources), options_(std::move(options)) {
    if (!options_.symmetry) return;
    detected_ = detect_symmetry(*model_, shared_);
    model_->renamed = !detected_.symmetry.group.is_trivial();
  }

  const Symmetry& symmetry() const override { return detected_.symmetry; }
  Symmetry checked_symmetry(std::string& problem) const override {
    return checked_permutations(*model_, detected_, problem);
  }
  void explain_breaks(Symmetry& symmetry) const override {
    with_deep_stack([&] { mcrl2::explain_breaks(*model_, symmetry); });
  }

  std::unique_ptr<StepGenerator> generator() const override {
    return std::make_unique<Generator>(*model_, shared_, options_);
  }

  const Narrator& narrator() const override { return *this; }

  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override {
    Generator generator(*model_, shared_, options_);
    Successors steps;
    generator.successors(from, steps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Successor step = steps[i];
      if (finding ? step.finding != finding : false) continue;
      if (!std::equal(step.state.begin(), step.state.end(), to.begin(), to.end())) continue;
      TraceEvent event;
      event.statement = label(step.label);
      if (const auto place = generator.place_of(to, step.label)) event.at = sources_.locate(range_of(*place));
      event.changes = changes(generator, from, to);
      return {event};
    }
    return {};
  }

  std::vector<CellValue> describe(StateView state) const override {
    return Generator(*model_, shared_, options_).describe(state);
  }

  std::vector<TraceEvent> standing(StateView state) const override {
    try {
      return Generator(*model_, shared_, options_).standing(state, sources_);
    } catch (const EvaluationError&) {
      return {};  // what is wrong with the data is a finding of its own
    }
  }

  std::vector<std::uint8_t> lasting(StateView state) const override {
    return Generator(*model_, shared_, options_).lasting(state);
  }

  /// The state whose lasting bytes these are. Returns nullopt for all other bytes, wherever they come from.
  std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t> bytes) const override {
    return Generator(*model_, shared_, options_).recall(bytes);
  }

  FindingText describe(Finding finding) const override {
    switch (finding.kind) {
      case FindingKind::deadlock:
        return {"deadlock: no step is possible, and not all processes have ended", {}};
      case FindingKind::assertion:
        return {fmt::format("action '{}' happens", options_.actions.at(finding.site)), {}};
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
  Detected detected_;
};

std::unique_ptr<SpecificationSystem> load_here(SourceMap& sources, FileId file, const Options& options,
                                               Diagnostics& diagnostics, NameTable* names) {
  const ast::Specification tree = parse(sources, file, diagnostics);
  auto spec = check(tree, diagnostics, names);
  if (!spec || diagnostics.has_errors()) return nullptr;
  for (const std::string& action : options.actions) {
    if (std::find(spec->action_names.begin(), spec->action_names.end(), action) != spec->action_names.end()) continue;
    diagnostics.error({file, 0, 0}, fmt::format("there is no action '{}' to look for", action)).suggestion =
        nearest_name(action, spec->action_names);
    return nullptr;
  }
  if (options.symmetry) take_numbers_for_names(*spec, options.renamed_labels);
  auto model = build_model(std::move(*spec), sources, diagnostics);
  if (!model || diagnostics.has_errors()) return nullptr;
  return std::make_unique<ProcessSystem>(std::move(model), sources, options);
}

}  // namespace

std::unique_ptr<SpecificationSystem> load(SourceMap& sources, FileId file, const Options& options,
                                          Diagnostics& diagnostics, NameTable* names) {
  std::unique_ptr<SpecificationSystem> result;
  with_deep_stack([&] { result = load_here(sources, file, options, diagnostics, names); });
  return result;
}

}  // namespace quotient::mcrl2
