#include "bmethod/temporal/read_formula.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace quotient::bmethod {
namespace {

using MeaningKind = AtomMeaning::Kind;

struct NamedKind {
  std::string_view name;
  MeaningKind kind;
};

// Words that take operations.
constexpr std::array<NamedKind, 8> of_operations = {{{"e", MeaningKind::enabled},
                                                     {"deadlock", MeaningKind::none_enabled},
                                                     {"deterministic", MeaningKind::at_most_one},
                                                     {"controller", MeaningKind::exactly_one},
                                                     {"WF", MeaningKind::weakly_fair},
                                                     {"wf", MeaningKind::weakly_fair},
                                                     {"SF", MeaningKind::strongly_fair},
                                                     {"sf", MeaningKind::strongly_fair}}};
// Words that take an expression in braces.
constexpr std::array<NamedKind, 4> of_expressions = {{{"unchanged", MeaningKind::unchanged},
                                                      {"changed", MeaningKind::changed},
                                                      {"increasing", MeaningKind::increasing},
                                                      {"decreasing", MeaningKind::decreasing}}};
constexpr std::array<NamedKind, 5> alone = {{{"deadlock", MeaningKind::deadlock},
                                             {"sink", MeaningKind::sink},
                                             {"non_det", MeaningKind::several_steps},
                                             {"WEF", MeaningKind::all_weakly_fair},
                                             {"SEF", MeaningKind::all_strongly_fair}}};
// What ProB has and we have not.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> elsewhere = {
    {{"current", "there is no current state of an animator here"},
     {"BA", "predicates about the states before and after a step are not supported"},
     {"Av", "'Av' is not supported; e(op) says that an operation is possible"},
     {"det_output", "'det_output' is not supported"},
     {"error", "'error' is not supported: errors are reported anyway"},
     {"goal", "'goal' is not supported: write the predicate in braces"}}};

template <std::size_t n>
const MeaningKind* kind_named(const std::array<NamedKind, n>& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &NamedKind::name);
  return found == table.end() ? nullptr : &found->kind;
}

class FormulaReader {
 public:
  FormulaReader(const SourceMap& sources, Model& model, TemporalFormula& into, Diagnostics& diagnostics)
      : sources_(sources), model_(model), into_(into), diagnostics_(diagnostics) {
    for (const OfferedOperation& offered : model.operations) operations_.push_back(offered.name);
  }

  void run() {
    into_.meanings.resize(into_.syntax.atoms.size());
    walk(into_.syntax.tree.root);
  }

 private:
  void walk(temporal::NodeId id) {
    const temporal::Node& node = into_.syntax.tree[id];
    const bool binds = node.op == temporal::Operator::for_all || node.op == temporal::Operator::exists;
    if (binds) {
      TemporalAtoms::Variable variable;
      variable.name = {node.variable.text, node.variable.range};
      variable.scope = scope_;
      names_.push_back(variable.name);
      const temporal::Atom& restriction = into_.syntax.atoms[node.atom];
      variable.restriction = formula(restriction.name.range);
      if (variable.restriction == nullptr) return;  // reported
      into_.atoms.variables.push_back(variable);
      scope_.push_back(static_cast<std::uint32_t>(into_.atoms.variables.size() - 1));
    } else if (node.atom != temporal::no_atom) {
      read_atom(node.atom);
    }
    for (const temporal::NodeId operand : node.operands) walk(operand);
    if (!binds) return;
    scope_.pop_back();
    names_.pop_back();
  }

  Expr* formula(SourceRange range) {
    return parse_formula(sources_, range, *model_.main->machine, names_, diagnostics_);
  }
  std::uint32_t expression(TemporalAtoms::Expression::Kind kind, SourceRange range) {
    TemporalAtoms::Expression made;
    made.kind = kind;
    made.scope = scope_;
    made.expr = formula(range);
    if (made.expr == nullptr) return 0;  // reported
    into_.atoms.expressions.push_back(std::move(made));
    return static_cast<std::uint32_t>(into_.atoms.expressions.size() - 1);
  }

