#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "base/ensure.hpp"
#include "cli/cli.hpp"

#if defined(__SANITIZE_ADDRESS__)
/// What the leak checker of a sanitizer build is to overlook: bliss 0.73 does not free its table of components.
extern "C" const char* __lsan_default_suppressions() { return "leak:bliss::Partition::cr_init\n"; }  // NOLINT
#endif

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  try {
    return static_cast<int>(quotient::cli::run(arguments));
  } catch (const std::bad_alloc&) {
    // Before there was a command: not even its arguments could be read.
    std::fputs("quotient: the system ran out of memory\n", stderr);
    return static_cast<int>(quotient::cli::ExitCode::incomplete);
  } catch (const std::exception& e) {
    quotient::report_bug(e.what());
  }
}
