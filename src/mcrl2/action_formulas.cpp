#include "mcrl2/action_formulas.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <unordered_map>
#include <utility>

#include "temporal/lowering.hpp"

namespace quotient::mcrl2 {

namespace {

using temporal::NodeId;

std::string without_blanks(std::string_view text) {
  std::string made;
  std::ranges::copy_if(text, std::back_inserter(made),
                       [](char c) { return !std::isspace(static_cast<unsigned char>(c)); });
  return made;
}

/// Pieces between separators that stand in no brackets and no quotes.
std::vector<std::string> split_outside(std::string_view text, char separator) {
  std::vector<std::string> pieces(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == separator && depth == 0) {
      pieces.emplace_back();
    } else {
      pieces.back() += c;
    }
  }
  return pieces;
}

struct ActionPattern {
  std::string name;
  std::vector<std::string> arguments;  // without blanks; "_": any
  bool with_arguments = false;

  std::string text() const { return with_arguments ? fmt::format("{}({})", name, fmt::join(arguments, ",")) : name; }
  bool fits(std::string_view label) const {
    // Formulas speak of actions whenever they happen: "a(1)@3/2" is a(1).
    const std::string whole = split_outside(without_blanks(label), '@').front();
    return std::ranges::any_of(split_outside(whole, '|'),
                               [this](const std::string& action) { return fits_one(action); });
  }

 private:
  bool fits_one(const std::string& action) const {
    const std::size_t open = action.find('(');
    if (action.substr(0, open) != name) return false;
    if (!with_arguments) return true;
    if (open == std::string::npos) return false;
    const std::vector<std::string> given =
        split_outside(std::string_view(action).substr(open + 1, action.size() - open - 2), ',');
    if (given.size() != arguments.size()) return false;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (arguments[i] != "_" && arguments[i] != given[i]) return false;
    }
    return true;
  }
};

struct ActionProposition {
  enum class Kind : std::uint8_t { step, enabled, deadlock };
  Kind kind = Kind::step;
  ActionPattern pattern;

  std::string text() const {
    if (kind == Kind::deadlock) return "deadlock";
    return kind == Kind::step ? "[" + pattern.text() + "]" : "e(" + pattern.text() + ")";
  }
};

class ActionReader final : public temporal::PropositionReader {
 public:
  ActionReader(const Narrator& narrator, const std::vector<ActionProposition>& all) : narrator_(narrator), all_(all) {}

  std::uint64_t of_state(StateView, const Successors& steps) override {
    std::uint64_t possible = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].completed) possible |= fitting(steps[i].label);
    }
    std::uint64_t holding = 0;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const bool holds = all_[i].kind == ActionProposition::Kind::deadlock  ? steps.empty()
                         : all_[i].kind == ActionProposition::Kind::enabled ? ((possible >> i) & 1U) != 0
                                                                            : false;
      if (holds) holding |= std::uint64_t{1} << i;
    }
    return holding;
  }
  std::uint64_t of_step(const Successor& step) override {
    std::uint64_t holding = fitting(step.label);
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].kind != ActionProposition::Kind::step) holding &= ~(std::uint64_t{1} << i);
    }
    return holding;
  }

 private:
  /// The patterns that a label fits, of all propositions that have one. Labels come again and again.
  std::uint64_t fitting(StepLabel label) {
    const auto [known, fresh] = fitting_.try_emplace(label.value, 0);
    if (!fresh) return known->second;
    const std::string text = narrator_.label(label);
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].kind == ActionProposition::Kind::deadlock || !all_[i].pattern.fits(text)) continue;
      known->second |= std::uint64_t{1} << i;
    }
    return known->second;
  }

  const Narrator& narrator_;
  const std::vector<ActionProposition>& all_;
  std::unordered_map<std::uint32_t, std::uint64_t> fitting_;
};

class ActionPropositions final : public temporal::Propositions {
 public:
  ActionPropositions(const Narrator& narrator, std::vector<ActionProposition> all)
      : narrator_(narrator), all_(std::move(all)) {}
  std::unique_ptr<temporal::PropositionReader> reader() const override {
    return std::make_unique<ActionReader>(narrator_, all_);
  }
  std::vector<std::string> texts() const override {
    std::vector<std::string> made;
    for (const ActionProposition& each : all_) made.push_back(each.text());
    return made;
  }

 private:
  const Narrator& narrator_;
  std::vector<ActionProposition> all_;
};

class ActionLowering final : public temporal::Lowering {
 public:
  ActionLowering(const temporal::Syntax& from, temporal::Logic logic, const std::vector<std::string>& actions,
                 Diagnostics& diagnostics)
      : Lowering(from), logic_(logic), actions_(actions), diagnostics_(diagnostics) {}

  std::vector<ActionProposition> take() { return std::move(all_); }
  std::set<std::string>& named() { return named_; }

