#include "lsp/rename.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <utility>

namespace quotient::lsp {

namespace {

bool is_identifier(const std::string& name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\''; });
}

/// A file with all places in it replaced, which are in order.
std::string replaced(std::string_view text, const std::vector<SourceRange>& places, FileId file,
                     const std::string& by) {
  std::string out;
  std::size_t done = 0;
  for (const SourceRange& place : places) {
    if (place.file != file) continue;
    out += text.substr(done, place.begin - done);
    out += by;
    done = place.end;
  }
  return out += text.substr(done);
}

/// Whether two texts of one layout say the same with their names.
bool same_meanings(const Analysis& a, const Analysis& b) {
  return a.names.things().size() == b.names.things().size() &&
         std::equal(a.occurrences.begin(), a.occurrences.end(), b.occurrences.begin(), b.occurrences.end(),
                    [](const NameTable::Occurrence& x, const NameTable::Occurrence& y) {
                      return x.thing == y.thing && x.at.file == y.at.file && x.verbatim == y.verbatim;
                    });
}

}  // namespace

Renaming find_renaming(const Analysis& analysis, FileId file, std::size_t offset) {
  const NameTable::Occurrence* found = analysis.at(file, offset);
  if (found == nullptr) return {"there is no name to rename here", {}};
  if (analysis.model.diagnostics.has_errors()) {
    return {"the text has errors: names can be renamed once their meaning is certain", {}};
  }
  const NamedThing& thing = analysis.names.things()[found->thing];
  if (thing.kind == NameKind::macro) return {"macros are not renamed: conditions may ask whether they are defined", {}};
  Renaming renaming;
  for (const NameTable::Occurrence& o : analysis.occurrences) {
    if (o.thing != found->thing) continue;
    if (!o.verbatim) {
      return {fmt::format("'{}' is used through a macro, at {}:{}", thing.name, analysis.sources().locate(o.at).file,
                          analysis.sources().locate(o.at).position.line),
              {}};
    }
    renaming.places.push_back(o.at);
  }
  return renaming;
}

Renaming rename(const Analysis& analysis, FileId file, std::size_t offset, const std::string& new_name) {
  Renaming renaming = find_renaming(analysis, file, offset);
  if (!renaming.refusal.empty()) return renaming;
  if (!is_identifier(new_name)) return {fmt::format("'{}' is not a name", new_name), {}};
  if (analysis.sources().text(renaming.places.front()) == new_name) return renaming;
  for (const NamedThing& thing : analysis.names.things()) {
    if (thing.name == new_name)
      return {fmt::format("'{}' is already the name of something: {}", new_name, thing.description), {}};
  }
  ModelSettings settings = analysis.settings;
  for (std::uint32_t i = 0; i < analysis.sources().size(); ++i) {
    const SourceFile& source = analysis.sources()[FileId{i}];
    std::string text = replaced(source.text(), renaming.places, FileId{i}, new_name);
    if (i == 0) {
      settings.text = std::move(text);
    } else if (text != source.text()) {
      settings.overlays[source.path()] = std::move(text);
    }
  }
  const std::unique_ptr<Analysis> again = analyse(std::move(settings));
  if (again->model.diagnostics.has_errors()) {
    for (const Diagnostic& d : again->model.diagnostics.all()) {
      if (d.severity == Severity::error) return {fmt::format("with the name '{}': {}", new_name, d.message), {}};
    }
  }
  if (!same_meanings(analysis, *again)) return {fmt::format("'{}' would mean something else in places", new_name), {}};
  return renaming;
}

}  // namespace quotient::lsp
