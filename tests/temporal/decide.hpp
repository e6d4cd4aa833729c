#pragma once

#include <gtest/gtest.h>
#include <memory>

#include "search/cycles/cycle_search.hpp"
#include "search/game/game_search.hpp"
#include "symmetry/reduce/state_orbits.hpp"
#include "temporal/subject.hpp"
#include "tokens.hpp"

namespace quotient::temporal::test {

inline Subject subject_of(const std::shared_ptr<const TokenSystem>& system, const Tree& tree, Logic logic) {
  SourceMap sources;
  Diagnostics diagnostics;
  LoweredFormula formula;
  formula.text.logic = logic;
  const FileId file = sources.add("formula", "");
  formula.text.range = {file, 0, 0};
  formula.tree = tree;
  formula.proposition_count = TokenPropositions::count;
  formula.model = system;
  formula.propositions = std::make_shared<TokenPropositions>();
  formula.symmetry = std::make_shared<TokenSymmetry>(system->tokens().processes);
  for (const Node& node : tree.nodes) {
    if (node.atom != no_atom && TokenPropositions::names_first(node.atom)) formula.fixed.insert("P0");
  }
  std::optional<Subject> made = make_subject(std::move(formula), sources, diagnostics);
  EXPECT_TRUE(made.has_value());
  return std::move(*made);
}

struct Answer {
  Result result;
  bool reduced = false;
};

inline Answer decide(const Subject& subject, bool with_symmetry) {
  Answer answer;
  SearchOptions options;
  options.properties = PropertySet::none().add(FindingKind::ltl).add(FindingKind::runtime);
  std::unique_ptr<StateOrbits> orbits;
  const DetectedSymmetry found = subject.symmetry->find({});
  if (with_symmetry && !found.symmetry.group.is_trivial()) {
    orbits = StateOrbits::of(found.symmetry);
    options.orbits = orbits.get();
    options.reduction = &orbits->reduction();
    answer.reduced = true;
  }
  answer.result = subject.cycles            ? find_cycles(*subject.system, *subject.cycles, options)
                  : subject.game != nullptr ? decide_game(*subject.system, *subject.game, options)
                                            : explore(*subject.system, options);
  return answer;
}

}  // namespace quotient::temporal::test
