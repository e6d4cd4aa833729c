#include "driver/vacuity.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "driver/phase.hpp"
#include "driver/subject_symmetry.hpp"
#include "report/words.hpp"
#include "search/cycles/cycle_search.hpp"

namespace quotient::driver {

namespace {

constexpr std::uint64_t most_states = 200'000;
constexpr std::uint64_t few_states = 50'000;  // for the propositions of the formula to be looked at

bool makes_no_difference(const Condition& condition, const Subject& formula, const CheckSettings& settings,
                         const Hooks& hooks) {
  const std::unique_ptr<Subject> subject = condition.never();
  if (subject == nullptr) return false;
  if (subject->cycles) subject->cycles = formula.cycles ? formula.cycles : subject->cycles;
  CheckSettings plain = settings;
  plain.symmetry = settings.symmetry == "off" ? "off" : "auto";
  if (plain.detection.how == "scd") plain.detection.how = "system";
  const auto symmetry = find_symmetry(*subject, plain);
  SearchOptions options;
  options.threads = settings.search.threads;
  options.limits = settings.search.limits;
  use_deadline(options.limits, hooks);
  options.limits.max_states = std::min(options.limits.max_states, most_states);
  options.reduction = symmetry->used;
  options.orbits = symmetry->orbits.get();
  options.properties = PropertySet::none().add(FindingKind::ltl).add(FindingKind::runtime);
  const Result result =
      subject->cycles ? find_cycles(*subject->system, *subject->cycles, options) : explore(*subject->system, options);
  return result.verdict == Verdict::verified;
}

}  // namespace

std::vector<Remark> find_vacuous(const Subject& subject, const SourceMap& sources, const Result& verified,
                                 const CheckSettings& settings, const Hooks& hooks) {
  std::vector<Remark> out;
  for (const Condition& condition : subject.conditions) {
    if (!condition.is_proposition && makes_no_difference(condition, subject, settings, hooks)) {
      out.push_back(VacuousFormula{subject.claim, condition.text, sources.locate(condition.range)});
    }
  }
  if (!out.empty()) return out;  // what never asks for anything holds whatever its propositions are
  for (const Condition& condition : subject.conditions) {
    if (!condition.is_proposition || verified.states > few_states) continue;
    if (!makes_no_difference(condition, subject, settings, hooks)) continue;
    out.push_back(Caution{fmt::format("{} holds whatever {} is ({})", subject.claim, condition.text,
                                      in_words(sources.locate(condition.range))),
                          false});
  }
  return out;
}

}  // namespace quotient::driver
