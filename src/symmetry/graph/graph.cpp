#include "symmetry/graph/graph.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

ColouredGraph::ColouredGraph(EdgeKind kind, std::vector<std::uint32_t> colours, std::span<const Edge> edges)
    : kind_(kind), colours_(std::move(colours)) {
  std::vector<std::pair<Point, Point>> directed;
  directed.reserve(kind == EdgeKind::undirected ? 2 * edges.size() : edges.size());
  for (const Edge& edge : edges) {
    ensure(edge.from < vertex_count() && edge.to < vertex_count(), "an edge names a vertex that does not exist");
    directed.emplace_back(edge.from, edge.to);
    if (kind == EdgeKind::undirected) directed.emplace_back(edge.to, edge.from);
  }
  std::sort(directed.begin(), directed.end());
  directed.erase(std::unique(directed.begin(), directed.end()), directed.end());

  begin_.reserve(vertex_count() + 1);
  targets_.reserve(directed.size());
  for (const auto& [from, to] : directed) {
    while (begin_.size() <= from) begin_.push_back(targets_.size());
    targets_.push_back(to);
  }
  while (begin_.size() <= vertex_count()) begin_.push_back(targets_.size());
}

ColouredGraph ColouredGraph::relabelled(const Permutation& names) const {
  ensure(names.degree() == vertex_count(), "a relabelling names every vertex");
  std::vector<std::uint32_t> colours(vertex_count());
  std::vector<Edge> edges;
  edges.reserve(targets_.size());
  for (Point v = 0; v < vertex_count(); ++v) {
    colours[names[v]] = colours_[v];
    for (const Point w : neighbours(v)) {
      if (kind_ == EdgeKind::directed || v <= w) edges.push_back({names[v], names[w]});
    }
  }
  return {kind_, std::move(colours), edges};
}

ColouredGraph ColouredGraph::recoloured(std::vector<std::uint32_t> colours) const {
  ensure(colours.size() == vertex_count(), "every vertex has a colour");
  ColouredGraph out = *this;
  out.colours_ = std::move(colours);
  return out;
}

bool ColouredGraph::is_automorphism(const Permutation& permutation) const {
  poll_stop();
  if (permutation.degree() != vertex_count()) return false;
  for (Point v = 0; v < vertex_count(); ++v) {
    const Point image = permutation[v];
    if (colours_[v] != colours_[image]) return false;
    const std::span<const Point> expected = neighbours(image);
    if (neighbours(v).size() != expected.size()) return false;
    for (const Point w : neighbours(v)) {
      if (!std::binary_search(expected.begin(), expected.end(), permutation[w])) return false;
    }
  }
  return true;
}

}  // namespace quotient
