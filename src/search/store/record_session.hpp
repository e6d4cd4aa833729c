#pragma once

#include "search/store/code_record.hpp"
#include "search/store/record_store.hpp"

namespace quotient {

/// By which the index finds a code. The store's own: it says nothing about a key outside of this process.
[[gnu::always_inline]] inline std::uint64_t code_hash(const Code& code, std::uint32_t length) {
  std::uint64_t hash = scatter(code.words[0] + std::uint64_t{length} * 0x9e3779b97f4a7c15U);
  for (std::size_t i = 1; i < Code::most_words; ++i) {
    if (code.words[i] != 0) hash = scatter(hash + code.words[i] * (2 * i + 1));
  }
  return hash;
}

/// The view of one thread on a RecordStore. Internal to this folder.
class RecordStore::Worker final : public Store::Session {
 public:
  explicit Worker(RecordStore& store);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() override;

  void take_part() override { store_.standstill_.take_part(); }
  void leave() override { store_.standstill_.leave(); }
  void pause() override {
    if (store_.standstill_.wanted()) stand_still();
  }
  void prepare(Batch& batch) override;
  void prepare(Batch& batch, std::size_t step) override;
  void approach(Batch& batch) const override;
  std::size_t insert(Batch& batch, std::size_t begin, std::size_t end, Link link) override;
  const Entry& find(Batch& batch, std::size_t step) override;
  Entry meet(StateId id, Link link) override {
    Entry entry{id};
    meet_known(store_.records_.link(local(id)), link, entry);
    return entry;
  }
  Outcome insert_seen(StateView key, KeyHash hash, Link link) override;
  std::optional<StateId> find(StateView key, KeyHash hash) override;
  void load(StateId id, OpenState& open) override;

  /// Added by this session.
  std::uint64_t added() const { return added_.load(std::memory_order_relaxed); }

 private:
  /// The code of a key; `source` is a state that it differs little from, or nullptr.
  void encode(StateView key, KeyHash hash, const OpenState* source, Prepared& p);
  /// False where it has another length, or values without codes.
  static bool pack(StateView key, const Packing& packing, Code& code) {
    if (key.size() != packing.length()) return false;
    code = {};
    return packing.pack(key.data(), code.words.data());
  }
  /// What must be looked up piece by piece is begun for all keys of a batch, and then finished.
  bool begin_draft(std::size_t step, StateView key, const OpenState* source);
  void finish_drafts(Batch& batch, const OpenState* source);
  static const OpenState* source_of(const Batch& batch) {
    const bool has_source = !batch.keys.in_use() && batch.source != no_state && batch.open.length != 0;
    return has_source ? &batch.open : nullptr;
  }
  KeyHash hash_of(const Batch& batch, std::size_t step) const {
    return step < batch.hashes.size() ? batch.hashes[step] : KeyHash{};
  }
  /// Again, where all states have been coded anew meanwhile.
  void refresh(Batch& batch) {
    while (batch.edition != store_.edition()) prepare(batch);
  }
  /// The key of a step, which there is.
  [[gnu::always_inline]] inline void insert(Batch& batch, std::size_t step, Link link);
  /// False where the table is full. (Not a value returned: one of several bytes would be written in parts, and read as
  /// a whole before they have arrived.)
  bool place(const Prepared& p, Link link, Entry& entry);
  /// Lowers the link of a state that is new on this level.
  void meet_known(RecordTable::Link& now, Link link, Entry& entry) const {
    entry.outcome = Outcome::found;
    if (!link.is_order()) return;
    // Relaxed: numbers alone; they are read after the barrier.
    std::uint32_t known = now.load(std::memory_order_relaxed);
    entry.link = Link::from_raw(known).is_order() ? known : 0;
    while (known > link.raw() && Link::from_raw(known).is_order()) {
      entry.link = link.raw();
      entry.outcome = Outcome::lowered;
      if (!store_.is_shared_) {  // an exchange costs as much as three loads
        now.store(link.raw(), std::memory_order_relaxed);
        return;
      }
      if (now.compare_exchange_weak(known, link.raw(), std::memory_order_relaxed)) return;
      entry.link = known;  // lower than it was
      entry.outcome = Outcome::found;
    }
    if (known == link.raw()) entry.outcome = Outcome::tied;
  }
  RecordTable::Cursor& cursor(std::uint32_t length) {
    const bool current = cursor_edition_ == store_.edition() && last_cursor_ < cursors_.size();
    if (current && cursors_[last_cursor_].kind == length) [[likely]]
      return cursors_[last_cursor_];
    return find_cursor(length);
  }
  RecordTable::Cursor& find_cursor(std::uint32_t length);
  void stand_still();

  RecordStore& store_;
  std::optional<StateCoder> coder_;
  std::vector<StateCoder::Draft> drafts_;     // of the keys of a batch, and of others before
  std::vector<RecordTable::Cursor> cursors_;  // sorted by kind, which is the length
  std::size_t last_cursor_ = 0;
  std::uint64_t cursor_edition_ = 0;      // that their sizes of records are of
  std::atomic<std::uint64_t> added_ = 0;  // written by this thread alone, read by others for progress: relaxed
};

}  // namespace quotient
