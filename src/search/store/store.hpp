#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "model/successors.hpp"
#include "search/search.hpp"
#include "search/store/bit_table.hpp"
#include "search/store/budget.hpp"
#include "search/store/key_cache.hpp"
#include "search/store/record_table.hpp"
#include "search/store/standstill.hpp"
#include "search/store/state_coder.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// A stored state. 31 bits are enough: two thousand million states, at sixteen bytes and more each, are beyond most
/// machines, and every id is kept once more as a link. Ids need not be consecutive.
struct StateId {
  std::uint32_t value = 0;
  friend bool operator==(StateId, StateId) = default;
};
inline constexpr StateId no_state{std::numeric_limits<std::uint32_t>::max()};

/// Keeps every state once, and for each a link of 32 bits: the state from which it was first reached.
///
/// Shared by all threads, which work with it through a `Session` each. A state is a code of eight bytes or
/// some more (see state_coder.hpp), or a part of its hash; with its link, and its share of the index that finds it,
/// about seventeen bytes. Where tables must grow, all sessions that take part come to a standstill for as long as it
/// takes.
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

  /// What is stored of a state, ready to be looked for.
  struct Prepared {
    Code code;
    std::uint64_t hash = 0;
    std::uint32_t length = 0;
    std::uint32_t weight = 0;
    std::uint32_t guess = RecordTable::none;      // the record that `approach` found likely
    KeyCache::Answer known = KeyCache::nothing;   // of the state, where it was met before: nothing else is filled in
    KeyCache::Answer ticket = KeyCache::nothing;  // to tell the cache by where it is stored
    std::uint64_t state_hash = 0;                 // with the ticket
    bool complete = false;  // false: the step leads nowhere, or a table refused a part of the state
  };
  /// The steps from one state on their way into the store. Used again and again, so that nothing is allocated.
  struct Batch {
    StateId source = no_state;
    std::uint64_t round = 0;         // when the source was expanded: level by level, or one by one
    std::uint32_t position = 0;      // its place in the level
    std::uint32_t steps_before = 0;  // of the source, in a batch that this one continues
    OpenState open;                  // the source, where it came from the store; else of length 0
    std::uint64_t edition = 0;       // of the codes in `prepared`
    Successors steps;
    std::vector<Prepared> prepared;
    std::vector<Entry> entries;  // entries[i] tells of steps[i], once that is inserted
  };
  class Session;

  explicit Store(MemoryBudget& budget, StoreKind kind = StoreKind::exact, std::uint64_t bitstate_bytes = 0);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  StoreKind kind() const { return kind_; }
  /// What was given at insertion. Of an exact or compact store only.
  StateId parent(StateId id) const { return {link(id)}; }
  std::uint32_t link(StateId id) const;
  /// No two threads may do this to one state.
  void set_link(StateId id, std::uint32_t link);
  /// Makes a link smaller that is at least `least`, and not that of an initial state. False where it was not larger.
  bool lower_link(StateId id, std::uint32_t link, std::uint32_t least);

  /// As far as the threads have told; exact when they stand still.
  std::uint64_t size() const;
  /// More than any id so far.
  std::size_t id_bound() const { return records_.id_bound(); }
  /// From now on states beyond this number are refused. With several threads a few more may be.
  void limit_states(std::uint64_t most) { most_states_ = most; }
  /// Visits all ids, while no thread is at work.
  template <typename Visit>
  void for_each(Visit visit) const {
    records_.for_each([&](std::uint32_t id) { visit(StateId{id}); });
  }
  /// How many states an approximate store is expected to have missed because it took them for others.
  double expected_omissions() const;
  /// Of a bitstate store: bits for each state; else 0.
  double hash_factor() const;
  const BitTable* bits() const { return bits_.get(); }

 private:
  friend class Session;
  void grow();
  std::optional<std::uint64_t> recode(Packing& before, Packing& after);
  StateSample sample(const Packing& packing);
  std::uint64_t edition() const { return codes_ ? codes_->edition() : 0; }
  std::size_t record_bytes(std::uint32_t length);

  const StoreKind kind_;
  MemoryBudget& budget_;
  std::optional<CodeTables> codes_;
  RecordTable records_;
  std::unique_ptr<BitTable> bits_;
  Standstill standstill_;
  std::uint64_t most_states_ = std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::uint64_t> admitted_ = 0;  // counted only where there is a limit
  mutable std::mutex mutex_;
  std::vector<const Session*> sessions_;
  std::uint64_t left_behind_ = 0;  // by sessions that are gone
};

