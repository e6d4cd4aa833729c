#include "api/bug.hpp"

#include <fmt/format.h>

#include "base/ensure.hpp"

namespace quotient {

// In the library this stands in for the one of base/, which ends the program: the linker takes what it meets first.
void report_bug(std::string_view what, CodePlace where) {
  throw api::Bug(fmt::format("{} (at {}:{}, {})", what, where.file, where.line, where.function));
}

}  // namespace quotient
