#include "base/diagnostics.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <numeric>

#include "base/utf8.hpp"

namespace quotient {

namespace {

constexpr std::size_t most_kept = 200;
constexpr std::size_t widest_line = 160;
constexpr std::size_t longest_message = 600;

std::string paint(std::string_view text, std::string_view code, bool colour) {
  return colour ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

/// The first character that begins at or behind a byte.
std::size_t character_from(std::string_view line, std::size_t byte) {
  std::size_t at = byte < 4 ? 0 : byte - 4;
  while (at > 0 && at < byte && (static_cast<unsigned char>(line[at]) & 0xc0U) == 0x80U) ++at;
  while (at < byte) at += character_length(line, at);
  return std::min(at, line.size());
}

/// A line of the source and a caret below it. Long lines are cut to a window around the caret; tabs become one blank
/// so that the caret stays under its column, and control characters never reach a terminal.
std::string excerpt(const SourceFile& file, SourceRange range, bool colour) {
  const LineColumn at = file.locate(range.begin);
  const std::string_view whole = file.line(at.line);
  const std::size_t caret = byte_of_column(whole, at.column);
  std::size_t first = 0;
  std::size_t last = whole.size();
  if (whole.size() > widest_line) {
    first = caret > widest_line / 2 ? character_from(whole, caret - widest_line / 2) : 0;
    last = std::min(whole.size(), character_from(whole, std::min(whole.size(), first + widest_line)));
  }
  std::string line(whole.substr(first, last - first));
  const std::size_t end = std::clamp(caret + (range.end > range.begin ? range.end - range.begin : 1), caret, last);
  const std::size_t length = std::max<std::size_t>(1, character_count(whole.substr(caret, end - caret)));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return fmt::format("{:>5} | {}\n      | {}{}\n", at.line, line,
                     std::string(character_count(whole.substr(first, caret - first)), ' '),
                     paint("^" + std::string(length - 1, '~'), "1;32", colour));
}

void append_message(std::string& out, const SourceMap& sources, SourceRange range, std::string_view kind,
                    std::string_view code, std::string_view message, bool colour) {
  const bool placed = range.file.value < sources.size();
  std::string where = "quotient: ";
  if (placed) {
    const Location at = sources.locate(range);
    where = fmt::format("{}:{}:{}: ", at.file, at.position.line, at.position.column);
  }
  // Without a place it is said as all else is that is wrong with what was asked for.
  const std::string what = placed || kind != "error" ? paint(fmt::format("{}:", kind), code, colour) + " " : "";
  out += fmt::format("{}{}{}\n", paint(where, "1", colour), what, message);
  if (placed) out += excerpt(sources[range.file], range, colour);
}

}  // namespace

Diagnostic& Diagnostics::add(Severity severity, SourceRange range, std::string message) {
  if (severity == Severity::error) ++error_count_;
  if (all_.size() >= most_kept) {
    overflow_ = {};
    return overflow_;
  }
  if (message.size() > longest_message) {  // a name may have any length
    message = fmt::format("{} … {}", message.substr(0, longest_message / 2),
                          message.substr(message.size() - longest_message / 2));
  }
  all_.push_back({severity, range, std::move(message), {}, {}});
  return all_.back();
}

Diagnostic& Diagnostics::error(SourceRange range, std::string message) {
  return add(Severity::error, range, std::move(message));
}

Diagnostic& Diagnostics::warning(SourceRange range, std::string message) {
  return add(Severity::warning, range, std::move(message));
}

Diagnostic& Diagnostics::caution(SourceRange range, std::string message) {
  return add(Severity::caution, range, std::move(message));
}

std::string render(const SourceMap& sources, const Diagnostic& diagnostic, bool colour) {
  std::string out;
  const bool error = diagnostic.severity == Severity::error;
  append_message(out, sources, diagnostic.range, error ? "error" : "warning", error ? "1;31" : "1;35",
                 diagnostic.message, colour);
  if (!diagnostic.suggestion.empty()) out += fmt::format("        did you mean '{}'?\n", diagnostic.suggestion);
  for (const DiagnosticNote& note : diagnostic.notes) {
    append_message(out, sources, note.range, "note", "1;36", note.message, colour);
  }
  return out;
}

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
  // Edit distance with exchanged neighbours counted as one slip (optimal string alignment).
  const auto distance = [](std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
      row[0] = i;
      for (std::size_t j = 1; j <= b.size(); ++j) {
        row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
          row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
      }
      std::swap(before_last, last);
      std::swap(last, row);
    }
    return last[b.size()];
  };
  const auto differ_in_case_only = [](std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b,
                              [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
  };
  if (name.size() > 64) return {};
  std::string best;
  std::size_t best_distance = name.size() < 5 ? 2 : 2 + name.size() / 4;  // must be smaller than this
  for (const std::string& candidate : candidates) {
    if (candidate.size() > 64) continue;
    if (differ_in_case_only(name, candidate)) return candidate;
    const std::size_t d = distance(name, candidate);
    if (d < best_distance && d < std::max(name.size(), candidate.size())) {
      best_distance = d;
      best = candidate;
    }
  }
  return best;
}

}  // namespace quotient
