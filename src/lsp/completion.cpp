#include "lsp/completion.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>

namespace quotient::lsp {

using Json = nlohmann::json;

namespace {

/// CompletionItemKind of the protocol.
int completion_kind(NameKind kind) {
  switch (kind) {
    case NameKind::variable:
    case NameKind::parameter:
      return 6;
    case NameKind::field:
      return 5;
    case NameKind::constant:
    case NameKind::macro:
      return 21;
    case NameKind::type:
      return 22;
    case NameKind::process:
      return 7;
    case NameKind::function:
    case NameKind::operation:
      return 3;
    case NameKind::label:
      return 18;
    case NameKind::formula:
      return 4;
    case NameKind::action:
      return 23;
    case NameKind::machine:
      break;
  }
  return 9;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Where the word begins that ends at an offset.
std::size_t word_begin(std::string_view text, std::size_t offset) {
  std::size_t begin = std::min(offset, text.size());
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return begin;
}

/// What is local is offered where it can be meant: within what it is local to.
bool is_known_at(const Analysis& analysis, const NamedThing& thing, FileId file, std::size_t offset) {
  if (thing.container.empty()) return true;
  const std::vector<NamedThing>& all = analysis.names.things();
  return std::any_of(all.begin(), all.end(), [&](const NamedThing& outer) {
    return outer.name == thing.container && outer.extent.file == file && outer.extent.begin <= offset &&
           offset <= outer.extent.end;
  });
}

}  // namespace

Json completions(const Analysis& analysis, FileId file, std::size_t offset) {
  const std::string_view text = analysis.sources()[file].text();
  const std::size_t begin = word_begin(text, offset);
  const bool behind_dot = begin > 0 && text[begin - 1] == '.';
  Json items = Json::array();
  std::set<std::string> offered;
  for (const NamedThing& thing : analysis.names.things()) {
    if ((thing.kind == NameKind::field) != behind_dot) continue;
    // The word that is being written is no name yet.
    if (thing.at.file == file && thing.at.begin == begin) continue;
    if (!behind_dot && !is_known_at(analysis, thing, file, offset)) continue;
    if (!offered.insert(thing.name).second) continue;
    items.push_back({{"label", thing.name}, {"kind", completion_kind(thing.kind)}, {"detail", thing.description}});
  }
  return {{"isIncomplete", false}, {"items", std::move(items)}};
}

}  // namespace quotient::lsp
