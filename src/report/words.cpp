#include "report/words.hpp"

#include <array>
#include <fmt/format.h>
#include <utility>

#include "base/utf8.hpp"

namespace quotient {

namespace {

constexpr std::array<std::pair<FindingKind, std::string_view>, 7> kinds = {{
    {FindingKind::assertion, "assertion"},
    {FindingKind::deadlock, "deadlock"},
    {FindingKind::invariant, "invariant"},
    {FindingKind::progress, "progress"},
    {FindingKind::acceptance, "acceptance"},
    {FindingKind::ltl, "ltl"},
    {FindingKind::runtime, "runtime"},
}};

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::verified:
      return "verified";
    case Verdict::violated:
      return "violated";
    case Verdict::incomplete:
      break;
  }
  return "incomplete";
}

std::string_view name_of(FindingKind kind) {
  for (const auto& [known, name] : kinds) {
    if (known == kind) return name;
  }
  return "none";
}

FindingKind finding_kind(std::string_view name) {
  for (const auto& [kind, known] : kinds) {
    if (known == name) return kind;
  }
  return FindingKind::none;
}

std::string bytes_in_words(std::uint64_t bytes) {
  if (bytes < 1024) return counted(bytes, "byte");
  auto amount = static_cast<double>(bytes);
  std::string_view unit;
  for (const std::string_view larger : {"KB", "MB", "GB", "TB"}) {
    if (amount < 1024) break;
    amount /= 1024;
    unit = larger;
  }
  return fmt::format("{:.{}f} {}", amount, amount < 10 ? 1 : 0, unit);
}

std::string seconds_in_words(double seconds) {
  if (seconds < 10) return fmt::format("{:.2f} s", seconds);
  if (seconds < 600) return fmt::format("{:.1f} s", seconds);
  const auto minutes = static_cast<std::uint64_t>(seconds / 60);
  if (minutes < 600) return fmt::format("{} min {:.0f} s", minutes, seconds - 60 * static_cast<double>(minutes));
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string percent_in_words(double part) {
  constexpr double nearly_all = 99.9999;
  const double percent = 100 * part;
  if (percent > nearly_all) return fmt::format("above {} % of the states", nearly_all);
  return fmt::format("{:.6g} % of the states", percent);
}

std::string in_words(StopReason reason, const Limits& limits) {
  switch (reason) {
    case StopReason::time:
      return fmt::format("the time limit of {:g} s was reached", limits.time ? limits.time->count() : 0.0);
    case StopReason::memory:
      return fmt::format("the memory limit of {} was reached", bytes_in_words(limits.memory));
    case StopReason::states:
      return fmt::format("the limit of {} was reached", counted(limits.max_states, "state"));
    case StopReason::depth:
      return fmt::format("the depth limit of {} was reached", counted(limits.max_depth, "step"));
    case StopReason::interrupted:
      return "the search was interrupted";
    case StopReason::refused:
      return "the system ran out of memory";
    case StopReason::disk:
      return "states could not be written to disk (see --spill): it may be full";
    case StopReason::effort:
      return "computing the steps of a state takes too long";
    case StopReason::first_violation:
      return "the search ended at the first violation";
    case StopReason::nothing:
      break;
  }
  return "all reachable states were explored";
}

std::string in_words(const Location& place) {
  return place.file.empty() ? std::string() : fmt::format("{}:{}", place.file, place.position.line);
}

std::string printable(std::string_view text) {
  std::string clean(text);
  for (char& c : clean) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return clean;
}

std::size_t width(std::string_view text) { return character_count(text); }

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

}  // namespace quotient
