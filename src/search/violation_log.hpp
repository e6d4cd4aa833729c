#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "search/result.hpp"
#include "search/store.hpp"

namespace quotient {

/// Collects violations while a search runs. Keeps the shortest of each kind and site, of equally long ones the first.
/// Where the runs lead is worked out at the end, once for each that is reported.
class ViolationLog {
 public:
  /// Something wrong in `state` itself.
  void note_state(Finding finding, StateId state, std::uint64_t depth);
  /// Something wrong on a step from `source` (`no_state`: on the way to an initial state) to a state, or nowhere.
  void note_step(Finding finding, StateId source, const Successor& step, std::uint64_t depth);

  bool empty() const { return count_ == 0; }
  std::uint64_t count() const { return count_; }

  /// All kinds and sites in the order of their discovery, or only the shortest.
  std::vector<Violation> collect(const Store& store, bool all) const;

 private:
  struct Record {
    Finding finding;
    ViolationPlace place;
    StateId source;
    StateBytes target;
    std::uint64_t length;
    std::uint64_t count;
  };

  void note(Record record);

  std::vector<Record> records_;
  std::unordered_map<std::uint64_t, std::size_t> by_site_;
  std::uint64_t count_ = 0;
};

/// The states from an initial one to `last`, along parents.
std::vector<StateBytes> path_to(const Store& store, StateId last);

}  // namespace quotient