  void read_atom(std::uint32_t number) {
    const temporal::Atom& atom = into_.syntax.atoms[number];
    AtomMeaning& meaning = into_.meanings[number];
    switch (atom.kind) {
      case temporal::Atom::Kind::predicate:
        meaning.kind = MeaningKind::predicate;
        meaning.expression = expression(TemporalAtoms::Expression::Kind::predicate, atom.name.range);
        return;
      case temporal::Atom::Kind::step:
        meaning.kind = MeaningKind::step;
        meaning.patterns.push_back(pattern(atom.name, atom.arguments));
        return;
      case temporal::Atom::Kind::call:
        return read_call(atom, meaning);
      case temporal::Atom::Kind::word:
        break;
    }
    if (const MeaningKind* kind = kind_named(alone, atom.name.text)) {
      meaning.kind = *kind;
      return;
    }
    if (is_elsewhere(atom)) return;
    Diagnostic& error = diagnostics_.error(
        atom.range, fmt::format("'{}' means nothing in a formula; a predicate is written {{ {} }}, an operation [{}]",
                                atom.name.text, atom.name.text, atom.name.text));
    static const std::vector<std::string> words = {"deadlock", "sink", "true", "false"};
    error.suggestion = nearest_name(atom.name.text, words);
  }

  bool is_elsewhere(const temporal::Atom& atom) {
    const auto found =
        std::ranges::find(elsewhere, atom.name.text, &std::pair<std::string_view, std::string_view>::first);
    if (found == elsewhere.end()) return false;
    into_.unsupported.push_back({std::string(found->second), atom.range});
    return true;
  }

  void read_call(const temporal::Atom& atom, AtomMeaning& meaning) {
    if (const MeaningKind* kind = kind_named(of_operations, atom.name.text)) {
      meaning.kind = *kind;
      const bool is_fairness = *kind == MeaningKind::weakly_fair || *kind == MeaningKind::strongly_fair;
      if ((is_fairness || *kind == MeaningKind::enabled) && atom.arguments.size() != 1) {
        diagnostics_.error(atom.range, fmt::format("'{}' is about one operation", atom.name.text));
        return;
      }
      for (const temporal::Piece& argument : atom.arguments) meaning.patterns.push_back(pattern(argument));
      return;
    }
    if (const MeaningKind* kind = kind_named(of_expressions, atom.name.text)) {
      meaning.kind = *kind;
      const temporal::Piece* only = atom.arguments.size() == 1 ? &atom.arguments.front() : nullptr;
      if (only == nullptr || !only->text.starts_with("{") || !only->text.ends_with("}")) {
        diagnostics_.error(atom.range, fmt::format("expected '{}({{ expression }})'", atom.name.text));
        return;
      }
      SourceRange range = only->range;
      ++range.begin;
      --range.end;
      meaning.expression = expression(TemporalAtoms::Expression::Kind::value, range);
      return;
    }
    if (is_elsewhere(atom)) return;
    std::vector<std::string> known;
    for (const NamedKind& each : of_operations) known.emplace_back(each.name);
    for (const NamedKind& each : of_expressions) known.emplace_back(each.name);
    diagnostics_.error(atom.name.range, fmt::format("'{}' means nothing in a formula", atom.name.text)).suggestion =
        nearest_name(atom.name.text, known);
  }

  /// `op` or `op(…)` as one piece of text.
  StepPattern pattern(const temporal::Piece& text) {
    const std::size_t open = text.text.find('(');
    if (open == std::string::npos || !text.text.ends_with(")")) return pattern(text, {});
    temporal::Piece name{text.text.substr(0, open), text.range};
    name.range.end = name.range.begin + static_cast<std::uint32_t>(open);
    while (name.text.ends_with(' ')) name.text.pop_back();
    std::vector<temporal::Piece> arguments;
    int depth = 0;
    std::size_t begin = open + 1;
    for (std::size_t i = open + 1; i < text.text.size(); ++i) {
      const char c = text.text[i];
      if (c == '(' || c == '[' || c == '{') ++depth;
      const bool ends = i + 1 == text.text.size() || (c == ',' && depth == 0);
      if (!ends && (c == ')' || c == ']' || c == '}')) --depth;
      if (!ends) continue;
      const auto offset = static_cast<std::uint32_t>(begin);
      arguments.push_back(
          {text.text.substr(begin, i - begin),
           {text.range.file, text.range.begin + offset, text.range.begin + static_cast<std::uint32_t>(i)}});
      begin = i + 1;
    }
    return pattern(name, arguments);
  }

