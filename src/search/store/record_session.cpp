#include "search/store/record_session.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace quotient {

RecordStore::Worker::Worker(RecordStore& store) : store_(store) {
  if (store.codes_) coder_.emplace(*store.codes_);
  const std::lock_guard lock(store_.mutex_);
  store_.workers_.push_back(this);
  if (store_.workers_.size() > 1) store_.is_shared_ = true;
}

RecordStore::Worker::~Worker() {
  const std::lock_guard lock(store_.mutex_);
  std::erase(store_.workers_, this);
  store_.left_behind_ += added();
}

void RecordStore::Worker::stand_still() {
  store_.standstill_.wait([this] { store_.grow(); });
}

void RecordStore::Worker::encode(StateView key, KeyHash hash, const OpenState* source, Prepared& p) {
  if (!store_.usable()) return;
  if (coder_) {
    p.length = static_cast<std::uint32_t>(key.size());
    std::optional<Code> code;
    while (!(code = coder_->encode(key, source))) {
      if (coder_->trouble() != RecordTable::Outcome::full) return;
      stand_still();
    }
    p.code = *code;
  } else {
    p.length = 0;
    p.code.words[0] = hash.value >> (64 - 8 * compact_code_bytes);
  }
  p.hash = code_hash(p.code, p.length);
  p.complete = true;
}

bool RecordStore::Worker::begin_draft(std::size_t step, StateView key, const OpenState* source) {
  StateCoder::Draft& draft = drafts_.emplace_back();
  draft.step = step;
  const bool begun = coder_->begin(key, source, draft);
  if (!begun) drafts_.pop_back();
  return begun;
}

void RecordStore::Worker::finish_drafts(Batch& batch, const OpenState* source) {
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
      encode(batch.key(draft.step), {}, source, p);  // all states were coded anew meanwhile
    }
    if (p.complete) store_.records_.prefetch(p.hash);
  }
  drafts_.clear();
}

void RecordStore::Worker::prepare(Batch& batch) {
  const std::size_t count = batch.steps.size();
  batch.prepared.resize(count);
  batch.entries.resize(count);
  batch.edition = store_.edition();
  const OpenState* const source = source_of(batch);
  const bool packs = coder_ && store_.usable();
  // Keys of one source need not be like each other: they are packed one by one.
  const Packing* alone = packs && batch.keys.in_use() ? coder_->packing_in_use() : nullptr;
  StateCoder::Nearby nearby;
  if (packs && source != nullptr) nearby = coder_->nearby(*source);
  for (std::size_t i = 0; i < count; ++i) {
    Prepared& p = batch.prepared[i];
    p.complete = false;
    if (!batch.has_key(i)) continue;
    const StateView key = batch.key(i);
    if (alone != nullptr ? pack(key, *alone, p.code) : nearby.pack(key, p.code)) {
      p.length = static_cast<std::uint32_t>(key.size());
      p.hash = code_hash(p.code, p.length);
      p.guess = RecordTable::none;
      p.complete = true;
      store_.records_.prefetch(p.hash);
      continue;
    }
    p = Prepared{};
    if (packs && coder_->cuts_up() && batch.edition == store_.edition() && begin_draft(i, key, source)) {
      p.length = static_cast<std::uint32_t>(key.size());
      continue;
    }
    encode(key, hash_of(batch, i), source, p);
    if (batch.edition != store_.edition()) {  // all states were coded anew meanwhile
      nearby = {};
      alone = nullptr;
    }
    if (p.complete) store_.records_.prefetch(p.hash);
  }
  finish_drafts(batch, source);
}

void RecordStore::Worker::prepare(Batch& batch, std::size_t step) {
  if (batch.edition != store_.edition()) return prepare(batch);
  batch.prepared[step] = Prepared{};
  encode(batch.key(step), hash_of(batch, step), source_of(batch), batch.prepared[step]);
}

void RecordStore::Worker::approach(Batch& batch) const {
  const bool fetches_links = batch.keys.in_use() && batch.lowers_links;
  const Link link = Link::order(batch.order);  // mostly; it decides what is fetched, no more
  for (std::size_t i = 0; i < batch.prepared.size(); ++i) {
    Prepared& p = batch.prepared[i];
    if (p.complete) {
      p.guess = store_.records_.approach(p.hash);
    } else if (fetches_links && batch.keys[i].known < KeyCache::ticket_mark && link.may_lower(batch.keys[i].bound)) {
      store_.records_.prefetch_link(batch.keys[i].known);
    }
  }
}

