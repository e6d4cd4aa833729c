#include "report/input_errors.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/json_remarks.hpp"
#include "report/words.hpp"

namespace quotient {

namespace {

using Json = nlohmann::ordered_json;

Location end_of(const SourceMap& sources, SourceRange range) {
  return sources.locate({range.file, std::max(range.begin, range.end), range.end});
}

InputErrors::Entry entry_of(const Diagnostic& d, const SourceMap& sources) {
  InputErrors::Entry entry;
  entry.is_error = d.severity == Severity::error;
  entry.begin = sources.locate(d.range);
  entry.end = end_of(sources, d.range);
  entry.message = d.message;
  entry.suggestion = d.suggestion;
  for (const DiagnosticNote& n : d.notes) entry.notes.push_back({sources.locate(n.range), n.message});
  return entry;
}

}  // namespace

InputErrors make_input_errors(const Diagnostics& diagnostics, const SourceMap& sources, const std::string& problem) {
  std::vector<const Diagnostic*> in_order;
  for (const Diagnostic& d : diagnostics.all()) in_order.push_back(&d);
  std::stable_sort(in_order.begin(), in_order.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return std::pair(a->range.file.value, a->range.begin) < std::pair(b->range.file.value, b->range.begin);
  });
  InputErrors errors;
  for (const Diagnostic* d : in_order) errors.entries.push_back(entry_of(*d, sources));
  if (!problem.empty()) {
    InputErrors::Entry& entry = errors.entries.emplace_back();
    entry.message = problem;
  }
  const auto first = std::find_if(errors.entries.begin(), errors.entries.end(),
                                  [](const InputErrors::Entry& e) { return e.is_error; });
  if (first != errors.entries.end()) {
    const std::string place = in_words(first->begin);
    errors.reason = place.empty() ? first->message : place + ": " + first->message;
  }
  return errors;
}

std::string input_errors_json(const InputErrors& errors) {
  Json list = Json::array();
  for (const InputErrors::Entry& e : errors.entries) {
    Json notes = Json::array();
    for (const InputErrors::Entry::Note& n : e.notes)
      notes.push_back({{"message", n.message}, {"at", place_json(n.at)}});
    list.push_back({{"severity", e.is_error ? "error" : "warning"},
                    {"message", e.message},
                    {"at", place_json(e.begin)},
                    {"end", place_json(e.end)},
                    {"suggestion", e.suggestion.empty() ? Json() : Json(e.suggestion)},
                    {"notes", std::move(notes)}});
  }
  const Json json = {{"tool", "quotient"},
                     {"version", errors.version},
                     {"model", errors.model},
                     {"language", errors.language},
                     {"verdict", "wrong_input"},
                     {"reason", errors.reason},
                     {"diagnostics", std::move(list)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace quotient
