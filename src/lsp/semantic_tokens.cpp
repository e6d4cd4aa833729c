#include "lsp/semantic_tokens.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quotient::lsp {

using Json = nlohmann::json;

namespace {

/// Indices into the legend.
enum TokenType : std::uint32_t {
  variable,
  parameter,
  property,
  enum_member,
  type,
  class_,
  function,
  macro,
  label,
  event
};
constexpr const char* token_names[] = {"variable", "parameter", "property", "enumMember", "type",
                                       "class",    "function",  "macro",    "label",      "event"};
constexpr std::uint32_t declaration = 1, readonly = 2;  // bits

TokenType token_type(NameKind kind) {
  switch (kind) {
    case NameKind::variable:
      return variable;
    case NameKind::parameter:
      return parameter;
    case NameKind::field:
      return property;
    case NameKind::constant:
      return enum_member;
    case NameKind::type:
      return type;
    case NameKind::process:
    case NameKind::machine:
      return class_;
    case NameKind::function:
    case NameKind::operation:
    case NameKind::formula:
      return function;
    case NameKind::macro:
      return macro;
    case NameKind::label:
      return label;
    case NameKind::action:
      break;
  }
  return event;
}

}  // namespace

Json semantic_legend() { return {{"tokenTypes", token_names}, {"tokenModifiers", {"declaration", "readonly"}}}; }

Json semantic_tokens(const Analysis& analysis, FileId file) {
  std::vector<NameTable::Occurrence> names;
  for (const NameTable::Occurrence& o : analysis.occurrences) {
    if (o.at.file == file && o.verbatim && o.at.begin < o.at.end) names.push_back(o);
  }
  std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) {
    return std::pair(a.at.begin, a.at.end) < std::pair(b.at.begin, b.at.end);
  });
  Json numbers = Json::array();
  Position before;
  std::uint32_t end_before = 0;
  for (const NameTable::Occurrence& o : names) {
    const Range at = analysis.range(o.at);
    // Clients know no tokens that overlap, or that go over several lines.
    if (o.at.begin < end_before || at.begin.line != at.end.line) continue;
    end_before = o.at.end;
    const NamedThing& thing = analysis.names.things()[o.thing];
    const std::uint32_t same_line = at.begin.line == before.line ? before.character : 0;
    const std::uint32_t modifiers =
        (o.at == thing.at ? declaration : 0) | (thing.kind == NameKind::constant ? readonly : 0);
    for (const std::uint32_t n :
         {at.begin.line - before.line, at.begin.character - same_line, at.end.character - at.begin.character,
          static_cast<std::uint32_t>(token_type(thing.kind)), modifiers}) {
      numbers.push_back(n);
    }
    before = at.begin;
  }
  return {{"data", std::move(numbers)}};
}

}  // namespace quotient::lsp
