#pragma once

#include <source_location>
#include <string_view>

namespace quotient {

/// Ends the program with exit code 4 and a text to report. For our own mistakes only: what a user can cause is a
/// diagnostic, what a limit causes is a result.
[[noreturn]] void report_bug(std::string_view what, std::source_location where = std::source_location::current());

/// Always compiled in: a wrong answer is worse than a stop.
inline void ensure(bool condition, std::string_view what,
                   std::source_location where = std::source_location::current()) {
  if (!condition) [[unlikely]]
    report_bug(what, where);
}

}  // namespace quotient
