#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace quotient::native {

/// Compiled modules of earlier runs, by the text they were made from and the compiler that made them. Several programs
/// may use it at once: files appear by being renamed, and are never changed.
class Cache {
 public:
  /// In `folder`; by default in the user's folder for such things (XDG_CACHE_HOME, or .cache in the home directory).
  /// Where no folder can be had, nothing is kept, and nothing found.
  explicit Cache(std::filesystem::path folder = default_folder(), std::uint64_t most_bytes = 256'000'000);

  static std::filesystem::path default_folder();

  /// Where private files may be made that can be renamed into the cache; empty where there is no cache.
  const std::filesystem::path& folder() const { return folder_; }
  /// The file of a module, where it is there.
  std::optional<std::filesystem::path> find(const std::string& key) const;
  /// Moves a file here, and removes the modules that were not used for longest where there are too many. Returns its
  /// new place, or the old one where it cannot be kept.
  std::filesystem::path keep(const std::string& key, const std::filesystem::path& file) const;
  /// Of a text (by its stamp) and a compiler.
  static std::string key(std::uint64_t stamp, const std::string& compiler);

 private:
  void remove_oldest() const;

  std::filesystem::path folder_;
  std::uint64_t most_bytes_;
};

}  // namespace quotient::native
