#include "mcrl2/project.hpp"

#include <fmt/format.h>
#include <optional>

namespace quotient::mcrl2 {

namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// With the characters that XML writes by names.
std::string plain(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    bool found = false;
    for (const auto& [name, character] : {std::pair<std::string_view, char>{"&amp;", '&'},
                                          {"&lt;", '<'},
                                          {"&gt;", '>'},
                                          {"&quot;", '"'},
                                          {"&apos;", '\''}}) {
      if (text.substr(i, name.size()) != name) continue;
      out += character;
      i += name.size();
      found = true;
      break;
    }
    if (!found) out += text[i++];
  }
  return out;
}

/// What stands between the next pair of tags of this name, from `at` on, which moves behind it.
std::optional<std::string> element(std::string_view text, std::string_view name, std::size_t& at) {
  const std::string open = fmt::format("<{}>", name), close = fmt::format("</{}>", name);
  const std::size_t begin = text.find(open, at);
  const std::size_t end = begin == std::string_view::npos ? begin : text.find(close, begin);
  if (end == std::string_view::npos) return std::nullopt;
  at = end + close.size();
  return plain(without_blanks(text.substr(begin + open.size(), end - begin - open.size())));
}

}  // namespace

Project read_project(std::string_view path, std::string_view text) {
  Project project;
  const std::size_t slash = path.find_last_of('/');
  const std::string folder(slash == std::string_view::npos ? "" : path.substr(0, slash + 1));
  std::size_t at = 0;
  const std::optional<std::string> specification = element(text, "spec", at);
  if (text.find("<root") == std::string_view::npos) {
    project.problem = "this is no project: a <root> with a <spec> and <properties> is expected";
    return project;
  }
  if (specification && !specification->empty()) {
    project.specification = specification->front() == '/' ? *specification : folder + *specification;
  } else {
    const std::string_view name = path.substr(folder.size());
    project.specification = folder + std::string(name.substr(0, name.find('.'))) + "_spec.mcrl2";
  }
  at = 0;
  while (const std::optional<std::string> property = element(text, "property", at)) {
    if (property->empty() || property->find_first_of("/\\") != std::string::npos) {
      project.problem = fmt::format("'{}' is no name of a property", *property);
      return project;
    }
    project.properties.push_back(fmt::format("{}properties/{}.mcf", folder, *property));
  }
  return project;
}

}  // namespace quotient::mcrl2
