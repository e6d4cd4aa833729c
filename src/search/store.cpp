#include "search/store.hpp"

#define XXH_INLINE_ALL
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <xxhash.h>

#include "base/ensure.hpp"

namespace quotient {

namespace {

constexpr std::size_t line_bytes = 64;
constexpr std::size_t line_slots = line_bytes / sizeof(std::uint64_t);
constexpr std::size_t first_lines = 1024;

std::uint64_t hash_of(StateView state) { return XXH3_64bits(state.data(), state.size()); }

// A slot: the lower half of the hash above, the id plus one below; 0 is empty. The upper half of the hash chooses the
// line, so that the two are independent.
std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
std::uint64_t make_slot(std::uint64_t hash, StateId id) { return hash << 32 | (id.value + 1U); }
std::uint32_t slot_tag(std::uint64_t slot) { return static_cast<std::uint32_t>(slot >> 32); }
StateId slot_id(std::uint64_t slot) { return {static_cast<std::uint32_t>(slot) - 1U}; }

std::uint64_t load_word(const std::uint8_t* p) {
  std::uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

/// memcmp, without the call for the short vectors that most states are: words, the last one overlapping.
bool equal_bytes(const std::uint8_t* a, const std::uint8_t* b, std::size_t length) {
  if (length < sizeof(std::uint64_t) || length > 128) return length == 0 || std::memcmp(a, b, length) == 0;
  std::size_t i = 0;
  for (; i + sizeof(std::uint64_t) <= length; i += sizeof(std::uint64_t)) {
    if (load_word(a + i) != load_word(b + i)) return false;
  }
  const std::size_t last = length - sizeof(std::uint64_t);
  return load_word(a + last) == load_word(b + last);
}

/// How full the table may get before it should grow, and before it must. Beyond the first, probes get longer; beyond
/// the second, they would get very long. Lines are filled from their first slot, so that an empty slot ends a probe.
std::uint64_t comfortable_load(std::size_t lines) { return lines * line_slots / 8 * 7; }
std::uint64_t highest_load(std::size_t lines) { return lines * line_slots / 32 * 31; }

}  // namespace

Store::Store(MemoryBudget& budget) : budget_(budget), arena_(budget), chunks_(budget) {
  rebuild_table(first_lines);  // where even this is refused, so is every state
}

std::size_t Store::line_of(std::uint64_t hash) const {
  // Not a mask: the number of lines need not be a power of two, so that the table can grow by less than itself.
  return (hash >> 32) * lines_ >> 32;
}

bool Store::holds(StateId id, StateView state) const {
  const StateView stored = load(id);
  return stored.size() == state.size() && equal_bytes(stored.data(), state.data(), state.size());
}

void Store::prepare(Batch& batch) const {
  const std::size_t count = batch.steps.size();
  batch.hashes.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t hash = hash_of(batch.steps[i].state);
    batch.hashes[i] = hash;
    __builtin_prefetch(table_.begin() + line_of(hash) * line_bytes);
  }
}

void Store::approach(const Batch& batch) const {
  if (lines_ == 0) return;
  for (const std::uint64_t hash : batch.hashes) {
    const auto* slots = reinterpret_cast<const std::uint64_t*>(table_.begin() + line_of(hash) * line_bytes);
    for (std::size_t i = 0; i < line_slots && slots[i] != 0; ++i) {
      if (slot_tag(slots[i]) != tag_of(hash)) continue;
      __builtin_prefetch(load(slot_id(slots[i])).data());
      break;
    }
  }
}

void Store::insert(Batch& batch) {
  const std::size_t count = batch.steps.size();
  batch.entries.resize(count);
  if (size_ + count > comfortable_) grow_table(size_ + count);
  for (std::size_t i = 0; i < count; ++i) {
    const Successor step = batch.steps[i];
    batch.entries[i] = step.completed ? place(step.state, batch.hashes[i], batch.source) : Entry{};
  }
}

Store::Entry Store::place(StateView state, std::uint64_t hash, StateId parent) {
  if (lines_ == 0) return {no_state, Outcome::refused};
  const std::uint32_t tag = tag_of(hash);
  for (std::size_t line = line_of(hash);; line = line + 1 == lines_ ? 0 : line + 1) {
    auto* slots = reinterpret_cast<std::uint64_t*>(table_.begin() + line * line_bytes);
    for (std::size_t i = 0; i < line_slots; ++i) {
      if (slots[i] == 0) {
        if (size_ >= most_states_ || size_ >= highest_load(lines_)) return {no_state, Outcome::refused};
        const std::optional<StateId> id = append(state, parent);
        if (!id) return {no_state, Outcome::refused};
        slots[i] = make_slot(hash, *id);
        return {*id, Outcome::fresh};
      }
      if (slot_tag(slots[i]) == tag && holds(slot_id(slots[i]), state)) return {slot_id(slots[i]), Outcome::found};
    }
  }
}

std::optional<StateId> Store::find(StateView state) const {
  if (lines_ == 0) return std::nullopt;
  const std::uint64_t hash = hash_of(state);
  for (std::size_t line = line_of(hash);; line = line + 1 == lines_ ? 0 : line + 1) {
    const auto* slots = reinterpret_cast<const std::uint64_t*>(table_.begin() + line * line_bytes);
    for (std::size_t i = 0; i < line_slots; ++i) {
      if (slots[i] == 0) return std::nullopt;
      if (slot_tag(slots[i]) == tag_of(hash) && holds(slot_id(slots[i]), state)) return slot_id(slots[i]);
    }
  }
}

std::optional<StateId> Store::append(StateView state, StateId parent) {
  const auto length = static_cast<std::uint32_t>(state.size());
  LengthClass* const c = length_class(length);
  if (c == nullptr) return std::nullopt;
  const std::size_t capacity = chunks_[c->chunk].capacity;
  if (chunks_[c->chunk].used == capacity && !open_chunk(*c, capacity * 4)) return std::nullopt;
  Chunk& chunk = chunks_[c->chunk];
  const std::uint32_t index = chunk.used++;
  if (length > 0) std::memcpy(chunk.states() + std::size_t{index} * length, state.data(), length);
  chunk.parents()[index] = parent.value;
  ++size_;
  return StateId{(c->chunk << chunk_bits) + index};
}

Store::LengthClass* Store::length_class(std::uint32_t length) {
  if (last_class_ != nullptr && last_class_->length == length) return last_class_;
  auto at = std::lower_bound(classes_.begin(), classes_.end(), length,
                             [](const LengthClass& c, std::uint32_t wanted) { return c.length < wanted; });
  if (at == classes_.end() || at->length != length) {
    // A small chunk at first, because a length may be rare.
    LengthClass added{length, 0};
    if (!open_chunk(added, std::max<std::size_t>(1, 4096 / (std::size_t{length} + 4)))) return nullptr;
    at = classes_.insert(at, added);
  }
  last_class_ = &*at;
  return last_class_;
}

bool Store::open_chunk(LengthClass& c, std::size_t capacity) {
  if (chunks_.size() >= std::size_t{no_state.value} >> chunk_bits) return false;  // ids have run out
  capacity = std::min(capacity, std::size_t{1} << chunk_bits);
  std::uint8_t* const memory = arena_.allocate(capacity * (c.length + sizeof(std::uint32_t)));
  if (memory == nullptr || !chunks_.push({memory, c.length, static_cast<std::uint16_t>(capacity), 0})) return false;
  c.chunk = static_cast<std::uint32_t>(chunks_.size() - 1);
  return true;
}

/// Makes the table fit for this many states; a smaller growth is taken where the budget refuses to double it.
bool Store::grow_table(std::uint64_t states) {
  const std::size_t needed = states / 7 * 8 / line_slots + line_slots;
  for (const std::size_t lines : {std::max(lines_ * 2, needed), lines_ + lines_ / 2, lines_ + lines_ / 8}) {
    if (lines > lines_ && rebuild_table(lines)) return true;
  }
  // Not asked again for every single state: the table still works beyond its comfortable load.
  comfortable_ = lines_ == 0 ? 0 : std::min(highest_load(lines_), size_ + size_ / 64 + 1);
  return false;
}

bool Store::rebuild_table(std::size_t lines) {
  // States are the truth and the table only finds them. So the old one goes before the new one is written to, and there
  // are never two of them in memory.
  const std::size_t old_bytes = table_.size();
  if (lines * line_bytes > budget_.left() + old_bytes) return false;
  const std::size_t old_lines = lines_;
  table_ = PageBlock();
  table_ = PageBlock::allocate(budget_, lines * line_bytes);
  if (!table_) {
    if (old_lines == 0) return false;
    table_ = PageBlock::allocate(budget_, old_lines * line_bytes);
    ensure(static_cast<bool>(table_), "the system took back memory of the state table");
    lines = old_lines;
  }
  lines_ = lines;
  comfortable_ = comfortable_load(lines);

  std::array<std::pair<std::uint64_t, StateId>, 32> batch;
  std::size_t filled = 0;
  const auto flush = [&] {
    for (std::size_t i = 0; i < filled; ++i) {
      const auto [hash, id] = batch[i];
      for (std::size_t line = line_of(hash);; line = line + 1 == lines_ ? 0 : line + 1) {
        auto* slots = reinterpret_cast<std::uint64_t*>(table_.begin() + line * line_bytes);
        std::size_t free = 0;
        while (free < line_slots && slots[free] != 0) ++free;
        if (free == line_slots) continue;
        slots[free] = make_slot(hash, id);
        break;
      }
    }
    filled = 0;
  };
  for_each([&](StateId id) {
    const std::uint64_t hash = hash_of(load(id));
    __builtin_prefetch(table_.begin() + line_of(hash) * line_bytes, 1);
    batch[filled++] = {hash, id};
    if (filled == batch.size()) flush();
  });
  flush();
  return lines != old_lines;
}

}  // namespace quotient
