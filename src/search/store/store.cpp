#include "search/store/store.hpp"

#define XXH_INLINE_ALL
#include <algorithm>
#include <cstring>
#include <xxhash.h>

#include "base/ensure.hpp"
#include "search/store/code_record.hpp"
#include "search/store/recoding.hpp"

namespace quotient {

namespace {

constexpr std::uint64_t compact_mask = (std::uint64_t{1} << (8 * compact_code_bytes)) - 1;

/// Time is worth more than memory until one part in so many of the budget is used.
constexpr std::uint64_t plenty = 4;

[[gnu::always_inline]] inline std::uint64_t code_hash(const Code& code, std::uint32_t length) {
  std::uint64_t hash = scatter(code.words[0] + std::uint64_t{length} * 0x9e3779b97f4a7c15U);
  for (std::size_t i = 1; i < Code::most_words; ++i) {
    if (code.words[i] != 0) hash = scatter(hash + code.words[i] * (2 * i + 1));
  }
  return hash;
}

std::uint64_t record_hash(const std::uint8_t* record, std::size_t bytes, std::uint32_t length) {
  return code_hash(code_in(record, bytes), length);
}

}  // namespace

Store::Store(MemoryBudget& budget, StoreKind kind, std::uint64_t bitstate_bytes)
    : kind_(kind), budget_(budget), records_(budget, record_hash, RecordTable::Links::yes) {
  if (kind == StoreKind::exact) codes_.emplace(budget);
  if (kind == StoreKind::bitstate) bits_ = std::make_unique<BitTable>(budget, bitstate_bytes);
}

std::uint32_t Store::link(StateId id) const {
  // Relaxed: it was published together with the state.
  return records_.link(id.value).load(std::memory_order_relaxed);
}

void Store::set_link(StateId id, std::uint32_t link) {
  records_.link(id.value).store(link, std::memory_order_relaxed);  // threads meet before it is read
}

bool Store::lower_link(StateId id, std::uint32_t link, std::uint32_t least) {
  RecordTable::Link& now = records_.link(id.value);
  // Relaxed: numbers alone; they are read after the threads have met.
  std::uint32_t known = now.load(std::memory_order_relaxed);
  while (known >= least && known > link && known != no_state.value) {
    if (now.compare_exchange_weak(known, link, std::memory_order_relaxed)) return true;
  }
  return false;
}

std::uint64_t Store::size() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = left_behind_;
  for (const Session* session : sessions_) sum += session->added();
  return sum;
}

void Store::grow() {
  if (codes_) {
    codes_->nodes.grow(standstill_);
    if (budget_.used() > budget_.limit() / plenty) codes_->economise();
    codes_->renew([this](Packing& before, Packing& after) { return recode(before, after); },
                  [this](const Packing& packing) { return sample(packing); });
  }
  if (records_.wants_growth()) records_.grow(standstill_);
}

/// From all parts of the table.
StateSample Store::sample(const Packing& packing) {
  constexpr std::uint64_t most_bytes = 8U << 20, most = 1U << 17;
  const std::uint64_t wanted = std::clamp<std::uint64_t>(most_bytes / (packing.length() + 1), 1024, most);
  StateCoder coder(*codes_);
  std::uint64_t states = 0, at = 0;
  records_.for_each_of(packing.length(), [&](std::uint32_t) { ++states; });
  const std::uint64_t stride = std::max<std::uint64_t>(1, states / wanted);
  StateSample some{packing.length(), states, {}};
  OpenState open;
  records_.for_each_of(packing.length(), [&](std::uint32_t id) {
    if (at++ % stride != 0) return;
    coder.decode(code_in(records_.record(id), records_.record_bytes(id)), packing, open);
    some.bytes.insert(some.bytes.end(), open.bytes.begin(), open.bytes.begin() + open.length);
  });
  return some;
}

/// All states of one length get the codes of another packing. Where memory is lacking, all is undone.
std::optional<std::uint64_t> Store::recode(Packing& before, Packing& after) {
  const std::uint32_t length = before.length();
  const std::size_t bytes_before = Code::bytes_for(before), bytes_after = Code::bytes_for(after);
  if (bytes_after > bytes_before && !records_.resize(length, bytes_after)) return std::nullopt;
  Recoding recoding(*codes_, records_, standstill_, length);
  const bool complete = recoding.turn(before, after);
  if (!complete) recoding.turn_back(before, after);
  // Where there is no memory to move them to, records stay as wide as they are.
  if (complete && bytes_after < bytes_before) (void)records_.resize(length, bytes_after);
  records_.index_anew(length, standstill_);
  if (!complete) return std::nullopt;
  return recoding.states();
}

