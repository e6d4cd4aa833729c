#include "studio/folder.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/reading_scope.hpp"
#include "base/source.hpp"
#include "driver/languages.hpp"
#include "report/output_file.hpp"

namespace quotient::studio {

namespace fs = std::filesystem;

namespace {

constexpr int deepest_folder = 6;
constexpr std::array<std::string_view, 6> included_endings = {".h", ".rules", ".def", ".inc", ".ref", ".imp"};

/// What may be opened and saved: models, not the other files of the folder.
bool is_text_of_models(const fs::path& path) {
  const std::string ending = path.extension().string();
  return driver::front_end_of_path(path.string()) != nullptr ||
         std::find(included_endings.begin(), included_endings.end(), ending) != included_endings.end();
}

}  // namespace

Folder::Folder(const fs::path& path) : path_(fs::canonical(path)) {}

std::vector<std::string> Folder::files() const {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator at(path_, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator() && found.size() < most_files; at.increment(error)) {
    const bool hidden = at->path().filename().string().starts_with('.');
    std::error_code ignored;
    if (at->is_directory(ignored)) {
      if (hidden || at.depth() >= deepest_folder || at->path().filename() == "node_modules")
        at.disable_recursion_pending();
    } else if (!hidden && is_text_of_models(at->path()) && at->is_regular_file(ignored) &&
               lies_within(at->path(), path_)) {
      found.push_back(at->path().lexically_relative(path_).generic_string());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::optional<fs::path> Folder::find(const std::string& file) const {
  if (file.empty() || file.find('\0') != std::string::npos) return std::nullopt;
  const fs::path given(file);
  const bool leaves = std::any_of(given.begin(), given.end(), [](const fs::path& part) { return part == ".."; });
  if (given.is_absolute() || leaves || !is_text_of_models(given)) return std::nullopt;
  const fs::path whole = path_ / given;
  return lies_within(whole, path_) ? std::optional(whole) : std::nullopt;
}

std::optional<std::string> Folder::read(const std::string& file, std::string& error) const {
  const std::optional<fs::path> path = find(file);
  if (!path) {
    error = fmt::format("'{}' is not a model in this folder", file);
    return std::nullopt;
  }
  return read_text_file(path->string(), error);
}

bool Folder::write(const std::string& file, const std::string& text, const std::string& digest,
                   std::string& error) const {
  const std::optional<fs::path> path = find(file);
  if (!path) {
    error = fmt::format("'{}' cannot be saved: not the name of a model, or outside this folder", file);
    return false;
  }
  std::error_code code;
  const bool exists = fs::exists(*path, code);
  if (exists && digest.empty()) {
    error = fmt::format("'{}' exists already", file);
    return false;
  }
  if (exists) {
    const std::optional<std::string> now = read_text_file(path->string(), error);
    if (!now) return false;
    if (digest_of(*now) != digest) {
      error = fmt::format("'{}' has been changed on disk since it was opened here", file);
      return false;
    }
  }
  fs::create_directories(path->parent_path(), code);
  return write_file(path->string(), text, error);
}

std::string digest_of(const std::string& text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace quotient::studio
