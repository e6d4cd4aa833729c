#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "search/coverage.hpp"
#include "search/disk/expander.hpp"
#include "search/disk/key_filter.hpp"
#include "search/disk/known_keys.hpp"
#include "search/disk/state_log.hpp"
#include "search/levels/crew.hpp"
#include "search/persist/checkpoints.hpp"
#include "search/search.hpp"

namespace quotient {

/// A breadth-first search whose states are on disk. A level: threads expand the states that the last one has added to
/// the log; then shard by shard what they have met is sorted, and what nobody knew is added to the log.
class DiskSearch {
 public:
  /// All must outlive it.
  DiskSearch(const System& system, const SearchOptions& options);

  Result run();

 private:
  /// A state that a shard adds to the log.
  struct Added {
    std::uint64_t source;
    std::uint32_t length, weight, keyed_by;
  };
  /// What became of the candidates of a shard.
  struct Settled {
    std::vector<std::uint8_t> bytes;  // of the states added, one after the other
    std::vector<Added> added;
    std::uint64_t transitions = 0;
    bool cut = false, has_room = true;
    bool is_known = false;   // a state that is restored was there already
    bool is_in_log = false;  // states that are restored are
  };
  /// Knows the keys of every n-th shard. One for each thread.
  struct Bank {
    Bank(const std::string& folder, MemoryBudget& budget, std::uint64_t filter_bytes)
        : known(folder, disk_shards, budget), filter(budget, filter_bytes) {}
    KnownKeys known;
    KeyFilter filter;
  };
  using Settle = std::function<void(Bank&, unsigned, std::vector<Candidate>&, Settled&)>;
  /// Some states of the level that is expanded.
  struct Portion {
    std::vector<std::uint8_t> bytes;
    std::vector<std::size_t> ends;
    std::uint64_t first = 0;
    StateView state(std::size_t i) const {
      const std::size_t begin = i == 0 ? 0 : ends[i - 1];
      return StateView(bytes).subspan(begin, ends[i] - begin);
    }
  };

  // disk_search.cpp: the levels.
  bool failed() const;
  StopReason go_through();
  StopReason expand_level(std::uint64_t first, std::uint64_t end);
  StopReason expand_portion(const Portion& portion, std::uint64_t level_end);
  StopReason work_on(Expander& expander, const Portion& portion, std::uint64_t level_end);
  bool is_worth_sharing(std::uint64_t things) const;
  /// Of the candidates of a level.
  struct Grouping {
    unsigned shards = 1;      // at a time
    std::uint64_t parts = 1;  // of each
  };
  Grouping grouping() const;
  StopReason settle_level(const Settle& settle);
  StopReason settle_shards(unsigned first, std::uint64_t part, const Grouping& each, bool shared, const Settle& settle);
  void settle(Bank& bank, unsigned shard, std::vector<Candidate>& all, Settled& settled);
  const Candidate& least(std::span<const Candidate> same);
  void add(const Settled& settled);
  std::uint64_t bytes_on_disk() const;
  std::uint64_t transitions() const;
  std::uint64_t expanded() const;
  Coverage coverage() const;

  // disk_result.cpp
  std::vector<StateBytes> path_to(StateId last);
  Result result(StopReason stopped);

  // disk_save.cpp: checkpoints. A state has the same number in the journal as in the log.
  void begin_saving();
  StopReason restore();
  StopReason restore_states(JournalReader& saved);
  StopReason learn_restored();
  StopReason restore_moment(JournalReader& saved);
  StopReason refuse(const std::string& why);
  StopReason save_level(std::uint64_t first, std::uint64_t end);
  void mark(std::uint64_t waiting, bool complete);
  void end_saving(StopReason stop);

  const System& system_;
  const SearchOptions& options_;
  Watch watch_;
  const std::uint64_t memory_;
  MemoryBudget budget_;
  const unsigned threads_;
  StateLog states_;
  std::vector<std::unique_ptr<Bank>> banks_;
  std::vector<std::unique_ptr<Expander>> expanders_;  // the first is this thread's
  std::optional<Crew> crew_;
  std::mutex log_mutex_;  // for threads that read single states
  std::atomic<std::size_t> taken_ = 0;
  std::atomic<StopReason> stopped_ = StopReason::nothing;

  GrowthLog growth_;
  std::uint64_t first_ = 0;  // of the level that comes next
  std::uint64_t depth_ = 0, max_depth_ = 0;
  std::uint64_t looked_up_ = 0;  // transitions beyond the limit of depth, and to initial states
  bool only_known_ = false, cut_ = false, is_initial_ = true;

  std::unique_ptr<Journal> journal_;  // may be none
  std::uint64_t saved_states_ = 0;
  bool was_complete_ = false;
  double earlier_seconds_ = 0;
  Coverage earlier_coverage_;
};

}  // namespace quotient
