#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/result.hpp"
#include "search/store/store.hpp"

namespace quotient {

/// When a violation is met, in an order that does not depend on the number of threads.
struct Occasion {
  std::uint64_t round = 0;
  KeyHash order;            // of the state, among those of its round
  std::uint32_t step = 0;   // 0: the state itself
  std::uint32_t which = 0;  // of several things wrong there
  friend auto operator<=>(const Occasion&, const Occasion&) = default;
};

/// How a file names what belongs to one process: states by numbers and bytes that outlast it.
struct LastingNames {
  std::function<std::uint64_t(StateId)> number;
  std::function<StateBytes(StateView)> lasting;
};
/// The way back. Returns nullopt if there is no such state.
struct RecalledNames {
  std::function<std::optional<StateId>(std::uint64_t)> id;
  std::function<std::optional<StateBytes>(std::span<const std::uint8_t>)> state;
};

/// Collects violations while a search runs. Keeps the shortest of each kind and site, of equally long ones the first.
/// Where the runs lead is worked out at the end, once for each that is reported. One for each thread.
class ViolationLog {
 public:
  /// Something wrong in `state` itself.
  void note_state(Finding finding, Occasion moment, StateId state, std::uint64_t depth);
  /// Something wrong on a step from `source` (`no_state`: on the way to an initial state) to a state, or nowhere.
  void note_step(Finding finding, Occasion moment, StateId source, const Successor& step, std::uint64_t depth);
  /// Takes over what another one has collected, of the same store.
  void merge(ViolationLog& other);

  bool empty() const { return count_ == 0; }
  std::uint64_t count() const { return count_; }

  /// All kinds and sites in the order of their discovery, or only the shortest. `path_to` gives the states to a source.
  std::vector<Violation> collect(const std::function<std::vector<StateBytes>(StateId)>& path_to, bool all) const;

  void save(SegmentWriter& out, const LastingNames& names) const;
  /// Fills an empty log; states that are not known are refused. Errors are reported by the reader.
  void load(SegmentReader& in, const RecalledNames& names);

 private:
  struct Record {
    Finding finding;
    ViolationPlace place;
    Occasion first, moment;  // when the site was met first, and when this violation was
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

}  // namespace quotient
