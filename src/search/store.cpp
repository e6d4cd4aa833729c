#include "search/store.hpp"

#define XXH_INLINE_ALL
#include <algorithm>
#include <cstring>
#include <xxhash.h>

#include "base/ensure.hpp"

namespace quotient {

namespace {

// A root and its link make a record. Of a hash 48 bits are kept: of a thousand million states one in 560,000 is then
// expected to be taken for another (n / 2^49).
constexpr std::size_t exact_root_bytes = 8, compact_root_bytes = 6;
constexpr std::uint64_t compact_mask = (std::uint64_t{1} << (8 * compact_root_bytes)) - 1;

template <std::size_t Bytes>
std::uint64_t root_in(const std::uint8_t* record) {
  std::uint64_t root = 0;
  std::memcpy(&root, record, Bytes);
  return root;
}

std::uint64_t root_hash(std::uint64_t root, std::uint32_t length) {
  return scatter(root + std::uint64_t{length} * 0x9e3779b97f4a7c15U);
}

template <std::size_t Bytes>
std::uint64_t record_hash(const std::uint8_t* record, std::uint32_t length) {
  return root_hash(root_in<Bytes>(record), length);
}

}  // namespace

Store::Store(MemoryBudget& budget, StoreKind kind, std::uint64_t bitstate_bytes)
    : kind_(kind),
      root_bytes_(kind == StoreKind::compact ? compact_root_bytes : exact_root_bytes),
      roots_(budget, root_bytes_ + sizeof(std::uint32_t),
             kind == StoreKind::compact ? record_hash<compact_root_bytes> : record_hash<exact_root_bytes>) {
  if (kind == StoreKind::exact) codes_.emplace(budget);
  if (kind == StoreKind::bitstate) bits_ = std::make_unique<BitTable>(budget, bitstate_bytes);
}

std::uint32_t Store::link(StateId id) const {
  std::uint32_t link = 0;
  std::memcpy(&link, roots_.record(id.value) + root_bytes_, sizeof link);
  return link;
}

void Store::set_link(StateId id, std::uint32_t link) {
  std::memcpy(roots_.record(id.value) + root_bytes_, &link, sizeof link);
}

std::uint64_t Store::size() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = left_behind_;
  for (const Session* session : sessions_) sum += session->added();
  return sum;
}

void Store::grow() {
  if (codes_) {
    codes_->nodes.grow();
    codes_->renew([this](Packing& before, Packing& after) { return recode(before, after); });
  }
  if (roots_.wants_growth()) roots_.grow();
}

/// All states of one length get the codes of another packing. Where memory is lacking, all is undone: the old codes are
/// still known, so that this cannot fail.
std::optional<std::uint64_t> Store::recode(Packing& before, Packing& after) {
  if (!recoder_) recoder_.emplace(*codes_);
  StateCoder& coder = *recoder_;
  OpenState open;
  std::uint64_t done = 0, most = std::numeric_limits<std::uint64_t>::max();
  const auto turn = [&](Packing& from, Packing& to) {
    std::uint64_t count = 0;
    open = {};
    roots_.for_each([&](std::uint32_t id) {
      if (roots_.kind(id) != from.length() || count == most) return;
      std::uint8_t* const record = roots_.record(id);
      coder.decode(root_in<exact_root_bytes>(record), from, open);
      std::optional<std::uint64_t> root;
      while (!(root = coder.encode(open.state(), nullptr, to)) && coder.trouble() == RecordTable::Outcome::full) {
        codes_->nodes.grow();
      }
      if (!root) {
        most = count;
        return;
      }
      std::memcpy(record, &*root, exact_root_bytes);
      ++count;
    });
    done = count;
  };
  turn(before, after);
  const bool complete = most == std::numeric_limits<std::uint64_t>::max();
  if (!complete) turn(after, before);
  roots_.index_anew();
  if (!complete) return std::nullopt;
  return done;
}

double Store::expected_omissions() const {
  if (bits_) return bits_->expected_omissions();
  if (kind_ == StoreKind::exact) return 0;
  const double n = static_cast<double>(size());
  return n * (n - 1) / 2 / static_cast<double>(compact_mask);
}

