#include "report/run_text.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/stop_signal.hpp"
#include "report/words.hpp"

namespace quotient {

namespace {

constexpr std::size_t number_columns = 9;

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

}  // namespace

std::string RunTeller::place_of(const TraceEvent& event) const {
  const std::string place = printable(in_words(event.at));
  return folders_ ? place : place.substr(place.rfind('/') + 1);
}

void RunTeller::make_room(std::span<const ToldStep> steps) {
  // One long entry must not push all others to the right.
  constexpr std::size_t widest_process = 20, widest_place = 40, widest_statement = 36;
  for (const ToldStep& step : steps) {
    for (const TraceEvent& event : step.events) {
      poll_stop();
      process_ = std::max(process_, std::min(widest_process, width(event.process)));
      place_ = std::max(place_, std::min(widest_place, width(place_of(event))));
      statement_ = std::max(statement_, std::min(widest_statement, width(event.statement)));
    }
  }
}

void RunTeller::expect(std::span<const ToldStep> steps) {
  make_room(steps);
  if (look_.columns == 0 || !folders_) return;
  std::size_t changes = 0;
  for (const ToldStep& step : steps) {
    for (const TraceEvent& event : step.events) changes = std::max(changes, width(changes_in_words(event.changes)));
  }
  if (statement_column() + statement_ + (changes > 0 ? 2 + changes : 0) <= look_.columns) return;
  folders_ = false;
  place_ = 0;
  make_room(steps);
}

std::size_t RunTeller::statement_column() const {
  return number_columns + (process_ > 0 ? process_ + 2 : 0) + (place_ > 0 ? place_ + 2 : 0);
}

bool RunTeller::stacked() const {
  constexpr std::size_t room = 12;  // a statement that has less of it is better below
  return look_.columns > 0 && statement_column() + std::min(statement_, room) > look_.columns;
}

void RunTeller::tell_event(std::string& out, const TraceEvent& event, std::string_view number) const {
  std::string line = fmt::format("  {:>5}  ", number);
  if (process_ > 0) line += paint(padded(printable(event.process), process_), Paint::bold, look_.colour) + "  ";
  if (place_ > 0) line += paint(padded(place_of(event), place_), Paint::dim, look_.colour) + "  ";
  const std::size_t column = stacked() ? number_columns : statement_column();
  const std::string indent(column, ' ');
  const auto fitted = [&](const std::string& text) {
    return look_.columns == 0 ? text : wrapped(text, column, look_.columns);
  };
  if (stacked()) line = line.substr(0, line.find_last_not_of(' ') + 1) + "\n" + indent;
  const std::string changes = changes_in_words(event.changes), statement = printable(event.statement);
  const std::size_t beside = column + std::max(statement_, width(statement)) + 2 + width(changes);
  if (changes.empty()) {
    line += fitted(statement);
  } else if (look_.columns == 0 || (!stacked() && beside <= look_.columns)) {
    line += padded(statement, statement_) + "  " + paint(changes, Paint::yellow, look_.colour);
  } else {
    line += fitted(statement) + "\n" + indent + paint(fitted(changes), Paint::yellow, look_.colour);
  }
  out += line + "\n";
  for (const MessageEvent& message : event.messages) {
    out += indent + paint(fitted(printable(message_in_words(message))), Paint::green, look_.colour) + "\n";
  }
  for (std::string_view output : event.output) {
    while (output.ends_with('\n')) output.remove_suffix(1);
    out += indent + fitted("prints " + printable(output)) + "\n";
  }
}

std::string RunTeller::tell(const ToldStep& step, std::size_t number) const {
  std::string text;
  std::string shown = std::to_string(number);
  for (const TraceEvent& event : step.events) {
    poll_stop();
    tell_event(text, event, shown);
    shown.clear();
  }
  if (step.events.empty()) text += fmt::format("  {:>5}  {}\n", shown, number == 0 ? "initial state" : "");
  return text;
}

std::string cycle_mark(bool has_steps, const Look& look) {
  const std::string_view words = has_steps ? "cycle: the following steps repeat forever" : "the run stays here forever";
  return paint(fmt::format("  ----- {}", words), Paint::bold, look.colour) + "\n";
}

std::string tell_run(const ToldRun& run, const Look& look) {
  constexpr std::size_t most = 500, kept_before = 100, kept_after = 300;
  RunTeller teller(look);
  teller.expect(run.steps);
  std::string text;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    poll_stop();
    if (run.steps.size() > most && i == kept_before) {
      const std::size_t left_out = run.steps.size() - kept_before - kept_after;
      text += fmt::format("      …  {} left out (--json and --trace keep them)\n", counted(left_out, "step"));
      i += left_out;
    }
    text += teller.tell(run.steps[i], i);
    if (run.cycle_start == i) text += cycle_mark(i + 1 < run.steps.size(), look);
  }
  return text;
}

