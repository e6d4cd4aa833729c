#pragma once

#include <span>
#include <vector>

#include "symmetry/group/permutation.hpp"

namespace quotient {

/// From one vertex to another, or between two, as the graph says.
struct Edge {
  Point from = 0;
  Point to = 0;
};

enum class EdgeKind { undirected, directed };

/// A finite graph with a colour for each vertex. Immutable; vertices are 0 … vertex_count()-1; an edge that is given
/// twice counts once; loops are allowed. Two graphs are equal if their colours and edges are, vertex by vertex.
class ColouredGraph {
 public:
  ColouredGraph(EdgeKind kind, std::vector<std::uint32_t> colours, std::span<const Edge> edges);

  EdgeKind kind() const { return kind_; }
  std::size_t vertex_count() const { return colours_.size(); }
  std::uint32_t colour(Point v) const { return colours_[v]; }
  /// Ascending. For a directed graph, where its edges lead to.
  std::span<const Point> neighbours(Point v) const {
    return std::span(targets_).subspan(begin_[v], begin_[v + 1] - begin_[v]);
  }

  /// The same graph with vertex v called names[v].
  ColouredGraph relabelled(const Permutation& names) const;
  /// The same edges between vertices of other colours.
  ColouredGraph recoloured(std::vector<std::uint32_t> colours) const;
  /// Whether it maps edges to edges and keeps colours, checked edge by edge.
  bool is_automorphism(const Permutation& permutation) const;

  friend bool operator==(const ColouredGraph&, const ColouredGraph&) = default;

 private:
  EdgeKind kind_;
  std::vector<std::uint32_t> colours_;
  std::vector<std::size_t> begin_;  // of a vertex's neighbours in targets_, and the end of the last
  std::vector<Point> targets_;      // an undirected edge stands here in both directions
};

}  // namespace quotient
