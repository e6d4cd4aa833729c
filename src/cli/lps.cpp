#include <fmt/format.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "driver/model.hpp"
#include "mcrl2/mcrl2.hpp"

namespace quotient::cli {

ExitCode lps(const Settings& settings) {
  std::string error;
  std::optional<std::string> text = read_text_file(settings.model.path, error);
  if (!text) {
    complain(error);
    return ExitCode::wrong_input;
  }
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add(settings.model.path, std::move(*text));
  const std::string process = mcrl2::print_lps(sources, file, diagnostics);
  show(diagnostics, sources, settings);
  if (diagnostics.has_errors()) return ExitCode::wrong_input;
  print(process);
  return ExitCode::verified;
}

}  // namespace quotient::cli
