#include "lsp/code_actions.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lsp/navigation.hpp"

namespace quotient::lsp {

using Json = nlohmann::json;

Json code_actions(const Analysis& analysis, FileId file, const std::string& uri, Range range) {
  Json actions = Json::array();
  for (const Diagnostic& d : analysis.model.diagnostics.all()) {
    if (d.suggestion.empty() || d.range.file != file) continue;
    const Range at = analysis.range(d.range);
    if (at.end < range.begin || range.end < at.begin) continue;
    const Json edit = {{"range", json_of(at)}, {"newText", d.suggestion}};
    actions.push_back({{"title", fmt::format("Replace by '{}'", d.suggestion)},
                       {"kind", "quickfix"},
                       {"isPreferred", true},
                       {"edit", {{"changes", {{uri, Json::array({edit})}}}}}});
  }
  return actions;
}

}  // namespace quotient::lsp
