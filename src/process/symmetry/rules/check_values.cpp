#include "process/symmetry/rules/check_values.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

#include "model/cell.hpp"
#include "process/symmetry/rules/names.hpp"

namespace quotient {

namespace {

using ValueAction = RewriteRules::Action;
using ValuePlace = RewriteRules::Place;

bool can_hold(const CellType& type, std::int32_t value) {
  std::array<std::uint8_t, 4> bytes{};
  store_cell(bytes.data(), type, value);
  return load_cell(bytes.data(), type.kind) == value;
}

/// The first of the cells of a place that cannot hold a number, by name.
std::optional<std::string> misfit(const Program& program, const ValuePlace& place, std::int32_t value) {
  const auto fits = [&](const CellType& type) { return can_hold(type, value); };
  for (const ProcessType& type : program.process_types) {
    if (type.watches || type.name != place.name) continue;
    const std::string_view local = place.path.empty() ? "" : std::string_view(place.path).substr(1);
    for (const NamedCell& c : type.cells) {
      const bool meant = local.empty() || match_name(c.name, local) != std::string_view::npos;
      if (meant && !fits(c.type)) return fmt::format("{}.{}", type.name, c.name);
    }
  }
  const std::string pattern = place.name + place.path;
  // What one claim does not read another may.
  for (const auto* cells : {&program.cells, &program.hidden_cells}) {
    for (const NamedCell& c : *cells) {
      const bool meant = !c.is_channel && match_name(c.name, pattern) != std::string_view::npos;
      if (meant && !fits(c.type)) return c.name;
    }
  }
  for (const ChannelInstance& c : program.channels) {
    if (match_name(c.name, pattern) == std::string_view::npos) continue;
    const std::vector<CellType>& fields = program.channel_kinds[c.kind].fields;
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const bool meant = place.fields.empty() || std::count(place.fields.begin(), place.fields.end(), f + 1) > 0;
      if (meant && !fits(fields[f])) return fmt::format("{}{{{}}}", c.name, f + 1);
    }
  }
  return std::nullopt;
}

bool check_action(const Program& program, const ValueAction& action, Diagnostics& diagnostics) {
  const bool renames = action.kind == ValueAction::Kind::rename;
  if (!renames && action.kind != ValueAction::Kind::add) return true;
  const std::array<std::int32_t, 2> values = {renames ? action.first : 0, renames ? action.second : action.second - 1};
  for (const ValuePlace& place : action.places) {
    for (const std::int32_t value : values) {
      const std::optional<std::string> cell = misfit(program, place, value);
      if (!cell) continue;
      diagnostics.error(place.at, fmt::format("'{}' cannot hold {}", *cell, value));
      return false;
    }
  }
  return true;
}

}  // namespace

void check_values(const Program& program, const RewriteRules& rules, Diagnostics& diagnostics) {
  for (const RewriteRules::Rule& rule : rules.rules) {
    bool right = true;  // other instances would only say it again
    for (std::size_t i = 0; right && i < rule.instances.size(); ++i) {
      for (const ValueAction& action : rule.instances[i].actions)
        right = right && check_action(program, action, diagnostics);
    }
  }
}

}  // namespace quotient
