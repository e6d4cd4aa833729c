#include "report/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "report/run_text.hpp"
#include "report/words.hpp"

namespace quotient {

namespace {

/// Whether the search went on after the first violation; otherwise how many it met by then means nothing.
bool counts_all(const CheckReport& report) { return report.result.stopped != StopReason::first_violation; }

/// Never 100 %: that is for the exact store to promise.
std::string coverage_in_words(const Result& result) {
  constexpr double nearly_all = 99.9999;
  const double percent = 100 * result.expected_coverage();
  if (percent > nearly_all) return fmt::format("expected above {} % of the states", nearly_all);
  return fmt::format("expected {:.6g} % of the states", percent);
}

std::string audit_figures(const AuditReport& audit) {
  std::string text = fmt::format("{}, {} met, {} lost", counted(audit.orbits, "orbit"), with_commas(audit.met),
                                 with_commas(audit.merged + audit.behind));
  if (audit.merged + audit.behind > 0) {
    text += fmt::format(": {} taken for others, {} behind those", with_commas(audit.merged), with_commas(audit.behind));
  }
  if (audit.repeated > 0) text += fmt::format("; {} more than orbits", counted(audit.repeated, "state"));
  text += fmt::format("; the exact search: {}", name_of(audit.exact_verdict));
  return audit.complete ? text : text + " (as far as the limits allowed)";
}

/// How many renamings there are, or, where rules say so, instances of these, and why they are right.
std::string renamings_in_words(const std::string& order, const RuleReport& rules) {
  if (rules.instances == 0) return order == "1" ? "1 renaming" : with_commas(order) + " renamings";
  std::string text = counted(rules.instances, "instance");
  if (rules.shown == rules.instances) return text + ", shown right by the system graph";
  if (rules.shown > 0) text += fmt::format(", {} shown right by the system graph", with_commas(rules.shown));
  if (rules.tried_on) {
    text += fmt::format(", {}tried on {}", rules.shown > 0 ? "all " : "", counted(*rules.tried_on, "state"));
  }
  return text;
}

/// What states stand for, and by how many renamings.
std::string standing_for(const std::string& strategy, const std::string& represents, const std::string& renamings) {
  return represents.empty() ? fmt::format("{}, {}", strategy, renamings)
                            : fmt::format("standing for {}, by {}", with_commas(represents), renamings);
}

/// What symmetry came to beside a claim, and what the claim cost. What stands at the top is not told again.
std::string claim_symmetry_in_words(const CheckReport& report, const ClaimReport& claim) {
  const ClaimSymmetry& symmetry = claim.symmetry;
  if (!symmetry.remark.empty()) return symmetry.remark;
  const bool as_above = symmetry.order == report.symmetry.order && symmetry.strategy == report.symmetry.strategy &&
                        symmetry.rules.instances == 0;
  std::string text;
  if (symmetry.strategy != "off" && !claim.leads && !as_above) {
    text = standing_for(symmetry.strategy, symmetry.represents, renamings_in_words(symmetry.order, symmetry.rules));
  }
  // A program can show less symmetry alone than with a claim: of what nothing reads nothing is kept.
  const std::string& without = symmetry.order_without_claim;
  const auto size_of = [](const std::string& digits) { return std::pair(digits.size(), digits); };
  if (without.empty() || size_of(without) <= size_of(symmetry.order)) return text;
  const std::string cost =
      fmt::format("what it names leaves {} of {} renamings", with_commas(symmetry.order), with_commas(without));
  return text.empty() ? cost : text + "; " + cost;
}

std::string figures(const CheckReport& report, const Look& look) {
  const Result& result = report.result;
  std::string memory = bytes_in_words(result.memory_bytes);
  if (result.states >= 1000) {  // of fewer, the first blocks of memory are all that it would tell
    memory += fmt::format(", {:.1f} bytes a state",
                          static_cast<double>(result.memory_bytes) / static_cast<double>(result.states));
  }
  constexpr std::size_t least = 12, most = 24;  // a name that is longer has a line to itself
  std::size_t widest = least;
  for (const ClaimReport& c : report.claims) widest = std::max(widest, std::min(most, width(c.name)));
  for (const std::string& name : report.not_checked) widest = std::max(widest, std::min(most, width(name)));
  std::string text;
  const auto row = [&](std::string_view name, std::string_view value) {
    const std::size_t column = 2 + widest + 2;
    if (width(name) > widest) {
      text += fmt::format("  {}\n", name);
      name = "";
    }
    text += fmt::format("  {}{}", name, std::string(widest + 2 - width(name), ' '));
    text += (look.columns == 0 ? std::string(value) : wrapped(value, column, look.margin())) + "\n";
  };
  row("states", with_commas(result.states));
  if (result.unexpanded > 0 && result.verdict == Verdict::incomplete) {
    row("", fmt::format("{} of them not expanded when the search ended, and so not checked",
                        with_commas(result.unexpanded)));
  }
  if (report.symmetry.strategy != "off") {
    const std::string renamings = renamings_in_words(report.symmetry.order, report.symmetry.rules);
    row("", standing_for(report.symmetry.strategy, result.represents, renamings));
  }
  if (report.symmetry.strategy == "off" && !report.symmetry.broken_by.empty()) {
    const std::size_t more = report.symmetry.broken_by.size() - 1;
    row("symmetry", fmt::format("none: {}{}", printable(report.symmetry.broken_by.front()),
                                more > 0 ? fmt::format(" (and {} more: quotient symmetry)", more) : ""));
  }
  if (report.audit) row("audit", audit_figures(*report.audit));
  if (report.skips_sequential) row("", "without those from which only one step leads on");
  row("transitions", with_commas(result.transitions));
  row("depth", with_commas(result.max_depth));
  if (!result.exact) row("coverage", fmt::format("{}, {} store", coverage_in_words(result), report.store));
  if (result.hash_factor > 0) {
    row("hash factor", fmt::format("{:.1f} bits for each state{}", result.hash_factor,
                                   result.hash_factor < 100 ? "; from 100 on few are missed (--memory)" : ""));
  }
  if (counts_all(report) && result.violation_count > 1) row("violations", with_commas(result.violation_count));
  for (const ClaimReport& c : report.claims) {
    row(printable(c.name),
        fmt::format("{}, {}{}", name_of(c.verdict), counted(c.states, "state"), c.has_claim ? " with the claim" : ""));
    const std::string symmetry = claim_symmetry_in_words(report, c);
    if (!symmetry.empty()) row("", symmetry);
    if (c.skips_sequential && !c.leads) row("", "without those from which only one step leads on");
  }
  const bool is_violated = result.verdict == Verdict::violated;
  for (std::size_t i = 0; i < report.not_checked.size(); ++i) {
    row(printable(report.not_checked[i]),
        i == 0 && is_violated ? "not checked (--all goes on after a violation)" : "not checked");
  }
  for (const std::string& remark : report.remarks) row("assumed", printable(remark));
  row("time", seconds_in_words(report.seconds.total));
  row("memory", memory);
  return text;
}

/// Of a state that was taken for another what differs between them, else all of it.
std::string lost_in_words(const AuditReport::Example& lost, const Look& look) {
  if (lost.taken_for.empty()) return "  behind others:\n" + tell_cells(lost.state, look);
  std::string text = "  taken for another, with what that one has instead:\n";
  // The same name can stand for a channel and for what is in it, so cells are matched in order.
  auto next = lost.taken_for.begin();
  for (const CellValue& cell : lost.state) {
    const auto other =
        std::find_if(next, lost.taken_for.end(), [&](const CellValue& c) { return c.cell == cell.cell; });
    if (other != lost.taken_for.end()) next = other + 1;
    const std::string instead = other == lost.taken_for.end() ? "nothing" : other->value;
    if (instead == cell.value) continue;
    text += fmt::format("    {} = {} ({})\n", printable(cell.cell), printable(cell.value), printable(instead));
  }
  return text;
}

/// One place a line, in the order of the text.
std::string unreached_in_words(const UnreachedPart& part) {
  std::vector<UnreachedPart::Place> places = part.places;
  // That a loop which is never left is never left is no news.
  std::erase_if(places, [](const UnreachedPart::Place& place) { return place.without_way; });
  std::stable_sort(places.begin(), places.end(), [](const UnreachedPart::Place& a, const UnreachedPart::Place& b) {
    return a.at.file != b.at.file ? a.at.file < b.at.file : a.at.position.line < b.at.position.line;
  });
  std::size_t widest = 0;
  for (const UnreachedPart::Place& place : places) widest = std::max(widest, in_words(place.at).size());
  std::string text;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::string name = i == 0 ? printable(part.part) : std::string(printable(part.part).size(), ' ');
    std::string line = fmt::format("  {}  {:<{}}", name, printable(in_words(places[i].at)), widest);
    if (!places[i].statement.empty()) line += "  " + printable(places[i].statement);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string vacuous_in_words(const std::vector<VacuousFormula>& formulas, const Look& look) {
  std::size_t name = 0, place = 0;
  for (const VacuousFormula& v : formulas) {
    name = std::max(name, v.claim.size());
    place = std::max(place, in_words(v.at).size());
  }
  std::string text = paint("holds only because its condition never does:", Paint::yellow, look.colour) + "\n";
  for (const VacuousFormula& v : formulas) {
    text += fmt::format("  {:<{}}  {:<{}}  {}\n", printable(v.claim), name, printable(in_words(v.at)), place,
                        printable(v.condition));
  }
  return text;
}

std::string violation_in_words(const CheckReport& report, std::size_t i, const Look& look) {
  const ToldViolation& violation = report.violations[i];
  std::string text;
  if (report.violations.size() > 1 || (counts_all(report) && violation.count > 1)) {
    text += fmt::format("{}, {}: {}", paint(fmt::format("violation {}", i + 1), Paint::bold, look.colour),
                        name_of(violation.kind), printable(violation.text.message));
    const std::string place = in_words(violation.text.at);
    if (!place.empty()) text += fmt::format(" ({})", printable(place));
    if (counts_all(report) && violation.count > 1) text += fmt::format(", met {}", counted(violation.count, "time"));
    text += "\n";
  }
  if (!violation.untold.empty()) return text + fmt::format("no counterexample is shown: {}\n", violation.untold);
  text += paint(fmt::format("counterexample, {}:", length_in_words(violation)), Paint::bold, look.colour) + "\n";
  text += tell_run(violation.run, look);
  if (!violation.last_state.empty()) {
    text += paint("last state:", Paint::bold, look.colour) + "\n" + tell_cells(violation.last_state, look);
  }
  if (violation.kind == FindingKind::deadlock && !violation.standing.empty()) {
    text += paint("nobody can move:", Paint::bold, look.colour) + "\n" + tell_standing(violation.standing, look);
  }
  return text;
}

}  // namespace

std::string verdict_line(const CheckReport& report, bool colour) {
  const Result& result = report.result;
  const Paint code = result.verdict == Verdict::verified   ? Paint::green
                     : result.verdict == Verdict::violated ? Paint::red
                                                           : Paint::yellow;
  std::string line =
      paint(fmt::format("{}:", name_of(result.verdict)), code, colour) + " " + printable(reason_of(report));
  if (result.verdict == Verdict::violated && !result.complete() && result.stopped != StopReason::first_violation) {
    line += fmt::format("; {}", in_words(result.stopped, report.limits));
  }
  return line + "\n";
}

std::string text_report(const CheckReport& report, const TextOptions& options) {
  std::string text = verdict_line(report, options.look.colour);
  if (options.quiet) return text;
  text += "\n" + figures(report, options.look);
  for (std::size_t i = 0; i < report.violations.size(); ++i) {
    text += "\n" + violation_in_words(report, i, options.look);
  }
  if (report.audit && !report.audit->examples.empty()) {
    text += "\n" + paint("orbits lost, some of them:", Paint::bold, options.look.colour) + "\n";
    for (const AuditReport::Example& lost : report.audit->examples) text += lost_in_words(lost, options.look);
  }
  if (!report.vacuous.empty()) text += "\n" + vacuous_in_words(report.vacuous, options.look);
  std::string unreached;
  for (const UnreachedPart& part : report.unreached) unreached += unreached_in_words(part);
  if (!unreached.empty()) text += "\n" + paint("never reached:", Paint::bold, options.look.colour) + "\n" + unreached;
  return text;
}

std::string progress_line(const Progress& progress, std::optional<double> seconds_left) {
  const double rate = progress.seconds > 0 ? static_cast<double>(progress.states) / progress.seconds : 0;
  std::string line = fmt::format("{}, {}/s, {} waiting, depth {}, {}, {}", counted(progress.states, "state"),
                                 with_commas(static_cast<std::uint64_t>(rate)), with_commas(progress.waiting),
                                 with_commas(progress.depth), bytes_in_words(progress.memory_bytes),
                                 seconds_in_words(progress.seconds));
  if (seconds_left) line += fmt::format(", about {} left", seconds_in_words(*seconds_left));
  return line;
}

}  // namespace quotient
