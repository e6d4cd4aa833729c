#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/stop_signal.hpp"

namespace quotient::studio {

struct HttpRequest {
  std::string method;  // "GET"
  std::string target;  // "/a/b?c", as sent
  std::string host, origin, content_type, fetch_site;
  std::string body;
};

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

/// Where an answer goes: all at once by `send`, or in pieces between `begin` and the end of the handler.
class HttpReply {
 public:
  virtual ~HttpReply() = default;
  virtual void send(unsigned status, std::string_view type, std::string_view body, const HttpHeaders& headers = {}) = 0;
  virtual void begin(std::string_view type) = 0;
  /// False if the connection is gone.
  virtual bool write(std::string_view piece) = 0;
};

/// An HTTP server on 127.0.0.1, and nowhere else. Each connection has a thread.
class HttpServer {
 public:
  using Handler = std::function<void(const HttpRequest&, HttpReply&)>;

  /// `port` 0: any free port. Where that fails, `error` says why.
  explicit HttpServer(std::uint16_t port);
  ~HttpServer();

  const std::string& error() const { return error_; }
  std::uint16_t port() const { return port_; }

  /// Answers until the signal is raised. The handler is called by several threads at once.
  void run(const Handler& handler, const StopSignal& stop);

 private:
  struct Listener;
  std::unique_ptr<Listener> listener_;
  std::string error_;
  std::uint16_t port_ = 0;
};

}  // namespace quotient::studio
