#include "lsp/signature.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>

namespace quotient::lsp {

using Json = nlohmann::json;

namespace {

/// A call is not longer than this.
constexpr std::size_t farthest = 2000;

struct Call {
  std::string_view name;
  std::size_t argument = 0;  // from 0
};

bool is_part_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The innermost bracket that is open at an offset and has a name before it.
std::optional<Call> call_around(std::string_view text, std::size_t offset) {
  std::size_t depth = 0, commas = 0;
  const std::size_t first = offset > farthest ? offset - farthest : 0;
  for (std::size_t i = std::min(offset, text.size()); i-- > first;) {
    const char c = text[i];
    if (c == ';' || c == '{' || c == '}') return std::nullopt;
    if (c == ')' || c == ']') ++depth;
    if (c == ',' && depth == 0) ++commas;
    if (c != '(' && c != '[') continue;
    if (depth > 0) {
      --depth;
      continue;
    }
    std::size_t end = i;
    while (end > 0 && text[end - 1] == ' ') --end;
    std::size_t begin = end;
    while (begin > 0 && is_part_of_name(text[begin - 1])) --begin;
    if (c == '(' && begin < end) return Call{text.substr(begin, end - begin), commas};
    commas = 0;  // brackets of an expression: what is called lies further out
  }
  return std::nullopt;
}

/// The parts of "name(int a; byte b)" between its brackets, as places in it.
std::vector<std::pair<std::size_t, std::size_t>> parameters_in(std::string_view declared, std::string_view name) {
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  const std::size_t named = declared.find(name);
  const std::size_t open = named == std::string_view::npos ? named : declared.find('(', named);
  if (open == std::string_view::npos) return parts;
  std::size_t depth = 0, begin = open + 1;
  for (std::size_t i = begin; i < declared.size(); ++i) {
    const char c = declared[i];
    const bool closes = c == ')' && depth == 0;
    if (closes || ((c == ',' || c == ';') && depth == 0)) {
      while (begin < i && declared[begin] == ' ') ++begin;
      if (begin < i) parts.emplace_back(begin, i);
      begin = i + 1;
    }
    if (closes) break;
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
  }
  return parts;
}

}  // namespace

Json signature_help(const Analysis& analysis, FileId file, std::size_t offset) {
  const std::optional<Call> call = call_around(analysis.sources()[file].text(), offset);
  if (!call) return nullptr;
  for (const NamedThing& thing : analysis.names.things()) {
    if (thing.name != call->name || thing.kind == NameKind::parameter) continue;
    const auto parts = parameters_in(thing.description, thing.name);
    if (parts.empty()) continue;
    Json parameters = Json::array();
    for (const auto& [begin, end] : parts) {
      parameters.push_back({{"label", thing.description.substr(begin, end - begin)}});
    }
    const std::size_t active = std::min(call->argument, parts.size() - 1);
    return {{"signatures", {{{"label", thing.description}, {"parameters", std::move(parameters)}}}},
            {"activeSignature", 0},
            {"activeParameter", active}};
  }
  return nullptr;
}

}  // namespace quotient::lsp
