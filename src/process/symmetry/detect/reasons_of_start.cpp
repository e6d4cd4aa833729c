#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "process/symmetry/detect/owners.hpp"
#include "process/symmetry/detect/reasons.hpp"

// What processes, channels and variables begin with.

namespace quotient::detect {

namespace {

/// "2 for q1, and 1 for q0 and q2": what most have comes last.
std::string by_value(const std::map<std::int64_t, std::vector<std::string>>& holders) {
  std::vector<std::pair<std::size_t, std::int64_t>> order;
  for (const auto& [value, names] : holders) order.emplace_back(names.size(), value);
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string out;
  for (std::size_t k = 0; k < order.size(); ++k) {
    out += k == 0 ? "" : k + 1 == order.size() ? ", and " : ", ";
    out += fmt::format("{} for {}", order[k].second, in_a_row(holders.at(order[k].second)));
  }
  return out;
}

}  // namespace

Reason reason_of_given(const Program& program, const Instance& instance, const SystemGraph& graph,
                       std::uint32_t declaration) {
  std::map<std::int64_t, std::vector<std::string>> holders;
  std::string name;
  for (const Variable& v : graph.variables().all) {
    if (v.declaration != declaration || v.process == global) continue;
    name = v.name;
    holders[initial_value(instance, graph, v.cells.front())].push_back(
        process_name(program, instance, static_cast<std::size_t>(v.process)));
  }
  return {std::nullopt, fmt::format("'{}' is {}", name, by_value(holders)), "give all of them the same"};
}

std::optional<Reason> reason_of_capacities(const Program& program) {
  std::map<std::vector<std::uint32_t>, std::map<std::int64_t, std::vector<std::string>>>
      holders;  // by type of messages
  for (const ChannelInstance& c : program.channels) {
    const ChannelKind& kind = program.channel_kinds[c.kind];
    std::vector<std::uint32_t> fields;
    for (const CellType& type : kind.fields) fields.push_back(pack(type));
    holders[fields][kind.capacity].push_back(c.name);
  }
  for (const auto& [fields, names] : holders) {
    if (names.size() < 2) continue;
    return Reason{std::nullopt, fmt::format("the capacity is {}", by_value(names)), "give all of them the same"};
  }
  return std::nullopt;
}

Reason reason_of_initial(const Program& program, const Instance& instance, const SystemGraph& graph,
                         std::uint32_t declaration) {
  for (const Variable& v : graph.variables().all) {
    if (v.declaration != declaration) continue;
    std::set<std::int32_t> values;
    for (const std::uint32_t c : v.cells) {
      values.insert(initial_value(instance, graph, c));
    }
    if (values.size() > 1) return {std::nullopt, "its elements begin differently", "let all begin alike"};
    const std::int32_t value = *values.begin();
    if (!graph.is_permuted(v.content)) continue;
    const Owners owners = owners_of(instance, graph, graph.root(v.content));
    const auto owner = owners.find(value);
    if (owner == owners.end()) continue;
    const std::string who = process_name(program, instance, owner->second);
    if (!v.assigned) {
      return {std::nullopt, fmt::format("it is {} all the time, which names process {}", value, who),
              "let the model choose any of them first"};
    }
    if (value == 0) {
      return {std::nullopt, fmt::format("it is 0, which is also the number of process {}", who),
              "start ids at 1, or use 255 for nobody"};
    }
    return {std::nullopt, fmt::format("it is {}, which names process {}", value, who),
            "let the model choose any of them first"};
  }
  return {std::nullopt, "", ""};
}

}  // namespace quotient::detect
