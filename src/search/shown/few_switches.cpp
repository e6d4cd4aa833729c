#include "search/shown/few_switches.hpp"

#include <algorithm>
#include <span>

#include "search/cycles/cycle_judge.hpp"
#include "search/shown/exchange_steps.hpp"
#include "search/shown/shortest_runs.hpp"

namespace quotient {

namespace {

bool names_actors(const ActedRun& run) {
  return std::ranges::none_of(run.actors, [](Actor actor) { return actor == no_actor; });
}

/// The actor of the step that fails and leads nowhere.
Actor broken_actor(const System& system, const Violation& violation) {
  const std::unique_ptr<StepGenerator> generator = system.generator();
  Successors steps;
  generator->successors(violation.states.back(), steps);
  steps.show_all();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!steps[i].completed && steps[i].finding == violation.finding) return steps[i].actor;
  }
  return no_actor;
}

std::size_t switches_of(const System& system, const Violation& violation, const ActedRun& run) {
  std::size_t count = run.switches();
  if (violation.place == ViolationPlace::broken_step && !run.actors.empty()) {
    count += broken_actor(system, violation) != run.actors.back() ? 1 : 0;
  }
  return count;
}

/// The part of a run in front of a cycle, or of the step that fails: all that may change without another verdict.
std::size_t states_before_end(const Violation& violation) {
  if (violation.place == ViolationPlace::cycle) return violation.cycle_start + 1;
  return violation.states.size() - (violation.place == ViolationPlace::step ? 1 : 0);
}

void exchange_in_front(const System& system, Violation& violation, std::uint64_t most_states) {
  const std::size_t front = states_before_end(violation);
  ActedRun run = acted_run(system, std::span(violation.states).first(front));
  exchange_steps(system, run, most_states);
  Violation other = violation;
  std::ranges::move(run.states, other.states.begin());
  // What joins blocks in front may part the last of them from the step that fails.
  if (count_switches(system, other) < count_switches(system, violation)) violation = std::move(other);
}

/// A cycle with the same first and last state need not be the same to a formula: it is judged once more.
void exchange_in_cycle(const System& system, Violation& violation, std::uint64_t most_states) {
  ActedRun run = acted_run(system, std::span(violation.states).subspan(violation.cycle_start));
  if (run.actors.empty()) return;
  const std::size_t before = run.switches();
  exchange_steps(system, run, most_states);
  const CycleKind kind =
      violation.finding.kind == FindingKind::progress ? CycleKind::non_progress : CycleKind::acceptance;
  if (run.switches() == before || !judge_cycle(system, run.states, kind, violation.fairness).empty()) return;
  std::ranges::move(run.states, violation.states.begin() + static_cast<std::ptrdiff_t>(violation.cycle_start));
}

/// False where there is too much to look at.
bool choose_shortest(const System& system, Violation& violation, const FewSwitchesOptions& options) {
  ShortestRuns runs(system, options);
  RunGoal goal{violation.place, violation.finding, nullptr};
  const bool is_cycle = violation.place == ViolationPlace::cycle;
  if (is_cycle) goal.state = &violation.states[violation.cycle_start];
  std::optional<std::vector<StateBytes>> found = runs.find(goal, is_cycle ? violation.cycle_start : violation.length());
  if (!found) return false;
  Violation other = violation;
  if (is_cycle) {
    other.cycle_start = found->size() - 1;
    found->insert(found->end(), violation.states.begin() + static_cast<std::ptrdiff_t>(violation.cycle_start) + 1,
                  violation.states.end());
  }
  other.states = std::move(*found);
  const bool is_better = other.states.size() < violation.states.size() ||
                         count_switches(system, other) < count_switches(system, violation);
  if (is_better) violation = std::move(other);
  return true;
}

}  // namespace

std::size_t count_switches(const System& system, const Violation& violation) {
  return switches_of(system, violation, acted_run(system, violation.states));
}

void show_few_switches(const System& system, Violation& violation, const FewSwitchesOptions& options) {
  if (violation.length() < 3 || violation.place == ViolationPlace::position) return;
  const ActedRun run = acted_run(system, violation.states);
  if (!names_actors(run) || switches_of(system, violation, run) < 2) return;
  Violation shown = violation;  // what is thrown on the way leaves no half
  if (!choose_shortest(system, shown, options)) exchange_in_front(system, shown, options.most_states);
  if (shown.place == ViolationPlace::cycle) exchange_in_cycle(system, shown, options.most_states);
  violation = std::move(shown);
}

}  // namespace quotient
