#pragma once

#include <filesystem>
#include <string>

namespace quotient {

/// For as long as this lives, `read_text_file` in this thread reads nothing outside of a folder: what a model includes
/// is written by whoever wrote the model. The folder must be canonical, without symbolic links.
class ReadingScope {
 public:
  explicit ReadingScope(std::filesystem::path folder);
  ReadingScope(const ReadingScope&) = delete;
  ReadingScope& operator=(const ReadingScope&) = delete;
  ~ReadingScope();

 private:
  std::filesystem::path folder_;
  const std::filesystem::path* before_;
};

/// Whether a path, with symbolic links followed, is a folder or lies in it.
bool lies_within(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Whether this thread may read a file there.
bool may_read(const std::string& path);

}  // namespace quotient
