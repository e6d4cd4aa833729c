#include "native/cache.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace quotient::native {

namespace {

namespace fs = std::filesystem;

/// A folder that belongs to the user and that nobody else can write to.
bool is_private_folder(const fs::path& folder) {
  struct stat about = {};
  return ::lstat(folder.c_str(), &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == ::geteuid() &&
         (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

fs::path Cache::default_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return fs::path(cache) / "quotient";
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? fs::path(home) / ".cache" / "quotient" : fs::path();
}

Cache::Cache(fs::path folder, std::uint64_t most_bytes) : folder_(std::move(folder)), most_bytes_(most_bytes) {
  if (folder_.empty()) return;
  std::error_code ignored;
  fs::create_directories(folder_.parent_path(), ignored);
  ::mkdir(folder_.c_str(), 0700);
  if (!is_private_folder(folder_) || ::access(folder_.c_str(), W_OK | X_OK) != 0) folder_.clear();
}

std::string Cache::key(std::uint64_t stamp, const std::string& compiler) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(compiler.data(), compiler.size(), stamp);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::optional<fs::path> Cache::find(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path file = folder_ / (key + ".so");
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) return std::nullopt;
  // Used now: among the last to be removed.
  fs::last_write_time(file, fs::file_time_type::clock::now(), failed);
  return file;
}

fs::path Cache::keep(const std::string& key, const fs::path& file) const {
  if (folder_.empty()) return file;
  fs::path kept = folder_ / (key + ".so");
  std::error_code failed;
  ::chmod(file.c_str(), 0600);
  fs::rename(file, kept, failed);
  if (failed) return file;
  remove_oldest();
  return kept;
}

void Cache::remove_oldest() const {
  struct Kept {
    fs::file_time_type used;
    std::uint64_t bytes;
    fs::path path;
  };
  std::vector<Kept> modules;
  std::uint64_t total = 0;
  std::error_code failed;
  for (fs::directory_iterator at(folder_, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code gone;
    const fs::file_time_type used = fs::last_write_time(at->path(), gone);
    if (gone) continue;
    if (at->path().extension() != ".so") continue;
    modules.push_back({used, fs::file_size(at->path(), gone), at->path()});
    if (!gone) total += modules.back().bytes;
  }
  std::sort(modules.begin(), modules.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& m : modules) {
    if (total <= most_bytes_) return;
    std::error_code gone;
    if (m.path != modules.back().path && fs::remove(m.path, gone)) total -= m.bytes;
  }
}

}  // namespace quotient::native