/// One thread at work with a store.
class Store::Session {
 public:
  /// With a keyer, what is stored are keys, not states.
  explicit Session(Store& store, Keyer* keyer = nullptr);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  /// A session that exists beside others must take part while it works and not while it does not, or nothing can grow.
  void take_part() { store_.standstill_.take_part(); }
  void leave() { store_.standstill_.leave(); }
  /// The links of states that are found will be looked at as well.
  void expect_to_lower_links() { lowers_links_ = true; }
  /// To be called now and then: lets others grow the tables.
  void pause() {
    if (store_.standstill_.wanted()) stand_still();
  }

  /// Finds or inserts what every step of the batch leads to. A large table takes its time to answer, so there are three
  /// parts: `prepare` computes what is stored and requests its place in the table, `approach` requests what is found
  /// there, `insert` does the work, for one step, with the link that it gets if it is new. In between, other batches
  /// can be filled. `insert` needs `prepare` only.
  void prepare(Batch& batch);
  void approach(Batch& batch) const;
  const Entry& insert(Batch& batch, std::size_t i, std::uint32_t link);
  /// The same without inserting: what is not here is refused.
  const Entry& find(Batch& batch, std::size_t i);
  /// All steps, with the source of the batch as link.
  void insert(Batch& batch);
  /// Inserts a state that is not to be explored, whatever the keyer makes of it. It does not count.
  Outcome insert_seen(StateView state, std::uint32_t link);
  /// The id of a state, or nothing. Not in a bitstate store.
  std::optional<StateId> find(StateView state);

  /// Puts a stored state, or key, together. Only from an exact store.
  void load(StateId id, OpenState& open);

  /// Added by this session.
  std::uint64_t added() const { return added_.load(std::memory_order_relaxed); }

 private:
  Prepared prepare(StateView state, const OpenState* source);
  /// In parts: what is stored of a state, its key or itself; and the code of that.
  StateView stored_of(StateView state, Prepared& p);
  void encode(StateView stored, const OpenState* source, Prepared& p);
  /// What must be looked up piece by piece is begun for all states of a batch, and then finished.
  bool begin_draft(std::size_t step, StateView stored, const OpenState* source);
  void finish_drafts(Batch& batch, const OpenState* source);
  void prefetch(const Prepared& p) const;
  /// Of a state that was met before: its id. Where that is not known after all, `p` is prepared like any other.
  bool is_known(StateView state, Prepared& p, Entry& entry);
  /// Again, where all states have been coded anew meanwhile.
  void refresh(Batch& batch) {
    while (batch.edition != store_.edition()) prepare(batch);
  }
  /// False where the table is full. (Not a value returned: one of several bytes would be written in parts, and read as
  /// a whole before they have arrived.)
  bool place(const Prepared& p, std::uint32_t link, Entry& entry);
  RecordTable::Cursor& cursor(std::uint32_t length) {
    const bool current = cursor_edition_ == store_.edition() && last_cursor_ < cursors_.size();
    if (current && cursors_[last_cursor_].kind == length) [[likely]]
      return cursors_[last_cursor_];
    return find_cursor(length);
  }
  RecordTable::Cursor& find_cursor(std::uint32_t length);
  void stand_still();

  Store& store_;
  Keyer* keyer_;
  bool lowers_links_ = false;
  std::optional<StateCoder> coder_;
  KeyCache recent_;
  std::vector<std::uint64_t> hashes_;         // of the states of a batch
  std::vector<StateCoder::Draft> drafts_;     // of the states of a batch, and of others before
  std::vector<RecordTable::Cursor> cursors_;  // sorted by kind, which is the length
  std::size_t last_cursor_ = 0;
  std::uint64_t cursor_edition_ = 0;      // that their sizes of records are of
  std::atomic<std::uint64_t> added_ = 0;  // written by this thread alone, read by others for progress: relaxed
};

}  // namespace quotient
