#include <exception>
#include <string>
#include <vector>

#include "base/ensure.hpp"
#include "cli/cli.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  try {
    return static_cast<int>(quotient::cli::run(arguments));
  } catch (const std::exception& e) {
    quotient::report_bug(e.what());
  }
}
