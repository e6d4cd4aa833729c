#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "search/store/hash_index.hpp"
#include "search/store/standstill.hpp"

namespace quotient {

class SegmentReader;
class SegmentWriter;

/// A set of records, each with a number. Records are kept in chunks and do not move; numbers need not be consecutive.
/// Each chunk has a `kind`, which is part of all its records without being stored in them, and records of one size. A
/// record can have a link beside it, which is no part of it.
///
/// Any number of threads may `place` and `find` at a time, each with cursors of its own. `place` does not grow the
/// table, because that needs all threads to stand still: it returns `full`, and its user arranges for that.
class RecordTable {
 public:
  static constexpr std::uint32_t none = HashIndex::none;
  static constexpr std::uint32_t chunk_bits = 12;
  using Link = std::atomic<std::uint32_t>;
  static_assert(Link::is_always_lock_free && sizeof(Link) == 4);
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

  enum class Links : bool { no, yes };
  /// `hash` must be what `place` is called with; it is needed when the table grows. `whole_words`: sizes of records are
  /// multiples of that of a link.
  RecordTable(MemoryBudget& budget, Hash hash, Links links = Links::no, bool whole_words = true);
  RecordTable(const RecordTable&) = delete;
  RecordTable& operator=(const RecordTable&) = delete;

  const std::uint8_t* record(std::uint32_t id) const {
    const Chunk& chunk = chunks()[id >> chunk_bits];
    return chunk.record(id & chunk_mask);
  }
  std::uint8_t* record(std::uint32_t id) { return const_cast<std::uint8_t*>(std::as_const(*this).record(id)); }
  /// Only of a table with links.
  Link& link(std::uint32_t id) const {
    const Chunk& chunk = chunks()[id >> chunk_bits];
    return chunk.link(id & chunk_mask);
  }
  /// The same if the address of the record is known.
  Link& link(std::uint32_t id, const std::uint8_t* record) const {
    if (!links_beside_) return link(id);
    return *reinterpret_cast<Link*>(const_cast<std::uint8_t*>(record) - sizeof(Link));
  }
  std::size_t record_bytes(std::uint32_t id) const { return chunks()[id >> chunk_bits].record_bytes; }
  std::uint32_t kind(std::uint32_t id) const { return chunks()[id >> chunk_bits].kind; }

  void prefetch(std::uint64_t hash) const { index_.prefetch(hash); }
  void prefetch_link(std::uint32_t id) const { __builtin_prefetch(&link(id)); }
  /// Fetches the records that may be the one to be found, and says which is the first. Takes the index to be in the
  /// cache.
  std::uint32_t approach(std::uint64_t hash) const {
    return index_.guess(hash, [this](std::uint32_t id) { __builtin_prefetch(record(id)); });
  }

  /// Whether a record is of a kind, and the one that is looked for: `holds(record, bytes)`.
  template <typename Holds>
  [[gnu::always_inline]] bool is(std::uint32_t id, std::uint32_t wanted, Holds& holds) const {
    const Chunk& chunk = chunks()[id >> chunk_bits];
    return chunk.kind == wanted &&
           holds(static_cast<const std::uint8_t*>(chunk.record(id & chunk_mask)), chunk.record_bytes);
  }
  /// `holds(record, bytes)`: is it the one, given that the kind is that of the cursor. `write(id)`: fills a new one,
  /// and its link.
  template <typename Holds, typename Write>
  Placed place(std::uint64_t hash, Cursor& cursor, Holds holds, Write write) {
    Outcome trouble = Outcome::refused;
    const auto same = [&](std::uint32_t id) { return is(id, cursor.kind, holds); };
    const auto make = [&] {
      if (cursor.chunk == none || chunks()[cursor.chunk].is_full()) {
        trouble = open_chunk(cursor);
        if (trouble != Outcome::fresh) return none;
      }
      const std::uint32_t id = (cursor.chunk << chunk_bits) + chunks()[cursor.chunk].used();
      write(id);
      return id;
    };
    const HashIndex::Placed placed = index_.place(hash, same, make);
    if (placed.id == none) return {none, trouble};
    if (!placed.fresh) return {placed.id, Outcome::found};
    ++chunks()[cursor.chunk].used();
    return {placed.id, Outcome::fresh};
  }

  template <typename Holds>
  std::uint32_t find(std::uint64_t hash, std::uint32_t kind_wanted, Holds holds) const {
    return index_.find(hash, [&](std::uint32_t id) { return is(id, kind_wanted, holds); });
  }

  // What follows is for one thread alone; where one has to stand still for it, the others help.

  /// Makes room after `place` said `full`, or makes it say `refused`.
  void grow(Standstill& helpers);
  /// Removes all records, and gives their memory back. No cursor may be used again.
  void clear();
  /// Gives all records of a kind this size: what is new in them is 0, what they have no room for is gone. False, and
  /// nothing has changed, if memory runs out.
  bool resize(std::uint32_t kind, std::size_t bytes);
  /// After all records of a kind have been changed.
  void index_anew(std::uint32_t kind, Standstill& helpers);
  /// Whether there is a table at all; there is none where the budget refused even the first.
  bool usable() const { return index_.lines() != 0; }
  bool wants_growth() const { return full_.load(std::memory_order_relaxed); }  // only read when threads stand still