 protected:
  NodeId atom(const temporal::Atom& atom) override {
    const bool is_action = std::ranges::find(actions_, atom.name.text) != actions_.end();
    if (atom.kind == temporal::Atom::Kind::predicate) {
      diagnostics_.error(atom.range, "a specification has no predicates about states; write actions: [a(1)]");
      return tree().add(temporal::Operator::verum, {});
    }
    if (atom.kind == temporal::Atom::Kind::word && atom.name.text == "deadlock" && !is_action) {
      return proposition(number({ActionProposition::Kind::deadlock, {}}));
    }
    if (atom.kind == temporal::Atom::Kind::call && !is_action) {
      const std::string& name = atom.name.text;
      if ((name == "e" || name == "WF" || name == "SF") && atom.arguments.size() == 1) return about(name, atom);
    }
    if (logic_ == temporal::Logic::branching) {
      diagnostics_.error(atom.range, "no state has the next step of a run here; write e(a), or EX[a] f and AX[a] f");
    }
    return proposition(step(atom));
  }
  std::uint32_t step(const temporal::Atom& atom) override {
    return number({ActionProposition::Kind::step, pattern(atom.name, atom.has_arguments, atom.arguments)});
  }
  NodeId quantified(const temporal::Node& node) override {
    diagnostics_.error(node.range, "there are no quantifiers in formulas about actions");
    return tree().add(temporal::Operator::verum, {});
  }

 private:
  using Operator = temporal::Operator;

  /// e(a), WF(a), SF(a)
  NodeId about(const std::string& name, const temporal::Atom& atom) {
    const temporal::Piece& text = atom.arguments.front();
    const std::size_t open = text.text.find('(');
    std::vector<temporal::Piece> arguments;
    const bool called = open != std::string::npos && text.text.ends_with(")");
    if (called) {
      const std::string_view inner = std::string_view(text.text).substr(open + 1, text.text.size() - open - 2);
      for (const std::string& each : split_outside(inner, ',')) arguments.push_back({each, text.range});
    }
    const ActionPattern made = pattern({without_blanks(text.text.substr(0, open)), text.range}, called, arguments);
    const NodeId possible = proposition(number({ActionProposition::Kind::enabled, made}));
    if (name == "e") return possible;
    const NodeId taken = proposition(number({ActionProposition::Kind::step, made}));
    const auto again = [&](NodeId each) {
      return tree().add(Operator::always, {tree().add(Operator::eventually, {each})});
    };
    if (name == "SF") return tree().add(Operator::implication, {again(possible), again(taken)});
    return again(tree().add(Operator::disjunction, {tree().add(Operator::negation, {possible}), taken}));
  }

  ActionPattern pattern(const temporal::Piece& name, bool called, const std::vector<temporal::Piece>& arguments) {
    ActionPattern made;
    made.name = name.text;
    made.with_arguments = called;
    if (std::ranges::find(actions_, name.text) == actions_.end() && name.text != "tau" && name.text != "Terminate") {
      diagnostics_.error(name.range, fmt::format("there is no action '{}'", name.text)).suggestion =
          nearest_name(name.text, actions_);
    }
    for (const temporal::Piece& argument : arguments) {
      const std::string text = without_blanks(argument.text);
      made.arguments.push_back(text.empty() ? "_" : text);
      // Every word may be a name that permutations move.
      std::string word;
      for (const char c : text + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'') {
          word += c;
        } else if (!word.empty()) {
          named_.insert(std::exchange(word, {}));
        }
      }
    }
    return made;
  }
  std::uint32_t number(ActionProposition made) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const ActionProposition& each = all_[i];
      const bool same = each.kind == made.kind && each.pattern.name == made.pattern.name &&
                        each.pattern.arguments == made.pattern.arguments &&
                        each.pattern.with_arguments == made.pattern.with_arguments;
      if (same) return static_cast<std::uint32_t>(i);
    }
    all_.push_back(std::move(made));
    return static_cast<std::uint32_t>(all_.size() - 1);
  }

  temporal::Logic logic_;
  const std::vector<std::string>& actions_;
  Diagnostics& diagnostics_;
  std::vector<ActionProposition> all_;
  std::set<std::string> named_;
};

}  // namespace

std::optional<temporal::LoweredFormula> read_action_formula(const temporal::FormulaText& text,
                                                            std::shared_ptr<const SpecificationSystem> system,
                                                            const SourceMap& sources, Diagnostics& diagnostics) {
  const std::optional<temporal::Syntax> syntax = temporal::parse(sources, text.range, text.logic, diagnostics);
  if (!syntax) return std::nullopt;
  ActionLowering lowering(*syntax, text.logic, system->action_names(), diagnostics);
  temporal::LoweredFormula made;
  made.text = text;
  made.tree = lowering.run();
  if (diagnostics.has_errors()) return std::nullopt;
  made.fixed = std::move(lowering.named());
  std::vector<ActionProposition> all = lowering.take();
  made.proposition_count = static_cast<std::uint32_t>(all.size());
  made.propositions = std::make_shared<ActionPropositions>(system->narrator(), std::move(all));
  made.model = std::move(system);
  return made;
}

}  // namespace quotient::mcrl2
