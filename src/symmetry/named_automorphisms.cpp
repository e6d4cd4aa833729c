#include "symmetry/named_automorphisms.hpp"

#include <algorithm>
#include <map>

#include "symmetry/automorphism.hpp"
#include "symmetry/equitable.hpp"

namespace quotient {

namespace {

/// Where a vertex stands among those that are like it as far as all names tell; 0 for most. Of vertices that go
/// together, only the first are counted: the others follow.
std::vector<std::uint32_t> ranks_of_unnamed(EquitablePartition& partition, std::span<const Point> named,
                                            std::size_t vertex_count) {
  std::vector<std::uint32_t> ranks(vertex_count, 0);
  partition.tell_apart(named);
  for (Point v = 0; v < vertex_count; ++v) {
    if (partition.is_alone(v)) continue;
    const std::span<const Point> cell = partition.members(partition.cell_of(v));
    std::vector<Point> alike(cell.begin(), cell.end());
    std::sort(alike.begin(), alike.end());
    for (std::size_t k = 0; k < alike.size(); ++k) ranks[alike[k]] = static_cast<std::uint32_t>(k);
    partition.tell_apart(alike);
  }
  return ranks;
}

}  // namespace

std::vector<Permutation> named_automorphisms(const ColouredGraph& graph, std::span<const Point> named) {
  EquitablePartition partition(graph);
  if (std::all_of(named.begin(), named.end(), [&](Point v) { return partition.is_alone(v); })) return {};
  const std::vector<std::uint32_t> ranks = ranks_of_unnamed(partition, named, graph.vertex_count());
  if (std::all_of(ranks.begin(), ranks.end(), [](std::uint32_t r) { return r == 0; })) {
    return automorphism_generators(graph);
  }
  std::uint32_t next = 0;
  for (Point v = 0; v < graph.vertex_count(); ++v) next = std::max(next, graph.colour(v) + 1);
  std::vector<std::uint32_t> colours(graph.vertex_count());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> fresh;
  for (Point v = 0; v < graph.vertex_count(); ++v) {
    colours[v] = graph.colour(v);
    if (ranks[v] == 0) continue;
    const auto [colour, is_new] = fresh.try_emplace({graph.colour(v), ranks[v]}, next);
    if (is_new) ++next;
    colours[v] = colour->second;
  }
  return automorphism_generators(graph.recoloured(std::move(colours)));
}

}  // namespace quotient
