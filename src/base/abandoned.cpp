#include "base/abandoned.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace quotient {

namespace {

// Not the target of a link, and without waiting for whoever is at the other end of a pipe.
int open_itself(const std::string& path) { return open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); }

}  // namespace

// A file system without locks gives none: then nothing is taken for abandoned either.
InUse::InUse(const std::string& path) : descriptor_(open_itself(path)) {
  if (descriptor_ >= 0) flock(descriptor_, LOCK_EX | LOCK_NB);
}

InUse::InUse(InUse&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

InUse& InUse::operator=(InUse&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

InUse::~InUse() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<pid_t> maker_of(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  pid_t pid = 0;
  const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), pid);
  const bool dash = end != name.data() + name.size() && *end == '-';
  return wrong == std::errc() && dash && pid > 0 ? std::optional(pid) : std::nullopt;
}

bool is_abandoned(const std::string& path, pid_t maker) {
  if (kill(maker, 0) == 0 || errno != ESRCH) return false;
  const int descriptor = open_itself(path);
  if (descriptor < 0) return false;
  struct stat about = {};
  const bool ours =
      fstat(descriptor, &about) == 0 && about.st_uid == geteuid() && (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode));
  const bool unused = ours && flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  close(descriptor);
  return unused;
}

}  // namespace quotient