std::string tell_cells(const std::vector<CellValue>& cells, const Look& look) {
  constexpr std::size_t indent = 2, gap = 3;
  std::string text, line;
  const auto end_line = [&] {
    if (!line.empty()) text += "  " + wrapped(line, indent + 2, look.margin()) + "\n";
    line.clear();
  };
  for (const CellValue& cell : cells) {
    const std::string item = fmt::format("{} = {}", printable(cell.cell), printable(cell.value));
    if (!line.empty() && indent + width(line) + gap + width(item) > look.margin()) end_line();
    line += (line.empty() ? "" : "   ") + item;
  }
  end_line();
  return text;
}

namespace {

/// Stretches of a run: "true in steps 0 to 3, false in step 4".
std::string stretches_in_words(const std::vector<std::vector<bool>>& truth, std::size_t proposition) {
  constexpr std::size_t most = 8;
  std::string text;
  std::size_t count = 0;
  std::size_t begin = 0;
  while (begin < truth.size() && truth[begin].empty()) ++begin;  // the model is being set up
  for (std::size_t first = begin; first < truth.size();) {
    const bool holds = truth[first][proposition];
    std::size_t last = first;
    while (last + 1 < truth.size() && truth[last + 1][proposition] == holds) ++last;
    if (first == begin && last + 1 == truth.size()) return holds ? "true throughout" : "false throughout";
    if (++count > most) return text + ", …";
    if (!text.empty()) text += ", ";
    text += holds ? "true " : "false ";
    text += last + 1 == truth.size() && last > first ? fmt::format("from step {} on", first)
            : last > first                           ? fmt::format("in steps {} to {}", first, last)
                                                     : fmt::format("in step {}", first);
    first = last + 1;
  }
  return text;
}

}  // namespace

std::string tell_propositions(const std::vector<std::string>& propositions, const std::vector<std::vector<bool>>& truth,
                              const Look& look) {
  constexpr std::size_t widest = 36;
  std::size_t column = 0;
  for (const std::string& each : propositions) column = std::max(column, std::min(widest, width(printable(each))));
  std::string text;
  for (std::size_t i = 0; i < propositions.size(); ++i) {
    const std::string name = padded(printable(propositions[i]), column);
    text += "  " + paint(name, Paint::bold, look.colour) + "  " +
            wrapped(stretches_in_words(truth, i), 2 + width(name) + 2, look.margin()) + "\n";
  }
  if (std::ranges::any_of(propositions, [](const std::string& each) { return each.starts_with('['); })) {
    text += "  [...] is true in a state if the next step of the run is this one\n";
  }
  return text;
}

std::string tell_standing(const std::vector<TraceEvent>& standing, const Look& look) {
  std::size_t process = 0, place = 0;
  for (const TraceEvent& event : standing) {
    process = std::max(process, width(event.process));
    place = std::max(place, width(in_words(event.at)));
  }
  std::string text;
  for (const TraceEvent& event : standing) {
    text += "  " + paint(padded(printable(event.process), process), Paint::bold, look.colour) + "  " +
            paint(padded(printable(in_words(event.at)), place), Paint::dim, look.colour) + "  " +
            printable(event.statement) + "\n";
  }
  return text;
}

}  // namespace quotient
