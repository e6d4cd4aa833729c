#include "native/cache.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/folder.hpp"
#include "native/abi.hpp"
#include "native/file_bytes.hpp"

namespace quotient::native {

namespace {

namespace fs = std::filesystem;

/// A folder that belongs to the user and that nobody else can write to.
bool is_private_folder(const fs::path& folder) {
  struct stat about = {};
  return ::lstat(folder.c_str(), &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == ::geteuid() &&
         (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// What stands behind a module in its file.
struct Trailer {
  std::array<char, 8> mark = {'q', 'u', 'o', 't', 'i', 'e', 'n', 't'};
  std::uint64_t bytes = 0;  // of the module
  XXH128_canonical_t checksum{};

  Trailer(const std::string& key, std::string_view module) : bytes(module.size()) {
    const std::uint64_t seed = XXH3_64bits(key.data(), key.size());
    XXH128_canonicalFromHash(&checksum, XXH3_128bits_withSeed(module.data(), module.size(), seed));
  }
};
static_assert(sizeof(Trailer) == 32);

/// All bytes of a file that belongs to the user alone, if they are at most `most`. They are read, not mapped: a mapped
/// file that somebody shortens ends the program.
std::optional<std::string> read_own_file(const fs::path& path, std::uint64_t most) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  struct stat about = {};
  std::optional<std::string> bytes;
  if (::fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == ::geteuid() &&
      (about.st_mode & (S_IWGRP | S_IWOTH)) == 0 && static_cast<std::uint64_t>(about.st_size) <= most) {
    bytes.emplace(static_cast<std::size_t>(about.st_size), '\0');
    std::size_t got = 0;
    while (got < bytes->size()) {
      const ssize_t part = ::read(file, bytes->data() + got, bytes->size() - got);
      if (part < 0 && errno == EINTR) continue;
      if (part <= 0) break;
      got += static_cast<std::size_t>(part);
    }
    bytes->resize(got);
  }
  ::close(file);
  return bytes;
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

std::string Cache::key(const ModuleText& text, const Compiler& compiler) {
  XXH3_state_t* const state = XXH3_createState();
  XXH3_128bits_reset(state);
  // With its length before it, each part is its own.
  const auto add = [state](std::string_view part) {
    const std::uint64_t size = part.size();
    XXH3_128bits_update(state, &size, sizeof size);
    XXH3_128bits_update(state, part.data(), part.size());
  };
  add(QUOTIENT_VERSION);
  add(fmt::format("{}", abi_version));
  add(compiler.identity());
  for (const std::string& flag : compiler.flags()) add(flag);
  for (const std::string& unit : text.units) add(unit);
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::optional<std::string> Cache::find(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path file = file_of(key);
  std::optional<std::string> bytes = read_own_file(file, most_bytes_);
  std::error_code failed;
  if (bytes && bytes->size() > sizeof(Trailer)) {
    const std::size_t size = bytes->size() - sizeof(Trailer);
    const Trailer wanted(key, std::string_view(*bytes).substr(0, size));
    if (std::memcmp(bytes->data() + size, &wanted, sizeof wanted) == 0) {
      bytes->resize(size);
      // Used now: among the last to be removed.
      fs::last_write_time(file, fs::file_time_type::clock::now(), failed);
      return bytes;
    }
  }
  fs::remove(file, failed);  // where there is one
  return std::nullopt;
}

void Cache::keep(const std::string& key, std::string_view module) const {
  if (folder_.empty()) return;
  // What a run that is killed leaves behind has the name of its other leavings.
  std::string pattern = (folder_ / fmt::format("build-{}-XXXXXX", ::getpid())).string();
  const int file = ::mkostemp(pattern.data(), O_CLOEXEC);  // nobody else may read or write it
  if (file < 0) return;
  const Trailer trailer(key, module);
  const bool written =
      write_all(file, module) && write_all(file, {reinterpret_cast<const char*>(&trailer), sizeof trailer});
  const bool whole = ::close(file) == 0 && written;
  std::error_code failed;
  if (whole) fs::rename(pattern, file_of(key), failed);
  if (!whole || failed) {
    fs::remove(pattern, failed);
    return;
  }
  remove_oldest();
}

void Cache::remove_oldest() const {
  struct Kept {
    fs::file_time_type used;
    std::uint64_t bytes;
    fs::path path;
  };
  std::vector<Kept> modules;
  std::uint64_t total = 0;
  for (const std::string& name : names_in(folder_.string())) {
    const fs::path path = folder_ / name;
    if (path.extension() != ".so") continue;
    std::error_code gone;
    const fs::file_time_type used = fs::last_write_time(path, gone);
    if (gone) continue;
    modules.push_back({used, fs::file_size(path, gone), path});
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