Store::Session::Session(Store& store, Keyer* keyer) : store_(store), keyer_(keyer) {
  if (store.codes_) coder_.emplace(*store.codes_);
  const std::lock_guard lock(store_.mutex_);
  store_.sessions_.push_back(this);
}

Store::Session::~Session() {
  const std::lock_guard lock(store_.mutex_);
  std::erase(store_.sessions_, this);
  store_.left_behind_ += added();
}

void Store::Session::stand_still() {
  store_.standstill_.wait([this] { store_.grow(); });
}

Store::Prepared Store::Session::prepare(StateView state, const OpenState* source) {
  Prepared p;
  if (keyer_ != nullptr) {
    const Key key = keyer_->key(state);
    state = key.bytes;
    p.weight = key.weight;
    source = nullptr;
  }
  p.length = static_cast<std::uint32_t>(state.size());
  if (store_.kind_ == StoreKind::exact) {
    if (!store_.codes_->nodes.usable() || !store_.roots_.usable()) return p;
    std::optional<std::uint64_t> root;
    while (!(root = coder_->encode(state, source))) {
      if (coder_->trouble() != RecordTable::Outcome::full) return p;
      stand_still();
    }
    p.root = *root;
    p.hash = root_hash(p.root, p.length);
  } else {
    const XXH128_hash_t hash = XXH3_128bits(state.data(), state.size());
    if (store_.kind_ == StoreKind::compact) {
      if (!store_.roots_.usable()) return p;
      p.root = hash.low64 & compact_mask;
      p.length = 0;
      p.hash = root_hash(p.root, 0);
    } else {
      if (!store_.bits_->usable()) return p;
      p.root = hash.low64;
      p.hash = hash.high64;
    }
  }
  p.complete = true;
  return p;
}

void Store::Session::prepare(Batch& batch) {
  const std::size_t count = batch.steps.size();
  batch.prepared.resize(count);
  batch.entries.resize(count);
  batch.edition = store_.edition();
  const OpenState* source = batch.source == no_state || batch.open.length == 0 ? nullptr : &batch.open;
  for (std::size_t i = 0; i < count; ++i) {
    const Successor step = batch.steps[i];
    Prepared& p = batch.prepared[i];
    p = step.completed ? prepare(step.state, source) : Prepared{};
    if (!p.complete) continue;
    if (store_.bits_) {
      store_.bits_->prefetch(p.root, p.hash);
    } else {
      store_.roots_.prefetch(p.hash);
    }
  }
}

void Store::Session::approach(const Batch& batch) const {
  if (store_.bits_) return;
  for (const Prepared& p : batch.prepared) {
    if (p.complete) store_.roots_.approach(p.hash);
  }
}

RecordTable::Cursor& Store::Session::cursor(std::uint32_t length) {
  if (last_cursor_ < cursors_.size() && cursors_[last_cursor_].kind == length) return cursors_[last_cursor_];
  auto at = std::lower_bound(cursors_.begin(), cursors_.end(), length,
                             [](const RecordTable::Cursor& c, std::uint32_t wanted) { return c.kind < wanted; });
  if (at == cursors_.end() || at->kind != length) at = cursors_.insert(at, {length, RecordTable::none});
  last_cursor_ = static_cast<std::size_t>(at - cursors_.begin());
  return *at;
}

/// Nothing where the table is full.
std::optional<Store::Entry> Store::Session::place(const Prepared& p, std::uint32_t link) {
  if (!p.complete) return Entry{no_state, Outcome::refused};
  if (store_.bits_) {
    if (!store_.bits_->insert(p.root, p.hash)) return Entry{no_state, Outcome::found};
    return Entry{StateId{static_cast<std::uint32_t>(store_.bits_->size() - 1)}, Outcome::fresh};
  }
  const std::size_t root_bytes = store_.root_bytes_;
  const bool exact = store_.kind_ == StoreKind::exact;
  const auto holds = [&](const std::uint8_t* record) {
    return (exact ? root_in<exact_root_bytes>(record) : root_in<compact_root_bytes>(record)) == p.root;
  };
  const auto write = [&](std::uint8_t* record) {
    std::memcpy(record, &p.root, root_bytes);
    std::memcpy(record + root_bytes, &link, sizeof link);
  };
  const RecordTable::Placed placed = store_.roots_.place(p.hash, cursor(p.length), holds, write);
  switch (placed.outcome) {
    case RecordTable::Outcome::found:
      return Entry{StateId{placed.id}, Outcome::found};
    case RecordTable::Outcome::fresh:
      if (exact && !StateCoder::is_packed(p.root) && store_.codes_->note_unpacked(p.length)) stand_still();
      return Entry{StateId{placed.id}, Outcome::fresh};
    case RecordTable::Outcome::refused:
      return Entry{no_state, Outcome::refused};
    case RecordTable::Outcome::full:
      break;
  }
  return std::nullopt;
}

