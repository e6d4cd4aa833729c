#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotient {

/// One of the files of a SourceMap.
struct FileId {
  std::uint32_t value = 0;
  friend bool operator==(FileId, FileId) = default;
};

/// Bytes `begin` up to, not including, `end` of a file. Cheap to copy; resolved to lines only when shown.
struct SourceRange {
  FileId file;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

/// The smallest range that holds both; they must be of one file, else `first` is returned.
SourceRange join(SourceRange first, SourceRange last);

/// As people count: from 1. The column counts bytes.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

/// A place resolved for people and for JSON.
struct Location {
  std::string file;
  LineColumn position;
  friend bool operator==(const Location&, const Location&) = default;
};

class SourceFile {
 public:
  SourceFile(std::string path, std::string text);

  const std::string& path() const { return path_; }
  std::string_view text() const { return text_; }
  LineColumn locate(std::uint32_t offset) const;
  /// The line (from 1) without its line break.
  std::string_view line(std::uint32_t number) const;
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_starts_.size()); }

 private:
  std::string path_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

/// Owns the text of all files of one model. References to its files stay valid as it grows.
class SourceMap {
 public:
  FileId add(std::string path, std::string text);
  const SourceFile& operator[](FileId file) const;
  Location locate(SourceRange range) const;
  std::string_view text(SourceRange range) const;
  std::size_t size() const { return files_.size(); }

 private:
  std::deque<SourceFile> files_;
};

/// Reads a whole file. On failure returns nothing and puts the reason, ready to print, into `error`.
/// Refuses folders, pipes and devices, and files of more than 1 GiB.
std::optional<std::string> read_text_file(const std::string& path, std::string& error);

}  // namespace quotient
