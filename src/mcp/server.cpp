#include "mcp/server.hpp"

#include <exception>
#include <nlohmann/json.hpp>
#include <thread>

#include "mcp/tools.hpp"

namespace quotient::mcp {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

namespace {

// Codes of JSON-RPC.
constexpr int parse_error = -32700, invalid_request = -32600, method_not_found = -32601, invalid_parameters = -32602,
              internal_error = -32603;
constexpr const char* newest_protocol = "2025-06-18";
constexpr std::size_t longest_line = std::size_t{32} << 20U;

const Json& member(const Json& object, const char* key) {
  static const Json null;
  if (!object.is_object()) return null;
  const auto at = object.find(key);
  return at == object.end() ? null : *at;
}

std::string text_member(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

OrderedJson initialised(const Json& parameters) {
  const std::string wanted = text_member(parameters, "protocolVersion");
  const bool known = wanted == "2024-11-05" || wanted == "2025-03-26" || wanted == newest_protocol;
  return {{"protocolVersion", known ? wanted : newest_protocol},
          {"capabilities", {{"tools", {{"listChanged", false}}}}},
          {"serverInfo", {{"name", "quotient"}, {"version", QUOTIENT_VERSION}, {"toolsVersion", tools_version}}},
          {"instructions",
           "A model checker for Promela, B machines, mCRL2 and Murphi. Paths are files in the folder that the server "
           "was started "
           "in. `check` needs a budget of seconds and megabytes; a verdict `incomplete` verifies nothing."}};
}

}  // namespace

Server::Server(std::FILE* in, std::FILE* out, std::filesystem::path folder)
    : in_(in), out_(out), folder_(std::move(folder)) {}
Server::~Server() = default;

/// False at the end. What is longer than any message is cut, and no JSON then.
bool Server::read_line(std::string& line) {
  line.clear();
  for (;;) {
    const int c = std::fgetc(in_);
    if (c == EOF) return !line.empty();
    if (c == '\n') return true;
    if (line.size() < longest_line) line.push_back(static_cast<char>(c));
  }
}

void Server::read_lines() {
  std::string line;
  while (read_line(line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const Json message = Json::parse(line, nullptr, false);
    const std::lock_guard lock(mutex_);
    if (text_member(message, "method") == "notifications/cancelled") {
      // Overtakes what waits: that is its purpose.
      if (stop_ != nullptr && member(member(message, "params"), "requestId").dump() == running_) stop_->raise();
      continue;
    }
    inbox_.push_back(line);
    arrived_.notify_all();
  }
  const std::lock_guard lock(mutex_);
  at_end_ = true;
  if (stop_ != nullptr) stop_->raise();  // no answer is expected
  arrived_.notify_all();
}

std::optional<std::string> Server::next_line() {
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [this] { return !inbox_.empty() || at_end_; });
  if (inbox_.empty()) return std::nullopt;
  std::string line = std::move(inbox_.front());
  inbox_.pop_front();
  return line;
}

void Server::run() {
  std::thread reader([this] {
    try {
      read_lines();
    } catch (const std::exception&) {  // memory is short: as if the client had left
      const std::lock_guard lock(mutex_);
      at_end_ = true;
      arrived_.notify_all();
    }
  });
  while (const std::optional<std::string> line = next_line()) handle(*line);
  reader.join();
}

void Server::write(const OrderedJson& message) {
  // Bytes that are no UTF-8 are replaced; a line break within a text is escaped, so that a message is one line.
  const std::string text = message.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

void Server::refuse(const Json& id, int code, const std::string& message) {
  write({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void Server::handle(const std::string& line) {
  const Json message = Json::parse(line, nullptr, false);
  if (message.is_discarded()) return refuse(nullptr, parse_error, "no JSON");
  const Json id = member(message, "id");
  const std::string method = text_member(message, "method");
  if (method.empty()) {
    // An answer to a question that was never asked, or no message at all.
    if (!message.is_object() || (!message.contains("result") && !message.contains("error"))) {
      refuse(id, invalid_request, "no request");
    }
    return;
  }
  if (id.is_null()) return;  // a notification
  try {
    request(id, method, member(message, "params"));
  } catch (const std::exception& e) {
    refuse(id, internal_error, e.what());
  }
}

void Server::request(const Json& id, const std::string& method, const Json& parameters) {
  const auto reply = [&](OrderedJson result) {
    write({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
  };
  if (method == "initialize") return reply(initialised(parameters));
  if (method == "ping") return reply(OrderedJson::object());
  if (method == "tools/list") return reply({{"tools", tool_list()}});
  if (method == "tools/call") return call(id, parameters);
  refuse(id, method_not_found, "unknown method '" + method + "'");
}

void Server::call(const Json& id, const Json& parameters) {
  auto stop = std::make_shared<StopFlag>();
  {
    const std::lock_guard lock(mutex_);
    running_ = id.dump();
    stop_ = stop;
  }
  ToolContext context{folder_, stop.get(), {}};
  const Json token = member(member(parameters, "_meta"), "progressToken");
  if (!token.is_null()) {
    context.progress = [&](const Progress& p) {
      write({{"jsonrpc", "2.0"},
             {"method", "notifications/progress"},
             {"params",
              {{"progressToken", token},
               {"progress", p.states},
               {"message", std::to_string(p.states) + " states, depth " + std::to_string(p.depth)}}}});
    };
  }
  const std::string name = text_member(parameters, "name");
  const Json& arguments = member(parameters, "arguments");
  const std::optional<ToolResult> made = call_tool(name, arguments.is_null() ? Json::object() : arguments, context);
  {
    const std::lock_guard lock(mutex_);
    running_.clear();
    stop_ = nullptr;
  }
  if (!made) return refuse(id, invalid_parameters, "unknown tool '" + name + "'");
  write({{"jsonrpc", "2.0"},
         {"id", id},
         {"result",
          {{"content", OrderedJson::array({{{"type", "text"}, {"text", made->text}}})},
           {"structuredContent", made->data},
           {"isError", made->is_error}}}});
}

}  // namespace quotient::mcp
