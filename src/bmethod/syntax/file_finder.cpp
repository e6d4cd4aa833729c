#include <filesystem>

#include "bmethod/syntax/parser.hpp"

namespace quotient::bmethod {

std::optional<FileId> FileFinder::find(FileId from, const std::string& name,
                                       std::span<const std::string_view> endings) {
  namespace fs = std::filesystem;
  std::vector<fs::path> folders{fs::path(sources_[from].path()).parent_path()};
  folders.insert(folders.end(), folders_.begin(), folders_.end());
  std::vector<std::string> names;
  if (endings.empty()) names.push_back(name);
  for (std::string_view ending : endings) names.push_back(name + std::string(ending));
  for (const fs::path& folder : folders) {
    for (const std::string& candidate : names) {
      std::string path = (folder / candidate).string();
      // A file that is already there, perhaps one that only lives in memory.
      for (std::uint32_t id = 0; id < sources_.size(); ++id) {
        if (sources_[FileId{id}].path() == path) return FileId{id};
      }
      std::error_code ignored;
      if (!fs::is_regular_file(path, ignored)) continue;
      std::string error;
      if (std::optional<std::string> text = read_text_file(path, error)) {
        return sources_.add(std::move(path), std::move(*text));
      }
    }
  }
  return std::nullopt;
}

void FileFinder::define(FileId main, std::string name, const std::string& formula, const std::string& called) {
  if (formula.empty()) return;
  given_.push_back({main, sources_.add(called, formula), std::move(name)});
}

FileId FileFinder::built_in(std::string_view text) {
  for (std::uint32_t id = 0; id < sources_.size(); ++id) {
    if (sources_[FileId{id}].path() == "built in" && sources_[FileId{id}].text() == text) return FileId{id};
  }
  return sources_.add("built in", std::string(text));
}

}  // namespace quotient::bmethod
