#include "driver/vacuity.hpp"

#include <algorithm>
#include <utility>

#include "driver/phase.hpp"
#include "driver/subject_symmetry.hpp"

namespace quotient::driver {

namespace {

constexpr std::uint64_t most_states = 200'000;

bool never_holds(const Condition& condition, const Subject& of, const CheckSettings& settings, const Hooks& hooks) {
  auto system = condition.never();
  if (system == nullptr || system->program().claim_needs_cycles) return false;
  const Program& program = system->program();
  Subject subject;
  subject.name = subject.claim = of.claim;
  subject.system = std::move(system);
  subject.program = &program;
  subject.scalarsets = of.scalarsets;
  CheckSettings plain = settings;
  plain.symmetry = settings.symmetry == "off" ? "off" : "auto";
  plain.detect = settings.detect == "scd" ? "system" : settings.detect;
  const auto symmetry = find_symmetry(subject, plain);
  SearchOptions options;
  options.threads = settings.search.threads;
  options.limits = settings.search.limits;
  use_deadline(options.limits, hooks);
  options.limits.max_states = std::min(options.limits.max_states, most_states);
  options.reduction = symmetry->used;
  options.properties = PropertySet::none().add(FindingKind::ltl);
  return explore(*subject.system, options).verdict == Verdict::verified;
}

}  // namespace

std::vector<VacuousFormula> find_vacuous(const Subject& subject, const SourceMap& sources,
                                         const CheckSettings& settings, const Hooks& hooks) {
  std::vector<VacuousFormula> out;
  for (const Condition& condition : subject.conditions) {
    if (!never_holds(condition, subject, settings, hooks)) continue;
    out.push_back({subject.claim, condition.text, sources.locate(condition.range)});
  }
  return out;
}

}  // namespace quotient::driver
