#include "studio/guard.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sys/random.h>

#include "base/ensure.hpp"

namespace quotient::studio {

namespace {

/// Takes as long for a token that is nearly right as for one that is not.
bool same_token(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

}  // namespace

std::string Guard::address() const { return fmt::format("http://127.0.0.1:{}/{}/", port_, token_); }

/// A name that some server of names resolves to this machine is not enough.
bool Guard::is_here(const std::string& host) const {
  return host == fmt::format("127.0.0.1:{}", port_) || host == fmt::format("localhost:{}", port_);
}

std::optional<std::string> Guard::admitted(const HttpRequest& request) const {
  if (!is_here(request.host)) return std::nullopt;
  constexpr std::string_view scheme = "http://";
  const bool own = request.origin.starts_with(scheme) && request.origin.substr(scheme.size()) == request.host;
  if (!request.origin.empty() && !own) return std::nullopt;
  if (request.method == "POST") {
    // A form of another page can send neither this type nor this origin.
    if (!own || request.content_type != "application/json") return std::nullopt;
  } else if (request.method != "GET") {
    return std::nullopt;
  }
  // A page that links to the studio's address knows the token; all else comes from its own page.
  const std::string& site = request.fetch_site;
  if (!site.empty() && site != "same-origin" && site != "none" && request.method != "GET") return std::nullopt;
  std::string_view path = std::string_view(request.target).substr(0, request.target.find_first_of("?#"));
  if (path.empty() || path.front() != '/') return std::nullopt;
  path.remove_prefix(1);
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos || !same_token(path.substr(0, slash), token_)) return std::nullopt;
  return std::string(path.substr(slash + 1));
}

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  ensure(getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()), "no random numbers");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

}  // namespace quotient::studio