RecordTable::Cursor& RecordStore::Worker::find_cursor(std::uint32_t length) {
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

bool RecordStore::Worker::place(const Prepared& p, Link link, Entry& entry) {
  const std::uint8_t* looked_at = nullptr;
  const auto holds = [&](const std::uint8_t* record, std::size_t bytes) {
    looked_at = record;
    return holds_code(record, bytes, p.code);
  };
  RecordTable& records = store_.records_;
  // Mostly the state is known, and is what was found likely.
  if (p.guess != RecordTable::none && records.is(p.guess, p.length, holds)) [[likely]] {
    entry = {StateId{p.guess}, Outcome::found};
    meet_known(records.link(p.guess, looked_at), link, entry);
    return true;
  }
  entry = {no_state, Outcome::refused};
  if (!p.complete) return true;
  const auto write = [&](std::uint32_t id) {
    records.link(id).store(link.raw(), std::memory_order_relaxed);  // published together with the record
    write_code(p.code, records.record(id), records.record_bytes(id));
  };
  const RecordTable::Placed placed = records.place(p.hash, cursor(p.length), holds, write);
  switch (placed.outcome) {
    case RecordTable::Outcome::found:
      // The record found is the one that was looked at last.
      entry.id = StateId{placed.id};
      meet_known(records.link(placed.id, looked_at), link, entry);
      return true;
    case RecordTable::Outcome::fresh:
      entry = {StateId{placed.id}, Outcome::fresh, link.raw()};
      if (store_.codes_ && !p.code.is_packed() && store_.codes_->note_unpacked(p.length)) stand_still();
      return true;
    case RecordTable::Outcome::refused:
      return true;
    case RecordTable::Outcome::full:
      break;
  }
  return false;
}

void RecordStore::Worker::insert(Batch& batch, std::size_t step, Link link) {
  refresh(batch);
  Entry& entry = batch.entries[step];
  const Prepared& p = batch.prepared[step];
  const bool limited = store_.is_limited();
  if (limited && !store_.admit()) {
    if (find(batch, step).outcome == Outcome::found) meet_known(store_.records_.link(local(entry.id)), link, entry);
    return;
  }
  while (!place(p, link, entry)) {
    stand_still();
    refresh(batch);
  }
  if (entry.outcome == Outcome::fresh) {
    added_.store(added() + 1, std::memory_order_relaxed);
  } else if (limited) {
    store_.give_back();
  }
}

std::size_t RecordStore::Worker::insert(Batch& batch, std::size_t begin, std::size_t end, Link link) {
  const bool has_keys = batch.keys.in_use();
  for (std::size_t i = begin; i < end; ++i) {
    Entry& entry = batch.entries[i];
    if (batch.prepared[i].complete || batch.has_key(i)) {
      insert(batch, i, link);
      if (has_keys && entry.has_arrived()) batch.keys.settle(i, {local(entry.id), entry.link});
    } else if (has_keys && batch.keys[i].known != KeyCache::nothing) {
      if (!batch.keys.resolve(i)) return i;
      const StateId id{batch.keys[i].known};
      if (link.may_lower(batch.keys[i].bound)) {
        entry = meet(id, link);
        batch.keys.lower(i, entry.link);
      } else {
        entry = {id, Outcome::found};
      }
    } else {
      entry = {no_state, Outcome::skipped};
    }
    if (entry.outcome == Outcome::found) [[likely]] {
      ++batch.arrived;
      continue;
    }
    batch.notable.push_back(static_cast<std::uint32_t>(i));
    if (entry.outcome == Outcome::refused) break;
    batch.arrived += entry.has_arrived() ? 1 : 0;
  }
  return end;
}

Store::Outcome RecordStore::Worker::insert_seen(StateView key, KeyHash hash, Link link) {
  for (;;) {
    Entry entry;
    Prepared p;
    encode(key, hash, nullptr, p);
    if (place(p, link, entry)) return entry.outcome;
    stand_still();
  }
}

const Store::Entry& RecordStore::Worker::find(Batch& batch, std::size_t step) {
  refresh(batch);
  const Prepared& p = batch.prepared[step];
  Entry& entry = batch.entries[step];
  entry = {no_state, batch.steps[step].completed ? Outcome::refused : Outcome::skipped};
  if (!p.complete) return entry;
  const std::uint32_t id = store_.records_.find(p.hash, p.length, [&](const std::uint8_t* record, std::size_t bytes) {
    return holds_code(record, bytes, p.code);
  });
  if (id != RecordTable::none) entry = {StateId{id}, Outcome::found};
  return entry;
}

std::optional<StateId> RecordStore::Worker::find(StateView key, KeyHash hash) {
  if (!store_.usable()) return std::nullopt;
  Prepared p;
  if (coder_) {
    const std::optional<Code> code = coder_->find(key);
    if (!code) return std::nullopt;
    p.code = *code;
    p.length = static_cast<std::uint32_t>(key.size());
    p.hash = code_hash(p.code, p.length);
  } else {
    encode(key, hash, nullptr, p);
  }
  const std::uint32_t id = store_.records_.find(p.hash, p.length, [&](const std::uint8_t* record, std::size_t bytes) {
    return holds_code(record, bytes, p.code);
  });
  if (id == RecordTable::none) return std::nullopt;
  return StateId{id};
}

void RecordStore::Worker::load(StateId id, OpenState& open) {
  const RecordTable& records = store_.records_;
  coder_->decode(code_in(records.record(local(id)), records.record_bytes(local(id))), records.kind(local(id)), open);
}

}  // namespace quotient
