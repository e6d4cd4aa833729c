#include "search/trace.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"
#include "search/cycles/cycle_judge.hpp"
#include "search/run.hpp"

namespace quotient {

namespace {

constexpr const char* not_its_end =
    "the model does not end as the trace says: the trace belongs to another model or other options";

bool same(StateView a, StateView b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

/// The first choice that leads to `target` and, where `finding` is given, has it.
std::optional<std::uint32_t> choice_to(const Run& run, const StateBytes& target, Finding finding) {
  for (std::uint32_t i = 0; i < run.choice_count(); ++i) {
    const Successor step = run.choice(i);
    if (step.completed && same(step.state, target) && (!finding || step.finding == finding)) return i;
  }
  return std::nullopt;
}

CycleKind kind_of_cycle(Finding finding) {
  return finding.kind == FindingKind::progress ? CycleKind::non_progress : CycleKind::acceptance;
}

/// The choices of a fair cycle, from its first state to that state again, once or several times.
std::vector<std::uint32_t> fair_rounds(const System& system, std::span<const StateBytes> cycle, Fairness fairness) {
  struct Way {
    std::uint32_t choice;
    ProcessSet moved;
  };
  const std::unique_ptr<StepGenerator> generator = system.cycle_generator(), plain = system.generator();
  Successors steps, listed;
  std::vector<std::vector<Way>> ways;  // from each state to the next
  OwedMoves owed(fairness);
  for (std::size_t i = 0; i + 1 < cycle.size(); ++i) {
    poll_stop();
    generator->successors(cycle[i], steps);
    owed.visit(steps.cycle_facts.waiting);
    plain->successors(cycle[i], listed);
    ways.emplace_back();
    for (std::uint32_t k = 0; k < steps.size(); ++k) {
      if (steps[k].completed && same(steps[k].state, cycle[i + 1])) ways.back().push_back({k, steps.moved(k)});
    }
    // Inside of long atomic sequences, ways that differ only in who moved are not all listed where nobody asks for
    // that.
    if (listed.size() == steps.size()) continue;
    std::uint32_t first = 0;
    while (!listed[first].completed || !same(listed[first].state, cycle[i + 1])) ++first;
    ways.back() = {{first, ProcessSet::everything()}};
  }
  ProcessSet unserved = owed.left();
  const auto serves = [&unserved](const Way& way) {
    ProcessSet left = unserved;
    return (left -= way.moved) != unserved;
  };
  std::vector<std::uint32_t> choices;
  for (bool moves = true; moves;) {
    moves = false;
    for (const std::vector<Way>& from : ways) {
      const auto better = std::find_if(from.begin(), from.end(), serves);
      const Way& way = better == from.end() ? from.front() : *better;
      choices.push_back(way.choice);
      unserved -= way.moved;
    }
    for (const std::vector<Way>& from : ways) moves |= std::any_of(from.begin(), from.end(), serves);
  }
  return choices;
}

/// Whether a cycle can be found to be what a trace says.
bool is_of_cycle(Finding finding, std::optional<Finding> wanted) {
  if (wanted) return finding == *wanted;
  return (finding.kind == FindingKind::acceptance || finding.kind == FindingKind::progress) && finding.site == 0;
}

bool has_finding(const Run& run, Finding finding) {
  return std::find(run.findings().begin(), run.findings().end(), finding) != run.findings().end();
}

}  // namespace

std::uint64_t digest(const System& system, StateView state) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  if (state.empty()) return hash;            // nothing was begun
  for (const std::uint8_t byte : system.lasting(state)) hash = (hash ^ byte) * 0x100000001b3U;
  return hash;
}

Trace retrace(const System& system, const Violation& violation) {
  Trace trace{{}, violation.finding, violation.place, 0, 0, violation.fairness};
  Run run(system);
  for (std::size_t i = 0; i < violation.states.size(); ++i) {
    poll_stop();
    const bool fails_here = violation.place == ViolationPlace::step && i + 1 == violation.states.size();
    const auto choice = choice_to(run, violation.states[i], fails_here ? violation.finding : Finding{});
    ensure(choice.has_value(), "a counterexample takes a step that the model does not have");
    trace.choices.push_back(*choice);
    run.take(*choice);
  }
  if (violation.place == ViolationPlace::broken_step) {
    std::uint32_t i = 0;
    while (i < run.choice_count() && (run.choice(i).completed || run.choice(i).finding != violation.finding)) ++i;
    ensure(i < run.choice_count(), "a counterexample ends in an error that the model does not have");
    trace.choices.push_back(i);
  }
  if (violation.place == ViolationPlace::state) {
    ensure(has_finding(run, violation.finding), "a counterexample ends in a state where nothing is wrong");
  }
  if (violation.place == ViolationPlace::cycle) {
    const auto cycle = std::span(violation.states).subspan(violation.cycle_start);
    const std::string wrong = judge_cycle(system, cycle, kind_of_cycle(violation.finding), violation.fairness);
    ensure(wrong.empty(), wrong);
    trace.cycle_start = static_cast<std::uint32_t>(violation.cycle_start);
    if (violation.fairness != Fairness::none && cycle.size() > 1) {
      trace.choices.resize(violation.cycle_start + 1);
      for (const std::uint32_t choice : fair_rounds(system, cycle, violation.fairness)) trace.choices.push_back(choice);
    }
  }
  trace.digest = digest(system, run.state());
  return trace;
}

ToldStep tell(const System& system, const StateBytes* from, const Successor& step, std::size_t parallel_before) {
  ToldStep told;
  told.events = from == nullptr ? system.narrator().explain_initial(step.state)
                : step.finding || parallel_before == 0
                    ? system.narrator().explain(*from, step.state, step.finding)
                    : system.narrator().explain_parallel(*from, step.state, parallel_before);
  told.state.assign(step.state.begin(), step.state.end());
  told.completed = step.completed;
  return told;
}

std::optional<ToldRun> replay(const System& system, const Trace& trace, std::string& error,
                              std::optional<Finding> cycle) {
  ToldRun told;
  Run run(system);
  StateBytes before;
  Finding last;
  for (std::size_t i = 0; i < trace.choices.size(); ++i) {
    poll_stop();
    const std::uint32_t choice = trace.choices[i];
    if (choice >= run.choice_count()) {
      error =
          fmt::format("step {} of the trace is choice {} of {}: the trace belongs to another model or other options", i,
                      choice, run.choice_count());
      return std::nullopt;
    }
    const Successor step = run.choice(choice);
    const bool is_last = i + 1 == trace.choices.size();
    if (!step.completed && !is_last) {
      error = fmt::format("step {} of the trace ends in an error, but the trace goes on", i);
      return std::nullopt;
    }
    if (is_last && step.completed == (trace.place == ViolationPlace::broken_step)) {
      error = not_its_end;
      return std::nullopt;
    }
    last = step.finding;
    // Only the step that the trace is about is described as the one that fails; others by where they lead.
    Successor shown = step;
    const bool by_state = trace.place == ViolationPlace::state || trace.place == ViolationPlace::cycle ||
                          trace.place == ViolationPlace::position;
    if (!is_last || by_state) shown.finding = {};
    told.steps.push_back(tell(system, i == 0 ? nullptr : &before, shown, run.parallel_before(choice)));
    if (run.take(choice)) before.assign(run.state().begin(), run.state().end());
  }
  if (trace.place == ViolationPlace::cycle) {
    if (trace.cycle_start >= told.steps.size()) {
      error = "the cycle of the trace begins behind its end";
      return std::nullopt;
    }
    std::vector<StateBytes> states;
    for (std::size_t i = trace.cycle_start; i < told.steps.size(); ++i) states.push_back(told.steps[i].state);
    error = judge_cycle(system, states, kind_of_cycle(trace.finding), trace.fairness);
    if (!error.empty()) return std::nullopt;
    told.cycle_start = trace.cycle_start;
  }
  const bool ends_so = trace.place == ViolationPlace::state   ? has_finding(run, trace.finding)
                       : trace.place == ViolationPlace::cycle ? is_of_cycle(trace.finding, cycle)
                       : trace.place == ViolationPlace::position
                           ? trace.finding.kind == FindingKind::ltl  // who wins from here, no single state says
                           : trace.finding && last == trace.finding;
  if (!ends_so || digest(system, run.state()) != trace.digest) {
    error = not_its_end;
    return std::nullopt;
  }
  return told;
}

}  // namespace quotient
