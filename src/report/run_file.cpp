#include "report/run_file.hpp"

#include <fmt/format.h>

namespace quotient {

namespace {

std::string statements_of(const ToldStep& step) {
  std::string text;
  for (const TraceEvent& event : step.events) {
    if (!text.empty()) text += "\n";
    if (!event.process.empty()) text += event.process + ": ";
    text += event.statement;
  }
  return text;
}

/// What the step changed, a line each.
std::string changes_of(const ToldStep& step) {
  std::string text;
  for (const TraceEvent& event : step.events) {
    for (const CellChange& change : event.changes) text += fmt::format("\n{} = {}", change.cell, change.after);
  }
  return text;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out + "\"";
}

std::string dot_text(const ToldViolation& violation) {
  const auto& steps = violation.run.steps;
  std::string text = fmt::format(
      "digraph run {{\n  label={};\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
      "  edge [fontname=\"sans-serif\"];\n",
      quoted(violation.text.message));
  const auto cycle = violation.run.cycle_start;
  // The last state of a cycle is the one that it begins with.
  const bool comes_back = cycle && *cycle + 1 < steps.size();
  const std::size_t nodes = steps.size() - (comes_back ? 1 : 0);
  for (std::size_t i = 0; i < nodes; ++i) {
    const bool fails = !cycle && i + 1 == steps.size();
    text += fmt::format("  s{} [label={}{}];\n", i, quoted(fmt::format("{}{}", i, changes_of(steps[i]))),
                        fails ? ", color=\"#b4433c\", penwidth=2" : "");
  }
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const std::size_t target = comes_back && i + 1 == steps.size() ? *cycle : i;
    text += fmt::format("  s{} -> s{} [label={}];\n", i - 1, target, quoted(statements_of(steps[i])));
  }
  return text + "}\n";
}

/// mCRL2's tools take a file that does not begin with their own mark for a text, with one multi-action a line.
std::string actions_text(const ToldViolation& violation) {
  std::string text;
  for (std::size_t i = 1; i < violation.run.steps.size(); ++i) {
    for (const TraceEvent& event : violation.run.steps[i].events) text += event.statement + "\n";
  }
  return text;
}

/// A line for each statement: a number that counts lines, the process, the number of the statement. Without a line
/// "-4:-4:-4" at its head SPIN does not merge statements, so that it does not matter which of them are one step here.
/// The moves of a claim are left out: SPIN then runs the program alone.
std::optional<std::string> trail_text(const ToldViolation& violation, std::string& error) {
  std::string text;
  std::size_t number = 0;
  const std::vector<ToldStep>& steps = violation.run.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    bool known = steps[i].events.empty() || i == 0;
    for (const TraceEvent& event : steps[i].events) {
      known = known || event.trail.has_value() || event.process == violation.claim || event.at.file.empty();
      if (event.trail) text += fmt::format("{}:{}:{}\n", ++number, event.trail->process, event.trail->statement);
    }
    if (!known) {
      error =
          "--trace: the run has statements that spin -a numbers otherwise: check with --steps spin, or use .json or "
          ".dot";
      return std::nullopt;
    }
    if (violation.run.cycle_start == i) text += "-1:-1:-1\n";
  }
  return text;
}

}  // namespace

std::optional<RunFormat> run_format(const std::string& path, bool has_processes, std::string& error) {
  const auto ends = [&path](const char* ending) { return path.ends_with(ending); };
  if (ends(".dot") || ends(".gv")) return RunFormat::dot;
  if (ends(".trail")) {
    if (has_processes) return RunFormat::trail;
    error = fmt::format(
        "--trace {}: a trail is a list of statements of Promela processes; use .json for quotient replay, or .dot",
        path);
    return std::nullopt;
  }
  if (!ends(".tr") && !ends(".trc")) return RunFormat::replay;
  if (!has_processes) return RunFormat::actions;
  error = fmt::format(
      "--trace {}: a trace of mCRL2 is a list of actions, and steps here are statements of processes; "
      "use .json for quotient replay, or .dot",
      path);
  return std::nullopt;
}

std::optional<std::string> run_file_text(const ToldViolation& violation, RunFormat format, std::string& error) {
  if (format == RunFormat::trail) return trail_text(violation, error);
  return format == RunFormat::dot ? dot_text(violation) : actions_text(violation);
}

}  // namespace quotient
