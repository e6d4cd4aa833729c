#include "symmetry/graph/symmetric_levels.hpp"

#include <algorithm>
#include <numeric>

#include "base/stop_signal.hpp"
#include "symmetry/graph/equitable.hpp"

namespace quotient {

namespace {

constexpr std::size_t most_leaves = 24;

class LevelGuesser {
 public:
  LevelGuesser(const ColouredGraph& graph, std::span<const Point> named)
      : graph_(graph), named_(named), start_(graph), reference_(start_) {}

  std::optional<std::vector<Permutation>> run() {
    if (!descend()) return std::nullopt;
    // From the last on: what was found for later levels fixes the points of earlier ones.
    for (std::size_t end = levels_.size(); end > 0;) {
      const std::size_t run = levels_[end - 1].run;
      std::size_t begin = end;
      while (begin > 0 && levels_[begin - 1].run == run) --begin;
      const bool is_whole = levels_[begin].size > 2 && end - begin + 1 == levels_[begin].size;
      if (is_whole ? !take_family(begin, end) : !take_levels(begin, end)) return std::nullopt;
      end = begin;
    }
    return std::move(generators_);
  }

 private:
  struct Level {
    Point point;
    EquitablePartition::Cell cell;
    std::size_t size;  // of the cell
    std::size_t run;   // levels of one run take one cell apart, point by point
  };

  /// Tells all named vertices apart. False where others are alike then.
  bool descend() {
    std::size_t runs = 0;
    for (const Point v : named_) {
      while (!reference_.is_alone(v)) {
        const std::span<const Point> cell = reference_.members(reference_.cell_of(v));
        std::vector<Point> members(cell.begin(), cell.end());
        std::sort(members.begin(), members.end());
        std::size_t left = members.size();
        for (const Point m : members) {
          const EquitablePartition::Cell c = reference_.cell_of(m);
          if (left < 2 || reference_.members(c).size() != left) break;
          levels_.push_back({m, c, left--, runs});
          reference_.tell_apart(std::span(&m, 1));
        }
        ++runs;
      }
    }
    return reference_.cell_count() == graph_.vertex_count();
  }

  /// The automorphism that takes the points of levels from `begin` on to `images`, and those before to themselves.
  /// Where there are fewer images, any will do.
  std::optional<Permutation> reach(std::size_t begin, std::span<const Point> images) {
    if (++leaves_ > most_leaves) return std::nullopt;
    EquitablePartition at = start_;
    for (std::size_t l = 0; l < levels_.size(); ++l) {
      const Level& level = levels_[l];
      Point image = level.point;
      if (l >= begin && l - begin < images.size()) {
        image = images[l - begin];
      } else if (at.cell_of(image) != level.cell && level.cell < at.cell_count()) {
        image = at.members(level.cell).front();
      }
      if (at.cell_of(image) != level.cell || at.members(level.cell).size() != level.size) return std::nullopt;
      at.tell_apart(std::span(&image, 1));
    }
    if (at.cell_count() != graph_.vertex_count()) return std::nullopt;
    std::vector<Point> all(graph_.vertex_count());
    for (Point v = 0; v < all.size(); ++v) all[v] = at.members(reference_.cell_of(v)).front();
    std::optional<Permutation> found = Permutation::from_images(std::move(all));
    if (!found || !graph_.is_automorphism(*found)) return std::nullopt;
    return found;
  }

  /// All permutations of the members of one cell: a transposition, and what a cycle makes of it.
  bool take_family(std::size_t begin, std::size_t end) {
    std::vector<Point> points;
    for (std::size_t l = begin; l < end; ++l) points.push_back(levels_[l].point);
    points.push_back(last_of(begin, end));
    std::vector<Point> exchanged = points, shifted = points;
    std::swap(exchanged[0], exchanged[1]);
    std::rotate(shifted.begin(), shifted.begin() + 1, shifted.end());
    exchanged.pop_back();
    shifted.pop_back();
    const std::optional<Permutation> transposition = reach(begin, exchanged), cycle = reach(begin, shifted);
    if (!transposition || !cycle) return false;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Point swapped = k == 0 ? points[1] : k == 1 ? points[0] : points[k];
      if ((*transposition)[points[k]] != swapped) return false;
      if ((*cycle)[points[k]] != points[(k + 1) % points.size()]) return false;
    }
    Permutation next = *transposition;
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      poll_stop();
      generators_.push_back(next);
      if (k + 2 < points.size()) next = next.conjugated_by(*cycle);
    }
    return true;
  }

  /// The member of a cell that is left when all points of a run are gone.
  Point last_of(std::size_t begin, std::size_t end) const {
    const std::span<const Point> cell = start_.members(start_.cell_of(levels_[begin].point));
    EquitablePartition at = start_;
    for (std::size_t l = 0; l < begin; ++l) at.tell_apart(std::span(&levels_[l].point, 1));
    for (const Point v : at.members(levels_[begin].cell)) {
      const auto is_point = [&](std::size_t l) { return levels_[l].point == v; };
      bool known = false;
      for (std::size_t l = begin; l < end; ++l) known = known || is_point(l);
      if (!known) return v;
    }
    return cell.front();
  }

  /// One image after the other, until all members of the cell are known to be such.
  bool take_levels(std::size_t begin, std::size_t end) {
    for (std::size_t l = end; l-- > begin;) {
      EquitablePartition at = start_;
      for (std::size_t k = 0; k < l; ++k) at.tell_apart(std::span(&levels_[k].point, 1));
      const std::span<const Point> cell = at.members(levels_[l].cell);
      std::vector<Point> members(cell.begin(), cell.end());
      std::sort(members.begin(), members.end());
      for (const Point image : members) {
        if (is_image(levels_[l].point, image)) continue;
        std::optional<Permutation> found = reach(l, std::span(&image, 1));
        if (!found) return false;
        generators_.push_back(std::move(*found));
      }
    }
    return true;
  }

  /// Under what was found so far, all of which fixes the points of earlier levels.
  bool is_image(Point point, Point image) const {
    std::vector<Point> orbit{point};
    for (std::size_t k = 0; k < orbit.size(); ++k) {
      if (orbit[k] == image) return true;
      for (const Permutation& g : generators_) {
        if (std::find(orbit.begin(), orbit.end(), g[orbit[k]]) == orbit.end()) orbit.push_back(g[orbit[k]]);
      }
    }
    return false;
  }

  const ColouredGraph& graph_;
  std::span<const Point> named_;
  const EquitablePartition start_;
  EquitablePartition reference_;
  std::vector<Level> levels_;
  std::vector<Permutation> generators_;
  std::size_t leaves_ = 0;
};

}  // namespace

std::optional<std::vector<Permutation>> symmetric_levels(const ColouredGraph& graph, std::span<const Point> named) {
  return LevelGuesser(graph, named).run();
}

}  // namespace quotient
