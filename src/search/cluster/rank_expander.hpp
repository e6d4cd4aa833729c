#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "search/cluster/record.hpp"
#include "search/cluster/sent_cache.hpp"
#include "search/cluster/transport.hpp"
#include "search/levels/violation_log.hpp"
#include "search/search.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// One thread of a rank: takes the steps of states, computes the keys of what they lead to, and appends these to the
/// buffers of their owners.
class RankExpander {
 public:
  /// A source of which partial orders keep steps back.
  struct Asking {
    std::uint32_t position;
    std::uint32_t groups = 1;  // of steps that it has taken
    bool leads_on = false, leads_to_mark = false, has_more = true;
  };

  /// `number`: of the thread. `has_numbers`: states hold numbers that a process gives out. All must outlive it.
  RankExpander(const System& system, const SearchOptions& options, const Watch& watch, MemoryBudget& budget,
               KeyFunction* keys, unsigned number, bool has_numbers);

  /// Where what is found goes: a buffer for each rank, and what to do with one that is full.
  void send_through(std::vector<Transport::Bytes>& buffers, std::function<void(unsigned to)> flush) {
    buffers_ = &buffers;
    flush_ = std::move(flush);
  }
  /// The states that follow are `depth` steps from the start. `only_known`: beyond the limit of depth.
  void begin_level(std::uint64_t depth, bool only_known);
  /// A state of the level, in the form in which ranks send it. `groups` of its steps are to be taken, of which all but
  /// the last were taken before; then `ask` is what the answer goes to, see `asking`.
  StopReason expand(std::size_t position, std::uint32_t id, StateView sent, std::uint32_t groups, std::uint32_t ask);

  /// The bytes by which ranks name a state, and the way back: those of the state itself, or its lasting ones where
  /// states hold numbers that a process gives out.
  StateView sent_bytes(StateView state, StateBytes& room) const;
  StateBytes received_state(StateView bytes) const;
  KeyHash hash_of(StateView state) { return key_hash(generator->lasting_digest(state)); }
  Key key_of(StateView state) { return key_function == nullptr ? Key{state, 0} : key_function->key(state); }
  unsigned owner_of(KeyHash hash) const { return quotient::owner_of(hash, ranks_); }

  const std::unique_ptr<StepGenerator> generator;
  KeyFunction* const key_function;  // may be none
  ViolationLog log;
  std::uint64_t transitions = 0, expanded = 0, partly_expanded = 0, provisos = 0;
  bool cut = false;
  Finding too_much;
  std::vector<Asking> asking;          // of this level; an ask is its place, from 1
  std::vector<std::uint32_t> to_mark;  // ids

 private:
  void send(std::size_t step, std::uint32_t ask);
  void note_findings();
  void note_findings_on_steps(std::uint32_t steps_before);
  StateId source() const { return StateId{std::uint64_t{rank_} << 32 | source_id_}; }

  const System& system_;
  const SearchOptions& options_;
  const Watch& watch_;
  const unsigned number_, rank_, ranks_;
  const bool has_numbers_;
  SentCache sent_states_, sent_keys_;
  std::vector<Transport::Bytes>* buffers_ = nullptr;
  std::function<void(unsigned)> flush_;
  std::uint64_t depth_ = 0;
  bool only_known_ = false;

  // Of the state that is expanded.
  Successors steps_;
  StateBytes source_, key_room_, state_room_;
  std::uint32_t source_id_ = 0;
  KeyHash source_order_;
};

}  // namespace quotient
