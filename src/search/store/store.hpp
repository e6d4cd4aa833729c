#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/successors.hpp"
#include "search/search.hpp"
#include "search/store/batch_keys.hpp"
#include "search/store/budget.hpp"
#include "search/store/key_hash.hpp"
#include "search/store/link.hpp"
#include "search/store/record_table.hpp"
#include "search/store/state_coder.hpp"
#include "search/store/state_id.hpp"

namespace quotient {

class SegmentReader;
class SegmentWriter;

/// Keeps every key once, each with a link. Independent of how keys are computed.
///
/// Shared by all threads, which work with it through a `Session` each. There are several kinds: `exact` and `compact`
/// in record_store.hpp, `bitstate` in bit_store.hpp. What is called for every state is called for a batch of states, so
/// that a virtual call does not matter.
class Store {
 public:
  enum class Outcome : std::uint8_t {
    skipped,  // the step did not complete: there is no state
    found,    // was here before
    lowered,  // the same, and the order given as its link comes before the one that it had
    tied,     // the same, and the order given is the one that it had
    fresh,    // is here now
    refused,  // is not here: a limit forbids to add it
  };
  struct Entry {
    StateId id = no_state;
    Outcome outcome = Outcome::skipped;
    /// With an order as the link given: that of the state now, or 0 where it is a parent. Other threads may lower it.
    std::uint32_t link = KeyCache::unbounded;
    bool has_arrived() const { return outcome != Outcome::skipped && outcome != Outcome::refused; }
    bool was_known() const {
      return outcome == Outcome::found || outcome == Outcome::lowered || outcome == Outcome::tied;
    }
  };

  /// What is stored of a key, ready to be looked for. For the store alone.
  struct Prepared {
    Code code;
    std::uint64_t hash = 0;
    std::uint32_t length = 0;
    std::uint32_t guess = RecordTable::none;  // the record that `approach` found likely
    bool complete = false;                    // false: there is no key, or a table refused a part of it
  };
  /// The steps from one state on their way into the store. Reused, so that nothing is allocated.
  struct Batch {
    StateId source = no_state;
    std::uint64_t round = 0;         // when the source was expanded: level by level, or one by one
    KeyHash order;                   // of the source, among those of its round
    std::uint32_t steps_before = 0;  // of the source, in a batch that this one continues
    bool lowers_links = true;        // of states that were known: `approach` fetches these
    OpenState open;                  // the source, where it came from the store; else of length 0
    Successors steps;
    BatchKeys keys;
    std::vector<KeyHash> hashes;  // of the keys, where the store wants them
    std::uint64_t edition = 0;    // of the codes in `prepared`
    std::vector<Prepared> prepared;
    std::vector<Entry> entries;  // entries[i] describes steps[i], once that is inserted
    /// Of those inserted since `begin_insert`: steps that were not simply found, in order, and how many led to a state.
    std::vector<std::uint32_t> notable;
    std::uint32_t arrived = 0;

    void begin_insert() {
      notable.clear();
      arrived = 0;
    }

    bool has_key(std::size_t i) const { return keys.in_use() ? keys[i].present : steps[i].completed; }
    StateView key(std::size_t i) const { return keys.in_use() ? keys.key(i) : steps[i].state; }
  };

  /// The view of one thread on a store.
  class Session {
   public:
    virtual ~Session() = default;

    /// A session that exists beside others must take part while it works and not while it does not, or nothing can
    /// grow.
    virtual void take_part() {}
    virtual void leave() {}
    /// To be called now and then: lets others grow the tables.
    virtual void pause() {}

