#include "driver/translate.hpp"

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "report/output_file.hpp"

namespace quotient::cli {

namespace {

ExitCode write(const driver::Translation& translation, const Settings& settings) {
  if (translation.sources != nullptr) show(translation.diagnostics, *translation.sources, settings);
  std::string error = translation.problem;
  if (translation && write_file(settings.output_path.empty() ? "-" : settings.output_path, translation.text, error)) {
    return ExitCode::verified;
  }
  if (!error.empty()) complain(error);
  return ExitCode::wrong_input;
}

}  // namespace

ExitCode convert(const Settings& settings) { return write(driver::to_promela(settings.model), settings); }

ExitCode lps(const Settings& settings) {
  const LinearProcessSettings asked = {settings.network, settings.max_summands};
  return write(driver::to_linear_process(settings.model, asked), settings);
}

}  // namespace quotient::cli
