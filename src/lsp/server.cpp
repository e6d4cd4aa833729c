#include "lsp/server.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "lsp/code_actions.hpp"
#include "lsp/completion.hpp"
#include "lsp/lens.hpp"
#include "lsp/line_edits.hpp"
#include "lsp/navigation.hpp"
#include "lsp/rename.hpp"
#include "lsp/semantic_tokens.hpp"
#include "lsp/signature.hpp"

namespace quotient::lsp {

using Json = nlohmann::json;

namespace {

// Codes of JSON-RPC and of the protocol.
constexpr int parse_error = -32700, invalid_request = -32600, method_not_found = -32601, invalid_parameters = -32602,
              internal_error = -32603, request_failed = -32803, request_cancelled = -32800;

/// What stands at a path of keys, or null.
Json at(const Json& object, std::initializer_list<const char*> keys) {
  const Json* value = &object;
  for (const char* key : keys) {
    if (!value->is_object()) return nullptr;
    const auto found = value->find(key);
    if (found == value->end()) return nullptr;
    value = &*found;
  }
  return *value;
}

std::string text_at(const Json& object, std::initializer_list<const char*> keys) {
  const Json value = at(object, keys);
  return value.is_string() ? value.get<std::string>() : std::string();
}

Position position_from(const Json& value) {
  const auto number = [&value](const char* key) -> std::uint32_t {
    const Json n = at(value, {key});
    return n.is_number_unsigned()
               ? static_cast<std::uint32_t>(std::min<std::uint64_t>(n.get<std::uint64_t>(), UINT32_MAX))
               : 0;
  };
  return {number("line"), number("character")};
}

/// Where there is nothing to say: an empty list, or null.
bool answers_with_list(const std::string& method) {
  return method != "textDocument/hover" && method != "textDocument/definition" &&
         method != "textDocument/semanticTokens/full" && method != "textDocument/signatureHelp";
}

}  // namespace

Server::~Server() = default;

bool Server::read_message() {
  std::optional<std::string> text = stream_.read();
  if (!text) return false;
  // A cancellation overtakes what waits: that is its purpose.
  const Json message = Json::parse(*text, nullptr, false);
  const std::lock_guard lock(mutex_);
  if (message.is_object() && text_at(message, {"method"}) == "$/cancelRequest") {
    cancelled_.insert(at(message, {"params", "id"}).dump());
  }
  const bool last = message.is_object() && text_at(message, {"method"}) == "exit";
  inbox_.push_back(std::move(*text));
  arrived_.notify_all();
  return !last;  // not to wait for what will not come
}

/// An exception that left this thread would end the program.
void Server::read_messages() {
  for (bool more = true; more;) {
    try {
      more = read_message();
    } catch (const std::exception& e) {  // memory is short: the stream finds the next message by its header
      pass_over(e.what());
    }
  }
  const std::lock_guard lock(mutex_);
  at_end_ = true;
  arrived_.notify_all();
}

std::optional<std::string> Server::next_message(bool wait) {
  std::unique_lock lock(mutex_);
  for (;;) {
    while (!finished_.empty()) {
      const auto work = std::move(finished_);
      finished_.clear();
      lock.unlock();
      for (const auto& each : work) each();
      lock.lock();
    }
    if (!inbox_.empty()) {
      std::string text = std::move(inbox_.front());
      inbox_.pop_front();
      return text;
    }
    if (at_end_ || !wait) return std::nullopt;
    arrived_.wait(lock, [this] { return !inbox_.empty() || at_end_ || !finished_.empty(); });
  }
}

void Server::pass_over(const char* why) {
  try {
    notify("window/logMessage", {{"type", 2}, {"message", std::string("passed over: ") + why}});
  } catch (const std::exception&) {
    // There is no memory even for that.
  }
}

bool Server::run() {
  std::thread reader([this] { read_messages(); });
  while (!left_) {
    try {
      // Reading a text again can wait until nothing else does: someone is typing.
      std::optional<std::string> text = next_message(changed_.empty());
      if (!text && changed_.empty()) break;
      text ? handle(*text) : analyse_changed();
    } catch (const std::exception& e) {  // a field of another type than the protocol says, or memory is short
      pass_over(e.what());
    }
  }
  jobs_.clear();
  reader.join();
  return shut_down_ && left_;
}

void Server::handle(const std::string& text) {
  const Json message = Json::parse(text, nullptr, false);
  if (message.is_discarded()) return refuse(nullptr, parse_error, "this is not JSON");
  const Json id = at(message, {"id"});
  const std::string method = text_at(message, {"method"});
  if (method.empty()) {
    const bool answer = message.is_object() && (message.contains("result") || message.contains("error"));
    if (!answer) refuse(id, invalid_request, "there is no method");
    return;
  }
  const Json parameters = at(message, {"params"});
  if (id.is_null()) return notification(method, parameters);
  if (is_cancelled(id)) return refuse(id, request_cancelled, "cancelled");
  if (shut_down_) return refuse(id, invalid_request, "the server is shutting down");
  try {
    request(id, method, parameters);
  } catch (const Json::exception& e) {
    refuse(id, invalid_parameters, e.what());
  } catch (const std::exception& e) {
    refuse(id, internal_error, e.what());
  }
}

bool Server::is_cancelled(const Json& id) { return take_cancelled(id.dump()); }

bool Server::take_cancelled(const std::string& key) {
  const std::lock_guard lock(mutex_);
  return cancelled_.erase(key) > 0;
}

void Server::reply(const Json& id, Json result) {
  stream_.write({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Server::refuse(const Json& id, int code, const std::string& message) {
  stream_.write({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void Server::notify(const std::string& method, Json parameters) {
  stream_.write({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}});
}

Json Server::initialised(const Json& parameters) {
  configure(at(parameters, {"initializationOptions"}));
  shows_progress_ = at(parameters, {"capabilities", "window", "workDoneProgress"}) == true;
  return {{"capabilities",
           {{"positionEncoding", "utf-16"},
            {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
            {"hoverProvider", true},
            {"completionProvider", {{"triggerCharacters", {"."}}}},
            {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
            {"documentFormattingProvider", true},
            {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
            {"semanticTokensProvider", {{"legend", semantic_legend()}, {"full", true}}},
            {"definitionProvider", true},
            {"referencesProvider", true},
            {"documentSymbolProvider", true},
            {"renameProvider", {{"prepareProvider", true}}},
            {"codeLensProvider", {{"resolveProvider", false}}},
            {"executeCommandProvider", {{"commands", {check_command, report_command}}, {"workDoneProgress", true}}}}},
          {"serverInfo", {{"name", "quotient"}, {"version", QUOTIENT_VERSION}}}};
}

void Server::request(const Json& id, const std::string& method, const Json& parameters) {
  if (method == "initialize") return reply(id, initialised(parameters));
  if (method == "shutdown") {
    shut_down_ = true;
    for (auto& [key, job] : jobs_) job->stop();
    return reply(id, nullptr);
  }
  if (method == "workspace/executeCommand") return execute(id, parameters);
  const std::set<std::string> known = {"textDocument/hover",         "textDocument/definition",
                                       "textDocument/references",    "textDocument/documentSymbol",
                                       "textDocument/prepareRename", "textDocument/rename",
                                       "textDocument/codeLens",      "textDocument/completion",
                                       "textDocument/codeAction",    "textDocument/semanticTokens/full",
                                       "textDocument/formatting",    "textDocument/signatureHelp"};
  if (!known.contains(method)) return refuse(id, method_not_found, "unknown method '" + method + "'");
  const std::optional<View> found = view(parameters);
  if (!found) return reply(id, answers_with_list(method) ? Json::array() : Json());
  const Analysis& analysis = *found->analysis;
  if (method == "textDocument/hover") {
    const auto reached = reached_.find(uri_of(analysis.settings.path));
    return reply(id,
                 hover(analysis, found->file, found->offset, reached == reached_.end() ? nullptr : &reached->second));
  }
  if (method == "textDocument/definition") return reply(id, definition(analysis, found->file, found->offset));
  if (method == "textDocument/references") {
    const Json with = at(parameters, {"context", "includeDeclaration"});
    return reply(id, references(analysis, found->file, found->offset, !with.is_boolean() || with.get<bool>()));
  }
  if (method == "textDocument/semanticTokens/full") return reply(id, semantic_tokens(analysis, found->file));
  if (method == "textDocument/codeAction") {
    const Range range{position_from(at(parameters, {"range", "start"})),
                      position_from(at(parameters, {"range", "end"}))};
    return reply(id, code_actions(analysis, found->file, text_at(parameters, {"textDocument", "uri"}), range));
  }
  if (method == "textDocument/formatting") return reply(id, formatted(*found, at(parameters, {"options"})));
  if (method == "textDocument/signatureHelp") return reply(id, signature_help(analysis, found->file, found->offset));
  if (method == "textDocument/completion") return reply(id, completions(analysis, found->file, found->offset));
  if (method == "textDocument/documentSymbol") return reply(id, document_symbols(analysis, found->file));
  if (method == "textDocument/codeLens") {
    return reply(id, code_lenses(analysis, found->file, text_at(parameters, {"textDocument", "uri"})));
  }
  if (method == "textDocument/prepareRename") return answer_prepare_rename(id, *found);
  answer_rename(id, *found, parameters);
}

void Server::notification(const std::string& method, const Json& parameters) {
  if (method == "exit") {
    left_ = true;
  } else if (method == "textDocument/didOpen") {
    open(parameters);
  } else if (method == "textDocument/didChange") {
    change(parameters);
  } else if (method == "textDocument/didClose") {
    close(parameters);
  } else if (method == "workspace/didChangeConfiguration") {
    configure(at(parameters, {"settings", "quotient"}));
  } else if (method == "workspace/didChangeWatchedFiles" || method == "textDocument/didSave") {
    for (const auto& [uri, document] : documents_) changed_.insert(uri);
    if (method == "textDocument/didSave" && workspace_.check_on_save) check_saved(parameters);
  } else if (method == "window/workDoneProgress/cancel") {
    stop_by_token(at(parameters, {"token"}));
  } else if (method == "$/cancelRequest") {
    const auto job = jobs_.find(at(parameters, {"id"}).dump());
    if (job != jobs_.end()) job->second->stop();
  }
}

std::optional<Server::View> Server::view(const Json& parameters) {
  const std::optional<std::string> path = path_of(text_at(parameters, {"textDocument", "uri"}));
  if (!path) return std::nullopt;
  if (!changed_.empty()) analyse_changed();
  View found;
  const auto own = analyses_.find(uri_of(*path));
  for (auto it = own != analyses_.end() ? own : analyses_.begin(); it != analyses_.end(); ++it) {
    const std::optional<FileId> file = it->second->file(*path);
    if (!file) continue;
    found.analysis = it->second.get();
    found.file = *file;
    found.offset = offset_of(found.analysis->sources()[*file].text(), position_from(at(parameters, {"position"})));
    return found;
  }
  return std::nullopt;
}

/// One edit for each run of lines that change, so that the editor keeps marks and cursors elsewhere.
Json Server::formatted(const View& view, const Json& options) const {
  const FrontEnd* front_end = view.analysis->model.front_end;
  const std::string_view text = view.analysis->sources()[view.file].text();
  LayoutOptions layout;
  const Json columns = at(options, {"tabSize"}), spaces = at(options, {"insertSpaces"});
  if (columns.is_number_unsigned()) layout.unit = std::clamp<std::size_t>(columns.get<std::size_t>(), 1, 16);
  layout.with_tabs = spaces.is_boolean() && !spaces.get<bool>();
  const std::optional<std::string> laid_out = front_end == nullptr ? std::nullopt : front_end->laid_out(text, layout);
  if (!laid_out) return nullptr;
  return line_edits(text, *laid_out);
}

void Server::answer_prepare_rename(const Json& id, const View& view) {
  const Renaming renaming = find_renaming(*view.analysis, view.file, view.offset);
  if (!renaming.refusal.empty()) return refuse(id, request_failed, renaming.refusal);
  reply(id, json_of(view.analysis->range(view.analysis->at(view.file, view.offset)->at)));
}

void Server::answer_rename(const Json& id, const View& view, const Json& parameters) {
  const std::string name = text_at(parameters, {"newName"});
  const Renaming renaming = rename(*view.analysis, view.file, view.offset, name);
  if (!renaming.refusal.empty()) return refuse(id, request_failed, renaming.refusal);
  Json changes = Json::object();
  for (const SourceRange& place : renaming.places) {
    const std::string uri = uri_of(view.analysis->sources()[place.file].path());
    changes[uri].push_back({{"range", json_of(view.analysis->range(place))}, {"newText", name}});
  }
  reply(id, {{"changes", std::move(changes)}});
}

}  // namespace quotient::lsp
