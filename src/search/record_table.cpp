#include "search/record_table.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

namespace quotient {

namespace {

constexpr std::size_t first_lines = 512, first_chunks = 256;
constexpr unsigned first_capacity_bits = 6;

/// How full the index may get before it should grow, and how full where it cannot. Beyond the first, searches get
/// longer; beyond the second, very long.
std::uint64_t comfortable_load(std::uint64_t slots) { return slots / 32 * 27; }
std::uint64_t highest_load(std::uint64_t slots) { return slots / 32 * 31; }

}  // namespace

RecordTable::RecordTable(MemoryBudget& budget, Hash hash) : budget_(budget), hash_(hash), arena_(budget) {
  directory_ = PageBlock::allocate(budget_, first_chunks * sizeof(Chunk));
  if (!directory_ || !index_.reset(budget_, first_lines, first_chunks << chunk_bits)) {
    directory_ = PageBlock();
    return;
  }
  most_ = comfortable_load(index_.slots());
}

RecordTable::Outcome RecordTable::open_chunk(Cursor& cursor) {
  const std::lock_guard lock(mutex_);
  // Small at first, because a kind may be rare.
  const unsigned bits = cursor.chunk == none ? first_capacity_bits : chunks()[cursor.chunk].capacity_bits + 2U;
  const auto capacity_bits = static_cast<std::uint8_t>(std::min(bits, chunk_bits));
  const std::size_t capacity = std::size_t{1} << capacity_bits;
  if (most_ - granted_ < capacity || (chunk_count_ + 1) * sizeof(Chunk) > directory_.size() ||
      ((chunk_count_ + 1) << chunk_bits) >= index_.id_bound()) {
    // Relaxed: read when all threads stand still, which takes a lock.
    if (!exhausted_) full_.store(true, std::memory_order_relaxed);
    return exhausted_ ? Outcome::refused : Outcome::full;
  }
  std::uint8_t* const memory = arena_.allocate(capacity * cursor.record_bytes);
  if (memory == nullptr) return Outcome::refused;
  chunks()[chunk_count_] = {memory, cursor.kind, 0, capacity_bits, cursor.record_bytes};
  cursor.chunk = static_cast<std::uint32_t>(chunk_count_++);
  id_bound_.store(chunk_count_ << chunk_bits, std::memory_order_relaxed);
  granted_ += capacity;
  return Outcome::fresh;
}

void RecordTable::grow() {
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
  const bool crowded = most_ - granted_ < (std::uint64_t{1} << chunk_bits);
  const bool numbers_too_long = ((chunk_count_ + 1) << chunk_bits) >= index_.id_bound();
  if (crowded || numbers_too_long) room &= grow_index();
  exhausted_ = !room;
}

bool RecordTable::grow_index() {
  // Ids are a number of a chunk and a place in it; in 31 bits there are as many as a machine of today has memory for.
  if (chunk_count_ + 1 >= (std::size_t{1} << (31 - chunk_bits))) return false;
  const std::size_t lines = index_.lines();
  const std::uint64_t id_bound = ((std::uint64_t{chunk_count_} + 16) << chunk_bits) * 2;
  // Large tables grow by half only: it is the table just grown that costs the most memory for each state.
  bool grown = false;
  for (const std::size_t wanted : {lines < (1U << 14) ? lines * 2 : lines + lines / 2, lines + lines / 8}) {
    grown = index_.reset(budget_, wanted, id_bound);
    if (grown) break;
  }
  fill_index();
  most_ = grown ? comfortable_load(index_.slots()) : highest_load(index_.slots());
  return most_ > granted_ + (std::uint64_t{1} << chunk_bits);
}

void RecordTable::clear() {
  index_.clear();
  arena_.clear();
  chunk_count_ = 0;
  id_bound_.store(0, std::memory_order_relaxed);
  granted_ = 0;
}

bool RecordTable::widen(std::uint32_t kind, std::size_t bytes) {
  const auto narrow = [&](const Chunk& chunk) { return chunk.kind == kind && chunk.record_bytes < bytes; };
  if (std::none_of(chunks(), chunks() + chunk_count_, narrow)) return true;
  // All records move, so that the memory they leave is given back.
  Arena wider(budget_);
  std::vector<Chunk> moved(chunks(), chunks() + chunk_count_);
  for (Chunk& chunk : moved) {
    const std::uint8_t* const from = chunk.records;
    const std::size_t before = chunk.record_bytes;
    if (narrow(chunk)) chunk.record_bytes = static_cast<std::uint8_t>(bytes);
    chunk.records = wider.allocate(std::size_t{chunk.record_bytes} << chunk.capacity_bits);
    if (chunk.records == nullptr) return false;
    for (std::size_t i = 0; i < chunk.used; ++i) {
      std::memcpy(chunk.records + i * chunk.record_bytes, from + i * before, before);
    }
  }
  std::copy(moved.begin(), moved.end(), chunks());
  arena_.swap(wider);
  return true;
}

void RecordTable::index_anew() {
  index_.clear();
  fill_index();
}

void RecordTable::fill_index() {
  std::array<std::pair<std::uint64_t, std::uint32_t>, 32> batch;
  std::size_t filled = 0;
  const auto flush = [&] {
    for (std::size_t i = 0; i < filled; ++i) index_.put(batch[i].first, batch[i].second);
    filled = 0;
  };
  for_each([&](std::uint32_t id) {
    const std::uint64_t hash = hash_(record(id), record_bytes(id), kind(id));
    index_.prefetch(hash);
    batch[filled++] = {hash, id};
    if (filled == batch.size()) flush();
  });
  flush();
}

std::uint64_t RecordTable::size() const {
  std::uint64_t sum = 0;
  for (std::size_t c = 0; c < chunk_count_; ++c) sum += chunks()[c].used;
  return sum;
}

}  // namespace quotient
