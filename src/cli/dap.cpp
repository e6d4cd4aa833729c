#include <cstdio>

#include "cli/cli.hpp"
#include "dap/adapter.hpp"

namespace quotient::cli {

ExitCode dap() {
  quotient::lsp::MessageStream stream(stdin, stdout);
  quotient::dap::Adapter(stream).run();
  return ExitCode::verified;
}

}  // namespace quotient::cli