  StepPattern pattern(const temporal::Piece& name, const std::vector<temporal::Piece>& arguments) {
    StepPattern made;
    const auto found = std::ranges::find(operations_, name.text);
    if (found == operations_.end()) {
      diagnostics_.error(name.range, fmt::format("there is no operation '{}'", name.text)).suggestion =
          nearest_name(name.text, operations_);
      return made;
    }
    made.operation = static_cast<std::uint32_t>(found - operations_.begin());
    const Operation& operation = *model_.operations[made.operation].operation;
    if (arguments.size() > operation.parameters.size()) {
      diagnostics_.error(arguments[operation.parameters.size()].range,
                         fmt::format("the operation '{}' has {} parameters", name.text, operation.parameters.size()));
      return made;
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const bool any = std::ranges::all_of(arguments[i].text, [](char c) { return c == ' ' || c == '_'; });
      if (any) {
        made.arguments.push_back(StepPattern::anything);
        continue;
      }
      const std::size_t before = into_.atoms.expressions.size();
      made.arguments.push_back(expression(TemporalAtoms::Expression::Kind::argument, arguments[i].range));
      if (into_.atoms.expressions.size() == before) continue;
      into_.atoms.expressions.back().operation = name.text;
      into_.atoms.expressions.back().parameter = i;
    }
    return made;
  }

  const SourceMap& sources_;
  Model& model_;
  TemporalFormula& into_;
  Diagnostics& diagnostics_;
  std::vector<std::string> operations_;
  std::vector<std::uint32_t> scope_;
  std::vector<Identifier> names_;
};

/// The text of a definition between its quotes.
std::optional<SourceRange> text_of(const Definition& definition, SourceMap& sources, Diagnostics& diagnostics) {
  if (definition.expr == nullptr || definition.expr->op != Op::string || !definition.parameters.empty()) {
    diagnostics.error(definition.name.range, fmt::format("{} must be a formula in quotes", definition.name.name));
    return std::nullopt;
  }
  SourceRange range = definition.expr->range;
  const std::string_view literal = sources.text(range);
  if (literal.find('\\') != std::string_view::npos) {
    const FileId file = sources.add(fmt::format("({})", definition.name.name), unquote(literal));
    return SourceRange{file, 0, static_cast<std::uint32_t>(sources[file].text().size())};
  }
  const std::uint32_t quote = literal.starts_with("'''") ? 3 : 1;
  range.begin += quote;
  range.end -= quote;
  return range;
}

}  // namespace

std::vector<std::unique_ptr<TemporalFormula>> read_formulas(SourceMap& sources, const TemporalOptions& options,
                                                            Model& model, Diagnostics& diagnostics) {
  std::vector<std::pair<temporal::FormulaText, bool>> texts;
  std::vector<std::string> names;
  for (const Definition& each : model.main->machine->definitions) {
    const std::string& name = each.name.name;
    const bool linear = name.starts_with("ASSERT_LTL");
    if (each.built_in || (!linear && !name.starts_with("ASSERT_CTL"))) continue;
    names.push_back(name);
    if (!options.all_asserted && std::ranges::find(options.asserted, name) == options.asserted.end()) continue;
    const std::optional<SourceRange> text = text_of(each, sources, diagnostics);
    if (!text) continue;
    texts.push_back({{linear ? temporal::Logic::linear : temporal::Logic::branching, name, *text}, true});
  }
  for (const std::string& name : options.asserted) {
    if (std::ranges::find(names, name) != names.end()) continue;
    diagnostics.error(model.main->machine->name.range, fmt::format("there is no formula '{}' in this machine", name))
        .suggestion = nearest_name(name, names);
  }
  for (const temporal::FormulaText& text : options.given) texts.push_back({text, false});
  std::vector<std::unique_ptr<TemporalFormula>> made;
  for (const auto& [text, asserted] : texts) {
    std::optional<temporal::Syntax> syntax = temporal::parse(sources, text.range, text.logic, diagnostics);
    if (!syntax) continue;
    auto formula = std::make_unique<TemporalFormula>();
    formula->text = text;
    formula->asserted = asserted;
    formula->syntax = std::move(*syntax);
    FormulaReader(sources, model, *formula, diagnostics).run();
    model.temporal.push_back(&formula->atoms);
    made.push_back(std::move(formula));
  }
  return made;
}

}  // namespace quotient::bmethod
