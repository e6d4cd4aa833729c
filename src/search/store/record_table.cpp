#include "search/store/record_table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "search/segment/segment.hpp"

namespace quotient {

namespace {

constexpr std::size_t first_lines = 512, first_chunks = 256;
constexpr unsigned first_capacity_bits = 6;

/// How full the index may get before it should grow, and how full where it cannot. Beyond the first, searches get
/// longer; beyond the second, very long.
std::uint64_t comfortable_load(std::uint64_t slots) { return slots / 32 * 27; }
std::uint64_t highest_load(std::uint64_t slots) { return slots / 32 * 31; }

}  // namespace

RecordTable::RecordTable(MemoryBudget& budget, Hash hash, Links links, bool whole_words)
    : budget_(budget), hash_(hash), links_(links), links_beside_(links == Links::yes && whole_words), arena_(budget) {
  directory_ = PageBlock::allocate(budget_, first_chunks * sizeof(Chunk));
  if (!directory_ || !index_.reset(budget_, first_lines, first_chunks << chunk_bits)) {
    directory_ = PageBlock();
    return;
  }
  most_ = comfortable_load(index_.slots());
}

bool RecordTable::allocate(Arena& arena, Chunk& chunk) {
  std::uint8_t* const memory = arena.allocate(chunk.bytes());
  if (memory == nullptr) return false;
  chunk.records = memory + chunk.front_bytes();
  return true;
}

RecordTable::Outcome RecordTable::open_chunk(Cursor& cursor) {
  const std::lock_guard lock(mutex_);
  // Small at first, because a kind may be rare.
  const unsigned bits = cursor.chunk == none ? first_capacity_bits : chunks()[cursor.chunk].capacity_bits + 2U;
  const auto capacity_bits = static_cast<std::uint8_t>(std::min(bits, chunk_bits));
  Chunk chunk = Chunk::make(cursor.kind, capacity_bits, cursor.record_bytes, links_);
  if (left() < chunk.capacity() || (chunk_count_ + 1) * sizeof(Chunk) > directory_.size() ||
      ((chunk_count_ + 1) << chunk_bits) >= index_.id_bound()) {
    // Relaxed: read when all threads stand still, which takes a lock.
    if (!exhausted_) full_.store(true, std::memory_order_relaxed);
    return exhausted_ ? Outcome::refused : Outcome::full;
  }
  if (!allocate(arena_, chunk)) return Outcome::refused;
  chunks()[chunk_count_] = chunk;
  cursor.chunk = static_cast<std::uint32_t>(chunk_count_++);
  id_bound_.store(chunk_count_ << chunk_bits, std::memory_order_relaxed);
  granted_ += chunk.capacity();
  return Outcome::fresh;
}

void RecordTable::grow(Standstill& helpers) {
  full_.store(false, std::memory_order_relaxed);  // threads stand still
  if (!usable()) {
    exhausted_ = true;
    return;
  }
  bool room = true;
  if ((chunk_count_ + 1) * sizeof(Chunk) > directory_.size()) {
    PageBlock wider = PageBlock::allocate(budget_, directory_.size() * 2);
    room = static_cast<bool>(wider);
    if (room) {
      std::memcpy(wider.begin(), directory_.begin(), chunk_count_ * sizeof(Chunk));
      directory_ = std::move(wider);
    }
  }
  const bool crowded = left() < (std::uint64_t{1} << chunk_bits);
  const bool numbers_too_long = ((chunk_count_ + 1) << chunk_bits) >= index_.id_bound();
  if (crowded || numbers_too_long) room &= grow_index(helpers);
  exhausted_ = !room;
}

bool RecordTable::grow_index(Standstill& helpers) {
  // Ids are a number of a chunk and a place in it; in 31 bits there are as many as a machine of today has memory for.
  if (chunk_count_ + 1 >= (std::size_t{1} << (31 - chunk_bits))) return false;
  const std::size_t lines = index_.lines();
  const std::uint64_t id_bound = ((std::uint64_t{chunk_count_} + 16) << chunk_bits) * 2;
  // Each time all records are looked at once more, so small tables double. Large ones grow by half only: it is the
  // table just grown that costs the most memory for each state.
  bool grown = false;
  for (const std::size_t wanted : {lines < (1U << 20) ? lines * 2 : lines + lines / 2, lines + lines / 8}) {
    grown = index_.reset(budget_, wanted, id_bound);
    if (grown) break;
  }
  fill_index(helpers);
  most_ = grown ? comfortable_load(index_.slots()) : highest_load(index_.slots());
  return most_ > granted_ + (std::uint64_t{1} << chunk_bits);
}

void RecordTable::clear() {
  index_.clear();
  arena_.clear();
  chunk_count_ = 0;
  id_bound_.store(0, std::memory_order_relaxed);
  granted_ = stale_ = 0;
}

bool RecordTable::resize(std::uint32_t kind, std::size_t bytes) {
  const auto changes = [&](const Chunk& chunk) { return chunk.kind == kind && chunk.record_bytes != bytes; };
  if (std::none_of(chunks(), chunks() + chunk_count_, changes)) return true;
  // All records move, so that the memory they leave is given back.
  Arena other(budget_);
  std::vector<Chunk> moved(chunks(), chunks() + chunk_count_);
  for (Chunk& chunk : moved) {
    const Chunk old = chunk;
    if (changes(chunk)) chunk = Chunk::make(kind, old.capacity_bits, static_cast<std::uint8_t>(bytes), links_);
    if (!allocate(other, chunk)) return false;
    chunk.used() = old.used();
    const std::size_t kept = std::min(old.record_bytes, chunk.record_bytes);
    for (std::size_t i = 0; i < old.used(); ++i) {
      std::memcpy(chunk.record(i), old.record(i), kept);
      // Relaxed: threads stand still.
      if (links_ == Links::yes)
        chunk.link(i).store(old.link(i).load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
  }
  std::copy(moved.begin(), moved.end(), chunks());
  arena_.swap(other);
  return true;
}

std::vector<std::uint32_t> RecordTable::chunks_of(std::uint32_t kind) const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t c = 0; c < chunk_count_; ++c) {
    if (chunks()[c].kind == kind) found.push_back(c);
  }
  return found;
}

void RecordTable::index_anew(std::uint32_t kind, Standstill& helpers) {
  std::uint64_t changed = 0;
  for_each_of(kind, [&](std::uint32_t) { ++changed; });
  // Some few get a second slot. The first does no harm: who finds it sees that the record is not what it looks for.
  if (changed < granted_ / 16 && changed <= left()) {
    for_each_of(kind, [&](std::uint32_t id) { index_.put(hash_(record(id), record_bytes(id), kind), id); });
    stale_ += changed;
    return;
  }
  index_.clear();
  fill_index(helpers);
}

void RecordTable::fill_index(Standstill& helpers) {
  stale_ = 0;
  std::atomic<std::size_t> taken = 0;
  helpers.together([&] {
    // Relaxed: each chunk is taken once, that is all.
    for (std::size_t c = 0; (c = taken.fetch_add(1, std::memory_order_relaxed)) < chunk_count_;) fill_index_from(c);
  });
}

void RecordTable::fill_index_from(std::size_t c) {
  std::array<std::pair<std::uint64_t, std::uint32_t>, 32> batch;
  std::size_t filled = 0;
  const auto flush = [&] {
    for (std::size_t i = 0; i < filled; ++i) index_.put(batch[i].first, batch[i].second);
    filled = 0;
  };
  const auto put = [&](std::uint32_t id) {
    const std::uint64_t hash = hash_(record(id), record_bytes(id), kind(id));
    index_.prefetch(hash);
    batch[filled++] = {hash, id};
    if (filled == batch.size()) flush();
  };
  for_each_in(c, put);
  flush();
}

void RecordTable::save(SegmentWriter& out) const {
  out.put(static_cast<std::uint64_t>(chunk_count_));
  for (std::size_t c = 0; c < chunk_count_; ++c) {
    const Chunk& chunk = chunks()[c];
    out.put(chunk.kind);
    out.put(chunk.used());
    out.put(chunk.record_bytes);
  }
  for (std::size_t c = 0; c < chunk_count_; ++c) {
    const Chunk& chunk = chunks()[c];
    for (std::size_t i = 0; i < chunk.used(); ++i) {
      // Relaxed: no other thread is here.
      if (links_ == Links::yes) out.put(chunk.link(i).load(std::memory_order_relaxed));
      out.write({chunk.record(i), chunk.record_bytes});
    }
  }
}

/// Chunks get room for what is in them, and no more: how large they were does not matter.
std::optional<std::string> RecordTable::load(SegmentReader& in, std::span<const std::uint8_t> sizes,
                                             Standstill& helpers) {
  constexpr std::size_t entry_bytes = 9, most_chunks = (std::size_t{1} << (31 - chunk_bits)) - 1;
  const auto count = in.get<std::uint64_t>();
  if (count > most_chunks || !in.has(count, entry_bytes)) in.fail("holds a number that cannot be true");
  std::vector<Chunk> loaded;
  std::vector<std::uint32_t> used;
  std::uint64_t granted = 0, bytes = 0;
  for (std::uint64_t c = 0; c < count && in.ok(); ++c) {
    const auto kind = in.get<std::uint32_t>();
    used.push_back(in.get<std::uint32_t>());
    const auto record_bytes = in.get<std::uint8_t>();
    const bool sound =
        used.back() <= (1U << chunk_bits) && std::find(sizes.begin(), sizes.end(), record_bytes) != sizes.end();
    if (!sound) in.fail("holds a number that cannot be true");
    const auto bits = static_cast<std::uint8_t>(std::bit_width(std::max(used.back(), 1U) - 1));
    loaded.push_back(Chunk::make(kind, bits, record_bytes, links_));
    granted += loaded.back().capacity();
    bytes += std::uint64_t{used.back()} * (record_bytes + (links_ == Links::yes ? sizeof(Link) : 0));
  }
  if (in.ok() && !in.has(bytes, 1)) in.fail("ends where something else was to come");
  if (!in.ok()) return in.failure();

  const std::string refused = "there is not enough memory for the saved tables";
  if (loaded.size() * sizeof(Chunk) > directory_.size()) {
    directory_ = PageBlock::allocate(budget_, std::bit_ceil(loaded.size()) * sizeof(Chunk));
  }
  const std::size_t lines = std::max<std::size_t>(first_lines, (granted / 27 + 1) * 32 / HashIndex::line_slots + 1);
  const bool grows = lines > index_.lines() || loaded.size() >= first_chunks;
  if (!usable() || !directory_ ||
      (grows && !index_.reset(budget_, lines + 1, ((loaded.size() + 16) << chunk_bits) * 2)))
    return refused;
  most_ = comfortable_load(index_.slots());
  for (std::size_t c = 0; c < loaded.size(); ++c) {
    Chunk& chunk = loaded[c];
    if (!allocate(arena_, chunk)) return refused;
    for (std::size_t i = 0; i < used[c]; ++i) {
      if (links_ == Links::yes) chunk.link(i).store(in.get<std::uint32_t>(), std::memory_order_relaxed);
      in.read({chunk.record(i), chunk.record_bytes});
    }
    chunk.used() = used[c];
    chunks()[chunk_count_++] = chunk;
  }
  id_bound_.store(chunk_count_ << chunk_bits, std::memory_order_relaxed);
  granted_ = granted;
  fill_index(helpers);
  return in.failure();
}

std::uint64_t RecordTable::size() const {
  std::uint64_t sum = 0;
  for (std::size_t c = 0; c < chunk_count_; ++c) sum += chunks()[c].used();
  return sum;
}

}  // namespace quotient
