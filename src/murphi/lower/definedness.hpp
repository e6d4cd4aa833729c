#pragma once

#include <cstdint>
#include <set>
#include <vector>

namespace quotient::murphi {

/// Which cells surely have a value at a point of the code that is being written.
class Assigned {
 public:
  void clear() {
    everything_ = false;
    cells_.clear();
  }
  /// The point is never reached.
  void make_unreachable() { everything_ = true; }
  bool has(std::int64_t cell) const { return everything_ || cells_.count(cell) != 0; }
  void add(std::int64_t cell) {
    if (!everything_) cells_.insert(cell);
  }
  void remove(std::int64_t cell) { cells_.erase(cell); }
  /// What surely has a value on both ways.
  void meet(const Assigned& other) {
    if (other.everything_) return;
    if (everything_) {
      *this = other;
      return;
    }
    std::erase_if(cells_, [&other](std::int64_t cell) { return other.cells_.count(cell) == 0; });
  }

 private:
  bool everything_ = false;
  std::set<std::int64_t> cells_;
};

/// Which variables may be undefined in a state, found out while code is written for the first time: without that, every
/// read would be tested. Of leaves, see leaf_count.
struct Undefined {
  std::vector<bool> may_be;                                     // by leaf
  std::vector<std::pair<std::uint32_t, std::uint32_t>> copies;  // from, to

  /// What is copied from a variable that may be undefined may be undefined.
  void close() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [from, to] : copies) {
        if (!may_be[from] || may_be[to]) continue;
        may_be[to] = changed = true;
      }
    }
  }
};

}  // namespace quotient::murphi
