#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/abandoned.hpp"
#include "native/emit.hpp"

namespace quotient::native {

/// A C compiler of the system.
struct Compiler {
  std::filesystem::path program;
  std::string optimisation = "-O1";
  /// What tells this compiler from another, or from another version of it: path, size and time of its file.
  std::string identity() const;
  /// What it is called with, whatever it is to compile.
  std::vector<std::string> flags() const { return {optimisation, "-w", "-fPIC", "-fwrapv", "-fvisibility=hidden"}; }
};

/// The first of `names` that can be found: a name in the folders of PATH, or a path. By default cc, gcc, clang, tcc.
std::optional<Compiler> find_compiler(const std::vector<std::string>& names = {});

/// A folder for files that nobody else sees, removed with all that is in it.
class PrivateFolder {
 public:
  /// In `parent`, or where that is not possible in the system's folder for such files. Empty where neither is.
  static PrivateFolder make(const std::filesystem::path& parent);
  /// Removes what runs that were killed have left in `parent`.
  static void remove_abandoned(const std::filesystem::path& parent);
  PrivateFolder(PrivateFolder&& other) noexcept : path_(std::move(other.path_)), in_use_(std::move(other.in_use_)) {
    other.path_.clear();
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  PrivateFolder& operator=(PrivateFolder&&) = delete;
  ~PrivateFolder();

  explicit operator bool() const { return !path_.empty(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  explicit PrivateFolder(std::filesystem::path path);
  std::filesystem::path path_;
  InUse in_use_;
};

/// Compiles `text` into a shared object in `folder`. The compiler is run without a shell, as few processes at a time as
/// `jobs`; when `stop` becomes true they are ended. Returns the bytes of it, or nothing and why in `error`.
std::optional<std::string> compile(const Compiler& compiler, const ModuleText& text,
                                   const std::filesystem::path& folder, unsigned jobs, const std::atomic<bool>& stop,
                                   std::string& error);

}  // namespace quotient::native
