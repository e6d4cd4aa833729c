#include <cstdio>
#include <filesystem>

#include "cli/cli.hpp"
#include "mcp/server.hpp"

namespace quotient::cli {

ExitCode mcp() {
  quotient::mcp::Server(stdin, stdout, std::filesystem::canonical(".")).run();
  return ExitCode::verified;
}

}  // namespace quotient::cli
