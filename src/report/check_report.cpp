#include "report/check_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <new>
#include <utility>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"
#include "report/words.hpp"

namespace quotient {

namespace {

/// A step that went wrong half-way has no state after it: what it had done until then is reported instead.
void put_changes(const ToldStep& step, std::vector<CellValue>& cells) {
  for (const TraceEvent& event : step.events) {
    for (const CellChange& change : event.changes) {
      const auto named = [&change](const CellValue& c) { return c.cell == change.cell; };
      // Of several of one name it is the one with the value that was changed.
      auto cell = std::find_if(cells.begin(), cells.end(),
                               [&](const CellValue& c) { return named(c) && c.value == change.before; });
      if (cell == cells.end()) cell = std::find_if(cells.begin(), cells.end(), named);
      if (cell != cells.end()) {
        cell->value = change.after;
      } else {
        cells.push_back({change.cell, change.after});  // of a process that the step has created
      }
    }
  }
}

/// What is in one list of cells and not in the other, or with another value. Names may repeat: the first of a name here
/// is the first there.
std::vector<ToldViolation::Afterwards> differences(const std::vector<CellValue>& expected,
                                                   const std::vector<CellValue>& actual) {
  const auto by_name = [](const std::vector<CellValue>& cells) {
    std::map<std::pair<std::string_view, std::size_t>, std::string_view> out;
    std::map<std::string_view, std::size_t> seen;
    for (const CellValue& c : cells)
      out.emplace(std::pair<std::string_view, std::size_t>(c.cell, seen[c.cell]++), c.value);
    return out;
  };
  const auto before = by_name(expected), after = by_name(actual);
  std::vector<ToldViolation::Afterwards> out;
  for (const auto& [name, value] : before) {
    const auto at = after.find(name);
    if (at == after.end())
      out.push_back({std::string(name.first), std::string(value), std::nullopt});
    else if (at->second != value)
      out.push_back({std::string(name.first), std::string(value), std::string(at->second)});
  }
  for (const auto& [name, value] : after) {
    if (!before.contains(name)) out.push_back({std::string(name.first), std::nullopt, std::string(value)});
  }
  return out;
}

void add_afterwards(const System& system, ToldViolation& told) {
  std::vector<CellValue> cells = told.first_state;
  for (std::size_t i = 0; i < told.run.steps.size(); ++i) {
    const ToldStep& step = told.run.steps[i];
    poll_stop();
    told.afterwards.emplace_back();
    if (i == 0 || !step.completed) continue;
    put_changes(step, cells);
    std::vector<CellValue> actual = system.narrator().describe(step.state);
    const auto same = [](const CellValue& a, const CellValue& b) { return a.cell == b.cell && a.value == b.value; };
    if (!std::equal(cells.begin(), cells.end(), actual.begin(), actual.end(), same)) {
      told.afterwards.back() = differences(cells, actual);
      cells = std::move(actual);
    }
  }
}

/// The state after that of a step: on a lasso, the run goes on at the beginning of the cycle.
StateView next_on_run(const ToldRun& run, std::size_t step) {
  if (step + 1 < run.steps.size()) return run.steps[step + 1].state;
  const bool goes_round = run.cycle_start && *run.cycle_start < step;
  return goes_round ? StateView(run.steps[*run.cycle_start + 1].state) : StateView();
}

/// States in which the model is only being set up have no propositions: their row is empty.
void add_propositions(const System& system, ToldViolation& told) {
  const Narrator& narrator = system.narrator();
  for (std::size_t i = 0; i < told.run.steps.size(); ++i) {
    const ToldStep& step = told.run.steps[i];
    poll_stop();
    std::vector<bool> here = told.truth.empty() ? std::vector<bool>() : told.truth.back();
    if (step.completed && !step.state.empty()) {
      const std::vector<Proposition> known = narrator.propositions(step.state, next_on_run(told.run, i));
      if (told.propositions.empty()) {
        for (const Proposition& p : known) told.propositions.push_back(p.text);
      }
      here.clear();
      for (const Proposition& p : known) here.push_back(p.holds);
    }
    told.truth.push_back(std::move(here));
  }
  if (told.propositions.empty()) told.truth.clear();
}

void tell_run(const System& system, const Violation& violation, ToldViolation& told) {
  told.trace = retrace(system, violation);
  told.length = told.trace.choices.empty() ? 0 : told.trace.choices.size() - 1;
  std::string error;
  std::optional<ToldRun> run = replay(system, told.trace, error, violation.finding);
  ensure(run.has_value(), error);
  told.run = std::move(*run);
  if (!violation.states.empty()) {
    told.first_state = system.narrator().describe(violation.states.front());
    told.last_state = system.narrator().describe(violation.states.back());
    told.standing = system.narrator().standing(violation.states.back());
    if (!told.run.steps.back().completed) put_changes(told.run.steps.back(), told.last_state);
    add_afterwards(system, told);
    add_propositions(system, told);
    const std::size_t last = violation.states.size() - 1;
    const StateView before = last > 0 ? StateView(violation.states[last - 1]) : StateView();
    if (violation.place == ViolationPlace::state)
      told.beginning = system.narrator().beginning(before, violation.states[last]);
    if (violation.place == ViolationPlace::broken_step)
      told.beginning = system.narrator().beginning(violation.states[last], {});
  }
}

/// A finding is kept even if a limit is reached before its run is described.
ToldViolation tell(const System& system, const Violation& violation, const Limits& limits) {
  ToldViolation told;
  const auto without_run = [&](StopReason reason) {
    told = {};
    told.untold = in_words(reason, limits);
  };
  const Grace grace(current_stop());
  const StopScope scope(&grace);
  try {
    if (violation.without_run) {
      without_run(current_stop()->raised() ? stop_reason(grace.cause()) : StopReason::time);
    } else {
      tell_run(system, violation, told);
    }
  } catch (const Stopped& stopped) {
    without_run(stop_reason(stopped.cause));
  } catch (const std::bad_alloc&) {
    without_run(StopReason::refused);
  }
  told.kind = violation.finding.kind;
  told.text = system.narrator().describe(violation.finding);
  told.count = violation.count;
  return told;
}

void add_violation(CheckReport& report, ToldViolation told) {
  if (told.kind == FindingKind::deadlock) {
    for (const TraceEvent& at : told.standing)
      report.remarks.push_back(BlockedProcess{report.violations.size(), at.process, at.at, at.statement});
  }
  report.violations.push_back(std::move(told));
}

/// Of two searches over the same model.
Verdict both(Verdict a, Verdict b) {
  if (a == Verdict::violated || b == Verdict::violated) return Verdict::violated;
  return a == Verdict::verified ? b : a;
}

std::string in_words(const Shortcoming& shortcoming) {
  const std::string first = fmt::format("{} ({})", shortcoming.first.message, in_words(shortcoming.first.at));
  return shortcoming.more == 0 ? first : fmt::format("{}; and {} more, as the warnings say", first, shortcoming.more);
}

}  // namespace

CheckReport make_check_report(const System& system, Result result, const Limits& limits) {
  CheckReport report;
  for (const Violation& violation : result.violations) add_violation(report, tell(system, violation, limits));
  if (result.unexpanded > 0 && result.verdict == Verdict::incomplete)
    report.remarks.push_back(Unexpanded{result.unexpanded});
  if (result.complete() && result.lossless()) {
    for (const UnreachedPart& part : system.narrator().unreached(result.coverage)) {
      for (const UnreachedPart::Place& place : part.places) report.remarks.push_back(UnreachedPlace{part.part, place});
    }
  }
  for (const AssumedSize& size : result.assumptions.sizes) report.remarks.push_back(size);
  if (result.assumptions.integers) report.remarks.push_back(*result.assumptions.integers);
  report.symmetry.represents = result.represents;
  report.symmetry.exact = result.reduction_exact;
  if (result.stopped == StopReason::effort && result.too_much) {
    const FindingText text = system.narrator().describe(result.too_much);
    report.shortcoming = fmt::format("{} ({})", text.message, in_words(text.at));
  }
  if (result.shortcoming) {
    const std::string text = in_words(*result.shortcoming);
    if (result.verdict == Verdict::violated) {
      report.remarks.push_back(Caution{text + ": the violation does not depend on that"});
    } else if (report.shortcoming.empty()) {
      report.shortcoming = text;
    }
  }
  report.first_complete = result.complete();
  report.result = std::move(result);
  return report;
}

void add_audit(CheckReport& report, const System& system, const OrbitAudit& audit) {
  AuditReport& told = report.audit.emplace();
  told.strategy = report.symmetry.strategy;
  told.complete = audit.complete();
  told.exact_verdict = audit.exact.verdict;
  told.orbits = audit.orbits;
  told.met = audit.met;
  told.merged = audit.merged;
  told.behind = audit.behind;
  told.repeated = audit.repeated;
  for (const LostOrbit& lost : audit.examples) {
    told.examples.push_back({system.narrator().describe(lost.state), {}});
    if (lost.taken_for) told.examples.back().taken_for = system.narrator().describe(*lost.taken_for);
  }
  report.remarks.push_back(LostOrbits{told.strategy, told.merged + told.behind, told.orbits});
  if (!report.violations.empty()) return;
  for (const Violation& violation : audit.exact.violations)
    add_violation(report, tell(system, violation, report.limits));
  if (report.violations.empty()) return;
  report.result.verdict = Verdict::violated;
  report.result.violation_count = audit.exact.violation_count;
}

void admit_shortcoming(CheckReport& report, const std::string& shortcoming) {
  if (shortcoming.empty() || report.result.verdict != Verdict::verified) return;
  report.result.verdict = Verdict::incomplete;
  report.shortcoming = shortcoming;
}

namespace {

GameReport told_game(const System& system, const GameEvidence& evidence) {
  GameReport told;
  told.holds = evidence.holds;
  for (const GameEvidence::Position& position : evidence.positions) {
    poll_stop();
    GameReport::Position& made = told.positions.emplace_back();
    made.cells = system.narrator().describe(position.state);
    made.universal = position.universal;
    made.priority = position.priority;
    made.cut_short = position.cut_short;
    for (std::size_t i = 0; i < position.moves.size(); ++i) {
      made.moves.push_back({position.moves[i], system.narrator().label(position.labels[i])});
    }
  }
  return told;
}

}  // namespace

void add_claim(CheckReport& report, const System& system, const std::string& name, const std::string& claim,
               const Result& result, ClaimSymmetry symmetry, const Limits& limits) {
  report.claims.push_back({name, !claim.empty(), result.verdict, result.states, result.transitions, result.seconds,
                           std::move(symmetry), false, false, std::nullopt});
  if (result.evidence) report.claims.back().game = told_game(system, *result.evidence);
  for (const Violation& violation : result.violations) {
    ToldViolation told = tell(system, violation, limits);
    told.claim = claim;
    const bool known = std::any_of(report.violations.begin(), report.violations.end(), [&told](const ToldViolation& v) {
      return v.kind == told.kind && v.text.message == told.text.message && v.text.at == told.text.at;
    });
    if (!known) add_violation(report, std::move(told));
  }
  const bool said = !remarks_of<Unexpanded>(report.remarks).empty();
  if (result.unexpanded > 0 && result.verdict == Verdict::incomplete && !said)
    report.remarks.push_back(Unexpanded{result.unexpanded, name});
  const std::string& why = report.claims.back().symmetry.remark;
  if (!why.empty()) report.remarks.push_back(ClaimWithoutSymmetry{name, why});
  report.result.violation_count += result.violation_count;
  report.result.verdict = both(report.result.verdict, result.verdict);
  if (report.result.stopped == StopReason::nothing) report.result.stopped = result.stopped;
  report.result.exact &= result.exact;
  report.result.reduction_exact &= result.reduction_exact;
}

void shorten(CheckReport& report, const std::string& why) {
  for (ToldViolation& violation : report.violations) {
    violation.run = {};
    violation.afterwards.clear();
    violation.propositions.clear();
    violation.truth.clear();
    violation.untold = why;
  }
  report.sources.clear();
  report.diagram.reset();
  report.graph.reset();
}

std::string length_in_words(const ToldViolation& violation) {
  const std::optional<std::size_t> start = violation.run.cycle_start;
  if (!start) return counted(violation.length, "step");
  if (*start == violation.length) return counted(violation.length, "step") + ", then nothing moves anymore";
  const std::string cycle = fmt::format("a cycle of {}", counted(violation.length - *start, "step"));
  return *start == 0 ? cycle : fmt::format("{}, then {}", counted(*start, "step"), cycle);
}

namespace {

/// What --for-every says beside the verdict; empty where there is a violation.
std::string every_in_words(const ForEveryReport& every) {
  if (every.shown) {
    return fmt::format("for every number of {} ({}-views closed: {})", every.family, every.viewed,
                       with_commas(every.views));
  }
  std::uint32_t verified = 0;
  for (const ForEveryReport::Searched& s : every.searched) {
    if (s.verdict == Verdict::verified && s.size == verified + 1) ++verified;
  }
  std::string text = fmt::format("not shown for every number of {}", every.family);
  if (verified == 1) text += "; verified for 1";
  if (verified > 1) text += fmt::format("; verified for 1 to {}", verified);
  return every.obstacle.empty() ? text : fmt::format("{} ({})", text, every.obstacle);
}

}  // namespace

std::string reason_of(const CheckReport& report) {
  const Result& result = report.result;
  if (report.for_every && result.verdict != Verdict::violated) {
    std::string text = every_in_words(*report.for_every);
    if (!result.complete()) text += ": " + in_words(result.stopped, report.limits);
    return text;
  }
  if (result.verdict == Verdict::violated && !report.violations.empty()) {
    const ToldViolation& first = report.violations.front();
    const std::string place = in_words(first.text.at);
    std::string reason = first.text.message;
    // A formula of the command line is no file.
    if (!place.empty() && !place.starts_with('(')) reason += fmt::format(" ({})", place);
    const bool at_once = first.run.cycle_start == std::size_t{0} && first.length > 0;
    if (!first.untold.empty()) {
      reason += ", in a run that is not shown: " + first.untold;
    } else if (!first.beginning.empty()) {
      reason += ", " + first.beginning;
    } else {
      reason += fmt::format(", {} {}", at_once ? "in" : "after", length_in_words(first));
    }
    if (report.violations.size() > 1) reason += fmt::format("; and {} more", report.violations.size() - 1);
    return reason;
  }
  if (result.verdict == Verdict::incomplete && result.stopped == StopReason::nothing) {
    if (!report.shortcoming.empty()) return report.shortcoming;
    if (result.exact && !report.symmetry.loss.empty()) {
      return fmt::format("no violation found, but --symmetry {} may have missed states: it {}",
                         report.symmetry.strategy, report.symmetry.loss);
    }
    return fmt::format("no violation found, but {} may have missed states",
                       result.exact ? "a reduction that is not exact" : "an approximate store");
  }
  if (result.verdict == Verdict::incomplete && result.stopped == StopReason::effort && !report.shortcoming.empty())
    return report.shortcoming;
  if (result.verdict == Verdict::incomplete && !report.stopped_while.empty())
    return fmt::format("{} while {}", in_words(result.stopped, report.limits), report.stopped_while);
  if (result.verdict == Verdict::incomplete)
    return in_words(result.stopped, report.limits) + "; no violation in the states expanded until then";
  const std::string for_what = result.verdict == Verdict::verified ? assumptions(report.remarks) : std::string();
  return in_words(StopReason::nothing, report.limits) + (for_what.empty() ? "" : ", for " + for_what);
}

}  // namespace quotient
