#include <fmt/format.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "driver/model.hpp"
#include "promela/promela.hpp"
#include "report/output_file.hpp"

namespace quotient::cli {

ExitCode convert(const Settings& settings) {
  const std::string& path = settings.model.path;
  if (driver::language_of(path) != "promela-lite" && settings.model.language != "promela-lite") {
    complain(fmt::format("'{}' is no Promela-Lite specification (.pml-lite), and nothing else can be converted", path));
    return ExitCode::wrong_input;
  }
  std::string error;
  std::optional<std::string> text = read_text_file(path, error);
  if (!text) {
    complain(error);
    return ExitCode::wrong_input;
  }
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add(path, std::move(*text));
  promela::Options options;
  options.defines = settings.model.defines;
  options.include_dirs = settings.model.include_dirs;
  const std::string promela = promela::convert_lite(sources, file, options, diagnostics);
  show(diagnostics, sources, settings);
  if (diagnostics.has_errors()) return ExitCode::wrong_input;
  const std::string target = settings.output_path.empty() ? "-" : settings.output_path;
  if (!write_file(target, promela, error)) {
    complain(error);
    return ExitCode::wrong_input;
  }
  return ExitCode::verified;
}

}  // namespace quotient::cli
