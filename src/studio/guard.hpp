#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "studio/http_server.hpp"

namespace quotient::studio {

/// Which requests are answered. Any web page can make a browser send requests to this machine: what distinguishes the
/// studio's own page is the token, which only its address contains, and the headers that the browser adds.
class Guard {
 public:
  Guard(std::uint16_t port, std::string token) : port_(port), token_(std::move(token)) {}

  /// "http://127.0.0.1:1234/TOKEN/"
  std::string address() const;

  /// The path of a request, behind the token: "", "studio.js", "api/check". Nullopt if it is refused.
  std::optional<std::string> admitted(const HttpRequest& request) const;

 private:
  bool is_here(const std::string& host) const;

  std::uint16_t port_;
  std::string token_;
};

/// 128 random bits, in hexadecimal.
std::string random_token();

}  // namespace quotient::studio
