#pragma once

#include <string>
#include <string_view>

namespace quotient {

/// Whether a name with indices and fields ("a[2].b[1]") begins with a pattern, in which [*] stands for any index, and
/// what then follows begins with an index or a field, or is nothing. Returns where that begins, else npos.
inline std::size_t match_name(std::string_view name, std::string_view pattern) {
  std::size_t at = 0;
  for (std::size_t p = 0; p < pattern.size();) {
    if (pattern.substr(p).starts_with("[*]")) {
      const std::size_t end = name.find(']', at);
      if (at >= name.size() || name[at] != '[' || end == std::string_view::npos) return std::string_view::npos;
      at = end + 1;
      p += 3;
      continue;
    }
    if (at >= name.size() || name[at] != pattern[p]) return std::string_view::npos;
    ++at;
    ++p;
  }
  const bool ends = at == name.size() || name[at] == '[' || name[at] == '.';
  return ends ? at : std::string_view::npos;
}

}  // namespace quotient
