#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "search/budget.hpp"
#include "search/pages.hpp"
#include "system/successors.hpp"

namespace quotient {

/// A stored state. 32 bits are enough: four thousand million states, at ten bytes and more each, are beyond the
/// machines that a single process runs on, and every id is kept once more as a parent. Ids need not be consecutive.
struct StateId {
  std::uint32_t value = 0;
  friend bool operator==(StateId, StateId) = default;
};
inline constexpr StateId no_state{std::numeric_limits<std::uint32_t>::max()};

/// Keeps every state once, exactly, and the state from which it was first reached.
///
/// A table of 8-byte slots (half of the hash, and the id) is probed by cache lines. States of one length lie together
/// in chunks, so that an id alone says where a state is and how long: no pointer and no length is kept for each. States
/// never move and are never removed.
///
/// The search knows no more of it than this, so that a table shared by threads, or one that compresses its states, can
/// take its place. Not thread-safe.
class Store {
 public:
  enum class Outcome : std::uint8_t {
    skipped,  // the step did not complete: there is no state
    found,    // was here before
    fresh,    // is here now
    refused,  // is not here: a limit forbids to add it
  };
  struct Entry {
    StateId id = no_state;
    Outcome outcome = Outcome::skipped;
  };

  explicit Store(MemoryBudget& budget);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// The steps from one state on their way into the store. Used again and again, so that nothing is allocated.
  struct Batch {
    StateId source = no_state;
    Successors steps;
    std::vector<std::uint64_t> hashes;
    std::vector<Entry> entries;  // entries[i] tells of steps[i], after insert
  };

  /// Finds or inserts what every step of the batch leads to. A large table takes its time to answer, so there are three
  /// parts: `prepare` computes the hashes and requests their places in the table, `approach` requests the states found
  /// there, `insert` does the work. In between, other batches can be filled. `insert` alone needs `prepare` only.
  void prepare(Batch& batch) const;
  void approach(const Batch& batch) const;
  void insert(Batch& batch);
  /// The id of a state, or nothing. For checks and for people.
  std::optional<StateId> find(StateView state) const;

  /// Valid as long as the store.
  StateView load(StateId id) const {
    const Chunk& chunk = chunks_[id.value >> chunk_bits];
    return {chunk.states() + std::size_t{id.value & chunk_mask} * chunk.length, chunk.length};
  }
  /// `no_state` for an initial state.
  StateId parent(StateId id) const { return {chunks_[id.value >> chunk_bits].parents()[id.value & chunk_mask]}; }

  std::uint64_t size() const { return size_; }
  /// More than any id so far.
  std::size_t id_bound() const { return chunks_.size() << chunk_bits; }
  /// From now on states beyond this number are refused.
  void limit_states(std::uint64_t most) { most_states_ = most; }
  /// Visits all ids, states of one length in the order of their insertion.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      for (std::uint32_t i = 0; i < chunks_[c].used; ++i)
        visit(StateId{static_cast<std::uint32_t>(c << chunk_bits) + i});
    }
  }

 private:
  static constexpr std::uint32_t chunk_bits = 12;  // ids of one chunk
  static constexpr std::uint32_t chunk_mask = (1U << chunk_bits) - 1;

  /// Parents first, then the states. Holds fewer than its ids allow where only few states have this length.
  struct Chunk {
    std::uint8_t* memory;
    std::uint32_t length;
    std::uint16_t capacity;
    std::uint16_t used;
    std::uint32_t* parents() const { return reinterpret_cast<std::uint32_t*>(memory); }
    std::uint8_t* states() const { return memory + std::size_t{capacity} * sizeof(std::uint32_t); }
  };
  /// Where states of one length are added.
  struct LengthClass {
    std::uint32_t length;
    std::uint32_t chunk;
  };

  Entry place(StateView state, std::uint64_t hash, StateId parent);
  std::optional<StateId> append(StateView state, StateId parent);
  LengthClass* length_class(std::uint32_t length);
  bool open_chunk(LengthClass& c, std::size_t capacity);
  bool grow_table(std::uint64_t states);
  bool rebuild_table(std::size_t lines);
  std::size_t line_of(std::uint64_t hash) const;
  bool holds(StateId id, StateView state) const;

  MemoryBudget& budget_;
  PageBlock table_;
  std::size_t lines_ = 0;
  std::uint64_t comfortable_ = 0;  // with more states than this the table should grow
  std::uint64_t most_states_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t size_ = 0;
  Arena arena_;
  BudgetedVector<Chunk> chunks_;
  std::vector<LengthClass> classes_;  // sorted by length
  LengthClass* last_class_ = nullptr;
};

}  // namespace quotient
