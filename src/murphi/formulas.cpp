#include "murphi/formulas.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "murphi/syntax/lex.hpp"
#include "murphi/syntax/parse.hpp"
#include "process/proposition_bits.hpp"
#include "temporal/lowering.hpp"

namespace quotient::murphi {

namespace {

using temporal::NodeId;
using Kind = RuleProposition::Kind;

std::string_view trimmed_text(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// A name of a rule that is no word stands in quotes, as in the specification.
std::string unquoted(std::string_view text) {
  text = trimmed_text(text);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return std::string(text);
}

class RuleFormulaReader final : public temporal::Lowering {
 public:
  RuleFormulaReader(const temporal::Syntax& from, temporal::Logic logic, std::span<const Rule> rules,
                    const SourceMap& sources, Diagnostics& diagnostics)
      : Lowering(from), logic_(logic), rules_(rules), sources_(sources), diagnostics_(diagnostics) {}

  std::vector<RuleProposition> propositions() { return std::move(all_); }
  std::vector<Rule> predicates() { return std::move(predicates_); }

 protected:
  NodeId atom(const temporal::Atom& atom) override {
    const std::string& name = atom.name.text;
    switch (atom.kind) {
      case temporal::Atom::Kind::step:
        if (logic_ == temporal::Logic::branching) {
          diagnostics_.error(atom.range,
                             "no state has the next step of a run here; write e(rule), or EX[rule] f and AX[rule] f");
        }
        return proposition(step(atom));
      case temporal::Atom::Kind::call:
        if ((name == "e" || name == "WF" || name == "SF") && atom.arguments.size() == 1) return about(name, atom);
        return predicate(atom.range);
      case temporal::Atom::Kind::word:
        if (name == "deadlock") return proposition(number({Kind::deadlock, 0, {}, name}));
        if (name == "sink") return proposition(number({Kind::sink, 0, {}, name}));
        return predicate(atom.range);
      case temporal::Atom::Kind::predicate:
        return predicate(atom.name.range);
    }
    return predicate(atom.range);
  }
  std::uint32_t step(const temporal::Atom& atom) override {
    std::vector<std::string> arguments;
    for (const temporal::Piece& each : atom.arguments) arguments.emplace_back(trimmed_text(each.text));
    return of_steps(Kind::step, {unquoted(atom.name.text), atom.has_arguments, std::move(arguments)}, atom.name.range);
  }
  NodeId quantified(const temporal::Node& node) override {
    diagnostics_.error(node.range, "quantifiers stand within a predicate: {forall i : T do … end}");
    return tree().add(temporal::Operator::verum, {});
  }

 private:
  using Operator = temporal::Operator;

  /// e(rule), WF(rule), SF(rule)
  NodeId about(const std::string& name, const temporal::Atom& atom) {
    const temporal::Piece& piece = atom.arguments.front();
    const std::string_view text = trimmed_text(piece.text);
    const std::size_t quoted = text.starts_with('"') ? text.find('"', 1) : std::string_view::npos;
    const std::size_t open = text.find('(', quoted == std::string_view::npos ? 0 : quoted);
    RulePattern pattern{unquoted(text.substr(0, open)), false, {}};
    if (open != std::string_view::npos && text.ends_with(')')) {
      pattern.has_arguments = true;
      std::string_view rest = text.substr(open + 1, text.size() - open - 2);
      while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        pattern.arguments.emplace_back(trimmed_text(rest.substr(0, comma)));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
      }
    }
    const NodeId possible = proposition(of_steps(Kind::enabled, pattern, piece.range));
    if (name == "e") return possible;
    const NodeId taken = proposition(of_steps(Kind::step, pattern, piece.range));
    const auto again = [&](NodeId each) {
      return tree().add(Operator::always, {tree().add(Operator::eventually, {each})});
    };
    if (name == "SF") return tree().add(Operator::implication, {again(possible), again(taken)});
    return again(tree().add(Operator::disjunction, {tree().add(Operator::negation, {possible}), taken}));
  }

  std::uint32_t of_steps(Kind kind, RulePattern pattern, SourceRange at) {
    std::vector<std::string> names;
    bool known = false, fits = false;
    for (const Rule& r : rules_) {
      if (r.kind != RuleKind::rule || r.name.empty()) continue;
      names.push_back(r.name);
      if (r.name != pattern.name) continue;
      known = true;
      const auto parameters = static_cast<std::size_t>(
          std::ranges::count_if(r.scopes, [](const Scope& s) { return s.parameter != nullptr; }));
      fits |= !pattern.has_arguments || parameters == pattern.arguments.size();
    }
    if (!known) {
      diagnostics_.error(at, fmt::format("there is no rule \"{}\"", pattern.name)).suggestion =
          nearest_name(pattern.name, names);
    } else if (!fits) {
      diagnostics_.error(at, fmt::format("rule \"{}\" has another number of parameters", pattern.name));
    }
    for (std::string& each : pattern.arguments) {
      if (each.empty()) each = "_";
    }
    std::string inner = fmt::format("{}", pattern.name);
    if (pattern.has_arguments) inner += fmt::format("({})", fmt::join(pattern.arguments, ", "));
    std::string text = kind == Kind::step ? fmt::format("[{}]", inner) : fmt::format("e({})", inner);
    return number({kind, 0, std::move(pattern), std::move(text)});
  }

  NodeId predicate(SourceRange range) {
    const std::string text(sources_.text(range));
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      if (all_[i].kind == Kind::predicate && all_[i].text == text) return proposition(i);
    }
    const std::vector<Token> tokens = lex(sources_, range, diagnostics_);
    std::optional<Expression> condition =
        diagnostics_.has_errors() ? std::nullopt : parse_expression(tokens, diagnostics_);
    if (!condition) return proposition(0);
    Rule& rule = predicates_.emplace_back();
    rule.kind = RuleKind::proposition;
    rule.range = range;
    rule.name = text;
    rule.condition.push_back(std::move(*condition));
    return proposition(number({Kind::predicate, static_cast<std::uint32_t>(predicates_.size() - 1), {}, text}));
  }