double Store::expected_omissions() const {
  if (bits_) return bits_->expected_omissions();
  if (kind_ == StoreKind::exact) return 0;
  const double n = static_cast<double>(size());
  return n * (n - 1) / 2 / static_cast<double>(compact_mask);
}

double Store::hash_factor() const {
  if (!bits_ || bits_->size() == 0) return 0;
  return static_cast<double>(bits_->bytes()) * 8 / static_cast<double>(bits_->size());
}

Store::Session::Session(Store& store, Keyer* keyer) : store_(store), keyer_(keyer), recent_(store.budget_) {
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
  const StateView stored = stored_of(state, p);
  encode(stored, keyer_ == nullptr ? source : nullptr, p);
  return p;
}

StateView Store::Session::stored_of(StateView state, Prepared& p) {
  if (keyer_ == nullptr) return state;
  const Key key = keyer_->key(state);
  p.weight = key.weight;
  return key.bytes;
}

void Store::Session::encode(StateView stored, const OpenState* source, Prepared& p) {
  p.length = static_cast<std::uint32_t>(stored.size());
  if (store_.kind_ == StoreKind::exact) {
    if (!store_.codes_->nodes.usable() || !store_.records_.usable()) return;
    std::optional<Code> code;
    while (!(code = coder_->encode(stored, source))) {
      if (coder_->trouble() != RecordTable::Outcome::full) return;
      stand_still();
    }
    p.code = *code;
    p.hash = code_hash(p.code, p.length);
  } else {
    const XXH128_hash_t hash = XXH3_128bits(stored.data(), stored.size());
    if (store_.kind_ == StoreKind::compact) {
      if (!store_.records_.usable()) return;
      p.code.words[0] = hash.low64 & compact_mask;
      p.length = 0;
      p.hash = code_hash(p.code, 0);
    } else {
      if (!store_.bits_->usable()) return;
      p.code.words[0] = hash.low64;
      p.hash = hash.high64;
    }
  }
  p.complete = true;
}

bool Store::Session::begin_draft(std::size_t step, StateView stored, const OpenState* source) {
  StateCoder::Draft& draft = drafts_.emplace_back();
  draft.step = step;
  const bool begun = coder_->begin(stored, source, draft);
  if (!begun) drafts_.pop_back();
  return begun;
}

void Store::Session::finish_drafts(Batch& batch, const OpenState* source) {
  if (batch.edition == store_.edition()) {
    for (const StateCoder::Draft& draft : drafts_) coder_->approach(draft);
  }
  for (const StateCoder::Draft& draft : drafts_) {
    Prepared& p = batch.prepared[draft.step];
    std::optional<Code> code;
    while (batch.edition == store_.edition() && !(code = coder_->finish(draft))) {
      if (coder_->trouble() != RecordTable::Outcome::full) break;
      stand_still();
    }
    if (code) {
      p.code = *code;
      p.hash = code_hash(p.code, p.length);
      p.complete = true;
    } else if (batch.edition != store_.edition()) {
      p = prepare(batch.steps[draft.step].state, source);  // all states were coded anew meanwhile
    }
    if (p.complete) prefetch(p);
  }
  drafts_.clear();
}

void Store::Session::prefetch(const Prepared& p) const {
  if (store_.bits_) {
    store_.bits_->prefetch(p.code.words[0], p.hash);
  } else {
    store_.records_.prefetch(p.hash);
  }
}

bool Store::Session::is_known(StateView state, Prepared& p, Entry& entry) {
  if (p.known == KeyCache::nothing) return false;
  const KeyCache::Answer id = KeyCache::is_ticket(p.known) ? recent_.settled(p.known) : p.known;
  if (id == KeyCache::nothing) {
    p = prepare(state, nullptr);
    return false;
  }
  entry = {store_.bits_ ? no_state : StateId{id}, Outcome::found};
  return true;
}

