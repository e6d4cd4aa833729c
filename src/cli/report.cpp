#include "base/source.hpp"
#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "report/output_file.hpp"
#include "report/page.hpp"

namespace quotient::cli {

ExitCode report(const Settings& settings) {
  const std::string& path = settings.model.path;
  if (settings.output_path.empty()) {
    complain("-o FILE is missing: quotient report RESULT -o FILE");
    return ExitCode::wrong_input;
  }
  std::string error;
  const std::optional<std::string> text = read_text_file(path, error);
  const std::optional<std::string> page = text ? html_page(*text, path, error) : std::nullopt;
  if (!page || !write_file(settings.output_path, *page, error)) {
    complain(error);
    return ExitCode::wrong_input;
  }
  return ExitCode::verified;
}

}  // namespace quotient::cli
