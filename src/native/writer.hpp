#pragma once

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace quotient::native {

/// C text with indentation. A line that ends in `{` opens a block, one that begins with `}` closes it.
class Writer {
 public:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    put(fmt::format(format, std::forward<Arguments>(arguments)...));
  }
  void put(std::string_view text) {
    if (text.starts_with('}') && depth_ > 0) --depth_;
    text_.append(static_cast<std::size_t>(depth_), ' ');
    text_ += text;
    text_ += '\n';
    if (text.ends_with('{')) ++depth_;
  }
  /// Lines that are complete already.
  void paste(std::string_view lines) { text_ += lines; }

  bool empty() const { return text_.empty(); }
  std::size_t size() const { return text_.size(); }
  /// Takes back what was written after `size`.
  std::string cut(std::size_t size) {
    std::string rest = text_.substr(size);
    text_.resize(size);
    return rest;
  }
  const std::string& text() const { return text_; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  int depth_ = 0;
};

}  // namespace quotient::native