void Store::Session::prepare(Batch& batch) {
  const std::size_t count = batch.steps.size();
  batch.prepared.resize(count);
  batch.entries.resize(count);
  batch.edition = store_.edition();
  const bool has_source = keyer_ == nullptr && batch.source != no_state && batch.open.length != 0;
  const OpenState* const source = has_source ? &batch.open : nullptr;
  const bool packs = coder_ && store_.codes_->nodes.usable() && store_.records_.usable();
  StateCoder::Nearby nearby;
  if (packs && source != nullptr) nearby = coder_->nearby(*source);
  if (keyer_ != nullptr) {
    hashes_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const StateView state = batch.steps[i].state;
      hashes_[i] = XXH3_64bits(state.data(), state.size());
      recent_.prefetch(hashes_[i]);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Successor step = batch.steps[i];
    Prepared& p = batch.prepared[i];
    if (step.completed && nearby.pack(step.state, p.code)) {
      p.length = static_cast<std::uint32_t>(step.state.size());
      p.hash = code_hash(p.code, p.length);
      p.weight = 0;
      p.guess = RecordTable::none;
      p.known = p.ticket = KeyCache::nothing;
      p.complete = true;
      store_.records_.prefetch(p.hash);
      continue;
    }
    if (keyer_ != nullptr && step.completed) {
      const KeyCache::Answer known = recent_.find(step.state, hashes_[i]);
      if (known != KeyCache::nothing) {
        p.known = known;
        p.ticket = KeyCache::nothing;
        p.complete = true;
        continue;
      }
    }
    p = Prepared{};
    if (!step.completed) continue;
    const StateView stored = stored_of(step.state, p);
    const bool begun =
        packs && coder_->cuts_up() && batch.edition == store_.edition() && begin_draft(i, stored, source);
    if (begun) p.length = static_cast<std::uint32_t>(stored.size());
    if (!begun) encode(stored, source, p);
    if (batch.edition != store_.edition()) nearby = {};  // all states were coded anew meanwhile
    if (!begun && !p.complete) continue;
    if (keyer_ != nullptr) {
      p.ticket = recent_.remember(step.state, hashes_[i], store_.id_bound());
      p.state_hash = hashes_[i];
    }
    if (!begun) prefetch(p);
  }
  finish_drafts(batch, source);
}

void Store::Session::approach(Batch& batch) const {
  if (store_.bits_) return;
  for (Prepared& p : batch.prepared) {
    if (p.known != KeyCache::nothing) {
      if (lowers_links_ && !KeyCache::is_ticket(p.known)) store_.records_.prefetch_link(p.known);
    } else if (p.complete) {
      p.guess = store_.records_.approach(p.hash);
      if (lowers_links_ && p.guess != RecordTable::none) store_.records_.prefetch_link(p.guess);
    }
  }
}

std::size_t Store::record_bytes(std::uint32_t length) {
  return codes_ ? codes_->code_bytes(length) : compact_code_bytes;
}

RecordTable::Cursor& Store::Session::find_cursor(std::uint32_t length) {
  if (cursor_edition_ != store_.edition()) {
    for (RecordTable::Cursor& c : cursors_) c.record_bytes = static_cast<std::uint8_t>(store_.record_bytes(c.kind));
    cursor_edition_ = store_.edition();
  }
  auto at = std::lower_bound(cursors_.begin(), cursors_.end(), length,
                             [](const RecordTable::Cursor& c, std::uint32_t wanted) { return c.kind < wanted; });
  if (at == cursors_.end() || at->kind != length) {
    at = cursors_.insert(at, {length, RecordTable::none, static_cast<std::uint8_t>(store_.record_bytes(length))});
  }
  last_cursor_ = static_cast<std::size_t>(at - cursors_.begin());
  return *at;
}

bool Store::Session::place(const Prepared& p, std::uint32_t link, Entry& entry) {
  entry = {no_state, Outcome::refused};
  if (!p.complete) return true;
  if (store_.bits_) {
    const bool fresh = store_.bits_->insert(p.code.words[0], p.hash);
    if (fresh) entry.id = {static_cast<std::uint32_t>(store_.bits_->size() - 1)};
    entry.outcome = fresh ? Outcome::fresh : Outcome::found;
    return true;
  }
  const auto holds = [&](const std::uint8_t* record, std::size_t bytes) { return holds_code(record, bytes, p.code); };
  RecordTable& records = store_.records_;
  const auto write = [&](std::uint32_t id) {
    store_.set_link(StateId{id}, link);
    write_code(p.code, records.record(id), records.record_bytes(id));
  };
  const RecordTable::Placed placed = records.place(p.hash, p.guess, cursor(p.length), holds, write);
  entry.id = {placed.id};
  switch (placed.outcome) {
    case RecordTable::Outcome::found:
      entry.outcome = Outcome::found;
      return true;
    case RecordTable::Outcome::fresh:
      entry.outcome = Outcome::fresh;
      if (store_.codes_ && !p.code.is_packed() && store_.codes_->note_unpacked(p.length)) stand_still();
      return true;
    case RecordTable::Outcome::refused:
      return true;
    case RecordTable::Outcome::full:
      break;
  }
  return false;
}

