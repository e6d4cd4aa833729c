#include "base/ensure.hpp"

#include <cstdio>
#include <cstdlib>

#include "base/leftovers.hpp"

namespace quotient {

void report_bug(std::string_view what, CodePlace where) {
  std::fprintf(stderr,
               "quotient: internal error: %.*s\n"
               "  at %s:%d (%s)\n"
               "  This is a bug in quotient. Please report this text together with the model and the command line;\n"
               "  CONTRIBUTING.md of the sources, or of the installed documents, says where.\n",
               static_cast<int>(what.size()), what.data(), where.file, where.line, where.function);
  std::fflush(nullptr);
  end_leftovers();
  std::_Exit(4);
}

}  // namespace quotient
