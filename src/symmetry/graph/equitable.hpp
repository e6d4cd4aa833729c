#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symmetry/graph/graph.hpp"

namespace quotient {

/// The coarsest partition of a graph's vertices, finer than their colours, in which all vertices of a cell have equally
/// many neighbours in every cell, in both directions. Two vertices that some automorphism takes to one another are in
/// one cell. Becomes finer as vertices are told apart by hand; if an automorphism takes the vertices that are told
/// apart in one copy of a partition, one after the other, to those of another copy, it takes cells to cells of the same
/// number. All refinements together take (n + m) log n time. [Paige & Tarjan 1987; McKay 1981]
class EquitablePartition {
 public:
  /// `graph` must outlive this.
  explicit EquitablePartition(const ColouredGraph& graph);

  using Cell = std::uint32_t;
  std::size_t cell_count() const { return begin_.size(); }
  Cell cell_of(Point v) const { return cell_[v]; }
  bool is_alone(Point v) const { return size(cell_[v]) == 1; }
  /// In no particular order.
  std::span<const Point> members(Cell c) const { return std::span(elements_).subspan(begin_[c], size(c)); }

  /// Gives each of these vertices a cell of its own, and refines.
  void tell_apart(std::span<const Point> vertices);

 private:
  std::size_t size(Cell c) const { return end_[c] - begin_[c]; }
  Cell split_off(Cell c, std::size_t from);
  void note_splitter(Cell c);
  void refine();
  void refine_by(std::span<const Point> splitter, bool backwards);
  void split_touched(Cell c);

  const ColouredGraph& graph_;
  std::vector<std::size_t> in_begin_;  // the edges backwards
  std::vector<Point> in_sources_;
  std::vector<Point> elements_;           // cell by cell
  std::vector<std::size_t> position_;     // of a vertex in elements_
  std::vector<Cell> cell_;                // of a vertex
  std::vector<std::size_t> begin_, end_;  // of a cell in elements_
  std::vector<Cell> waiting_;             // cells by which others are to be split
  std::vector<std::uint8_t> is_waiting_;
  // While one splitter is worked on:
  std::vector<std::uint32_t> count_;  // edges between a vertex and the splitter
  std::vector<std::size_t> touched_;  // of a cell: how many members have such edges; they stand at its end
  std::vector<Cell> touched_cells_;
  std::vector<Point> scratch_;
};

}  // namespace quotient