const Store::Entry& Store::Session::insert(Batch& batch, std::size_t i, std::uint32_t link) {
  Entry& entry = batch.entries[i];
  Prepared& p = batch.prepared[i];
  if (!p.complete && !batch.steps[i].completed) return entry = {no_state, Outcome::skipped};
  refresh(batch);
  if (is_known(batch.steps[i].state, p, entry)) return entry;
  const bool limited = store_.most_states_ != std::numeric_limits<std::uint64_t>::max();
  // Relaxed: a count of places, nothing is published by it.
  if (limited && store_.admitted_.fetch_add(1, std::memory_order_relaxed) >= store_.most_states_) {
    store_.admitted_.fetch_sub(1, std::memory_order_relaxed);
    return find(batch, i);
  }
  while (!place(p, link, entry)) {
    stand_still();
    refresh(batch);
    if (is_known(batch.steps[i].state, p, entry)) break;  // it can have a ticket of its own by now
  }
  if (entry.outcome != Outcome::refused && p.ticket != KeyCache::nothing) {
    recent_.settle(p.state_hash, p.ticket, store_.bits_ ? 0 : entry.id.value);
  }
  if (entry.outcome == Outcome::fresh) {
    added_.store(added() + 1, std::memory_order_relaxed);
    if (keyer_ != nullptr) keyer_->count(p.weight);
  } else if (limited) {
    store_.admitted_.fetch_sub(1, std::memory_order_relaxed);
  }
  return entry;
}

Store::Outcome Store::Session::insert_seen(StateView state, std::uint32_t link) {
  Entry entry;
  while (!place(prepare(state, nullptr), link, entry)) stand_still();
  return entry.outcome;
}

const Store::Entry& Store::Session::find(Batch& batch, std::size_t i) {
  refresh(batch);
  Prepared& p = batch.prepared[i];
  Entry& entry = batch.entries[i];
  if (is_known(batch.steps[i].state, p, entry)) return entry;
  entry = {no_state, batch.steps[i].completed ? Outcome::refused : Outcome::skipped};
  if (!p.complete) return entry;
  if (store_.bits_) {
    if (store_.bits_->contains(p.code.words[0], p.hash)) entry.outcome = Outcome::found;
    return entry;
  }
  const std::uint32_t id = store_.records_.find(p.hash, p.length, [&](const std::uint8_t* record, std::size_t bytes) {
    return holds_code(record, bytes, p.code);
  });
  if (id != RecordTable::none) entry = {StateId{id}, Outcome::found};
  return entry;
}

void Store::Session::insert(Batch& batch) {
  for (std::size_t i = 0; i < batch.steps.size(); ++i) insert(batch, i, batch.source.value);
}

std::optional<StateId> Store::Session::find(StateView state) {
  ensure(!store_.bits_, "a bitstate store cannot find states");
  if (!store_.records_.usable() || (coder_ && !store_.codes_->nodes.usable())) return std::nullopt;
  if (keyer_ != nullptr) state = keyer_->key(state).bytes;
  Code wanted;
  std::uint32_t length = 0;
  if (coder_) {
    const std::optional<Code> code = coder_->find(state);
    if (!code) return std::nullopt;
    wanted = *code;
    length = static_cast<std::uint32_t>(state.size());
  } else {
    wanted.words[0] = XXH3_128bits(state.data(), state.size()).low64 & compact_mask;
  }
  const std::uint32_t id = store_.records_.find(
      code_hash(wanted, length), length,
      [&](const std::uint8_t* record, std::size_t bytes) { return holds_code(record, bytes, wanted); });
  if (id == RecordTable::none) return std::nullopt;
  return StateId{id};
}

void Store::Session::load(StateId id, OpenState& open) {
  const RecordTable& records = store_.records_;
  coder_->decode(code_in(records.record(id.value), records.record_bytes(id.value)), records.kind(id.value), open);
}

}  // namespace quotient
