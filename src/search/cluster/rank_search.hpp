#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/cluster/exchange.hpp"
#include "search/cluster/owned_states.hpp"
#include "search/cluster/rank_expander.hpp"
#include "search/cluster/totals.hpp"
#include "search/coverage.hpp"
#include "search/levels/crew.hpp"
#include "search/persist/journal.hpp"
#include "search/search.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// One rank of a breadth-first search. A level: the rank expands the states that it owns, computes the keys of what it
/// finds, and sends these to their owners; a round of messages ends the level. Everything that decides how the search
/// goes on is agreed upon between rounds (Totals), so that all ranks do the same.
class RankSearch {
 public:
  /// All must outlive it.
  RankSearch(const System& system, const SearchOptions& options);

  Result run();

 private:
  // rank_search.cpp: the levels.
  StopReason go_through();
  void store_initial();
  void release_later();
  void explore_level();
  void expand_level();
  void report_progress();
  void take_more_steps();
  void exchange_answers();
  void settle_level();
  void spread_marks();
  void resolve_ties();
  void agree();

  // rank_crew.cpp: the threads of this rank.
  struct Share;
  struct Desk;
  void expand_together();
  void lead(Desk& desk);
  void follow(Desk& desk, RankExpander& expander);
  void hand_out(Desk& desk, std::size_t& next);
  void deliver_full(Desk& desk);
  void end_level_of_threads();

  RankExpander& first() { return *expanders_.front(); }
  template <typename Figure>
  std::uint64_t sum(Figure RankExpander::*figure) const {
    std::uint64_t all = 0;
    for (const auto& expander : expanders_) all += (*expander).*figure;
    return all;
  }
  Coverage coverage() const;

  // rank_save.cpp: checkpoints.
  struct SavedState;
  struct Question {
    unsigned rank;
    std::uint32_t what;
  };
  /// What these ranks answer, by question. All ranks take part.
  std::vector<std::uint64_t> ask_ranks(const std::vector<Question>& questions,
                                       const std::function<std::uint64_t(std::uint32_t)>& answer);
  bool set_number(std::uint32_t id, std::uint64_t number);
  void save_level();
  void send_level(unsigned turn, const std::vector<std::uint64_t>& parents);
  Transport::Bytes own_moment();
  std::uint64_t number_in_log(StateId id) const;
  void save_moment(std::uint64_t waiting, bool complete);
  void end_saving(StopReason stop);

  // rank_restore.cpp: going on from them.
  struct RestoredState;
  bool begin_saving();
  void restore();
  void read_states(JournalReader& reader, std::string& refusal);
  bool refused(const std::string& why);
  void build_directory(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& parents, std::uint64_t records);
  std::vector<std::uint64_t> owners_of(const std::vector<Question>& questions);
  void restore_moment(JournalReader& reader);

  // rank_result.cpp: what the ranks have found, put together.
  Result result(StopReason stopped);
  void add_figures(Result& result);
  std::string represented();
  ViolationLog joint_log();
  std::vector<StateBytes> path_to(StateId last);
  std::vector<StateBytes> rebuild(const std::vector<StateBytes>& keys);

  const System& system_;
  const SearchOptions& options_;
  Transport& ranks_;
  const bool has_numbers_;  // states do
  Watch watch_;
  MemoryBudget budget_;
  std::vector<std::unique_ptr<KeyFunction>> key_functions_;  // of the threads, or none
  std::vector<std::unique_ptr<RankExpander>> expanders_;     // the first is this thread's
  std::optional<Crew> crew_;
  OwnedStates owned_;
  Exchange exchange_;
  GrowthLog growth_;
  Totals totals_;
  StopReason stop_ = StopReason::nothing;  // of this rank
  bool stop_is_known_ = false;             // to the others
  std::uint64_t depth_ = 0, max_depth_ = 0;

  // Of checkpoints. States have numbers in the journal, the same for all ranks.
  bool saves_ = false;
  std::unique_ptr<Journal> journal_;       // of the first rank
  std::unique_ptr<JournalReader> reader_;  // of the others
  BudgetedVector<std::uint32_t> numbers_;  // by id
  std::uint64_t saved_states_ = 0;
  std::vector<std::uint8_t> marked_;  // by number, a bit each; of the first rank
  bool was_complete_ = false, was_restored_ = false;
  double earlier_seconds_ = 0;
  Coverage earlier_coverage_;
  std::unordered_map<std::uint64_t, std::uint32_t> restored_sources_;  // numbers of sources of restored violations
  std::vector<std::uint32_t> restored_;                                // ids, while a search is restored
  std::vector<std::uint64_t> directory_;  // the same: who owns a number, every n-th of them

  // Of the level that is explored.
  bool only_known_ = false;
  std::vector<std::uint32_t> to_mark_;  // ids
  std::uint64_t busy_ = 0;

  StateBytes key_room_, state_room_;
};

}  // namespace quotient
