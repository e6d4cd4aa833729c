#pragma once

#include <cctype>
#include <string>

namespace quotient::bmethod::test {

/// The text with another in the place of each whole word.
inline std::string replace_word(std::string text, const std::string& word, const std::string& with) {
  const auto is_part = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    const bool whole = !is_part(at + word.size()) && (at == 0 || !is_part(at - 1));
    if (whole) text.replace(at, word.size(), with);
    at += whole ? with.size() : 1;
  }
  return text;
}

}  // namespace quotient::bmethod::test
