#include "lsp/analysis.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <span>
#include <utility>

#include "driver/languages.hpp"

namespace quotient::lsp {

namespace {

/// Someone is typing: what takes longer is done by a check.
constexpr std::chrono::duration<double> seconds_to_load(2);

/// Takes away the sizes of sets that stand in none of the texts: in a workspace they are meant for other machines.
bool drop_sizes_of_others(std::map<std::string, std::uint32_t>& sizes, const SourceMap& sources) {
  return std::erase_if(sizes, [&sources](const auto& size) {
           for (std::uint32_t i = 0; i < sources.size(); ++i) {
             if (sources[FileId{i}].text().find(size.first) != std::string_view::npos) return false;
           }
           return true;
         }) > 0;
}

}  // namespace

std::optional<FileId> Analysis::file(const std::string& path) const {
  const auto was_read = [this](FileId id) {
    const auto here = [id](const auto& each) { return each.at.file == id; };
    const auto complains = [id](const Diagnostic& d) { return d.range.file == id; };
    const std::span<const Diagnostic> diagnostics = model.diagnostics.all();
    const auto asks = [id](const Subject& subject) {
      return subject.is_formula && subject.claim_at && subject.claim_at->file == id;
    };
    return id == FileId{0} || std::any_of(model.subjects.begin(), model.subjects.end(), asks) ||
           std::any_of(occurrences.begin(), occurrences.end(), here) ||
           std::any_of(diagnostics.begin(), diagnostics.end(), complains);
  };
  for (std::uint32_t i = 0; i < sources().size(); ++i) {
    // All texts that are open are there, also those that nothing includes.
    if (!was_read(FileId{i})) continue;
    std::error_code ignored;
    const auto whole = std::filesystem::absolute(sources()[FileId{i}].path(), ignored).lexically_normal();
    if (whole == std::filesystem::path(path).lexically_normal()) return FileId{i};
  }
  return std::nullopt;
}

const NameTable::Occurrence* Analysis::at(FileId file, std::size_t offset) const {
  const NameTable::Occurrence* best = nullptr;
  for (const NameTable::Occurrence& o : occurrences) {
    if (o.at.file != file || offset < o.at.begin || offset > o.at.end) continue;
    const auto length = [](const NameTable::Occurrence& x) { return x.at.end - x.at.begin; };
    const bool better = best == nullptr || (o.verbatim && !best->verbatim) ||
                        (o.verbatim == best->verbatim && length(o) < length(*best));
    if (better) best = &o;
  }
  return best;
}

Range Analysis::range(SourceRange range) const {
  const std::string_view text = sources()[range.file].text();
  return {position_of(text, range.begin), position_of(text, range.end)};
}

std::unique_ptr<Analysis> analyse(ModelSettings settings) {
  auto made = std::make_unique<Analysis>();
  made->settings = std::move(settings);
  Deadline deadline({.time = seconds_to_load});
  made->model = driver::load_model(made->settings, &deadline, &made->names);
  made->occurrences = made->names.occurrences(made->sources());
  return made;
}

std::unique_ptr<Analysis> analyse(const Document& document, const std::map<std::string, std::string>& overlays,
                                  const Workspace& workspace) {
  ModelSettings settings;
  settings.path = document.path;
  settings.text = document.text;
  settings.language = document.language;
  settings.overlays = overlays;
  // Formulas that are open are read with the model that they are about.
  for (const auto& [path, text] : overlays) {
    if (driver::model_of_formulas(path) == document.path) settings.formula_texts.push_back(path);
  }
  // The settings of a workspace are for models of all languages.
  const FrontEnd* language = driver::find_front_end(document.language);
  const auto understands = [&](LanguageOption option) { return language != nullptr && language->understands(option); };
  if (understands(LanguageOption::defines)) settings.defines = workspace.defines;
  settings.include_dirs = workspace.include_dirs;
  if (understands(LanguageOption::set_sizes)) settings.set_sizes = workspace.set_sizes;
  settings.up_to_symmetry = settings.find_symmetry = true;
  settings.scalarsets = true;
  auto made = analyse(settings);
  if (made->model.diagnostics.has_errors() && drop_sizes_of_others(settings.set_sizes, made->sources())) {
    made = analyse(std::move(settings));
  }
  return made;
}

}  // namespace quotient::lsp
