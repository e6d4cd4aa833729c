#include "cli/ranks.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <span>
#include <unistd.h>

#include "cli/version.hpp"

namespace quotient::cli {

namespace {

/// What launchers leave behind: Open MPI, then MPICH and those who speak its protocol (srun --mpi=pmi2).
constexpr const char* sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
constexpr const char* own_ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK"};

unsigned number_in_environment(std::span<const char* const> names, unsigned otherwise) {
  for (const char* name : names) {
    if (const char* text = std::getenv(name)) return static_cast<unsigned>(std::strtoul(text, nullptr, 10));
  }
  return otherwise;
}

/// Beside the program, as it is built; or where packages install it.
void* load_module(std::string& error) {
  std::error_code failure;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", failure).parent_path();
  for (const std::filesystem::path& path :
       {folder / "libquotient_mpi.so", folder.parent_path() / "lib" / "quotient" / "libquotient_mpi.so"}) {
    if (!std::filesystem::exists(path, failure)) continue;
    // Global: parts that MPI loads itself look for its symbols there.
    if (void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL)) return module;
    error = fmt::format("several ranks need MPI: {}", dlerror());
    return nullptr;
  }
  error = "several ranks need the module libquotient_mpi.so, which is built where MPI is found";
  return nullptr;
}

}  // namespace

bool has_ranks() { return number_in_environment(sizes, 1) > 1; }

unsigned own_rank() { return number_in_environment(own_ranks, 0); }

std::unique_ptr<OrderlyTransport> join_ranks(std::string& error) {
  void* module = load_module(error);
  if (module == nullptr) return nullptr;
  using Join = Transport* (*)(const char*);
  const auto join = reinterpret_cast<Join>(dlsym(module, "quotient_mpi_join"));
  Transport* transport = join == nullptr ? nullptr : join(version().c_str());
  if (transport == nullptr) error = "libquotient_mpi.so is of another version";
  if (transport == nullptr) return nullptr;
  return std::make_unique<OrderlyTransport>(std::unique_ptr<Transport>(transport));
}

void fall_silent() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

Settings without_files(Settings settings) {
  for (std::string* path : {&settings.json_path, &settings.trace_path, &settings.html_path, &settings.sarif_path,
                            &settings.junit_path, &settings.baseline_path, &settings.checkpoint})
    path->clear();
  return settings;
}

std::string objection_to_ranks(const Settings& settings) {
  if (settings.audit) return "--audit cannot be used with several ranks";
  if (!settings.search.spill.empty()) return "--spill cannot be used with several ranks";
  return "";
}

}  // namespace quotient::cli
