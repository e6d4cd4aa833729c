#include "lsp/message_stream.hpp"

#include <charconv>
#include <nlohmann/json.hpp>
#include <strings.h>

namespace quotient::lsp {

namespace {

constexpr std::size_t longest_message = std::size_t{256} << 20U;
constexpr std::size_t longest_line = 4096;
constexpr std::string_view length_header = "content-length:";

}  // namespace

std::optional<std::string> MessageStream::read_line() {
  std::string line;
  for (;;) {
    const int c = std::fgetc(in_);
    if (c == EOF) return std::nullopt;
    if (c == '\n') break;
    if (line.size() < longest_line) line.push_back(static_cast<char>(c));
  }
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

std::optional<std::string> MessageStream::read() {
  std::optional<std::size_t> length;
  for (;;) {
    const std::optional<std::string> line = read_line();
    if (!line) return std::nullopt;
    if (line->size() > length_header.size() &&
        strncasecmp(line->data(), length_header.data(), length_header.size()) == 0) {
      const char* begin = line->data() + length_header.size();
      const char* end = line->data() + line->size();
      while (begin < end && *begin == ' ') ++begin;
      std::size_t number = 0;
      const auto [stop, wrong] = std::from_chars(begin, end, number);
      if (wrong == std::errc() && stop == end && number <= longest_message) length = number;
    } else if (line->empty() && length) {
      break;
    }
  }
  std::string text(*length, '\0');
  if (std::fread(text.data(), 1, text.size(), in_) != text.size()) return std::nullopt;
  return text;
}

void MessageStream::write(const nlohmann::json& message) {
  // Texts of models may hold anything: bytes that are no UTF-8 become a question mark.
  const std::string text = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::lock_guard lock(writing_);
  std::fprintf(out_, "Content-Length: %zu\r\n\r\n", text.size());
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

}  // namespace quotient::lsp