    /// Finds or inserts the keys of a batch. Lookups in a large table miss the cache, so there are three parts:
    /// `prepare` computes what is stored and requests its place in the table, `approach` requests what is found there,
    /// `insert` does the work. In between, other batches can be filled. `insert` needs `prepare` only.
    virtual void prepare(Batch& batch) = 0;
    /// The same for one step whose key was not there when the others were prepared.
    virtual void prepare(Batch& batch, std::size_t step) = 0;
    virtual void approach(Batch& batch) const = 0;
    /// The steps from `begin` to before `end`, or to the first that is refused; new states get this link. A step whose
    /// state is known by its id (BatchKeys::Item::known) needs no key. Their outcomes are in `entries`; what
    /// needs further work is appended to `notable`, and `arrived` is increased. Returns `end`, or before that a step
    /// that needs a key after all (BatchKeys::resolve): all before it are inserted.
    virtual std::size_t insert(Batch& batch, std::size_t begin, std::size_t end, Link link) = 0;
    /// Without inserting: what is not here is refused.
    virtual const Entry& find(Batch& batch, std::size_t step) = 0;
    /// Records that a stored state was reached again.
    virtual Entry meet(StateId id, Link link) = 0;
    /// Inserts a key that is not counted as a state.
    virtual Outcome insert_seen(StateView key, KeyHash hash, Link link) = 0;
    /// The id of a key, or nullopt. Not for a bitstate store.
    virtual std::optional<StateId> find(StateView key, KeyHash hash) = 0;
    /// Reassembles a stored key. Only from an exact store.
    virtual void load(StateId id, OpenState& open) = 0;
  };

  explicit Store(StoreKind kind) : kind_(kind) {}
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  /// `bitstate_bytes`: of a bitstate store; 0: the usual.
  static std::unique_ptr<Store> make(MemoryBudget& budget, StoreKind kind = StoreKind::exact,
                                     std::uint64_t bitstate_bytes = 0);

  StoreKind kind() const { return kind_; }
  /// Whether batches must have hashes of their keys.
  bool wants_hashes() const { return kind_ != StoreKind::exact; }
  /// Must not outlive the store.
  virtual std::unique_ptr<Session> session() = 0;

  // Not of a bitstate store:
  virtual StateId parent(StateId id) const = 0;
  /// Two threads must not call this for the same state.
  virtual void set_parent(StateId id, StateId parent) = 0;
  /// A step by which a state was found, with an order as its link.
  struct Arrival {
    std::uint32_t id;
    std::uint32_t order;  // Link::raw
    std::uint32_t source;
  };
  /// Of all arrivals at a state the one with the least order counts: from now on its source is the parent. `counts[i]`
  /// says whether that is arrivals[i]. To be called after the barrier; then by several threads at once.
  virtual void settle(std::span<const Arrival> arrivals, std::uint8_t* counts) = 0;
  /// Whether a state was first met on the level that is being explored: its link is an order, however low.
  virtual bool is_of_next_level(StateId id) const = 0;
  /// More than any id so far.
  virtual std::size_t id_bound() const = 0;
  /// Whether there is such a state, while no thread is working.
  virtual bool contains(StateId id) const = 0;
  /// Visits all ids, while no thread is working.
  virtual void for_each(const std::function<void(StateId)>& visit) const = 0;

  /// As far as the threads have published it; exact while they are paused.
  virtual std::uint64_t size() const = 0;
  /// From now on states beyond this number are refused. With several threads a few more may be.
  void limit_states(std::uint64_t most) { most_states_ = most; }
  /// How many states an approximate store is expected to have missed because of hash collisions.
  virtual double expected_omissions() const { return 0; }
  /// Of a bitstate store: its size, and bits per state; else 0.
  virtual std::uint64_t field_bytes() const { return 0; }
  virtual double hash_factor() const { return 0; }

  // Between levels, while no thread is working:

  /// Appends all tables. Errors are reported by the writer.
  virtual void save(SegmentWriter& out) const = 0;
  /// Makes an empty store what was saved: the same states with the same ids. Trusts nothing: memory is allocated for
  /// what is present, not for what is announced. Returns an error message (the store is unusable then), or nullopt.
  virtual std::optional<std::string> load(SegmentReader& in) = 0;

 protected:
  bool is_limited() const { return most_states_ != std::numeric_limits<std::uint64_t>::max(); }
  /// Takes one of the remaining places. Relaxed: a count alone, nothing is published by it.
  bool admit() {
    if (admitted_.fetch_add(1, std::memory_order_relaxed) < most_states_) return true;
    admitted_.fetch_sub(1, std::memory_order_relaxed);
    return false;
  }
  void give_back() { admitted_.fetch_sub(1, std::memory_order_relaxed); }
  void admit_saved(std::uint64_t states) { admitted_.store(states, std::memory_order_relaxed); }

 private:
  const StoreKind kind_;
  std::uint64_t most_states_ = std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::uint64_t> admitted_ = 0;  // counted only where there is a limit
};

}  // namespace quotient
