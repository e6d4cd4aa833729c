#include "symmetry/graph/named_automorphisms.hpp"

#include <algorithm>
#include <map>

#include "symmetry/graph/automorphism.hpp"
#include "symmetry/graph/equitable.hpp"
#include "symmetry/graph/symmetric_levels.hpp"

namespace quotient {

namespace {

/// Vertices of a graph from which on the graph library is given cells for colours: it finds them by itself, too, but
/// takes more than twice as long for a text of twice the length, and four times where thousands of vertices are alike
/// but for their ranks.
constexpr std::size_t refined_from = 20'000;

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
  const std::size_t count = graph.vertex_count();
  EquitablePartition partition(graph);
  if (std::all_of(named.begin(), named.end(), [&](Point v) { return partition.is_alone(v); })) return {};
  std::vector<std::uint32_t> colours(count);
  for (Point v = 0; v < count; ++v) colours[v] = count > refined_from ? partition.cell_of(v) : graph.colour(v);
  const std::vector<std::uint32_t> ranks = ranks_of_unnamed(partition, named, count);
  std::uint32_t next = count == 0 ? 0 : *std::max_element(colours.begin(), colours.end()) + 1;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> fresh;
  for (Point v = 0; v < count; ++v) {
    if (ranks[v] == 0) continue;
    const auto [colour, is_new] = fresh.try_emplace({colours[v], ranks[v]}, next);
    if (is_new) ++next;
    colours[v] = colour->second;
  }
  const ColouredGraph ranked = graph.recoloured(std::move(colours));
  if (count > refined_from) {
    if (std::optional<std::vector<Permutation>> all = symmetric_levels(ranked, named)) return std::move(*all);
  }
  if (count <= refined_from || fresh.empty()) return automorphism_generators(ranked);
  const EquitablePartition refined(ranked);
  std::vector<std::uint32_t> cells(count);
  for (Point v = 0; v < count; ++v) cells[v] = refined.cell_of(v);
  return automorphism_generators(ranked.recoloured(std::move(cells)));
}

}  // namespace quotient
