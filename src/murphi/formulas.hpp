#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "murphi/lower/lower.hpp"
#include "murphi/syntax/ast.hpp"
#include "temporal/subject.hpp"

namespace quotient::murphi {

/// What a formula asks of steps: a rule by its name, and perhaps the values of its parameters as they are written.
struct RulePattern {
  std::string name;
  bool has_arguments = false;
  std::vector<std::string> arguments;  // "_": any

  bool fits(const LoweredRule& rule) const;
  friend bool operator==(const RulePattern&, const RulePattern&) = default;
};

/// A proposition of a formula about a specification.
struct RuleProposition {
  enum class Kind : std::uint8_t { predicate, step, enabled, deadlock, sink };
  Kind kind = Kind::predicate;
  std::uint32_t predicate = 0;  // which of the program's propositions
  RulePattern pattern;          // step, enabled
  std::string text;             // for people
};

/// A formula that was read, and not yet lowered with its specification.
struct RuleFormula {
  temporal::FormulaText text;
  temporal::Tree tree;
  std::vector<Rule> predicates;  // of kind `proposition`, to be added to the specification
  std::vector<RuleProposition> propositions;
};

/// Nullopt after errors. `rules` are those that it may name.
std::optional<RuleFormula> read_formula(const temporal::FormulaText& text, std::span<const Rule> rules,
                                        const SourceMap& sources, Diagnostics& diagnostics);

/// Whom fairness is about: rules of one name are one, all choices of their parameters too. By number, their names.
std::vector<std::string> fair_names(std::span<const Rule> rules);
/// The numbers of `lowered.rules` among these names.
std::vector<Actor> actors_of(const Lowered& lowered, std::span<const std::string> names);

/// Tells steps apart as far as the formula does, and fairness where `actors` are given, so that no permutation
/// exchanges what is told apart.
void classify_steps(const RuleFormula& formula, Lowered& lowered);

/// `program` is the one of `rules`, both as long as the propositions.
std::shared_ptr<const temporal::Propositions> propositions_of(const RuleFormula& formula, const Program& program,
                                                              std::span<const LoweredRule> rules);

}  // namespace quotient::murphi
