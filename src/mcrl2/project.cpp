#include "mcrl2/project.hpp"

#include <fmt/format.h>
#include <optional>

#include "base/folder.hpp"

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
    project.problem = "this is not a project: a <root> with a <spec> and <properties> is expected";
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
      project.problem = fmt::format("'{}' is not a name of a property", *property);
      return project;
    }
    project.properties.push_back(fmt::format("{}properties/{}.mcf", folder, *property));
  }
  return project;
}

std::optional<std::string> specification_of(const std::string& formula_path) {
  if (!formula_path.ends_with(".mcf")) return std::nullopt;
  const std::size_t slash = formula_path.find_last_of('/');
  std::string folder = slash == std::string::npos ? "." : formula_path.substr(0, slash);
  const std::string name = formula_path.substr(slash == std::string::npos ? 0 : slash + 1);
  constexpr std::string_view ending = ".mcrl2";
  const auto specifications = [&] {
    std::vector<std::string> all;
    for (std::string& each : names_in(folder)) {
      if (each.ends_with(ending)) all.push_back(std::move(each));
    }
    return all;
  };
  std::vector<std::string> found = specifications();
  const std::string inside = "/properties";
  if (found.empty() && folder.ends_with(inside)) {
    folder.resize(folder.size() - inside.size());
    found = specifications();
  }
  std::string best;
  for (const std::string& each : found) {
    const std::string_view stem = std::string_view(each).substr(0, each.size() - ending.size());
    if (name.starts_with(stem) && each.size() > best.size()) best = each;
  }
  if (best.empty() && found.size() == 1) best = found.front();
  if (best.empty()) return std::nullopt;
  return slash == std::string::npos ? best : folder + "/" + best;
}

}  // namespace quotient::mcrl2
