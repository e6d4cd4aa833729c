#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "search/packing.hpp"
#include "search/tree.hpp"

namespace quotient {

/// A stored state put together again, and what it was made of: of a step from it, only what differs is looked at.
struct OpenState {
  std::uint32_t length = 0;  // 0: there is none
  std::vector<std::uint8_t> bytes;
  // Of the coder alone.
  bool packed = false;
  std::uint64_t edition = 0;
  std::vector<std::uint64_t> words;
  Tree tree;  // of the words

  StateView state() const { return {bytes.data(), length}; }
};

/// What the coders of all threads share: how states are packed, for each length, and the nodes for those that are still
/// too long. Memory for packings is not counted: they are small, and there are few lengths.
class CodeTables {
 public:
  explicit CodeTables(MemoryBudget& budget) : nodes(budget) {}

  /// Of states as long as this one. Stays until the edition changes.
  Packing& packing(StateView state);

  /// Changes where all states are coded anew.
  std::uint64_t edition() const { return edition_; }
  /// A state was stored that could not be packed. True where there are so many that all should be packed anew.
  bool note_unpacked(std::uint32_t length);
  /// Packs those lengths anew for which that is due. `recode(packing, next)` does it for all states of a length and
  /// says how many there are; nothing, and all is as it was, where memory is lacking. No other thread may be here.
  template <typename Recode>
  void renew(Recode recode);

  NodeTables nodes;

 private:
  struct Kind {
    std::unique_ptr<Packing> packing;
    std::atomic<std::uint64_t> unpacked = 0;  // since it was packed anew; relaxed: a count alone
    std::uint64_t most = 64;                  // until that is due
  };

  std::mutex mutex_;                          // guards `kinds_` while threads are at work
  std::vector<std::unique_ptr<Kind>> kinds_;  // sorted by length
  std::uint64_t edition_ = 1;

  std::vector<std::unique_ptr<Kind>>::iterator place_of(std::uint32_t length);
};

/// Turns states into roots of 64 bits and back: packed they often are no more than that, else they are the root of a
/// tree. One for each thread.
class StateCoder {
 public:
  explicit StateCoder(CodeTables& tables) : tables_(tables), trees_(tables.nodes) {}

  /// The root of a state; `source` is a state that it differs little from, or nullptr. Nothing when a table is full or
  /// refuses: `trouble` says which.
  std::optional<std::uint64_t> encode(StateView state, const OpenState* source);
  RecordTable::Outcome trouble() const { return trees_.trouble(); }
  /// The root if the state can have been stored, and nothing is added.
  std::optional<std::uint64_t> find(StateView state);
  void decode(std::uint64_t root, std::uint32_t length, OpenState& open);

  /// The same with a packing that is not yet, or no longer, that of the tables.
  std::optional<std::uint64_t> encode(StateView state, const OpenState* source, Packing& packing);
  void decode(std::uint64_t root, const Packing& packing, OpenState& open);

  static bool is_packed(std::uint64_t root) { return (root & unpacked_mark) == 0; }

 private:
  static constexpr std::uint64_t unpacked_mark = std::uint64_t{1} << 63;

  Packing* packing_of(StateView state);
  std::optional<std::uint64_t> encode_unpacked(StateView state);
  void decode_unpacked(std::uint64_t root, std::uint32_t length, OpenState& open);

  CodeTables& tables_;
  TreeCoder trees_;
  bool learns_ = true;
  std::uint64_t edition_ = 0;
  std::vector<Packing*> packings_;  // of this edition, the one used last at the front
  std::vector<std::uint64_t> words_;
  std::vector<std::uint8_t> padded_;
  Tree unpacked_;
};

template <typename Recode>
void CodeTables::renew(Recode recode) {
  for (const std::unique_ptr<Kind>& kind : kinds_) {
    // Relaxed: threads stand still.
    if (kind->unpacked.load(std::memory_order_relaxed) < kind->most) continue;
    std::unique_ptr<Packing> next = kind->packing->roomier();
    const std::optional<std::uint64_t> states = recode(*kind->packing, *next);
    kind->unpacked.store(0, std::memory_order_relaxed);
    if (states) {
      kind->packing = std::move(next);
      kind->most = std::max<std::uint64_t>(64, *states / 16);
      ++edition_;
    } else {
      kind->most = std::numeric_limits<std::uint64_t>::max();
    }
  }
}

}  // namespace quotient
