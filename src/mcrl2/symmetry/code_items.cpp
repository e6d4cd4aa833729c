#include "mcrl2/symmetry/code_items.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "symmetry/graph/equitable.hpp"

namespace quotient::mcrl2 {

std::vector<Item> items_of(const CodeGraph& graph) {
  std::vector<Item> items;
  for (const auto& [function, vertex] : graph.constants())
    items.push_back({Item::Kind::constant, function.value, vertex});
  for (std::uint32_t p = 0; p < graph.processes().size(); ++p) {
    items.push_back({Item::Kind::process, p, graph.processes()[p]});
  }
  for (const auto& [location, vertex] : graph.locations())
    items.push_back({Item::Kind::location, location.value, vertex});
  return items;
}

Sought sought_in(const CodeGraph& code) {
  Sought out{code.graph(), {}};
  if (code.constants().size() <= most_alike) return out;
  const EquitablePartition partition(out.graph);
  std::map<EquitablePartition::Cell, std::size_t> sizes;
  for (const auto& [function, vertex] : code.constants()) ++sizes[partition.cell_of(vertex)];
  std::vector<std::uint32_t> colours(out.graph.vertex_count());
  for (Point v = 0; v < colours.size(); ++v) colours[v] = partition.cell_of(v);
  auto next = static_cast<std::uint32_t>(partition.cell_count());
  for (const auto& [function, vertex] : code.constants()) {
    if (sizes[partition.cell_of(vertex)] <= most_alike) continue;
    colours[vertex] = next++;
    out.kept_in_place.push_back(function);
  }
  if (!out.kept_in_place.empty()) out.graph = out.graph.recoloured(std::move(colours));
  return out;
}

std::vector<Permutation> restricted(std::span<const Permutation> automorphisms, std::span<const Item> items) {
  std::map<Point, Point> numbers;
  for (const Item& item : items) numbers.emplace(item.vertex, static_cast<Point>(numbers.size()));
  std::vector<Permutation> out;
  for (const Permutation& g : automorphisms) {
    std::vector<Point> images;
    for (const Item& item : items) images.push_back(numbers.at(g[item.vertex]));
    Permutation moved(std::move(images));
    if (!moved.is_identity()) out.push_back(std::move(moved));
  }
  return out;
}

Atom atom_of(const Model& model, const Item& item) {
  switch (item.kind) {
    case Item::Kind::constant:
      return {Atom::Kind::element, model.spec.functions[item.number].name, static_cast<std::int32_t>(item.number)};
    case Item::Kind::process:
      return {Atom::Kind::element, model.processes[item.number].name, static_cast<std::int32_t>(item.number),
              item.number};
    case Item::Kind::location:
      break;
  }
  return {Atom::Kind::element, fmt::format("@{}", model.locations[item.number].name),
          static_cast<std::int32_t>(item.number)};
}

}  // namespace quotient::mcrl2
