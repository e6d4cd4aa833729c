#pragma once

#include <cstdint>
#include <vector>

namespace quotient {

class SegmentReader;
class SegmentWriter;

/// The progress of a search.
struct Progress {
  std::uint64_t states = 0;
  std::uint64_t waiting = 0;  // states found but not expanded
  std::uint64_t depth = 0;
  std::uint64_t memory_bytes = 0;
  double seconds = 0;
  std::uint64_t disk_bytes = 0;  // of a search with states on disk; growth does not note it

  /// Of two parts of one search at the same moment.
  void merge(const Progress& other);
};

/// How a search grew, for people to look at: a few hundred moments of it, however long it takes. Which moments depends
/// on the states alone, not on the clock.
class GrowthLog {
 public:
  /// Whether as many states have come since the last moment as are to lie between two.
  bool due(std::uint64_t states) const { return states >= next_; }
  void note(const Progress& moment);
  /// Of two parts of one breadth-first search, which noted different levels: at a level that one of them did not note
  /// it was as it was at the last that it did.
  void merge(const GrowthLog& other);
  const std::vector<Progress>& moments() const { return moments_; }

  void save(SegmentWriter& out) const;
  /// Errors are reported by the reader.
  void load(SegmentReader& in);
  /// The moments, in order; the last is the one given. Where the search is not complete, as many states wait then as
  /// were last known to.
  std::vector<Progress> finished(Progress last, bool complete) &&;

 private:
  static constexpr std::size_t most = 512;

  std::vector<Progress> moments_;
  std::uint64_t stride_ = 1;  // states between two moments
  std::uint64_t next_ = 1;
};

}  // namespace quotient
