#include <fmt/format.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "driver/model.hpp"
#include "mcrl2/mcrl2.hpp"
#include "report/output_file.hpp"

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
  mcrl2::LpsOptions options;
  options.network = settings.network;
  if (settings.max_summands) options.most_summands = *settings.max_summands;
  const std::string process = mcrl2::print_lps(sources, file, options, diagnostics);
  show(diagnostics, sources, settings);
  if (diagnostics.has_errors()) return ExitCode::wrong_input;
  if (!write_file(settings.output_path.empty() ? "-" : settings.output_path, process, error)) {
    complain(error);
    return ExitCode::wrong_input;
  }
  return ExitCode::verified;
}

}  // namespace quotient::cli