  std::uint32_t number(RuleProposition made) {
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      const RuleProposition& each = all_[i];
      if (each.kind == made.kind && each.predicate == made.predicate && each.pattern == made.pattern) return i;
    }
    all_.push_back(std::move(made));
    return static_cast<std::uint32_t>(all_.size() - 1);
  }

  const temporal::Logic logic_;
  const std::span<const Rule> rules_;
  const SourceMap& sources_;
  Diagnostics& diagnostics_;
  std::vector<RuleProposition> all_;
  std::vector<Rule> predicates_;
};

bool is_of_steps(const RuleProposition& each) { return each.kind == Kind::step || each.kind == Kind::enabled; }

/// Bit i: proposition i has a pattern that fits the rule.
std::uint64_t fitting(std::span<const RuleProposition> all, const LoweredRule& rule) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_of_steps(all[i]) && all[i].pattern.fits(rule)) bits |= std::uint64_t{1} << i;
  }
  return bits;
}

class RulePropositions final : public temporal::Propositions {
 public:
  RulePropositions(std::vector<RuleProposition> all, const Program& program, std::span<const LoweredRule> rules)
      : all_(std::move(all)), program_(program) {
    for (const LoweredRule& each : rules) fitting_.push_back(fitting(all_, each));
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].kind == Kind::step) steps_ |= std::uint64_t{1} << i;
    }
  }
  std::unique_ptr<temporal::PropositionReader> reader() const override { return std::make_unique<Reader>(*this); }
  std::vector<std::string> texts() const override {
    std::vector<std::string> made;
    for (const RuleProposition& each : all_) made.push_back(each.text);
    return made;
  }

 private:
  class Reader final : public temporal::PropositionReader {
   public:
    explicit Reader(const RulePropositions& of) : of_(of), bits_(of.program_) {}

    std::uint64_t of_state(StateView state, const Successors& steps) override {
      std::uint64_t possible = 0;
      bool leaves = false;
      for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!steps[i].completed) continue;
        possible |= of_.fitting_[steps[i].label.value];
        leaves = leaves || !std::ranges::equal(steps[i].state, state);
      }
      const std::uint64_t predicates = of_.program_.propositions.empty() ? 0 : bits_.holding(state);
      std::uint64_t holding = possible & ~of_.steps_;
      for (std::size_t i = 0; i < of_.all_.size(); ++i) {
        const RuleProposition& each = of_.all_[i];
        const bool holds = each.kind == Kind::predicate  ? ((predicates >> each.predicate) & 1U) != 0
                           : each.kind == Kind::deadlock ? steps.empty()
                                                         : each.kind == Kind::sink && !leaves;
        if (holds) holding |= std::uint64_t{1} << i;
      }
      return holding;
    }
    std::uint64_t of_step(const Successor& step) override { return of_.fitting_[step.label.value] & of_.steps_; }
    std::vector<Finding> problems() override { return bits_.take_problems(); }

   private:
    const RulePropositions& of_;
    PropositionBits bits_;
  };

  const std::vector<RuleProposition> all_;
  const Program& program_;
  std::vector<std::uint64_t> fitting_;  // by statement
  std::uint64_t steps_ = 0;             // propositions that are of a step alone
};

}  // namespace

