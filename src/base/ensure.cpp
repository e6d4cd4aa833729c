#include "base/ensure.hpp"

#include <cstdio>
#include <cstdlib>

namespace quotient {

void report_bug(std::string_view what, std::source_location where) {
  std::fprintf(stderr,
               "quotient: internal error: %.*s\n"
               "  at %s:%u (%s)\n"
               "  This is a bug in quotient. Please report this text together with the model and the command line.\n",
               static_cast<int>(what.size()), what.data(), where.file_name(), static_cast<unsigned>(where.line()),
               where.function_name());
  std::fflush(nullptr);
  std::_Exit(4);
}

}  // namespace quotient
