#include "lsp/line_edits.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quotient::lsp {

using Json = nlohmann::json;

namespace {

/// With their ends, so that joined they are the text.
std::vector<std::string_view> whole_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

Json edit_of_lines(std::size_t begin, std::size_t end, std::string text) {
  return {{"range", {{"start", {{"line", begin}, {"character", 0}}}, {"end", {{"line", end}, {"character", 0}}}}},
          {"newText", std::move(text)}};
}

}  // namespace

Json line_edits(std::string_view before, std::string_view after) {
  const auto from = whole_lines(before), to = whole_lines(after);
  Json edits = Json::array();
  if (from.size() == to.size()) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i] != to[i]) edits.push_back(edit_of_lines(i, i + 1, std::string(to[i])));
    }
    return edits;
  }
  const std::size_t shorter = std::min(from.size(), to.size());
  std::size_t same = 0, behind = 0;
  while (same < shorter && from[same] == to[same]) ++same;
  while (behind < shorter - same && from[from.size() - 1 - behind] == to[to.size() - 1 - behind]) ++behind;
  std::string text;
  for (std::size_t i = same; i < to.size() - behind; ++i) text += to[i];
  edits.push_back(edit_of_lines(same, from.size() - behind, std::move(text)));
  return edits;
}

}  // namespace quotient::lsp
