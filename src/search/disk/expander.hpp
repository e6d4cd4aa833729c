#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "search/cluster/sent_cache.hpp"
#include "search/disk/candidates.hpp"
#include "search/levels/violation_log.hpp"
#include "search/search.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// One thread of a search on disk: takes the steps of states, and collects what they lead to.
class Expander {
 public:
  /// `number`: of the thread. All must outlive it.
  Expander(const System& system, const SearchOptions& options, const Watch& watch, MemoryBudget& budget,
           std::uint64_t memory, unsigned number);

  /// The states that follow are `depth` steps from the start. `only_known`: beyond the limit of depth, so that every
  /// arrival is looked up, and none is new.
  void begin_level(std::uint64_t depth, bool only_known);
  /// Takes the steps into the initial states.
  StopReason begin();
  StopReason expand(std::uint64_t number, StateView state);
  /// A state of a search that goes on here, which nobody has met before.
  void restore(std::uint64_t number, StateView state);

  KeyHash hash_of(StateView state) { return key_hash(generator_->lasting_digest(state)); }

  Candidates candidates;
  ViolationLog log;
  std::unique_ptr<KeyFunction> key_function;  // may be none
  std::uint64_t transitions = 0, expanded = 0;
  Finding too_much;
  std::span<const std::uint8_t> coverage() const { return generator_->coverage(); }

 private:
  StopReason why_cut_off();
  void add_candidate(StateView state, bool may_drop);
  std::uint64_t order_of(KeyHash hash) const;
  void note_findings(StateId source, std::uint64_t depth);
  void note_findings_on_steps(StateId source, std::uint64_t depth);
  std::uint64_t round_of(StateId source) const { return source == no_state ? 0 : depth_ + 1; }

  const SearchOptions& options_;
  const Watch& watch_;
  const unsigned number_;
  const std::unique_ptr<StepGenerator> generator_;
  SentCache recent_;
  std::uint64_t depth_ = 0;
  bool only_known_ = false;

  // Of the state that is expanded.
  Successors steps_;
  std::uint64_t source_ = 0;
  KeyHash source_order_;
};

/// What a search on disk sorts by.
inline constexpr unsigned disk_shards = 256;

}  // namespace quotient
