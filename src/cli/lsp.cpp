#include <cstdio>

#include "cli/cli.hpp"
#include "lsp/server.hpp"

namespace quotient::cli {

ExitCode lsp() {
  quotient::lsp::MessageStream stream(stdin, stdout);
  // 1 is what the protocol wants where the editor is gone without a word.
  return quotient::lsp::Server(stream).run() ? ExitCode::verified : ExitCode::violated;
}

}  // namespace quotient::cli
