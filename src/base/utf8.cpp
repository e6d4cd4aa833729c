#include "base/utf8.hpp"

namespace quotient {

std::size_t character_length(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t bytes = first >= 0xf0 && first < 0xf8   ? 4
                            : first >= 0xe0 && first < 0xf0 ? 3
                            : first >= 0xc2 && first < 0xe0 ? 2
                                                            : 1;
  if (at + bytes > text.size()) return 1;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xc0U) != 0x80U) return 1;
  }
  return bytes;
}

std::size_t character_count(std::string_view text) {
  // Most texts are ASCII, and a line may be as long as a file: this loop is a few instructions for many bytes.
  unsigned char all = 0;
  for (const char c : text) all = static_cast<unsigned char>(all | static_cast<unsigned char>(c));
  if (all < 0x80) return text.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i += character_length(text, i)) ++count;
  return count;
}

std::size_t byte_of_column(std::string_view line, std::size_t column) {
  std::size_t byte = 0;
  for (; column > 1 && byte < line.size(); --column) byte += character_length(line, byte);
  return byte;
}

}  // namespace quotient
