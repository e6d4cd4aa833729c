#include "driver/expressions.hpp"

#include <fmt/format.h>

namespace quotient::driver {

ExpressionValue value_in(const Model& model, const ModelSettings& settings, const std::string& expression,
                         std::optional<StateView> state) {
  SourceMap sources;
  Diagnostics diagnostics;
  // The file may have changed meanwhile; the text that was loaded is the first of its sources.
  const SourceFile& text = (*model.sources)[FileId{0}];
  const FileId file = sources.add(text.path(), std::string(text.text()));
  for (const auto& [path, other] : settings.overlays) {
    if (path != text.path()) sources.add(path, other);
  }
  Loaded loaded{sources, diagnostics, {}, {}};
  std::optional<std::vector<std::uint8_t>> lasting;
  if (state) lasting = model.system().lasting(*state);
  ExpressionValue made;
  made.value = model.front_end->value_in(
      settings, file, expression, lasting ? std::optional(std::span<const std::uint8_t>(*lasting)) : std::nullopt,
      loaded);
  if (made.value) return made;
  made.problem = "it has no value";
  for (const Diagnostic& each : diagnostics.all()) {
    if (each.severity != Severity::error) continue;
    made.problem = each.message;
    const Location at = sources.locate(each.range);
    if (at.file == "expression") made.problem += fmt::format(" (column {})", at.position.column);
    break;
  }
  return made;
}

}  // namespace quotient::driver
