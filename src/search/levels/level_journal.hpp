#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/levels/delayed.hpp"
#include "search/levels/exploration.hpp"
#include "search/levels/frontier.hpp"
#include "search/persist/checkpoints.hpp"

namespace quotient {

/// Saves a breadth-first search between two levels, and restores it there. What is written of a state is the one that
/// is explored, in lasting form, and its parent: its key is computed again when it is restored, since a key may depend
/// on numbers that a process gives out on its way. Without SearchOptions::checkpoints nothing happens here.
class LevelJournal {
 public:
  LevelJournal(Exploration& e, DelayedArrivals& delayed);

  /// Whether there is something to go on from.
  bool can_restore() const { return journal_ != nullptr && journal_->saved() != nullptr; }
  /// Why the search must not begin; else `nothing`.
  StopReason objection() const;
  /// Fills an empty exploration. Sets the level that is to be explored next. A limit may end that; or what was saved
  /// turns out to be of no use, and then Checkpoints has a refusal.
  StopReason restore(Frontier& level, std::uint64_t& depth);
  /// The search is about to explore this level, and has explored all before. `cut`: steps beyond the limit of depth
  /// were left out.
  void begin_level(const Frontier& level, std::uint64_t depth, bool cut);
  /// What ended the search.
  void end(StopReason stop, std::uint64_t depth, bool cut);
  /// Of a search that was restored: the same before.
  bool was_cut() const { return was_cut_; }

 private:
  class Restoring;

  void mark(std::uint64_t waiting, std::uint64_t depth, bool cut, bool complete);
  std::uint64_t number_of(StateId id) const;
  bool set_number(StateId id, std::uint64_t number);
  void save_steps();
  StopReason restore_steps(const BudgetedVector<std::uint32_t>& ids, std::uint64_t expanded);
  void save_delayed(SegmentWriter& out) const;
  bool load_moment(SegmentReader& in, const BudgetedVector<std::uint32_t>& ids, std::uint64_t& depth);
  bool load_delayed(SegmentReader& in, const RecalledNames& names);
  void save_marks(SegmentWriter& out);
  bool load_marks(SegmentReader& in, const RecalledNames& names);

  Exploration& e_;
  DelayedArrivals& delayed_;
  std::unique_ptr<Journal> journal_;
  BudgetedVector<std::uint32_t> numbers_;  // by id: of the state in the journal
  bool is_full_ = false;                   // there is no memory for more numbers
  bool was_cut_ = false;
  std::vector<std::uint8_t> marked_;  // states with a ProvisoMarks, a bit for each number
  bool was_complete_ = false;         // what was restored
};

}  // namespace quotient
