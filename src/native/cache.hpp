#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "native/compiler.hpp"

namespace quotient::native {

/// Compiled modules of earlier runs, by the text they were made from and what made it a module. A file is a module and
/// behind it a checksum of both it and its key: disks lose bits, and writing may end half-way. Several programs may use
/// the cache at once: files appear by being renamed, and are never changed.
class Cache {
 public:
  /// In `folder`; by default in the user's folder for such things (XDG_CACHE_HOME, or .cache in the home directory).
  /// Where no folder can be had, nothing is kept, and nothing found.
  explicit Cache(std::filesystem::path folder = default_folder(), std::uint64_t most_bytes = 256'000'000);

  static std::filesystem::path default_folder();

  /// Where private files may be made that can be renamed into the cache; empty where there is no cache.
  const std::filesystem::path& folder() const { return folder_; }
  /// The bytes of a module, where it is there and whole. One that is not, or that another could have written, is
  /// removed.
  std::optional<std::string> find(const std::string& key) const;
  /// Keeps a module, where that is possible, and removes those that were not used for longest where there are too many.
  void keep(const std::string& key, std::string_view module) const;
  /// Of all that decides what a module does: text, compiler, its flags, and the version of this program.
  static std::string key(const ModuleText& text, const Compiler& compiler);

 private:
  void remove_oldest() const;
  std::filesystem::path file_of(const std::string& key) const { return folder_ / (key + ".so"); }

  std::filesystem::path folder_;
  std::uint64_t most_bytes_;
};

}  // namespace quotient::native
