#include "symmetry/graph/equitable.hpp"

#include <algorithm>
#include <numeric>

#include "base/stop_signal.hpp"

namespace quotient {

EquitablePartition::EquitablePartition(const ColouredGraph& graph)
    : graph_(graph),
      elements_(graph.vertex_count()),
      position_(graph.vertex_count()),
      cell_(graph.vertex_count()),
      count_(graph.vertex_count(), 0) {
  const std::size_t n = graph.vertex_count();
  in_begin_.assign(n + 1, 0);
  for (Point v = 0; v < n; ++v) {
    for (const Point w : graph.neighbours(v)) ++in_begin_[w + 1];
  }
  std::partial_sum(in_begin_.begin(), in_begin_.end(), in_begin_.begin());
  in_sources_.resize(in_begin_[n]);
  std::vector<std::size_t> next(in_begin_.begin(), in_begin_.end() - 1);
  for (Point v = 0; v < n; ++v) {
    for (const Point w : graph.neighbours(v)) in_sources_[next[w]++] = v;
  }

  std::iota(elements_.begin(), elements_.end(), Point{0});
  std::stable_sort(elements_.begin(), elements_.end(),
                   [&](Point a, Point b) { return graph.colour(a) < graph.colour(b); });
  for (std::size_t k = 0; k < n; ++k) {
    if (k == 0 || graph.colour(elements_[k]) != graph.colour(elements_[k - 1])) {
      if (k > 0) end_.push_back(k);
      begin_.push_back(k);
    }
    position_[elements_[k]] = k;
    cell_[elements_[k]] = static_cast<Cell>(begin_.size() - 1);
  }
  if (n > 0) end_.push_back(n);
  touched_.assign(begin_.size(), 0);
  is_waiting_.assign(begin_.size(), 0);
  for (Cell c = 0; c < begin_.size(); ++c) note_splitter(c);
  refine();
}

void EquitablePartition::note_splitter(Cell c) {
  if (is_waiting_[c] != 0) return;
  is_waiting_[c] = 1;
  waiting_.push_back(c);
}

/// Makes a new cell of the elements of `c` from a position on.
EquitablePartition::Cell EquitablePartition::split_off(Cell c, std::size_t from) {
  const auto fresh = static_cast<Cell>(begin_.size());
  begin_.push_back(from);
  end_.push_back(end_[c]);
  end_[c] = from;
  touched_.push_back(0);
  is_waiting_.push_back(0);
  for (std::size_t k = from; k < end_[fresh]; ++k) cell_[elements_[k]] = fresh;
  return fresh;
}

void EquitablePartition::tell_apart(std::span<const Point> vertices) {
  for (const Point v : vertices) {
    const Cell c = cell_[v];
    if (size(c) == 1) continue;
    const std::size_t last = end_[c] - 1;
    const Point other = elements_[last];
    std::swap(elements_[position_[v]], elements_[last]);
    position_[other] = position_[v];
    position_[v] = last;
    note_splitter(split_off(c, last));
  }
  refine();
}

void EquitablePartition::refine() {
  while (!waiting_.empty()) {
    poll_stop();
    const Cell c = waiting_.back();
    waiting_.pop_back();
    is_waiting_[c] = 0;
    // It may itself be split on the way; what it was is what counts.
    scratch_.assign(members(c).begin(), members(c).end());
    refine_by(scratch_, false);
    refine_by(scratch_, true);
  }
}

void EquitablePartition::refine_by(std::span<const Point> splitter, bool backwards) {
  for (const Point s : splitter) {
    const std::span<const Point> others =
        backwards ? graph_.neighbours(s)
                  : std::span(in_sources_).subspan(in_begin_[s], in_begin_[s + 1] - in_begin_[s]);
    for (const Point v : others) {
      if (count_[v]++ > 0) continue;
      const Cell c = cell_[v];
      if (touched_[c]++ == 0) touched_cells_.push_back(c);
      const std::size_t place = end_[c] - touched_[c];
      const Point other = elements_[place];
      std::swap(elements_[position_[v]], elements_[place]);
      position_[other] = position_[v];
      position_[v] = place;
    }
  }
  std::vector<Cell> cells;
  std::swap(cells, touched_cells_);
  std::sort(cells.begin(), cells.end());  // numbers of cells depend on nothing but the graph
  for (const Cell c : cells) split_touched(c);
}

/// Splits a cell by the numbers of edges that its members have to the splitter.
void EquitablePartition::split_touched(Cell c) {
  const std::size_t first = end_[c] - touched_[c];
  touched_[c] = 0;
  const auto begin = elements_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = elements_.begin() + static_cast<std::ptrdiff_t>(end_[c]);
  const auto [least, most] =
      std::minmax_element(begin, end, [this](Point a, Point b) { return count_[a] < count_[b]; });
  const bool differ = count_[*least] != count_[*most];
  if (differ) {
    std::sort(begin, end, [this](Point a, Point b) { return count_[a] < count_[b]; });
    for (std::size_t k = first; k < end_[c]; ++k) position_[elements_[k]] = k;
  }
  std::vector<Cell> parts;
  if (first > begin_[c]) parts.push_back(c);
  const std::size_t last = end_[c];
  // From the end, so that each piece is split off once.
  if (differ) {
    for (std::size_t k = last; k-- > first + 1;) {
      if (count_[elements_[k]] != count_[elements_[k - 1]]) parts.push_back(split_off(c, k));
    }
  }
  if (first > begin_[c]) {
    parts.push_back(split_off(c, first));
  } else {
    parts.push_back(c);
  }
  for (std::size_t k = first; k < last; ++k) count_[elements_[k]] = 0;
  if (parts.size() < 2) return;
  // Hopcroft: where the whole is not waiting, all but the largest of the parts say all there is to say.
  const bool whole_waits = is_waiting_[c] != 0;
  const Cell largest =
      *std::max_element(parts.begin(), parts.end(), [this](Cell a, Cell b) { return size(a) < size(b); });
  for (const Cell part : parts) {
    if (whole_waits || part != largest) note_splitter(part);
  }
}

}  // namespace quotient
