#include "report/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>
#include <utility>

#include "report/run_text.hpp"
#include "report/words.hpp"

namespace quotient {

namespace {

/// A remark on one line.
std::string with_place(const RemarkText& told) {
  const std::string place = in_words(told.at);
  return place.empty() ? told.message : fmt::format("{} ({})", told.message, place);
}

/// Whether the search went on after the first violation; otherwise how many it met by then means nothing.
bool counts_all(const CheckReport& report) { return report.result.stopped != StopReason::first_violation; }

std::string audit_figures(const AuditReport& audit) {
  std::string text = fmt::format("{}, {} met, {} lost", counted(audit.orbits, "orbit"), with_commas(audit.met),
                                 with_commas(audit.merged + audit.behind));
  if (audit.merged + audit.behind > 0) {
    text += fmt::format(": {} merged with others, {} reachable only through those", with_commas(audit.merged),
                        with_commas(audit.behind));
  }
  if (audit.repeated > 0) text += fmt::format("; {} more than there are orbits", counted(audit.repeated, "state"));
  text += fmt::format("; the exact search: {}", name_of(audit.exact_verdict));
  return audit.complete ? text : text + " (as far as the limits allowed)";
}

/// The group, as far as it is known by name, or, where rules are used, how many instances of them, and why they are
/// right.
std::string group_in_words(const std::string& order, const std::string& structure, const RuleReport& rules) {
  if (rules.instances == 0) {
    return structure.empty() ? fmt::format("group of order {}", with_commas(order))
                             : fmt::format("group {}, order {}", structure, with_commas(order));
  }
  std::string text = counted(rules.instances, "instance");
  if (rules.shown == rules.instances) return text + ", verified by the system graph";
  if (rules.shown > 0) text += fmt::format(", {} verified by the system graph", with_commas(rules.shown));
  if (rules.tried_on) {
    text += fmt::format(", {}tried on {}", rules.shown > 0 ? "all " : "", counted(*rules.tried_on, "state"));
  }
  return text;
}

std::string represented_in_words(const std::string& strategy, const std::string& represents, const std::string& group) {
  return represents.empty() ? fmt::format("{}, {}", strategy, group)
                            : fmt::format("representing {} state{} ({})", with_commas(represents),
                                          represents == "1" ? "" : "s", group);
}

/// The effect of symmetry beside a claim, and what the claim cost; without what the top of the report says already.
std::string claim_symmetry_in_words(const CheckReport& report, const ClaimReport& claim) {
  const ClaimSymmetry& symmetry = claim.symmetry;
  if (!symmetry.remark.empty()) return symmetry.remark;
  const bool as_above = symmetry.order == report.symmetry.order && symmetry.strategy == report.symmetry.strategy &&
                        symmetry.rules.instances == 0;
  std::string text;
  if (symmetry.strategy != "off" && !claim.leads && !as_above) {
    text = represented_in_words(symmetry.strategy, symmetry.represents,
                                group_in_words(symmetry.order, "", symmetry.rules));
  }
  // A program can have less symmetry alone than with a claim: variables that are never read are not kept.
  const std::string& without = symmetry.order_without_claim;
  const auto size_of = [](const std::string& digits) { return std::pair(digits.size(), digits); };
  if (without.empty() || size_of(without) <= size_of(symmetry.order)) return text;
  const std::string cost =
      fmt::format("{} of {} permutations leave it unchanged", with_commas(symmetry.order), with_commas(without));
  return text.empty() ? cost : text + "; " + cost;
}

/// Where the remarks of a report stand. There is no case for all others: a kind that stands nowhere does not compile.
struct PlacedRemarks {
  std::vector<std::string> assumed, notes;
  std::vector<NotChecked> not_checked;
  std::vector<VacuousFormula> vacuous;
  std::vector<Unexpanded> unexpanded;
  std::map<std::size_t, std::vector<TraceEvent>> blocked;  // by violation
  std::vector<UnreachedPart> unreached;
  std::vector<ApproximateStore> stores;

  explicit PlacedRemarks(const CheckReport& report) {
    for (const Remark& remark : report.remarks) std::visit(*this, remark);
  }

