#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <vector>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "search/segment/segment.hpp"

namespace quotient::toy {

/// A file of saved tables that is gone when the test is.
class SavedFile {
 public:
  static constexpr SegmentKind kind{0x74736574, 3};
  static constexpr std::size_t header_bytes = 40;

  SavedFile() {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("quotient-saved-" + std::to_string(getpid()) + "-" + std::to_string(count++));
  }
  SavedFile(const SavedFile&) = delete;
  SavedFile& operator=(const SavedFile&) = delete;
  ~SavedFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

  std::vector<std::uint8_t> bytes() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::vector<std::uint8_t>& bytes) const {
    std::ofstream out(path_, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

  /// As somebody would who means to deceive: with lengths and sums that are right.
  static void forge(std::vector<std::uint8_t>& bytes) {
    const std::uint64_t length = bytes.size() - header_bytes;
    std::memcpy(bytes.data() + 16, &length, 8);
    const std::uint64_t sum = XXH3_64bits(bytes.data() + header_bytes, length);
    std::memcpy(bytes.data() + 24, &sum, 8);
    const std::uint64_t own = XXH3_64bits(bytes.data(), 32);
    std::memcpy(bytes.data() + 32, &own, 8);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace quotient::toy
