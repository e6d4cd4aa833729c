#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "native/compiler.hpp"

namespace quotient::native {

/// Bytes in a place from which they can be loaded and where nobody else writes to them: what is loaded are the bytes
/// that were checked, whatever happens meanwhile to the file that they were read from.
class Image {
 public:
  /// In a file of the system's memory, sealed. Nullopt where there are no such files.
  static std::optional<Image> in_memory(std::string_view bytes);
  /// In a private folder inside of `parent` (where that is not possible, of the system's folder for such files).
  static std::optional<Image> in_folder(std::string_view bytes, const std::filesystem::path& parent);

  Image(Image&& other) noexcept
      : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)), folder_(std::move(other.folder_)) {}
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;
  Image& operator=(Image&&) = delete;
  ~Image();

  /// No other image has it as long as this one lives: the loader takes files of one name for the same.
  const std::filesystem::path& path() const { return path_; }

 private:
  Image() = default;

  std::filesystem::path path_;
  int file_ = -1;                        // in memory
  std::optional<PrivateFolder> folder_;  // or else this
};

}  // namespace quotient::native