bool RulePattern::fits(const LoweredRule& lowered) const {
  if (lowered.rule->kind != RuleKind::rule || lowered.rule->name != name) return false;
  if (!has_arguments) return true;
  if (lowered.arguments.size() != arguments.size()) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] != "_" && arguments[i] != lowered.arguments[i]) return false;
  }
  return true;
}

std::optional<RuleFormula> read_formula(const temporal::FormulaText& text, std::span<const Rule> rules,
                                        const SourceMap& sources, Diagnostics& diagnostics) {
  const std::optional<temporal::Syntax> syntax = temporal::parse(sources, text.range, text.logic, diagnostics);
  if (!syntax) return std::nullopt;
  RuleFormulaReader reader(*syntax, text.logic, rules, sources, diagnostics);
  RuleFormula made;
  made.text = text;
  made.tree = reader.run();
  made.predicates = reader.predicates();
  made.propositions = reader.propositions();
  if (made.propositions.size() > temporal::most_propositions) {
    diagnostics.error(text.range,
                      fmt::format("the formula has more than {} different atoms", temporal::most_propositions));
  }
  if (diagnostics.has_errors()) return std::nullopt;
  return made;
}

std::vector<std::string> fair_names(std::span<const Rule> rules) {
  std::vector<std::string> names;
  for (const Rule& r : rules) {
    if (r.kind != RuleKind::rule) continue;
    if (r.name.empty() || std::ranges::find(names, r.name) == names.end()) names.push_back(r.name);
  }
  return names;
}

std::vector<Actor> actors_of(const Lowered& lowered, std::span<const std::string> names) {
  std::vector<Actor> actors;
  const Rule* before = nullptr;
  std::size_t unnamed = 0;  // how many rules without a name came so far
  for (const LoweredRule& each : lowered.rules) {
    const Rule& rule = *each.rule;
    const bool is_next = before != each.rule;
    before = each.rule;
    if (rule.kind != RuleKind::rule) {
      actors.push_back(no_actor);
      continue;
    }
    if (rule.name.empty() && is_next) ++unnamed;
    std::size_t wanted = rule.name.empty() ? unnamed : 1;  // the how manieth of this name
    Actor found = 0;
    while (names[found] != rule.name || --wanted > 0) ++found;
    actors.push_back(found);
  }
  return actors;
}

void classify_steps(const RuleFormula& formula, Lowered& lowered) {
  std::map<std::pair<std::uint64_t, Actor>, std::uint32_t> classes;
  lowered.program.label_classes.clear();
  for (std::size_t s = 0; s < lowered.rules.size(); ++s) {
    const std::pair kind{fitting(formula.propositions, lowered.rules[s]),
                         lowered.actors.empty() ? 0 : lowered.actors[s]};
    const auto next = static_cast<std::uint32_t>(classes.size());
    lowered.program.label_classes.push_back(classes.try_emplace(kind, next).first->second);
  }
}

std::shared_ptr<const temporal::Propositions> propositions_of(const RuleFormula& formula, const Program& program,
                                                              std::span<const LoweredRule> rules) {
  return std::make_shared<RulePropositions>(formula.propositions, program, rules);
}

}  // namespace quotient::murphi
