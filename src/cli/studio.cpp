#include "studio/studio.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "driver/options.hpp"
#include "report/output_file.hpp"

namespace quotient::cli {

namespace {

namespace fs = std::filesystem;

/// Opens an address as the user's desktop does; without a desktop nothing happens.
void open_in_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  posix_spawn_file_actions_t quietly;
  posix_spawn_file_actions_init(&quietly);
  posix_spawn_file_actions_addopen(&quietly, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&quietly, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string program = "xdg-open", argument = address;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), &quietly, nullptr, arguments, environ) == 0) waitpid(child, nullptr, 0);
  posix_spawn_file_actions_destroy(&quietly);
}

/// A file is opened in its folder.
bool split_path(const std::string& path, studio::StudioSettings& out) {
  std::error_code error;
  const fs::path whole = fs::canonical(path, error);
  if (error) {
    complain(fmt::format("cannot open '{}': {}", path, error.message()));
    return false;
  }
  const bool is_folder = fs::is_directory(whole, error);
  out.folder = is_folder ? whole : whole.parent_path();
  if (!is_folder) out.opened = whole.filename().string();
  return true;
}

}  // namespace

ExitCode studio(const Settings& settings) {
  studio::StudioSettings given;
  if (!split_path(settings.model.path, given)) return ExitCode::wrong_input;
  given.port = settings.port;
  given.limits = driver::default_settings();
  given.limits.search.limits = settings.search.limits;
  given.limits.search.threads = settings.search.threads;
  // Names of files in messages are as short as the page shows them.
  std::error_code error;
  fs::current_path(given.folder, error);
  const StopSignal& interrupt = catch_interrupts();
  const std::string problem = studio::serve(given, interrupt, [&](const std::string& address) {
    say(
        fmt::format("{}\nKeep this address private: anyone who has it can change the models in this folder. Press "
                    "Ctrl-C to stop.\n",
                    address));
    std::string ignored;
    flush_output(ignored);
    if (settings.browser) open_in_browser(address);
  });
  if (problem.empty()) return ExitCode::verified;
  complain(problem);
  return ExitCode::wrong_input;
}

}  // namespace quotient::cli
