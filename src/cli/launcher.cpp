#include "cli/launcher.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace quotient::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto between_looks = std::chrono::milliseconds(100);
/// How long a launcher may be without a rank: longer than one takes to start, and to end behind the last of them.
constexpr auto longest_alone = std::chrono::seconds(20);

std::optional<pid_t> spawn(std::vector<std::string> line, posix_spawn_file_actions_t* files, std::string& error) {
  std::vector<char*> arguments;
  arguments.reserve(line.size() + 1);
  for (std::string& word : line) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int number = posix_spawnp(&process, line.front().c_str(), files, nullptr, arguments.data(), environ);
  if (number == 0) return process;
  error = fmt::format("{}: {}", line.front(), std::strerror(number));
  return std::nullopt;
}

int exit_code_of(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

/// What a program says of itself.
std::optional<std::string> version_of(const std::string& program) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclose(&files, ends[0]);
  posix_spawn_file_actions_addclose(&files, ends[1]);
  std::string error, text;
  const std::optional<pid_t> process = spawn({program, "--version"}, &files, error);
  posix_spawn_file_actions_destroy(&files);
  close(ends[1]);
  char part[512];
  for (ssize_t got = 0; process && (got = read(ends[0], part, sizeof part)) > 0;) {
    text.append(part, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  if (!process) return std::nullopt;
  int status = 0;
  waitpid(*process, &status, 0);
  return exit_code_of(status) == 0 ? std::optional(text) : std::nullopt;
}

/// Whether a process is more than an exit code that nobody has asked for yet.
bool is_alive(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  if (!std::getline(file, text)) return false;
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && name_end + 2 < text.size() && text[name_end + 2] != 'Z';
}

/// Whether a process has children that are alive. Where that cannot be read, it is taken to have some.
bool has_children(pid_t process) {
  std::ifstream file(fmt::format("/proc/{0}/task/{0}/children", process));
  if (!file) return true;
  for (pid_t child = 0; file >> child;) {
    if (is_alive(child)) return true;
  }
  return false;
}

}  // namespace

std::optional<Launcher> Launcher::find(std::string& error) {
  for (const char* program : {"mpirun", "mpiexec"}) {
    const std::optional<std::string> version = version_of(program);
    if (version) return Launcher{program, version->find("Open MPI") != std::string::npos};
  }
  error = "no mpirun in the PATH: ranks need MPI (Debian: openmpi-bin)";
  return std::nullopt;
}

std::vector<std::string> Launcher::line(std::size_t ranks, const std::string& hosts,
                                        const std::vector<std::string>& command) const {
  std::vector<std::string> line = {program, is_open_mpi ? "-np" : "-n", fmt::format("{}", ranks)};
  if (is_open_mpi) line.emplace_back("--quiet");  // no paragraphs about exit codes, which are ours to explain
  if (!hosts.empty()) line.insert(line.end(), {is_open_mpi ? "--hostfile" : "-f", hosts});
  const bool crowded = hosts.empty() && ranks > std::max(1U, std::thread::hardware_concurrency());
  // More ranks than cores: one that waits lets others work.
  if (is_open_mpi && crowded) line.insert(line.end(), {"--oversubscribe", "--mca", "mpi_yield_when_idle", "1"});
  line.insert(line.end(), command.begin(), command.end());
  return line;
}

std::optional<Launch> Launch::start(const std::vector<std::string>& line, std::string& error) {
  File output(std::tmpfile(), std::fclose);
  if (output == nullptr) {
    error = fmt::format("a file for what is printed: {}", std::strerror(errno));
    return std::nullopt;
  }
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ::fileno(output.get()), STDOUT_FILENO);
  const std::optional<pid_t> process = spawn(line, &files, error);
  posix_spawn_file_actions_destroy(&files);
  if (!process) return std::nullopt;
  return Launch(*process, std::move(output));
}

std::string Launch::output() const {
  std::string text;
  char part[4096];
  std::rewind(output_.get());
  while (const std::size_t got = std::fread(part, 1, sizeof part, output_.get())) text.append(part, got);
  return text;
}

int Launch::wait(const StopSignal& stop, bool local) const {
  bool told = false;
  Clock::time_point accompanied = Clock::now();
  for (;; std::this_thread::sleep_for(between_looks)) {
    int status = 0;
    const pid_t ended = waitpid(process_, &status, WNOHANG);
    if (ended == process_) return exit_code_of(status);
    if (ended < 0 && errno != EINTR) return 128 + SIGKILL;
    if (stop.raised() && !told) {
      kill(process_, SIGTERM);  // the launcher hands it on to the ranks
      told = true;
    }
    if (!local || has_children(process_)) accompanied = Clock::now();
    if (Clock::now() - accompanied > longest_alone) kill(process_, SIGKILL);
  }
}

}  // namespace quotient::cli
