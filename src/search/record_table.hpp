#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>

#include "search/hash_index.hpp"

namespace quotient {

/// A set of records, each with a number. Records are kept in chunks and do not move; numbers need not be consecutive.
/// Each chunk has a `kind`, which is part of all its records without being stored in them, and records of one size.
///
/// Any number of threads may `place` and `find` at a time, each with cursors of its own. `place` does not grow the
/// table, because that needs all threads to stand still: it says `full`, and whoever uses the table sees to it.
class RecordTable {
 public:
  static constexpr std::uint32_t none = HashIndex::none;
  static constexpr std::uint32_t chunk_bits = 12;
  using Hash = std::uint64_t (*)(const std::uint8_t* record, std::size_t bytes, std::uint32_t kind);

  enum class Outcome : std::uint8_t { found, fresh, full, refused };
  struct Placed {
    std::uint32_t id = none;
    Outcome outcome = Outcome::refused;
  };
  /// Where one thread adds records of one kind.
  struct Cursor {
    std::uint32_t kind = 0;
    std::uint32_t chunk = none;
    std::uint8_t record_bytes = 0;  // of the next chunk
  };

  /// `hash` must be what `place` is called with; it is needed when the table grows.
  RecordTable(MemoryBudget& budget, Hash hash);
  RecordTable(const RecordTable&) = delete;
  RecordTable& operator=(const RecordTable&) = delete;

  const std::uint8_t* record(std::uint32_t id) const {
    const Chunk& chunk = chunks()[id >> chunk_bits];
    return chunk.records + std::size_t{id & chunk_mask} * chunk.record_bytes;
  }
  std::uint8_t* record(std::uint32_t id) { return const_cast<std::uint8_t*>(std::as_const(*this).record(id)); }
  std::size_t record_bytes(std::uint32_t id) const { return chunks()[id >> chunk_bits].record_bytes; }
  std::uint32_t kind(std::uint32_t id) const { return chunks()[id >> chunk_bits].kind; }

  void prefetch(std::uint64_t hash) const { index_.prefetch(hash); }
  void prefetch_record(std::uint32_t id) const { __builtin_prefetch(record(id)); }
  /// Fetches the record that will probably be found, and says which. Takes the index to be in the cache.
  std::uint32_t approach(std::uint64_t hash) const {
    const std::uint32_t id = index_.guess(hash);
    if (id != none) __builtin_prefetch(record(id));
    return id;
  }

  /// `holds(record, bytes)`: is it the one, given that the kind is that of the cursor. `write(record, bytes)`: fills a
  /// new one. `guess` is what `approach` said, or nothing.
  template <typename Holds, typename Write>
  Placed place(std::uint64_t hash, std::uint32_t guess, Cursor& cursor, Holds holds, Write write) {
    Outcome trouble = Outcome::refused;
    const auto same = [&](std::uint32_t id) {
      return kind(id) == cursor.kind && holds(std::as_const(*this).record(id), record_bytes(id));
    };
    if (guess != none && same(guess)) return {guess, Outcome::found};
    const auto make = [&] {
      if (cursor.chunk == none || chunks()[cursor.chunk].is_full()) {
        trouble = open_chunk(cursor);
        if (trouble != Outcome::fresh) return none;
      }
      const std::uint32_t id = (cursor.chunk << chunk_bits) + chunks()[cursor.chunk].used;
      write(record(id), record_bytes(id));
      return id;
    };
    const HashIndex::Placed placed = index_.place(hash, same, make);
    if (placed.id == none) return {none, trouble};
    if (!placed.fresh) return {placed.id, Outcome::found};
    ++chunks()[cursor.chunk].used;
    return {placed.id, Outcome::fresh};
  }

  template <typename Holds>
  std::uint32_t find(std::uint64_t hash, std::uint32_t kind_wanted, Holds holds) const {
    return index_.find(
        hash, [&](std::uint32_t id) { return kind(id) == kind_wanted && holds(record(id), record_bytes(id)); });
  }

  /// Makes room after `place` said `full`, or makes it say `refused`. No other thread may be here.
  void grow();
  /// Removes all records, and gives their memory back. No cursor may be used again, and no other thread may be here.
  void clear();
  /// Gives all records of a kind at least this size; what is new in them is 0. False, and nothing has changed, where
  /// memory is lacking. No other thread may be here.
  bool widen(std::uint32_t kind, std::size_t bytes);
  /// After records have been changed. No other thread may be here.
  void index_anew();
  /// Whether there is a table at all; there is none where the budget refused even the first.
  bool usable() const { return index_.lines() != 0; }
  bool wants_growth() const { return full_.load(std::memory_order_relaxed); }  // only read when threads stand still

  /// More than any number so far. While others add, it may be a little less.
  std::size_t id_bound() const { return id_bound_.load(std::memory_order_relaxed); }  // nothing comes with it
  /// Counts all chunks: not for every state. No other thread may add meanwhile.
  std::uint64_t size() const;
  /// Visits all numbers. No other thread may add meanwhile.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t c = 0; c < chunk_count_; ++c) {
      for (std::uint32_t i = 0; i < chunks()[c].used; ++i) visit(static_cast<std::uint32_t>(c << chunk_bits) + i);
    }
  }

 private:
  static constexpr std::uint32_t chunk_mask = (1U << chunk_bits) - 1;

  struct Chunk {
    std::uint8_t* records;
    std::uint32_t kind;
    std::uint16_t used;  // written by the thread whose cursor is here
    std::uint8_t capacity_bits;
    std::uint8_t record_bytes;
    bool is_full() const { return used >> capacity_bits != 0; }
  };
  static_assert(sizeof(Chunk) == 16, "four of them to a cache line");

  Chunk* chunks() const { return reinterpret_cast<Chunk*>(directory_.begin()); }
  Outcome open_chunk(Cursor& cursor);
  bool grow_index();
  void fill_index();

  MemoryBudget& budget_;
  const Hash hash_;
  HashIndex index_;
  PageBlock directory_;
  std::mutex mutex_;  // guards all below, and the adding of chunks
  Arena arena_;
  std::size_t chunk_count_ = 0;
  std::atomic<std::size_t> id_bound_ = 0;
  std::uint64_t granted_ = 0;  // records that the chunks have room for
  std::uint64_t most_ = 0;     // to be granted at most, or the index gets too full
  bool exhausted_ = false;     // growing was refused
  std::atomic<bool> full_ = false;
};

}  // namespace quotient
