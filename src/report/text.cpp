#include "report/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

#include "report/words.hpp"

namespace quotient {

namespace {

constexpr std::string_view green = "1;32", red = "1;31", yellow = "1;33", bold = "1", dim = "2";

std::string paint(std::string_view text, std::string_view code, bool colour) {
  return colour && !text.empty() ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

std::string padded(std::string_view text, std::size_t columns) {
  const std::size_t taken = width(text);
  return std::string(text) + std::string(columns > taken ? columns - taken : 0, ' ');
}

std::string message_in_words(const MessageEvent& message) {
  const auto party = [](std::string_view before, const std::string& name) {
    return name.empty() ? std::string() : fmt::format(" {} {}", before, printable(name));
  };
  switch (message.kind) {
    case MessageEvent::Kind::send:
      return fmt::format("sends {}!{}{}", message.channel, message.message, party("to", message.receiver));
    case MessageEvent::Kind::receive:
      return fmt::format("receives {}?{}{}", message.channel, message.message, party("from", message.sender));
    case MessageEvent::Kind::handshake:
      break;
  }
  return fmt::format("handshake {}: {}{}{}", message.channel, message.message, party("from", message.sender),
                     party("to", message.receiver));
}

std::string changes_in_words(const std::vector<CellChange>& changes) {
  std::string text;
  for (const CellChange& change : changes) {
    if (!text.empty()) text += ", ";
    text += printable(change.cell) + ": ";
    if (!change.before.empty()) text += printable(change.before) + " → ";  // a cell may be new
    text += printable(change.after);
  }
  return text;
}

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
  std::string text = fmt::format("{} orbits, {} met, {} lost", with_commas(audit.orbits), with_commas(audit.met),
                                 with_commas(audit.merged + audit.behind));
  if (audit.merged + audit.behind > 0) {
    text += fmt::format(": {} taken for others, {} behind those", with_commas(audit.merged), with_commas(audit.behind));
  }
  if (audit.repeated > 0) text += fmt::format("; {} states more than orbits", with_commas(audit.repeated));
  text += fmt::format("; the exact search: {}", name_of(audit.exact_verdict));
  return audit.complete ? text : text + " (as far as the limits allowed)";
}

/// How many renamings there are, or, where rules say so, instances of these, and why they are right.
std::string renamings_in_words(const std::string& order, const RuleReport& rules) {
  if (rules.instances == 0) return with_commas(order) + " renamings";
  std::string text = with_commas(rules.instances) + " instances";
  if (rules.shown == rules.instances) return text + ", shown right by the system graph";
  if (rules.shown > 0) text += fmt::format(", {} shown right by the system graph", with_commas(rules.shown));
  if (rules.tried_on) {
    text += fmt::format(", {}tried on {} states", rules.shown > 0 ? "all " : "", with_commas(*rules.tried_on));
  }
  return text;
}

/// What symmetry came to beside a claim, and what the claim cost. What stands at the top is not told again.
std::string claim_symmetry_in_words(const ClaimReport& claim) {
  const ClaimSymmetry& symmetry = claim.symmetry;
  if (!symmetry.remark.empty()) return symmetry.remark;
  const std::string renamings = renamings_in_words(symmetry.order, symmetry.rules);
  std::string text;
  if (symmetry.strategy != "off" && !claim.leads) {
    text = symmetry.represents.empty()
               ? fmt::format("{}, {}", symmetry.strategy, renamings)
               : fmt::format("standing for {}, by {}", with_commas(symmetry.represents), renamings);
  }
  if (symmetry.order_without_claim.empty() || symmetry.order_without_claim == symmetry.order) return text;
  const std::string cost = fmt::format("what it names leaves {} of {} renamings", with_commas(symmetry.order),
                                       with_commas(symmetry.order_without_claim));
  return text.empty() ? cost : text + "; " + cost;
}

std::string figures(const CheckReport& report) {
  const Result& result = report.result;
  std::string memory = bytes_in_words(result.memory_bytes);
  if (result.states >= 1000) {  // of fewer, the first blocks of memory are all that it would tell
    memory += fmt::format(", {:.1f} bytes a state",
                          static_cast<double>(result.memory_bytes) / static_cast<double>(result.states));
  }
  std::string text;
  const auto row = [&](std::string_view name, std::string_view value) {
    text += fmt::format("  {:<14}{}\n", name, value);
  };
  row("states", with_commas(result.states));
  if (report.symmetry.strategy != "off") {
    const std::string renamings = renamings_in_words(report.symmetry.order, report.symmetry.rules);
    row("", result.represents.empty()
                ? fmt::format("{}, {}", report.symmetry.strategy, renamings)
                : fmt::format("standing for {}, by {}", with_commas(result.represents), renamings));
  }
  if (report.audit) row("audit", audit_figures(*report.audit));
  row("transitions", with_commas(result.transitions));
  row("depth", with_commas(result.max_depth));
  if (!result.exact) row("coverage", fmt::format("{}, {} store", coverage_in_words(result), report.store));
  if (result.hash_factor > 0) {
    row("hash factor", fmt::format("{:.1f} bits for each state{}", result.hash_factor,
                                   result.hash_factor < 100 ? "; from 100 on few are missed (--memory)" : ""));
  }
  if (counts_all(report) && result.violation_count > 1) row("violations", with_commas(result.violation_count));
  for (const ClaimReport& c : report.claims) {
    row(c.name, fmt::format("{}, {} states{}", name_of(c.verdict), with_commas(c.states),
                            c.has_claim ? " with the claim" : ""));
    const std::string symmetry = claim_symmetry_in_words(c);
    if (!symmetry.empty()) row("", symmetry);
  }
  for (const std::string& remark : report.remarks) row("assumed", printable(remark));
  row("time", seconds_in_words(report.seconds.total));
  row("memory", memory);
  return text;
}

/// Of a state that was taken for another what differs between them, else all of it.
std::string lost_in_words(const AuditReport::Example& lost) {
  if (lost.taken_for.empty()) return "  behind others:\n" + tell_cells(lost.state);
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

std::string violation_in_words(const CheckReport& report, std::size_t i, bool colour) {
  const ToldViolation& violation = report.violations[i];
  std::string text;
  if (counts_all(report) && (report.violations.size() > 1 || violation.count > 1)) {
    text += fmt::format("{}, {}: {}", paint(fmt::format("violation {}", i + 1), bold, colour), name_of(violation.kind),
                        printable(violation.text.message));
    const std::string place = in_words(violation.text.at);
    if (!place.empty()) text += fmt::format(" ({})", printable(place));
    if (violation.count > 1) text += fmt::format(", met {}", counted(violation.count, "time"));
    text += "\n";
  }
  text += paint(fmt::format("counterexample, {}:", length_in_words(violation)), bold, colour) + "\n";
  text += tell_run(violation.run, colour);
  if (!violation.last_state.empty()) {
    text += paint("last state:", bold, colour) + "\n" + tell_cells(violation.last_state);
  }
  return text;
}

}  // namespace

std::string verdict_line(const CheckReport& report, bool colour) {
  const Result& result = report.result;
  const std::string_view code = result.verdict == Verdict::verified   ? green
                                : result.verdict == Verdict::violated ? red
                                                                      : yellow;
  std::string line =
      paint(fmt::format("{}:", name_of(result.verdict)), code, colour) + " " + printable(reason_of(report));
  if (result.verdict == Verdict::violated && !result.complete() && result.stopped != StopReason::first_violation) {
    line += fmt::format("; {}", in_words(result.stopped, report.limits));
  }
  return line + "\n";
}

std::string text_report(const CheckReport& report, const TextOptions& options) {
  std::string text = verdict_line(report, options.colour);
  if (options.quiet) return text;
  text += "\n" + figures(report);
  for (std::size_t i = 0; i < report.violations.size(); ++i) {
    text += "\n" + violation_in_words(report, i, options.colour);
  }
  if (report.audit && !report.audit->examples.empty()) {
    text += "\n" + paint("orbits lost, some of them:", bold, options.colour) + "\n";
    for (const AuditReport::Example& lost : report.audit->examples) text += lost_in_words(lost);
  }
  if (!report.unreached.empty()) {
    text += "\n" + paint("never reached:", bold, options.colour) + "\n";
    for (const UnreachedPart& part : report.unreached) text += unreached_in_words(part);
  }
  return text;
}

void RunTeller::expect(std::span<const ToldStep> steps) {
  // One long entry must not push all others to the right.
  constexpr std::size_t widest_process = 20, widest_place = 28, widest_statement = 36;
  for (const ToldStep& step : steps) {
    for (const TraceEvent& event : step.events) {
      process_ = std::max(process_, std::min(widest_process, width(event.process)));
      place_ = std::max(place_, std::min(widest_place, width(in_words(event.at))));
      statement_ = std::max(statement_, std::min(widest_statement, width(event.statement)));
    }
  }
}

void RunTeller::tell_event(std::string& out, const TraceEvent& event, std::string_view number) const {
  std::string line = fmt::format("  {:>5}  ", number);
  if (process_ > 0) line += paint(padded(printable(event.process), process_), bold, colour_) + "  ";
  line += paint(padded(printable(in_words(event.at)), place_), dim, colour_) + "  ";
  const std::string changes = changes_in_words(event.changes);
  line += changes.empty() ? printable(event.statement) : padded(printable(event.statement), statement_);
  if (!changes.empty()) line += "  " + paint(changes, yellow, colour_);
  out += line + "\n";
  const std::string indent(9 + (process_ > 0 ? process_ + 2 : 0) + place_ + 2, ' ');
  for (const MessageEvent& message : event.messages) {
    out += indent + paint(printable(message_in_words(message)), green, colour_) + "\n";
  }
  for (std::string_view output : event.output) {
    while (output.ends_with('\n')) output.remove_suffix(1);
    out += indent + "prints " + printable(output) + "\n";
  }
}

std::string RunTeller::tell(const ToldStep& step, std::size_t number) const {
  std::string text;
  std::string shown = std::to_string(number);
  for (const TraceEvent& event : step.events) {
    tell_event(text, event, shown);
    shown.clear();
  }
  if (step.events.empty()) text += fmt::format("  {:>5}  {}\n", shown, number == 0 ? "initial state" : "");
  return text;
}

std::string cycle_mark(bool has_steps, bool colour) {
  const std::string_view words = has_steps ? "cycle: what follows, again and again" : "here the run stays for ever";
  return paint(fmt::format("  ----- {}", words), bold, colour) + "\n";
}

std::string tell_run(const ToldRun& run, bool colour) {
  constexpr std::size_t most = 500, kept_before = 100, kept_after = 300;
  RunTeller teller(colour);
  teller.expect(run.steps);
  std::string text;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (run.steps.size() > most && i == kept_before) {
      const std::size_t left_out = run.steps.size() - kept_before - kept_after;
      text += fmt::format("      …  {} left out (--json and --trace keep them)\n", counted(left_out, "step"));
      i += left_out;
    }
    text += teller.tell(run.steps[i], i);
    if (run.cycle_start == i) text += cycle_mark(i + 1 < run.steps.size(), colour);
  }
  return text;
}

std::string tell_cells(const std::vector<CellValue>& cells) {
  constexpr std::size_t right_margin = 100;
  std::string text, line;
  for (const CellValue& cell : cells) {
    const std::string item = fmt::format("{} = {}", printable(cell.cell), printable(cell.value));
    if (!line.empty() && width(line) + width(item) + 5 > right_margin) {
      text += "  " + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : "   ") + item;
  }
  if (!line.empty()) text += "  " + line + "\n";
  return text;
}

std::string progress_line(const Progress& progress, std::optional<double> seconds_left) {
  const double rate = progress.seconds > 0 ? static_cast<double>(progress.states) / progress.seconds : 0;
  std::string line = fmt::format("{} states, {}/s, {} waiting, depth {}, {}, {}", with_commas(progress.states),
                                 with_commas(static_cast<std::uint64_t>(rate)), with_commas(progress.waiting),
                                 with_commas(progress.depth), bytes_in_words(progress.memory_bytes),
                                 seconds_in_words(progress.seconds));
  if (seconds_left) line += fmt::format(", about {} left", seconds_in_words(*seconds_left));
  return line;
}

bool wants_colour(int file_descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return isatty(file_descriptor) == 1;
}

}  // namespace quotient
