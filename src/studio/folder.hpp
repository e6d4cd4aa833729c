#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace quotient::studio {

/// The folder that is open: all that the studio reads and writes. Paths are relative to it, as they come from outside.
class Folder {
 public:
  /// The path must exist.
  explicit Folder(const std::filesystem::path& path);

  /// Canonical.
  const std::filesystem::path& path() const { return path_; }

  /// Models and what they include, by path, at most `most_files`.
  static constexpr std::size_t most_files = 2000;
  std::vector<std::string> files() const;

  /// The file in the folder, whether or not it exists; nothing where it would lie outside, or is no text of a model.
  std::optional<std::filesystem::path> find(const std::string& file) const;

  std::optional<std::string> read(const std::string& file, std::string& error) const;
  /// Writes a file whole or not at all. If its contents do not have this digest, another program has
  /// written to it: it is left alone. An empty digest: there must be no such file yet.
  bool write(const std::string& file, const std::string& text, const std::string& digest, std::string& error) const;

 private:
  std::filesystem::path path_;
};

/// Of a text: to see whether it is still the same.
std::string digest_of(const std::string& text);

}  // namespace quotient::studio
