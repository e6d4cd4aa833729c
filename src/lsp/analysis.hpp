#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/name_table.hpp"
#include "driver/model.hpp"
#include "lsp/document.hpp"

namespace quotient::lsp {

/// How the models of a workspace are loaded.
struct Workspace {
  std::vector<std::string> defines;
  std::vector<std::string> include_dirs;
  std::map<std::string, std::uint32_t> set_sizes;
  double check_seconds = 30;
  bool check_on_save = false;
};

/// What reading a document found. The document's own text is the first of the sources.
struct Analysis {
  ModelSettings settings;
  driver::Model model;
  NameTable names;
  std::vector<NameTable::Occurrence> occurrences;

  const SourceMap& sources() const { return *model.sources; }
  /// The file of the sources with this path.
  std::optional<FileId> file(const std::string& path) const;
  /// What stands at a byte of a file: the shortest name there, and a name rather than what comes out of a macro.
  const NameTable::Occurrence* at(FileId file, std::size_t offset) const;
  Range range(SourceRange range) const;
  /// Whether a file is one that an editor can show: macros of the configuration stand in none.
  bool can_be_shown(FileId file) const {
    return file.value < sources().size() && !sources()[file].path().starts_with('<');
  }
};

/// `overlays`: the texts that are open, by path.
std::unique_ptr<Analysis> analyse(const Document& document, const std::map<std::string, std::string>& overlays,
                                  const Workspace& workspace);
std::unique_ptr<Analysis> analyse(ModelSettings settings);

}  // namespace quotient::lsp
