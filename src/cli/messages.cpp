#include "cli/messages.hpp"

#include <cstdio>
#include <string>

#include "report/words.hpp"

namespace quotient::cli {

void complain(std::string_view message) {
  // Names of files and arguments may hold anything.
  const std::string line = "quotient: " + printable(message) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void say(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

}  // namespace quotient::cli
