#include "base/source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/ensure.hpp"
#include "base/reading_scope.hpp"
#include "base/stop_signal.hpp"
#include "base/utf8.hpp"

namespace quotient {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

SourceRange join(SourceRange first, SourceRange last) {
  if (first.file != last.file) return first;
  return {first.file, std::min(first.begin, last.begin), std::max(first.end, last.end)};
}

SourceFile::SourceFile(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {
  ensure(text_.size() < UINT32_MAX, "source file too large for 32-bit offsets");
  line_starts_.push_back(0);
  for (std::uint32_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

LineColumn SourceFile::locate(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::uint32_t>(after - line_starts_.begin());
  const std::uint32_t begin = line_starts_[line - 1];
  const std::size_t mark = begin == 0 && text_.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  const std::size_t first = std::min<std::size_t>(begin + mark, offset);
  const std::string_view before = std::string_view(text_).substr(first, offset - first);
  return {line, static_cast<std::uint32_t>(character_count(before)) + 1};
}

std::string_view SourceFile::line(std::uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  const std::size_t begin = line_starts_[number - 1];
  std::size_t end = number < line_starts_.size() ? line_starts_[number] - 1 : text_.size();
  const std::size_t mark = begin == 0 && text_.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  if (end > begin && text_[end - 1] == '\r') --end;
  return std::string_view(text_).substr(begin + mark, end - begin - mark);
}

FileId SourceMap::add(std::string path, std::string text) {
  files_.emplace_back(std::move(path), std::move(text));
  return {static_cast<std::uint32_t>(files_.size() - 1)};
}

const SourceFile& SourceMap::operator[](FileId file) const {
  ensure(file.value < files_.size(), "unknown source file");
  return files_[file.value];
}

Location SourceMap::locate(SourceRange range) const {
  if (range.file.value >= files_.size()) return {};
  const SourceFile& file = files_[range.file.value];
  return {file.path(), file.locate(range.begin)};
}

std::string_view SourceMap::text(SourceRange range) const {
  if (range.file.value >= files_.size()) return {};
  const std::string_view all = files_[range.file.value].text();
  const std::size_t begin = std::min<std::size_t>(range.begin, all.size());
  const std::size_t end = std::clamp<std::size_t>(range.end, begin, all.size());
  return all.substr(begin, end - begin);
}

std::optional<std::string> read_text_file(const std::string& path, std::string& error) {
  constexpr std::uintmax_t largest = std::uintmax_t{1} << 30;
  if (!may_read(path)) {
    error = "'" + path + "' is outside the folder that may be read";
    return std::nullopt;
  }
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (std::filesystem::is_directory(status)) {
    error = "'" + path + "' is a folder, not a file";
    return std::nullopt;
  }
  // A pipe may never say anything, and a device never end.
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    error = "'" + path + "' is a pipe or a device, not a file";
    return std::nullopt;
  }
  if (std::filesystem::is_regular_file(status) && std::filesystem::file_size(path, code) > largest) {
    error = "'" + path + "' is larger than 1 GiB";
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    error = "cannot open '" + path + "': " + std::strerror(errno);
    return std::nullopt;
  }
  std::string text;
  char block[1 << 16];
  while (in.read(block, sizeof block) || in.gcount() > 0) {
    poll_stop();
    text.append(block, static_cast<std::size_t>(in.gcount()));
    if (text.size() > largest) {
      error = "'" + path + "' is larger than 1 GiB";
      return std::nullopt;
    }
  }
  if (in.bad()) {
    error = "cannot read '" + path + "': " + std::strerror(errno);
    return std::nullopt;
  }
  return text;
}

}  // namespace quotient
