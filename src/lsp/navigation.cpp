#include "lsp/navigation.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "lsp/check_job.hpp"
#include "report/words.hpp"

namespace quotient::lsp {

using Json = nlohmann::json;

namespace {

/// SymbolKind of the protocol.
int symbol_kind(NameKind kind) {
  switch (kind) {
    case NameKind::variable:
    case NameKind::parameter:
      return 13;
    case NameKind::field:
      return 8;
    case NameKind::constant:
      return 14;
    case NameKind::type:
      return 23;
    case NameKind::process:
      return 5;
    case NameKind::function:
      return 12;
    case NameKind::macro:
      return 14;
    case NameKind::label:
      return 20;
    case NameKind::formula:
      return 17;
    case NameKind::action:
      return 24;
    case NameKind::operation:
      return 6;
    case NameKind::machine:
      break;
  }
  return 2;
}

bool holds(SourceRange outer, SourceRange inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

Json json_of(Position position) { return {{"line", position.line}, {"character", position.character}}; }

Json json_of(Range range) { return {{"start", json_of(range.begin)}, {"end", json_of(range.end)}}; }

Json location_of(const Analysis& analysis, SourceRange range) {
  return {{"uri", uri_of(analysis.sources()[range.file].path())}, {"range", json_of(analysis.range(range))}};
}

Json hover(const Analysis& analysis, FileId file, std::size_t offset, const ReachedValues* reached) {
  const NameTable::Occurrence* found = analysis.at(file, offset);
  if (found == nullptr) return nullptr;
  const NamedThing& thing = analysis.names.things()[found->thing];
  std::string text = "```\n" + thing.description + "\n```";
  if (!thing.container.empty()) text += "\n\nin `" + thing.container + "`";
  const ReachedValues::Values* values = reached == nullptr ? nullptr : reached->find(thing.name, thing.container);
  if (values != nullptr) {
    const std::string where =
        fmt::format("{} {}{}", reached->complete ? "all" : "the first", counted(reached->states, "state"),
                    reached->up_to_symmetry ? ", one of every orbit" : "");
    if (values->size() > ReachedValues::most_values) {
      text += fmt::format("\n\nreached: more than {} values, in {}", ReachedValues::most_values, where);
    } else {
      // As code: values may hold what means something else in a text.
      text += fmt::format("\n\nreached: `{}` (in {})", fmt::join(*values, "`, `"), where);
    }
  }
  return {{"contents", {{"kind", "markdown"}, {"value", text}}}, {"range", json_of(analysis.range(found->at))}};
}

Json definition(const Analysis& analysis, FileId file, std::size_t offset) {
  const NameTable::Occurrence* found = analysis.at(file, offset);
  if (found == nullptr) return nullptr;
  const SourceRange declared = analysis.names.things()[found->thing].at;
  return analysis.can_be_shown(declared.file) ? location_of(analysis, declared) : Json();
}

Json references(const Analysis& analysis, FileId file, std::size_t offset, bool with_declaration) {
  const NameTable::Occurrence* found = analysis.at(file, offset);
  Json all = Json::array();
  if (found == nullptr) return all;
  const SourceRange declared = analysis.names.things()[found->thing].at;
  for (const NameTable::Occurrence& o : analysis.occurrences) {
    if (o.thing != found->thing || !analysis.can_be_shown(o.at.file)) continue;
    if (with_declaration || o.at != declared) all.push_back(location_of(analysis, o.at));
  }
  return all;
}

Json document_symbols(const Analysis& analysis, FileId file) {
  std::vector<const NamedThing*> things;
  for (const NamedThing& t : analysis.names.things()) {
    if (t.at.file == file) things.push_back(&t);
  }
  std::stable_sort(things.begin(), things.end(), [](const NamedThing* a, const NamedThing* b) {
    return std::pair(a->extent.begin, b->extent.end) < std::pair(b->extent.begin, a->extent.end);
  });
  Json all = Json::array();
  SourceRange outer{FileId{UINT32_MAX}, 0, 0};
  for (const NamedThing* t : things) {
    Json symbol = {{"name", t->name},
                   {"detail", t->description},
                   {"kind", symbol_kind(t->kind)},
                   {"range", json_of(analysis.range(t->extent))},
                   {"selectionRange", json_of(analysis.range(t->at))}};
    if (!holds(t->extent, t->at)) symbol["range"] = symbol["selectionRange"];
    if (!all.empty() && holds(outer, t->extent)) {
      all.back()["children"].push_back(std::move(symbol));
    } else {
      outer = t->extent;
      all.push_back(std::move(symbol));
    }
  }
  return all;
}

std::map<std::string, Json> diagnostics_by_uri(const Analysis& analysis) {
  std::map<std::string, Json> all;
  const SourceMap& sources = analysis.sources();
  const std::string own = uri_of(analysis.settings.path);
  all[own] = Json::array();
  const auto add = [&](const std::string& uri, Json range, int severity, std::string message, Json related) {
    Json made = {{"range", std::move(range)}, {"severity", severity}, {"source", "quotient"}, {"message", message}};
    if (!related.empty()) made["relatedInformation"] = std::move(related);
    Json& list = all[uri];
    if (list.is_null()) list = Json::array();
    list.push_back(std::move(made));
  };
  for (const Diagnostic& d : analysis.model.diagnostics.all()) {
    const bool placed = analysis.can_be_shown(d.range.file);
    std::string message = d.message;
    if (!d.suggestion.empty()) message += fmt::format("; did you mean '{}'?", d.suggestion);
    Json related = Json::array();
    for (const DiagnosticNote& n : d.notes) {
      if (analysis.can_be_shown(n.range.file)) {
        related.push_back({{"location", location_of(analysis, n.range)}, {"message", n.message}});
      } else {
        message += "\n" + n.message;
      }
    }
    add(placed ? uri_of(sources[d.range.file].path()) : own, json_of(placed ? analysis.range(d.range) : Range{}),
        d.severity == Severity::error ? error_severity : warning_severity, std::move(message), std::move(related));
  }
  if (!analysis.model.problem.empty()) {
    add(own, json_of(Range{}), error_severity, analysis.model.problem, Json::array());
  }
  return all;
}

}  // namespace quotient::lsp