  void operator()(const AssumedSize& a) { assumed.push_back(describe(a).message); }
  void operator()(const AssumedIntegers& a) { assumed.push_back(describe(a).message); }
  void operator()(const NotChecked& n) { not_checked.push_back(n); }
  void operator()(const VacuousFormula& v) { vacuous.push_back(v); }
  void operator()(const Unexpanded& u) { unexpanded.push_back(u); }
  void operator()(const BlockedProcess& b) { blocked[b.violation].push_back({b.process, b.next, b.at, {}, {}, {}}); }
  void operator()(const UnreachedPlace& u) {
    if (u.place.without_way) return;  // that a loop which is never left is never left is no news
    if (unreached.empty() || unreached.back().part != u.part) unreached.push_back({u.part, {}});
    unreached.back().places.push_back(u.place);
  }
  void operator()(const ApproximateStore& s) { stores.push_back(s); }
  void operator()(const LostOrbits&) {}            // the row of the audit says more
  void operator()(const ClaimWithoutSymmetry&) {}  // stands with the claim
  void operator()(const Caution& c) { notes.push_back(with_place(describe(c))); }
  void operator()(const TextWarning&) {}  // printed with its line of the text when that was read
};

std::string figures(const CheckReport& report, const PlacedRemarks& remarks, const Look& look) {
  const Result& result = report.result;
  std::string memory = bytes_in_words(result.memory_bytes);
  if (result.states >= 1000) {  // with fewer, it would only reflect the first blocks allocated
    memory += fmt::format(", {:.1f} bytes per state",
                          static_cast<double>(result.memory_bytes) / static_cast<double>(result.states));
  }
  constexpr std::size_t least = 12, most = 24;  // a name that is longer has a line to itself
  std::size_t widest = least;
  for (const ClaimReport& c : report.claims) widest = std::max(widest, std::min(most, width(c.name)));
  for (const NotChecked& n : remarks.not_checked) widest = std::max(widest, std::min(most, width(n.name)));
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
  if (report.for_every) {
    const ForEveryReport& every = *report.for_every;
    if (every.viewed > 0) {
      row("views", fmt::format("{} of {} {}, {} with {} and {} (a step depends on {})", with_commas(every.views),
                               every.viewed, printable(every.family), counted(every.states, "state"), every.size,
                               counted(every.steps, "step"), every.needed));
    }
    std::string sizes;
    for (const ForEveryReport::Searched& s : every.searched) {
      sizes += fmt::format("{}{}: {}", sizes.empty() ? "" : ", ", s.size, counted(s.states, "state"));
    }
    row("searched", sizes);
    if (!every.left_out.empty()) row("not covered", printable(every.left_out));
    if (!every.searched.empty()) row("the last", fmt::format("with {} {}:", every.searched.back().size, every.family));
  }
  row("states", with_commas(result.states));
  for (const Unexpanded& u : remarks.unexpanded) {
    row("", u.claim.empty() ? fmt::format("{} of them not expanded when the search ended, and so not checked",
                                          with_commas(u.states))
                            : printable(describe(u).message));
  }
  if (report.symmetry.strategy != "off") {
    const SymmetryReport& s = report.symmetry;
    row("", represented_in_words(s.strategy, result.represents, group_in_words(s.order, s.structure, s.rules)));
  }
  if (result.partly_expanded > 0) {
    row("", fmt::format("steps left out in {} of them (partial orders)", with_commas(result.partly_expanded)));
  }
  if (report.symmetry.strategy == "off" && !report.symmetry.broken_by.empty()) {
    const std::size_t more = report.symmetry.broken_by.size() - 1;
    row("symmetry", fmt::format("none: {}{}", printable(report.symmetry.broken_by.front()),
                                more > 0 ? fmt::format(" (and {} more: quotient symmetry)", more) : ""));
  }
  if (report.audit) row("audit", audit_figures(*report.audit));
  if (report.skips_sequential) row("", "not counting states with exactly one successor");
  row("transitions", with_commas(result.transitions));
  row("depth", with_commas(result.max_depth));
  for (const ApproximateStore& s : remarks.stores) {
    row("coverage", fmt::format("expected {}, {} store", percent_in_words(s.expected_coverage), s.store));
  }
  if (result.hash_factor > 0) {
    row("hash factor", fmt::format("{:.1f} bits per state{}", result.hash_factor,
                                   result.hash_factor < 100 ? "; above 100 few states are missed (--memory)" : ""));
  }
  if (counts_all(report) && result.violation_count > 1) row("violations", with_commas(result.violation_count));
  for (const ClaimReport& c : report.claims) {
    row(printable(c.name),
        fmt::format("{}, {}{}", name_of(c.verdict), counted(c.states, "state"), c.has_claim ? " with the claim" : ""));
    const std::string symmetry = claim_symmetry_in_words(report, c);
    if (!symmetry.empty()) row("", symmetry);
    if (c.skips_sequential && !c.leads) row("", "not counting states with exactly one successor");
  }
  bool advised = false;  // once is enough
  for (const NotChecked& n : remarks.not_checked) {
    const std::string place = in_words(n.at);
    std::string value = "not checked";
    if (n.why == NotChecked::Why::violation_before && !std::exchange(advised, true))
      value += " (--all continues after a violation)";
    if (n.why == NotChecked::Why::not_supported) value += ": it is not supported";
    if (!place.empty()) value += fmt::format(" ({})", place);
    row(printable(n.name), printable(value));
  }
  for (const std::string& each : remarks.assumed) row("assumed", printable(each));
  for (const std::string& each : remarks.notes) row("note", printable(each));
  row("time", seconds_in_words(report.seconds.total));
  row("memory", memory);
  return text;
}

/// For a state that was confused with another the difference between them, else all of it.
std::string lost_in_words(const AuditReport::Example& lost, const Look& look) {
  if (lost.taken_for.empty()) return "  behind others:\n" + tell_cells(lost.state, look);
  std::string text = "  mistaken for another one, whose values are in parentheses:\n";
  // The same name can denote a channel and its contents, so cells are matched in order.
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
  std::string text = paint("vacuously true, since the condition is never met:", Paint::yellow, look.colour) + "\n";
  for (const VacuousFormula& v : formulas) {
    text += fmt::format("  {:<{}}  {:<{}}  {}\n", printable(v.claim), name, printable(in_words(v.at)), place,
                        printable(v.condition));
  }
  return text;
}

std::string violation_in_words(const CheckReport& report, std::size_t i, const PlacedRemarks& remarks,
                               const Look& look) {
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
  if (!violation.propositions.empty()) {
    text += paint("propositions of the formula:", Paint::bold, look.colour) + "\n" +
            tell_propositions(violation.propositions, violation.truth, look);
  }
  if (!violation.last_state.empty()) {
    text += paint("last state:", Paint::bold, look.colour) + "\n" + tell_cells(violation.last_state, look);
  }
  if (const auto blocked = remarks.blocked.find(i); blocked != remarks.blocked.end()) {
    text += paint("no process can move:", Paint::bold, look.colour) + "\n" + tell_standing(blocked->second, look);
  }
  return text;
}

}  // namespace

std::string verdict_line(const CheckReport& report, bool colour) {
  const Result& result = report.result;
  const Paint code = result.verdict == Verdict::verified   ? Paint::green
                     : result.verdict == Verdict::violated ? Paint::red
                                                           : Paint::yellow;
  const std::string for_what = result.verdict == Verdict::verified ? assumptions(report.remarks) : std::string();
  const std::string verdict{name_of(result.verdict)};
  // What was assumed belongs to the verdict: "verified for PERSON = 2, assumed; try --set PERSON=3".
  std::string line = report.for_every && report.for_every->shown
                         ? paint(verdict, code, colour) + " " + printable(reason_of(report))
                     : for_what.empty() ? paint(verdict + ":", code, colour) + " " + printable(reason_of(report))
                                        : paint(verdict, code, colour) + " for " + printable(for_what) + " (" +
                                              in_words(StopReason::nothing, report.limits) + ")";
  if (result.verdict == Verdict::violated && !result.complete() && result.stopped != StopReason::first_violation) {
    line += fmt::format("; {}", in_words(result.stopped, report.limits));
  }
  return line + "\n";
}

std::string text_report(const CheckReport& report, const TextOptions& options) {
  std::string text = verdict_line(report, options.look.colour);
  if (options.quiet) {
    for (const Remark& remark : report.remarks) {
      const RemarkText told = describe(remark);
      const bool said = std::holds_alternative<TextWarning>(remark);  // when the text was read
      if (told.bears_on_verdict && !said) text += "note: " + printable(with_place(told)) + "\n";
    }
    return text;
  }
  const PlacedRemarks remarks(report);
  text += "\n" + figures(report, remarks, options.look);
  for (std::size_t i = 0; i < report.violations.size(); ++i) {
    text += "\n" + violation_in_words(report, i, remarks, options.look);
  }
  if (report.audit && !report.audit->examples.empty()) {
    text += "\n" + paint("some of the lost orbits:", Paint::bold, options.look.colour) + "\n";
    for (const AuditReport::Example& lost : report.audit->examples) text += lost_in_words(lost, options.look);
  }
  if (!remarks.vacuous.empty()) text += "\n" + vacuous_in_words(remarks.vacuous, options.look);
  std::string unreached;
  for (const UnreachedPart& part : remarks.unreached) unreached += unreached_in_words(part);
  if (!unreached.empty()) text += "\n" + paint("never reached:", Paint::bold, options.look.colour) + "\n" + unreached;
  return text;
}

std::string progress_line(const Progress& progress, std::optional<double> seconds_left) {
  const double rate = progress.seconds > 0 ? static_cast<double>(progress.states) / progress.seconds : 0;
  std::string line = fmt::format("{}, {}/s, {} waiting, depth {}, {}, {}", counted(progress.states, "state"),
                                 with_commas(static_cast<std::uint64_t>(rate)), with_commas(progress.waiting),
                                 with_commas(progress.depth), bytes_in_words(progress.memory_bytes),
                                 seconds_in_words(progress.seconds));
  if (progress.disk_bytes > 0) line += fmt::format(", {} of states on disk", bytes_in_words(progress.disk_bytes));
  if (seconds_left) line += fmt::format(", about {} left", seconds_in_words(*seconds_left));
  return line;
}

}  // namespace quotient
