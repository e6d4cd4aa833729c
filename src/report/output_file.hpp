#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/leftovers.hpp"

namespace quotient {

/// A file that appears whole or not at all: it is written beside its place and moved there by `commit`. What is not a
/// regular file (a pipe, /dev/null) is written to directly; "-" is standard output.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Leaves nothing behind unless committed.
  ~OutputFile();

  bool ok() const { return error_ == 0; }
  /// Errors are kept until `commit`.
  void write(std::string_view text);
  /// True when everything is in its place; otherwise `error` says why not.
  bool commit(std::string& error);

 private:
  std::string path_;
  std::string target_;     // path_ with symbolic links followed
  std::string temporary_;  // empty where written directly
  UnfinishedFile unfinished_;
  std::FILE* file_ = nullptr;
  int error_ = 0;
};

/// Whether a file could be written there now; leaves nothing behind.
bool can_write(const std::string& path, std::string& error);

/// All at once.
bool write_file(const std::string& path, std::string_view text, std::string& error);

}  // namespace quotient
