#include "temporal/subject.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "temporal/ctl_game.hpp"
#include "temporal/linear.hpp"
#include "temporal/lowering.hpp"
#include "temporal/ltl_product.hpp"
#include "temporal/vacuity.hpp"

namespace quotient::temporal {

namespace {

std::string shortened(const std::string& text) {
  constexpr std::size_t most = 60;
  std::string line;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) line += c;
    if (space && !line.empty() && line.back() != ' ') line += ' ';
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line.size() <= most ? line : line.substr(0, most - 3) + "...";
}

void add_formula(const std::string& text, Logic logic, const ModelSettings& settings, FileId model, SourceMap& sources,
                 Diagnostics& diagnostics, std::vector<FormulaText>& out) {
  std::error_code ignored;
  const auto overlay = settings.overlays.find(text);
  FileId file;
  std::string name = shortened(text);
  if (overlay != settings.overlays.end()) {
    file = sources.add(text, overlay->second);
  } else if (text.ends_with(".ltl") || text.ends_with(".ctl") || std::filesystem::is_regular_file(text, ignored)) {
    std::string problem;
    std::optional<std::string> read = read_text_file(text, problem);
    if (!read) {
      diagnostics.error({model, 0, 0}, problem);
      return;
    }
    file = sources.add(text, std::move(*read));
    name = text.substr(text.find_last_of('/') + 1);
  } else {
    file = sources.add("(formula)", text);
  }
  out.push_back({logic, std::move(name), {file, 0, static_cast<std::uint32_t>(sources[file].text().size())}});
}

}  // namespace

std::vector<FormulaText> formulas_of(const ModelSettings& settings, FileId model, SourceMap& sources,
                                     Diagnostics& diagnostics) {
  std::vector<FormulaText> out;
  for (const std::string& text : settings.linear_formulas) {
    add_formula(text, Logic::linear, settings, model, sources, diagnostics, out);
  }
  for (const std::string& text : settings.branching_formulas) {
    add_formula(text, Logic::branching, settings, model, sources, diagnostics, out);
  }
  return out;
}

std::optional<ProcessSet> fair_actors(const ModelSettings& settings, const std::vector<std::string>& names,
                                      std::string_view kind, FileId model, Diagnostics& diagnostics) {
  if (settings.fair_actors.empty()) return std::nullopt;
  ProcessSet set;
  for (const std::string& wanted : settings.fair_actors) {
    bool found = false;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      if (names[i] != wanted) continue;
      set.insert(i);
      found = true;
    }
    if (found) continue;
    diagnostics.error({model, 0, 0}, fmt::format("--fairness: there is no {} '{}'", kind, wanted)).suggestion =
        nearest_name(wanted, names);
  }
  return set;
}

namespace {

std::optional<Subject> build_subject(LoweredFormula formula, const SourceMap& sources, Diagnostics& diagnostics) {
  const FormulaText& text = formula.text;
  const std::uint32_t dead = formula.proposition_count++;
  const auto refuse = [&](const std::string& why) {
    diagnostics.error(text.range, why);
    return std::nullopt;
  };
  if (formula.proposition_count > most_propositions) {
    return refuse(fmt::format("the formula has more than {} different atoms", most_propositions - 1));
  }
  if (text.logic == Logic::branching && formula.fairness != Fairness::none) {
    return refuse("fairness is for linear formulas (--ltl); with --fairness, name those that are to be checked");
  }
  Subject made;
  made.claim = text.name;
  made.claim_at = text.range;
  made.is_formula = true;
  Checked checked{formula.model, formula.propositions, {"", sources.locate(text.range)}};
  checked.violated.message = fmt::format("formula {} does not hold", text.name);
  if (text.logic == Logic::linear) {
    made.name = "ltl " + text.name;
    LinearTranslation translation = translate_violations(formula.tree, dead, formula.proposition_count);
    if (!translation.error.empty()) return refuse(translation.error);
    if (translation.automaton.states.size() > most_marks) return refuse("the automaton of the formula is too large");
    const bool cycles = !translation.automaton.is_safety_of_negation();
    if (cycles) made.cycles = CycleProperty{.fairness = formula.fairness, .finding = {FindingKind::ltl, 0}};
    std::optional<ProcessSet> fair_to;
    if (formula.fairness != Fairness::none) fair_to = formula.fair_to.value_or(ProcessSet::everything());
    made.system =
        std::make_unique<LtlProduct>(std::move(checked), std::move(translation.automaton), dead, std::move(fair_to));
  } else {
    made.name = "ctl " + text.name;
    BranchingFormula parts = branching_formula(formula.tree, dead);
    if (parts.parts.size() > most_marks) return refuse("the formula is too long");
    auto game = std::make_unique<CtlGame>(std::move(checked), std::move(parts), dead);
    made.game = game.get();
    made.system = std::move(game);
  }
  made.has_cycle_labels = made.cycles.has_value();
  if (formula.symmetry != nullptr) {
    made.symmetry = std::make_shared<ProductSymmetry>(std::move(formula.symmetry), std::move(formula.fixed));
  }
  return made;
}

/// What is checked to find out which parts of a formula make no difference.
std::vector<Condition> conditions_of(const LoweredFormula& formula, const SourceMap& sources) {
  std::vector<Condition> out;
  for (Weakening& each : weakenings_of(formula.tree)) {
    const SourceRange range = formula.tree[each.part].range;
    LoweredFormula weaker = formula;
    weaker.tree = std::move(each.instead);
    const auto never = [weaker = std::move(weaker), &sources]() -> std::unique_ptr<Subject> {
      Diagnostics ignored;
      std::optional<Subject> made = build_subject(weaker, sources, ignored);
      return made ? std::make_unique<Subject>(std::move(*made)) : nullptr;
    };
    out.push_back({std::string(sources.text(range)), range, never, each.is_proposition});
  }
  return out;
}

}  // namespace

std::optional<Subject> make_subject(LoweredFormula formula, const SourceMap& sources, Diagnostics& diagnostics) {
  std::vector<Condition> conditions;
  if (formula.text.logic == Logic::linear) conditions = conditions_of(formula, sources);
  std::optional<Subject> made = build_subject(std::move(formula), sources, diagnostics);
  if (made) made->conditions = std::move(conditions);
  return made;
}

}  // namespace quotient::temporal
