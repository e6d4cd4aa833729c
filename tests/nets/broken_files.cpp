/// Broken files for every command that reads one which Quotient itself has written, or that people write beside a
/// model: .aut graphs, traces, results, rewrite rules, modules of the cache. Each is a good file, damaged; the command
/// must end with one of its exit codes and, where that is 2, with a message. tests/nets/broken_files builds this with
/// sanitizers.
///
/// The commands are called in this process, by workers that are forked for a few hundred files at a time: a worker that
/// dies tells which file it was. A file that fails is cut down before it is shown.

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/ensure.hpp"
#include "cli/cli.hpp"
#include "mutation.hpp"
#include "native/cache.hpp"

#if defined(__SANITIZE_ADDRESS__)
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }  // NOLINT: tests/oracle/malformed looks
#endif

namespace quotient::nets {
namespace {

namespace fs = std::filesystem;

constexpr unsigned seconds_for_each = 60;
constexpr std::uint64_t files_of_a_worker = 250;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
}

using Words = std::vector<std::string>;

int run_command(const Words& words) {
  try {
    const int code = static_cast<int>(cli::run(words));
    std::fflush(stdout);
    return code;
  } catch (const std::exception& e) {
    report_bug(e.what());
  }
}

/// Does something in a process of its own, which is not heard; what it says on standard error is in the file "said".
/// Returns how it ended.
int run_worker(const std::function<void()>& work) {
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid == 0) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    const int said = ::open("said", O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
    ::dup2(nowhere, STDIN_FILENO);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(said, STDERR_FILENO);
    work();
    ::_exit(0);
  }
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// A good file, and what is done with a damaged one. The commands name it as "damaged" with the ending of the good one.
struct Seed {
  std::string kind;
  std::string good;  // path
  std::vector<Words> commands;
  std::string text = {};
};

std::string damaged_name(const Seed& seed) { return "damaged" + fs::path(seed.good).extension().string(); }

/// Makes good files, by the program itself, in the present folder, which has the models.
void make_good_files() {
  for (const Words& words : std::vector<Words>{
           {"lts", "toggle.pml", "-o", "toggle.aut", "--symmetry", "off", "--quiet"},
           {"lts", "table.mcrl2", "-o", "table.aut", "--quiet"},
           {"check", "mutex.pml", "-D", "BROKEN", "--trace", "mutex.trace", "--json", "mutex.json", "--quiet"},
           {"check", "cycles.pml", "--property", "ltl:stays", "--trace", "stays.trace", "--json", "stays.json",
            "--quiet"},
           {"check", "cycles.pml", "--property", "progress", "--fairness", "weak", "--trace", "progress.trace",
            "--quiet"},
           {"check", "seats.mch", "--set", "PEOPLE=3", "--trace", "seats.trace", "--json", "seats.json", "--quiet"},
           {"check", "bell.mcrl2", "--property", "action:ring", "--trace", "bell.trace", "--quiet"}}) {
    run_command(words);
  }
  native::Cache("modules").keep("key", read_file("/proc/self/exe").substr(0, 30'000));
}

std::vector<Seed> make_seeds() {
  const auto with_rules = [](const char* model) {
    return std::vector<Words>{{"check", model, "--property", "assert", "--symmetry", "rules", "--rules",
                               "damaged.rules", "--check-rules", "--max-states", "2000", "--time", "10s", "--quiet"},
                              {"check", model, "--symmetry", "rules", "--rules", "damaged.rules", "--max-states",
                               "2000", "--time", "10s", "--quiet"}};
  };
  std::vector<Seed> seeds = {
      {"aut", "toggle.aut", {{"expand", "damaged.aut", "-o", "out.aut"}, {"compare", "damaged.aut", "toggle.aut"}}},
      {"aut",
       "table.aut",
       {{"expand", "damaged.aut", "-o", "out.aut"},
        {"compare", "table.aut", "damaged.aut", "--equivalence", "iso"},
        {"compare", "damaged.aut", "table.aut", "--equivalence", "permutations"}}},
      {"trace", "mutex.trace", {{"replay", "mutex.pml", "damaged.trace"}}},
      {"trace", "stays.trace", {{"replay", "cycles.pml", "damaged.trace"}}},
      {"trace", "progress.trace", {{"replay", "cycles.pml", "damaged.trace"}}},
      {"trace", "seats.trace", {{"replay", "seats.mch", "damaged.trace"}}},
      {"trace", "bell.trace", {{"replay", "bell.mcrl2", "damaged.trace"}}},
      {"result", "mutex.json", {{"report", "damaged.json", "-o", "out.html"}}},
      {"result", "stays.json", {{"report", "damaged.json", "-o", "out.html"}}},
      {"result", "seats.json", {{"report", "damaged.json", "-o", "out.html"}}},
      {"rules", "rota.rules", with_rules("rota.pml")},
      {"rules", "late.rules", with_rules("late.pml")},
      {"rules", "unread.rules", with_rules("unread.pml")},
      {"cache", "modules/key.so", {}},
  };
  for (Seed& seed : seeds) seed.text = read_file(seed.good);
  return seeds;
}

/// What is wrong with how a damaged file is taken; empty where nothing is. Runs in a worker.
std::string judge(const Seed& seed, const std::string& text, std::array<std::uint64_t, 4>& codes) {
  if (seed.kind == "cache") {
    write_file(seed.good, text);
    ::chmod(seed.good.c_str(), 0600);
    const std::optional<std::string> found = native::Cache("modules").find("key");
    return found && text != seed.text ? "a damaged module is taken" : "";
  }
  for (const Words& words : seed.commands) {
    write_file(damaged_name(seed), text);
    (void)::ftruncate(STDERR_FILENO, 0);
    const int code = run_command(words);
    std::fflush(stderr);
    struct stat said = {};
    ::fstat(STDERR_FILENO, &said);
    if (code == 2 && said.st_size == 0) return fmt::format("{}: exit code 2 without a word", words[0]);
    if (code < 0 || code > 3) return fmt::format("{}: exit code {}", words[0], code);
    ++codes[static_cast<std::size_t>(code)];
  }
  return {};
}

/// Files by number: the same for the same seed of the dice.
class Files {
 public:
  Files(std::vector<Seed> seeds, std::uint64_t start) : seeds_(std::move(seeds)), start_(start) {}

  const Seed& seed(std::uint64_t number) const { return seeds_[number % seeds_.size()]; }
  std::string text(std::uint64_t number) const {
    std::mt19937_64 dice(start_ * 1'000'003 + number);
    const Seed& of = seed(number);
    std::vector<std::string> others;
    for (const Seed& other : seeds_) {
      if (other.kind == of.kind) others.push_back(other.text);
    }
    return Mutation(dice, others).damage(of.text);
  }

 private:
  std::vector<Seed> seeds_;
  std::uint64_t start_;
};

/// What a worker tells the one that started it.
struct Shared {
  std::uint64_t number = 0;              // of the file that it is at
  std::array<char, 200> wrong{};         // with it
  std::array<std::uint64_t, 4> codes{};  // how often commands ended with each exit code
};

class Net {
 public:
  Net(std::vector<Seed> seeds, std::uint64_t start, fs::path kept)
      : files_(std::move(seeds), start), kept_(std::move(kept)), shared_(map()) {}

  /// How often commands ended with exit codes 0, 1, 2 and 3.
  const std::array<std::uint64_t, 4>& codes() const { return shared_->codes; }

  /// Looks at files from `begin` on; returns how many failed.
  std::uint64_t run(std::uint64_t begin, std::uint64_t end, std::uint64_t most_failures) {
    std::uint64_t failures = 0;
    for (std::uint64_t at = begin; at < end && failures < most_failures;) {
      const std::uint64_t last = std::min(end, at + files_of_a_worker);
      const std::string wrong = in_worker([&] {
        for (std::uint64_t number = at; number < last; ++number)
          look_at(number, files_.seed(number), files_.text(number));
      });
      if (wrong.empty()) {
        at = last;
        continue;
      }
      ++failures;
      show(shared_->number, wrong);
      at = shared_->number + 1;
    }
    return failures;
  }

 private:
  static Shared* map() {
    void* const at = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? nullptr : new (at) Shared;
  }

  void look_at(std::uint64_t number, const Seed& seed, const std::string& text) {
    shared_->number = number;
    ::alarm(seconds_for_each);
    const std::string wrong = judge(seed, text, shared_->codes);
    if (wrong.empty()) return;
    wrong.copy(shared_->wrong.data(), shared_->wrong.size() - 1);
    ::_exit(1);
  }

  /// What went wrong in a worker; empty where nothing did.
  std::string in_worker(const std::function<void()>& work) {
    shared_->wrong = {};
    const int status = run_worker(work);
    if (WIFSIGNALED(status)) {
      return WTERMSIG(status) == SIGALRM ? fmt::format("no end after {} s", seconds_for_each)
                                         : fmt::format("signal {}", WTERMSIG(status));
    }
    if (WEXITSTATUS(status) == 0) return {};
    const std::string wrong = shared_->wrong.data();
    return wrong.empty() ? fmt::format("exit code {}", WEXITSTATUS(status)) : wrong;
  }

  void show(std::uint64_t number, const std::string& wrong) {
    const std::string said = read_file("said");
    const Seed& seed = files_.seed(number);
    std::string text = files_.text(number);
    if (wrong.find("no end") == std::string::npos) shrink(number, seed, text);
    fs::create_directories(kept_);
    const fs::path file = kept_ / fmt::format("{}-{}{}", seed.kind, number, fs::path(seed.good).extension().string());
    write_file(file, text);
    fmt::print("FAIL {} {} (from {}): {}\n", seed.kind, number, seed.good, wrong);
    for (const Words& words : seed.commands) fmt::print("  quotient {}\n", fmt::join(words, " "));
    fmt::print("  with {} in {}\n{}\n", damaged_name(seed), file.string(), said.substr(0, 3000));
  }

  /// Cuts pieces out as long as something is still wrong.
  void shrink(std::uint64_t number, const Seed& seed, std::string& text) {
    int tries = 200;
    for (std::size_t length = text.size() / 2; length > 0 && tries > 0; length /= 2) {
      for (std::size_t at = 0; at < text.size() && tries-- > 0;) {
        std::string shorter = text;
        shorter.erase(at, length);
        if (in_worker([&] { look_at(number, seed, shorter); }).empty()) {
          at += length;
        } else {
          text = std::move(shorter);
        }
      }
    }
  }

  Files files_;
  fs::path kept_;
  Shared* shared_;
};

int run_net(const Words& words) {
  std::uint64_t count = 50'000, start = 1, only = UINT64_MAX;
  std::string kind, kept = "broken";
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    const std::string &name = words[i], &value = words[i + 1];
    if (name == "--count") count = std::stoull(value);
    if (name == "--seed") start = std::stoull(value);
    if (name == "--only") only = std::stoull(value);
    if (name == "--kind") kind = value;
    if (name == "--keep") kept = fs::absolute(value).string();
  }
  const fs::path models = fs::path(QUOTIENT_ROOT) / "tests" / "cli" / "models";
  std::string folder = (fs::temp_directory_path() / "broken-files-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return 2;
  for (const fs::directory_entry& e : fs::directory_iterator(models)) fs::copy(e.path(), fs::path(folder));
  fs::current_path(folder);
  run_worker(make_good_files);
  std::vector<Seed> seeds = make_seeds();
  std::erase_if(seeds, [&kind](const Seed& s) { return !kind.empty() && s.kind != kind; });
  for (const Seed& seed : seeds) {
    if (seed.text.empty()) return fmt::print("no good file '{}' could be made\n0 passed, 1 failed\n", seed.good), 1;
  }
  Net net(std::move(seeds), start, kept);
  const bool one = only != UINT64_MAX;
  const std::uint64_t failures = one ? net.run(only, only + 1, 1) : net.run(0, count, 50);
  fs::current_path("/");
  fs::remove_all(folder);
  fmt::print("commands that ended with exit codes 0 to 3: {}\n", fmt::join(net.codes(), ", "));
  fmt::print("{} passed, {} failed\n", (one ? 1 : count) - failures, failures);
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace quotient::nets

int main(int argc, char** argv) { return quotient::nets::run_net({argv + 1, argv + argc}); }
