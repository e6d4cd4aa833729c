#pragma once

#include <gtest/gtest.h>
#include <string>

#include "frontend/front_end.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/game/game_search.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient::temporal::test {

/// What comes of checking one formula on a text, with and without symmetry.
struct Checked {
  std::string verdict;   // "holds", "fails", or the first error
  std::string order;     // of the group that was used
  std::uint32_t column;  // of an error, from 1
};

inline Checked check(const FrontEnd& language, const std::string& text, const std::string& formula, bool linear = true,
                     Fairness fairness = Fairness::none, const std::vector<std::string>& fair_to = {}) {
  ModelSettings settings;
  settings.fairness = fairness;
  settings.fair_actors = fair_to;
  settings.text = text;
  settings.program = settings.all_formulas = false;
  settings.up_to_symmetry = settings.find_symmetry = true;
  (linear ? settings.linear_formulas : settings.branching_formulas).push_back(formula);
  SourceMap sources;
  Diagnostics diagnostics;
  Loaded out{sources, diagnostics, {}, {}};
  language.load(settings, sources.add("model", text), nullptr, out);
  for (const Diagnostic& each : diagnostics.all()) {
    if (each.severity == Severity::error) return {each.message, "", each.range.begin + 1};
  }
  if (out.subjects.size() != 1) return {"no subject", "", 0};
  const Subject& subject = out.subjects.front();
  const DetectedSymmetry found = subject.symmetry->find({});
  std::vector<Verdict> verdicts;
  for (const bool reduced : {true, false}) {
    SearchOptions options;
    options.properties = PropertySet::none().add(FindingKind::ltl).add(FindingKind::runtime);
    std::unique_ptr<StateOrbits> orbits;
    if (reduced && !found.symmetry.group.is_trivial()) {
      orbits = StateOrbits::of(found.symmetry);
      options.orbits = orbits.get();
      options.reduction = &orbits->reduction();
    }
    const Result result = subject.cycles            ? find_cycles(*subject.system, *subject.cycles, options)
                          : subject.game != nullptr ? decide_game(*subject.system, *subject.game, options)
                                                    : explore(*subject.system, options);
    verdicts.push_back(result.verdict);
  }
  EXPECT_EQ(verdicts[0], verdicts[1]) << formula;
  const std::string verdict = verdicts[0] == Verdict::verified   ? "holds"
                              : verdicts[0] == Verdict::violated ? "fails"
                                                                 : "incomplete";
  return {verdict, found.symmetry.group.order().to_string(), 0};
}

}  // namespace quotient::temporal::test
