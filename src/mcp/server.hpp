#pragma once

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/stop_signal.hpp"

namespace quotient::mcp {

/// Serves one client until its stream ends. Requests are answered one after the other, on the thread that calls `run`;
/// another one reads, so that a call can be cancelled while it runs.
class Server {
 public:
  /// `folder`: canonical; nothing else is read.
  Server(std::FILE* in, std::FILE* out, std::filesystem::path folder);
  ~Server();

  void run();

 private:
  void read_lines();
  bool read_line(std::string& line);
  std::optional<std::string> next_line();
  void handle(const std::string& line);
  void request(const nlohmann::json& id, const std::string& method, const nlohmann::json& parameters);
  void call(const nlohmann::json& id, const nlohmann::json& parameters);
  void write(const nlohmann::ordered_json& message);
  void refuse(const nlohmann::json& id, int code, const std::string& message);

  std::FILE* in_;
  std::FILE* out_;
  std::filesystem::path folder_;
  std::mutex mutex_;  // of what follows
  std::condition_variable arrived_;
  std::deque<std::string> inbox_;
  bool at_end_ = false;
  std::string running_;             // the request that is answered, as JSON text; empty: none
  std::shared_ptr<StopFlag> stop_;  // of that request
};

}  // namespace quotient::mcp