  /// Whether there is such a record. No other thread may add meanwhile.
  bool contains(std::uint32_t id) const {
    const std::size_t chunk = id >> chunk_bits;
    return chunk < chunk_count_ && (id & chunk_mask) < chunks()[chunk].used();
  }
  void save(SegmentWriter& out) const;
  /// Fills an empty table with what was saved, under the same numbers. `sizes`: that records may have. What is wrong,
  /// if anything; whoever wrote the file chose what stands in records and links.
  std::optional<std::string> load(SegmentReader& in, std::span<const std::uint8_t> sizes, Standstill& helpers);

  // Records by chunk.
  std::size_t chunk_count() const { return chunk_count_; }
  std::vector<std::uint32_t> chunks_of(std::uint32_t kind) const;
  std::uint32_t used(std::uint32_t chunk) const { return chunks()[chunk].used(); }
  static std::uint32_t id_of(std::uint32_t chunk, std::uint32_t i) { return (chunk << chunk_bits) + i; }

  /// More than any number so far. While others add, it may be a little less.
  std::size_t id_bound() const { return id_bound_.load(std::memory_order_relaxed); }  // nothing comes with it
  /// Counts all chunks: not for every state. No other thread may add meanwhile.
  std::uint64_t size() const;
  /// Visits all numbers, or those of a kind. No other thread may add meanwhile.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t c = 0; c < chunk_count_; ++c) for_each_in(c, visit);
  }
  template <typename Visit>
  void for_each_of(std::uint32_t kind, Visit visit) const {
    for (std::size_t c = 0; c < chunk_count_; ++c) {
      if (chunks()[c].kind == kind) for_each_in(c, visit);
    }
  }

 private:
  static constexpr std::uint32_t chunk_mask = (1U << chunk_bits) - 1;

  /// Read by all threads, whenever they look at a record: so nothing in it changes. How many records there are stands
  /// in front of them, where only the thread whose cursor is here reads or writes it. A link stands right before its
  /// record, so that both mostly are in one cache line; where that would leave links unaligned, they have a place of
  /// their own before all records.
  struct Chunk {
    static constexpr std::size_t header_bytes = 64;

    std::uint8_t* records;  // the first of them
    std::uint32_t kind;
    std::uint8_t capacity_bits;
    std::uint8_t record_bytes;
    std::uint8_t stride;       // from one record to the next
    std::uint8_t link_stride;  // from one link to the next; 0: there are none

    static Chunk make(std::uint32_t kind, std::uint8_t capacity_bits, std::uint8_t record_bytes, Links links) {
      Chunk chunk{nullptr, kind, capacity_bits, record_bytes, record_bytes, 0};
      if (links == Links::no) return chunk;
      const bool beside = record_bytes % sizeof(Link) == 0;
      if (beside) chunk.stride = static_cast<std::uint8_t>(record_bytes + sizeof(Link));
      chunk.link_stride = beside ? chunk.stride : sizeof(Link);
      return chunk;
    }
    std::size_t capacity() const { return std::size_t{1} << capacity_bits; }
    std::uint8_t* record(std::size_t i) const { return records + i * stride; }
    std::size_t link_front() const { return link_stride > sizeof(Link) ? sizeof(Link) : link_stride * capacity(); }
    Link& link(std::size_t i) const { return *reinterpret_cast<Link*>(records - link_front() + i * link_stride); }
    std::size_t front_bytes() const { return header_bytes + link_front(); }
    std::size_t bytes() const { return front_bytes() + capacity() * stride; }
    std::uint32_t& used() const { return *reinterpret_cast<std::uint32_t*>(records - front_bytes()); }
    bool is_full() const { return used() >> capacity_bits != 0; }
  };
  static_assert(sizeof(Chunk) == 16, "four of them to a cache line");

  Chunk* chunks() const { return reinterpret_cast<Chunk*>(directory_.begin()); }
  /// Gives the chunk memory for its records, none of which is used. False when refused.
  static bool allocate(Arena& arena, Chunk& chunk);
  template <typename Visit>
  void for_each_in(std::size_t c, Visit& visit) const {
    const std::uint32_t used = chunks()[c].used();
    for (std::uint32_t i = 0; i < used; ++i) visit(id_of(static_cast<std::uint32_t>(c), i));
  }
  /// How many records could still be granted.
  std::uint64_t left() const { return most_ - granted_ - stale_; }
  Outcome open_chunk(Cursor& cursor);
  bool grow_index(Standstill& helpers);
  void fill_index(Standstill& helpers);
  void fill_index_from(std::size_t c);

  MemoryBudget& budget_;
  const Hash hash_;
  const Links links_;
  const bool links_beside_;  // all records have sizes that let them
  HashIndex index_;
  PageBlock directory_;
  std::mutex mutex_;  // guards all below, and the adding of chunks
  Arena arena_;
  std::size_t chunk_count_ = 0;
  std::atomic<std::size_t> id_bound_ = 0;
  std::uint64_t granted_ = 0;  // records that the chunks have room for
  std::uint64_t most_ = 0;     // to be granted at most, or the index gets too full
  std::uint64_t stale_ = 0;    // slots of the index that say where a changed record would have been
  bool exhausted_ = false;     // growing was refused
  std::atomic<bool> full_ = false;
};

}  // namespace quotient
