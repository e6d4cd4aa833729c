#include "report/graphviz.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT: POSIX requires its users to declare it

namespace quotient {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

}  // namespace

std::optional<std::string> draw_svg(const std::string& dot_text, std::string& error) {
  const auto failed = [&](std::string_view what, int number) {
    error = fmt::format("cannot draw: {}: {}", what, std::strerror(number));
    return std::nullopt;
  };
  // Files without names, so that neither side waits for the other.
  const File input(std::tmpfile()), output(std::tmpfile());
  if (!input || !output) return failed("no temporary file", errno);
  if (std::fwrite(dot_text.data(), 1, dot_text.size(), input.get()) != dot_text.size() ||
      std::fflush(input.get()) != 0 || std::fseek(input.get(), 0, SEEK_SET) != 0) {
    return failed("temporary file", errno);
  }
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ::fileno(input.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, ::fileno(output.get()), STDOUT_FILENO);
  std::string program = "dot", format = "-Tsvg";
  char* arguments[] = {program.data(), format.data(), nullptr};
  pid_t pid = 0;
  const int number = ::posix_spawnp(&pid, "dot", &files, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  if (number == ENOENT) {
    error = "cannot draw: Graphviz's 'dot' is not installed; --dot writes what it reads";
    return std::nullopt;
  }
  if (number != 0) return failed("dot", number);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return failed("dot", errno);
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    error = "cannot draw: Graphviz's 'dot' failed";
    return std::nullopt;
  }
  std::string svg;
  char buffer[8192];
  std::rewind(output.get());
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, output.get())) svg.append(buffer, n);
  return svg;
}

}  // namespace quotient
