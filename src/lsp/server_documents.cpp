#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "driver/languages.hpp"
#include "lsp/navigation.hpp"
#include "lsp/server.hpp"

// What the server knows of documents: their texts, what reading and checking them found, and what is shown of that.
namespace quotient::lsp {

using Json = nlohmann::json;

namespace {

/// The language of a document: by the ending of its name, else as the editor says.
std::string language_of(const std::string& path, const std::string& editor) {
  const FrontEnd* by_ending = driver::front_end_of_path(path);
  const FrontEnd* known = by_ending != nullptr ? by_ending : driver::find_front_end(editor);
  return known == nullptr ? "" : std::string(known->name());
}

std::vector<std::string> strings_of(const Json& list) {
  std::vector<std::string> all;
  if (!list.is_array()) return all;
  for (const Json& each : list) {
    if (each.is_string()) all.push_back(each);
  }
  return all;
}

/// Of a file of formulas whose model is not open: that model, as the disk has it.
std::optional<Document> model_of_formulas(const Document& document) {
  const std::optional<std::string> path = driver::model_of_formulas(document.path);
  std::string problem;
  std::optional<std::string> text = path ? read_text_file(*path, problem) : std::nullopt;
  if (!text) return std::nullopt;
  return Document{uri_of(*path), *path, std::move(*text), language_of(*path, ""), 0};
}

Position position_of_json(const Json& value) { return {value.value("line", 0U), value.value("character", 0U)}; }

}  // namespace

void Server::configure(const Json& options) {
  if (!options.is_object()) return;
  if (options.contains("defines")) workspace_.defines = strings_of(options["defines"]);
  if (options.contains("includePaths")) workspace_.include_dirs = strings_of(options["includePaths"]);
  if (options.contains("checkSeconds") && options["checkSeconds"].is_number()) {
    workspace_.check_seconds = std::max(0.0, options["checkSeconds"].get<double>());
  }
  if (options.contains("checkOnSave") && options["checkOnSave"].is_boolean()) {
    workspace_.check_on_save = options["checkOnSave"];
  }
  if (options.contains("setSizes") && options["setSizes"].is_object()) {
    workspace_.set_sizes.clear();
    for (const auto& [name, size] : options["setSizes"].items()) {
      if (size.is_number_unsigned() && size > 0 && size <= 1'000'000) workspace_.set_sizes[name] = size;
    }
  }
  for (const auto& [uri, document] : documents_) changed_.insert(uri);
}

void Server::open(const Json& parameters) {
  const auto item = parameters.is_object() ? parameters.find("textDocument") : parameters.end();
  if (!parameters.is_object() || item == parameters.end() || !item->is_object()) return;
  const auto text = [&](const char* key) {
    const auto found = item->find(key);
    return found != item->end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const std::optional<std::string> path = path_of(text("uri"));
  if (!path) return;
  const std::string uri = uri_of(*path);
  documents_[uri] = {uri, *path, text("text"), language_of(*path, text("languageId")), 0};
  for (const auto& [each, document] : documents_) changed_.insert(each);
}

void Server::change(const Json& parameters) {
  if (!parameters.is_object() || !parameters.contains("contentChanges") || !parameters.contains("textDocument")) return;
  const Json& item = parameters["textDocument"];
  const Json& changes = parameters["contentChanges"];
  if (!item.is_object() || !item.contains("uri") || !item["uri"].is_string() || !changes.is_array()) return;
  const std::optional<std::string> path = path_of(item["uri"].get<std::string>());
  const auto document = path ? documents_.find(uri_of(*path)) : documents_.end();
  if (document == documents_.end()) return;
  std::string& text = document->second.text;
  for (const Json& change : changes) {
    if (!change.is_object() || !change.contains("text") || !change["text"].is_string()) continue;
    const bool whole = !change.contains("range") || !change["range"].is_object();
    if (whole) {
      text = change["text"];
      continue;
    }
    const Json& range = change["range"];
    if (!range.contains("start") || !range.contains("end") || !range["start"].is_object() ||
        !range["end"].is_object()) {
      continue;
    }
    const std::size_t begin = offset_of(text, position_of_json(range["start"]));
    const std::size_t end = std::max(begin, offset_of(text, position_of_json(range["end"])));
    text.replace(begin, end - begin, change["text"].get<std::string>());
  }
  by_check_.clear();  // was found in another text
  for (const auto& [each, other] : documents_) changed_.insert(each);
}

void Server::close(const Json& parameters) {
  if (!parameters.is_object() || !parameters.contains("textDocument") || !parameters["textDocument"].is_object())
    return;
  const Json uri = parameters["textDocument"].value("uri", Json());
  const std::optional<std::string> path = uri.is_string() ? path_of(uri.get<std::string>()) : std::nullopt;
  if (!path) return;
  const std::string key = uri_of(*path);
  documents_.erase(key);
  analyses_.erase(key);
  shown_.erase(key);
  by_check_.erase(key);
  reached_.erase(key);
  changed_.erase(key);
  for (const auto& [each, document] : documents_) changed_.insert(each);
  if (changed_.empty()) publish();
}

void Server::analyse_changed() {
  std::map<std::string, std::string> overlays;
  for (const auto& [uri, document] : documents_) overlays[document.path] = document.text;
  const std::set<std::string> changed = std::exchange(changed_, {});
  const auto names_language = [this](const std::string& uri) {
    return driver::front_end_of_path(documents_.at(uri).path) != nullptr;
  };
  std::vector<std::string> in_order(changed.begin(), changed.end());
  std::stable_partition(in_order.begin(), in_order.end(), names_language);
  for (const std::string& uri : in_order) {
    const Document& document = documents_.at(uri);
    analyses_.erase(uri);
    shown_.erase(uri);
    // A header is read where it is included, and by itself only if no open file includes it.
    const auto includes = [&](const auto& other) { return other.second->file(document.path).has_value(); };
    const bool included = !names_language(uri) && std::any_of(analyses_.begin(), analyses_.end(), includes);
    if (included) continue;
    if (document.language.empty()) {
      const std::optional<Document> model = model_of_formulas(document);
      if (!model) continue;
      analyses_[uri] = analyse(*model, overlays, workspace_);
    } else {
      analyses_[uri] = analyse(document, overlays, workspace_);
    }
    std::map<std::string, std::string>& shown = shown_[uri];
    for (const auto& [where, diagnostics] : diagnostics_by_uri(*analyses_[uri]))
      shown[where] = diagnostics.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  publish();
}

void Server::publish() {
  std::map<std::string, Json> all;
  for (const std::string& uri : published_) all[uri] = Json::array();
  const auto add = [&all](const std::map<std::string, std::string>& by_uri) {
    for (const auto& [uri, diagnostics] : by_uri) {
      Json& list = all[uri];
      if (list.is_null()) list = Json::array();
      // A header that several documents include says the same to each.
      for (const Json& each : Json::parse(diagnostics)) {
        if (std::find(list.begin(), list.end(), each) == list.end()) list.push_back(each);
      }
    }
  };
  for (const auto& [document, by_uri] : shown_) add(by_uri);
  for (const auto& [document, by_claim] : by_check_) {
    for (const auto& [claim, by_uri] : by_claim) add(by_uri);
  }
  for (auto& [uri, list] : all) {
    list.empty() ? published_.erase(uri) : published_.insert(uri).second;
    notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", std::move(list)}});
  }
}

}  // namespace quotient::lsp
