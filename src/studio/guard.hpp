#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "studio/http_server.hpp"

namespace quotient::studio {

/// Whom the studio answers. Every page of the web can make a browser send requests to this machine: what tells the
/// studio's own page from those is the token, which only its address has, and what a browser says of a request.
class Guard {
 public:
  Guard(std::uint16_t port, std::string token) : port_(port), token_(std::move(token)) {}

  /// "http://127.0.0.1:1234/TOKEN/"
  std::string address() const;

  /// What a request asks for, behind the token: "", "studio.js", "api/check". Nothing where it is refused.
  std::optional<std::string> admitted(const HttpRequest& request) const;

 private:
  bool is_here(const std::string& host) const;

  std::uint16_t port_;
  std::string token_;
};

/// 128 bits that nobody can guess, in hexadecimal.
std::string random_token();

}  // namespace quotient::studio
