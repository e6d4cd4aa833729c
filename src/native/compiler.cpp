#include "native/compiler.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "base/abandoned.hpp"
#include "base/folder.hpp"
#include "base/leftovers.hpp"

namespace quotient::native {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view folder_prefix = "build-";

/// Ends a compiler, with the programs that it has started in turn: they form a group of their own.
class Job {
 public:
  Job() = default;
  Job(Job&& other) noexcept : pid_(std::exchange(other.pid_, 0)), group_(std::move(other.group_)) {}
  Job& operator=(Job&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(group_, other.group_);
    return *this;
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  ~Job() {
    if (pid_ <= 0) return;
    ::kill(-pid_, SIGKILL);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
  }

  bool start(const std::vector<std::string>& line, const fs::path& said);
  /// Nothing while it runs; then whether it went well.
  std::optional<bool> finished() {
    int status = 0;
    const pid_t done = ::waitpid(pid_, &status, WNOHANG);
    if (done == 0 || (done < 0 && errno == EINTR)) return std::nullopt;
    pid_ = 0;
    group_.forget();
    return done > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  pid_t pid_ = 0;
  ChildGroup group_;
};

bool Job::start(const std::vector<std::string>& line, const fs::path& said) {
  std::vector<std::string> words = line;
  std::vector<char*> arguments;
  for (std::string& w : words) arguments.push_back(w.data());
  arguments.push_back(nullptr);
  // Only what a compiler needs of the environment, and its messages in the language we read.
  std::vector<std::string> kept{"LC_ALL=C", "TMPDIR=" + said.parent_path().string()};
  for (const char* name : {"PATH", "HOME"}) {
    if (const char* value = std::getenv(name)) kept.push_back(std::string(name) + "=" + value);
  }
  std::vector<char*> environment;
  for (std::string& e : kept) environment.push_back(e.data());
  environment.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, said.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  const int failed = ::posix_spawn(&pid_, line[0].c_str(), &files, &attributes, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) {
    pid_ = 0;
    return false;
  }
  group_ = ChildGroup(pid_);
  // The search comes first where cores are few.
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(pid_), 5);
  return true;
}

bool write_text(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

std::string first_line(const fs::path& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  return line.substr(0, 300);
}

std::optional<std::string> read_bytes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  return in && !bytes.empty() ? std::optional(std::move(bytes)) : std::nullopt;
}

/// Runs all lines, a few at a time. False where one fails or the end is asked for.
bool run_all(const std::vector<std::vector<std::string>>& lines, unsigned jobs, const fs::path& said,
             const std::atomic<bool>& stop) {
  std::vector<Job> running;
  std::size_t next = 0;
  while (next < lines.size() || !running.empty()) {
    // Relaxed: it carries no data, and is seen soon enough.
    if (stop.load(std::memory_order_relaxed)) return false;
    while (next < lines.size() && running.size() < std::max(1U, jobs)) {
      Job job;
      if (!job.start(lines[next++], said)) return false;
      running.push_back(std::move(job));
    }
    for (std::size_t k = running.size(); k-- > 0;) {
      const std::optional<bool> done = running[k].finished();
      if (!done) continue;
      if (!*done) return false;
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(k));
    }
    if (!running.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace

std::string Compiler::identity() const {
  struct stat about = {};
  const fs::path real = fs::weakly_canonical(program);
  if (::stat(real.c_str(), &about) != 0) return real.string();
  return fmt::format("{} {} {}.{}", real.string(), about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
}

std::optional<Compiler> find_compiler(const std::vector<std::string>& names) {
  const std::vector<std::string> usual{"cc", "gcc", "clang", "tcc"};
  const auto usable = [](const fs::path& p) {
    std::error_code ignored;
    return fs::is_regular_file(p, ignored) && ::access(p.c_str(), X_OK) == 0;
  };
  const char* path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "/usr/bin:/bin" : path;
  for (const std::string& name : names.empty() ? usual : names) {
    if (name.find('/') != std::string::npos) {
      if (usable(name)) return Compiler{name, "-O1"};
      continue;
    }
    for (std::size_t begin = 0; begin <= folders.size();) {
      const std::size_t end = std::min(folders.find(':', begin), folders.size());
      const fs::path candidate = fs::path(folders.substr(begin, end - begin)) / name;
      // Relative folders would make it depend on where one stands.
      if (candidate.is_absolute() && usable(candidate)) return Compiler{candidate, "-O1"};
      begin = end + 1;
    }
  }
  return std::nullopt;
}

PrivateFolder PrivateFolder::make(const fs::path& parent) {
  std::error_code ignored;
  std::vector<fs::path> parents;
  if (!parent.empty()) parents.push_back(parent);
  parents.push_back(fs::temp_directory_path(ignored));
  for (const fs::path& p : parents) {
    if (p.empty()) continue;
    std::string pattern = (p / fmt::format("{}{}-XXXXXX", folder_prefix, ::getpid())).string();
    if (::mkdtemp(pattern.data()) != nullptr) return PrivateFolder(pattern);
  }
  return PrivateFolder(fs::path());
}

PrivateFolder::PrivateFolder(fs::path path) : path_(std::move(path)) {
  if (!path_.empty()) in_use_ = InUse(path_.string());
}

PrivateFolder::~PrivateFolder() {
  if (!path_.empty()) remove_folder(path_.native());
}

void PrivateFolder::remove_abandoned(const fs::path& parent) {
  if (parent.empty()) return;
  for (const std::string& name : names_in(parent.string())) {
    const std::optional<pid_t> maker = maker_of(name, folder_prefix);
    const std::string found = (parent / name).string();
    if (maker && is_abandoned(found, *maker)) remove_folder(found);
  }
}

std::optional<std::string> compile(const Compiler& compiler, const ModuleText& text, const fs::path& folder,
                                   unsigned jobs, const std::atomic<bool>& stop, std::string& error) {
  const fs::path said = folder / "messages", result = folder / "module.so";
  const std::string stamp = fmt::format("-DSTAMP={}ULL", text.stamp);
  std::vector<std::string> common{compiler.program.string()};
  for (const std::string& flag : compiler.flags()) common.push_back(flag);
  std::vector<std::vector<std::string>> lines;
  std::vector<std::string> objects;
  for (std::size_t k = 0; k < text.units.size(); ++k) {
    const fs::path source = folder / fmt::format("unit{}.c", k);
    if (!write_text(source, text.units[k])) {
      error = fmt::format("'{}' cannot be written", source.string());
      return std::nullopt;
    }
    std::vector<std::string> line = common;
    line.push_back(stamp);
    if (text.units.size() == 1) {
      line.insert(line.end(), {"-shared", "-o", result.string(), source.string()});
    } else {
      objects.push_back((folder / fmt::format("unit{}.o", k)).string());
      line.insert(line.end(), {"-c", "-o", objects.back(), source.string()});
    }
    lines.push_back(std::move(line));
  }
  bool well = run_all(lines, jobs, said, stop);
  if (well && text.units.size() > 1) {
    std::vector<std::string> line{compiler.program.string(), "-shared", "-o", result.string()};
    line.insert(line.end(), objects.begin(), objects.end());
    well = run_all({line}, 1, said, stop);
  }
  if (well) {
    if (std::optional<std::string> bytes = read_bytes(result)) return bytes;
  }
  const std::string message = first_line(said);
  error = stop.load(std::memory_order_relaxed) ? "it was not needed any more"
          : message.empty()                    ? fmt::format("'{}' failed", compiler.program.string())
                                               : fmt::format("'{}' failed: {}", compiler.program.string(), message);
  return std::nullopt;
}

}  // namespace quotient::native
