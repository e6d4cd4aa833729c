#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace quotient {

/// Files and folders that a run makes for itself carry the number of its process in their name, and are locked as long
/// as it uses them. What a run that was killed leaves behind is told by that: nobody has the lock, and there is no such
/// process. Where processes cannot see each other (containers that share a folder) the lock alone protects.

/// Locks a file or folder that exists, as long as this lives.
class InUse {
 public:
  InUse() = default;
  explicit InUse(const std::string& path);
  InUse(InUse&& other) noexcept;
  InUse& operator=(InUse&& other) noexcept;
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;
  ~InUse();

 private:
  int descriptor_ = -1;
};

/// The process that made it, by a name that begins with `prefix` and goes on with a number and a dash; else nothing.
std::optional<pid_t> maker_of(std::string_view name, std::string_view prefix);

/// Whether it is the user's own file or folder, which a process that is gone has left behind.
bool is_abandoned(const std::string& path, pid_t maker);

}  // namespace quotient
