#include <cstdio>

#include "cli/cli.hpp"
#include "lsp/server.hpp"

namespace quotient::cli {

ExitCode lsp() {
  quotient::lsp::MessageStream stream(stdin, stdout);
  // The protocol demands 1 if the editor ended without a shutdown request.
  return quotient::lsp::Server(stream).run() ? ExitCode::verified : ExitCode::violated;
}

}  // namespace quotient::cli
