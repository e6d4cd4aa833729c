#pragma once

#include <cstdio>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace quotient::lsp {

/// Messages with a Content-Length before them, on two streams. Reading is for one thread, writing for any.
class MessageStream {
 public:
  MessageStream(std::FILE* in, std::FILE* out) : in_(in), out_(out) {}

  /// The text of the next message; nothing at the end. What is no message is passed over.
  std::optional<std::string> read();
  void write(const nlohmann::json& message);

 private:
  std::optional<std::string> read_line();

  std::FILE* in_;
  std::FILE* out_;
  std::mutex writing_;
};

}  // namespace quotient::lsp
