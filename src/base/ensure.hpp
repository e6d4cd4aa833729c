#pragma once

#include <string_view>

namespace quotient {

/// A place in our own text. (Not std::source_location: clang-tidy 14 cannot read it in the headers of g++ 12.)
struct CodePlace {
  const char* file;
  const char* function;
  int line;
  static constexpr CodePlace current(const char* file = __builtin_FILE(), const char* function = __builtin_FUNCTION(),
                                     int line = __builtin_LINE()) {
    return {file, function, line};
  }
};

/// Ends the program with exit code 4 and a text to report. For our own mistakes only: what a user can cause is a
/// diagnostic, what a limit causes is a result.
[[noreturn]] void report_bug(std::string_view what, CodePlace where = CodePlace::current());

/// Always compiled in: a wrong answer is worse than a stop.
inline void ensure(bool condition, std::string_view what, CodePlace where = CodePlace::current()) {
  if (!condition) [[unlikely]]
    report_bug(what, where);
}

}  // namespace quotient
