#include "mcrl2/symmetry/code_items.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "symmetry/graph/equitable.hpp"
#include "symmetry/graph/named_automorphisms.hpp"

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

ItemAutomorphisms automorphisms_of(const CodeGraph& code) {
  const ColouredGraph graph = code.graph();
  const EquitablePartition partition(graph);
  std::map<EquitablePartition::Cell, std::size_t> sizes;
  for (const auto& [function, vertex] : code.constants()) ++sizes[partition.cell_of(vertex)];
  for (const auto& [location, vertex] : code.locations()) ++sizes[partition.cell_of(vertex)];
  const auto too_many = [&](Point vertex) { return sizes[partition.cell_of(vertex)] > most_alike; };

  ItemAutomorphisms out;
  std::vector<Point> named = code.processes();
  std::vector<std::uint32_t> colours(graph.vertex_count());
  for (Point v = 0; v < colours.size(); ++v) colours[v] = graph.colour(v);
  std::uint32_t next = colours.empty() ? 0 : *std::max_element(colours.begin(), colours.end()) + 1;
  for (const auto& [function, vertex] : code.constants()) {
    named.push_back(vertex);
    if (!too_many(vertex)) continue;
    colours[vertex] = next++;
    out.kept_in_place.push_back(function);
  }
  for (const auto& [location, vertex] : code.locations()) {
    if (!too_many(vertex)) named.push_back(vertex);
  }
  out.automorphisms = named_automorphisms(graph.recoloured(std::move(colours)), named);
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