Store::Entry Store::Session::insert(Batch& batch, std::size_t i, std::uint32_t link) {
  Entry& entry = batch.entries[i];
  if (!batch.prepared[i].complete && !batch.steps[i].completed) return entry = {no_state, Outcome::skipped};
  const std::uint32_t weight = batch.prepared[i].weight;
  const bool limited = store_.most_states_ != std::numeric_limits<std::uint64_t>::max();
  // Relaxed: a count of places, nothing is published by it.
  if (limited && store_.admitted_.fetch_add(1, std::memory_order_relaxed) >= store_.most_states_) {
    store_.admitted_.fetch_sub(1, std::memory_order_relaxed);
    return find(batch, i);
  }
  std::optional<Entry> placed;
  for (refresh(batch); !(placed = place(batch.prepared[i], link)); refresh(batch)) stand_still();
  entry = *placed;
  if (entry.outcome == Outcome::fresh) {
    added_.store(added() + 1, std::memory_order_relaxed);
    if (keyer_ != nullptr) keyer_->count(weight);
  } else if (limited) {
    store_.admitted_.fetch_sub(1, std::memory_order_relaxed);
  }
  return entry;
}

Store::Outcome Store::Session::insert_seen(StateView state, std::uint32_t link) {
  std::optional<Entry> placed;
  while (!(placed = place(prepare(state, nullptr), link))) stand_still();
  return placed->outcome;
}

Store::Entry Store::Session::find(Batch& batch, std::size_t i) {
  refresh(batch);
  const Prepared& p = batch.prepared[i];
  Entry& entry = batch.entries[i];
  entry = {no_state, batch.steps[i].completed ? Outcome::refused : Outcome::skipped};
  if (!p.complete) return entry;
  if (store_.bits_) {
    if (store_.bits_->contains(p.root, p.hash)) entry.outcome = Outcome::found;
    return entry;
  }
  const bool exact = store_.kind_ == StoreKind::exact;
  const std::uint32_t id = store_.roots_.find(p.hash, p.length, [&](const std::uint8_t* record) {
    return (exact ? root_in<exact_root_bytes>(record) : root_in<compact_root_bytes>(record)) == p.root;
  });
  if (id != RecordTable::none) entry = {StateId{id}, Outcome::found};
  return entry;
}

void Store::Session::insert(Batch& batch) {
  for (std::size_t i = 0; i < batch.steps.size(); ++i) insert(batch, i, batch.source.value);
}

std::optional<StateId> Store::Session::find(StateView state) {
  ensure(!store_.bits_, "a bitstate store cannot find states");
  if (!store_.roots_.usable() || (coder_ && !store_.codes_->nodes.usable())) return std::nullopt;
  if (keyer_ != nullptr) state = keyer_->key(state).bytes;
  std::uint64_t wanted = 0;
  std::uint32_t length = 0;
  if (coder_) {
    const std::optional<std::uint64_t> root = coder_->find(state);
    if (!root) return std::nullopt;
    wanted = *root;
    length = static_cast<std::uint32_t>(state.size());
  } else {
    wanted = XXH3_128bits(state.data(), state.size()).low64 & compact_mask;
  }
  const std::uint32_t id = store_.roots_.find(root_hash(wanted, length), length, [&](const std::uint8_t* record) {
    return (coder_ ? root_in<exact_root_bytes>(record) : root_in<compact_root_bytes>(record)) == wanted;
  });
  if (id == RecordTable::none) return std::nullopt;
  return StateId{id};
}

void Store::Session::load(StateId id, OpenState& open) {
  coder_->decode(root_in<exact_root_bytes>(store_.roots_.record(id.value)), store_.roots_.kind(id.value), open);
}

}  // namespace quotient
