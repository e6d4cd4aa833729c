#include "driver/vacuity.hpp"

#include <algorithm>
#include <utility>

#include "driver/phase.hpp"
#include "driver/subject_symmetry.hpp"

namespace quotient::driver {

namespace {

constexpr std::uint64_t most_states = 200'000;

bool never_holds(const Condition& condition, const CheckSettings& settings, const Hooks& hooks) {
  const std::unique_ptr<Subject> subject = condition.never();
  if (subject == nullptr || subject->cycles) return false;
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
  options.properties = PropertySet::none().add(FindingKind::ltl);
  return explore(*subject->system, options).verdict == Verdict::verified;
}

}  // namespace

std::vector<VacuousFormula> find_vacuous(const Subject& subject, const SourceMap& sources,
                                         const CheckSettings& settings, const Hooks& hooks) {
  std::vector<VacuousFormula> out;
  for (const Condition& condition : subject.conditions) {
    if (!never_holds(condition, settings, hooks)) continue;
    out.push_back({subject.claim, condition.text, sources.locate(condition.range)});
  }
  return out;
}

}  // namespace quotient::driver
