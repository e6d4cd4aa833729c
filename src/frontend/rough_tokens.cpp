#include "frontend/rough_tokens.hpp"

#include <cctype>

namespace quotient {

namespace {

bool belongs_to_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::vector<std::string_view> rough_tokens(std::string_view text) {
  std::vector<std::string_view> tokens;
  bool begins_line = true;
  for (std::size_t at = 0; at < text.size();) {
    const auto skip_to = [&](std::string_view mark, std::size_t from) {
      const std::size_t found = text.find(mark, from);
      at = found == std::string_view::npos ? text.size() : found + mark.size();
    };
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      begins_line = begins_line || c == '\n';
      ++at;
    } else if (text.substr(at, 2) == "/*") {
      skip_to("*/", at + 2);
    } else if (text.substr(at, 2) == "//" || (c == '%' && begins_line)) {
      skip_to("\n", at);
      begins_line = true;
    } else if (c == '"') {
      skip_to("\"", at + 1);
    } else {
      std::size_t end = at + 1;
      if (belongs_to_word(c)) {
        while (end < text.size() && belongs_to_word(text[end])) ++end;
      }
      tokens.push_back(text.substr(at, end - at));
      begins_line = false;
      at = end;
    }
  }
  return tokens;
}

bool is_name(std::string_view token) {
  return !token.empty() && belongs_to_word(token[0]) && std::isdigit(static_cast<unsigned char>(token[0])) == 0;
}

}  // namespace quotient
