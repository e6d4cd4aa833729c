#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "model/successors.hpp"
#include "search/store/pages.hpp"

namespace quotient {

/// Caches where recently met states are stored. Independent steps lead to one state in several orders, so that many
/// states are met more than once within a short time, and a key costs more than all the rest of a step (bench/orbits).
///
/// A state is looked for before it is stored, and many are on their way at a time. So what is remembered of it at first
/// is a ticket, and its id when that is known; with its ticket, a state met again meanwhile learns the id of the first.
///
/// Each state has one place where it can be; what was there before is forgotten. Grows with what it is given to
/// remember, as far as that is in proportion to what is stored, and the budget lets it. One for each thread.
class KeyCache {
 public:
  /// An id, a ticket, or nothing.
  using Answer = std::uint32_t;
  static constexpr Answer nothing = std::numeric_limits<Answer>::max();
  static constexpr Answer ticket_mark = Answer{1} << 31;
  static constexpr std::uint32_t most_tickets = ticket_mark / 2;  // until all is forgotten
  static bool is_ticket(Answer a) { return (a & ticket_mark) != 0 && a != nothing; }

  /// `tickets`: how many were given out before; for tests.
  explicit KeyCache(MemoryBudget& budget, std::uint32_t tickets = 0) : budget_(budget), tickets_(tickets) {}

  /// By which it finds a state. Short, since every step pays for it; no more than a place in this table rests on it.
  static std::uint64_t hash_of(StateView state) {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U, other = 0xff51afd7ed558ccdU;
    const auto word = [](const std::uint8_t* at) {
      std::uint64_t value;
      std::memcpy(&value, at, sizeof value);
      return value;
    };
    const auto fold = [](std::uint64_t a, std::uint64_t b) {
      __extension__ using Wide = unsigned __int128;
      const Wide product = static_cast<Wide>(a) * b;
      return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    };
    const std::size_t size = state.size();
    const std::uint8_t* at = state.data();
    std::uint64_t hash = size;
    if (size < 8) {
      for (std::size_t i = 0; i < size; ++i) hash = hash << 8 | at[i];
      return fold(hash ^ odd, other);
    }
    const std::uint8_t* const last = at + size - 8;
    for (std::uint64_t place = odd; at + 16 <= last + 8; at += 16, place += odd) {
      hash += fold(word(at) ^ place, word(at + 8) ^ other);
    }
    // Of the fewer than sixteen that are left, those before the last eight.
    if (at < last) hash += fold(word(at) ^ other, odd);
    return fold(hash ^ odd, word(last) ^ other);
  }

  void prefetch(std::uint64_t hash) const {
    if (count_ == 0) return;
    const std::uint8_t* const slot = slot_of(hash);
    __builtin_prefetch(slot);
    if (stride() > 64) __builtin_prefetch(slot + 64);
  }

  /// `bound`: the link of the state with this id (Link::raw) is not above, unless it is a parent by now. So that what
  /// lies elsewhere in memory is read only where it may change.
  struct Known {
    Answer answer = nothing;
    std::uint32_t bound = unbounded;
  };
  static constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();

  /// What is remembered of a state. `hash` must be the same for the same state.
  Known find(StateView state, std::uint64_t hash) const {
    if (count_ == 0 || state.size() > room_) return {};
    const std::uint8_t* const slot = slot_of(hash);
    const auto* head = reinterpret_cast<const Head*>(slot);
    const bool same = head->check == check_of(hash) && head->length == state.size() &&
                      std::memcmp(slot + sizeof(Head), state.data(), state.size()) == 0;
    if (!same) return {};
    return {head->answer, head->bound};
  }

  /// Gives a ticket to a state that is about to be stored. `stored`: how many there are in all. Returns `nothing` if
  /// states of this length are not for it.
  Answer remember(StateView state, std::uint64_t hash, std::size_t stored) {
    if (state.empty() || state.size() > longest) return nothing;
    if (state.size() > room_ || (given_ >= count_ && count_ < most_ && count_ < stored / proportion))
      grow(state.size());
    if (state.size() > room_) return nothing;
    ++given_;
    if (tickets_ == most_tickets) forget();
    const Answer ticket = ticket_mark | tickets_++;
    std::uint8_t* const slot = slot_of(hash);
    const Head head{check_of(hash), static_cast<std::uint32_t>(state.size()), ticket, unbounded};
    std::memcpy(slot, &head, sizeof head);
    std::memcpy(slot + sizeof(Head), state.data(), state.size());
    return ticket;
  }

  /// The state with this ticket was stored.
  void settle(std::uint64_t hash, Answer ticket, Known known) {
    under_way_[ticket % under_way_.size()] = {ticket, known};
    auto* const head = reinterpret_cast<Head*>(slot_of(hash));
    if (head->check != check_of(hash) || head->answer != ticket) return;
    head->answer = known.answer;
    head->bound = known.bound;
  }

  /// Of the state that had this ticket; `nothing` if it was not stored yet, or long ago.
  Known settled(Answer ticket) const {
    const Settled& at = under_way_[ticket % under_way_.size()];
    return at.ticket == ticket ? at.known : Known{};
  }

  /// Another bound for a state that was found to have this id.
  void lower(std::uint64_t hash, Known known) {
    auto* const head = reinterpret_cast<Head*>(slot_of(hash));
    if (head->check == check_of(hash) && head->answer == known.answer) head->bound = known.bound;
  }

 private:
  static constexpr std::size_t longest = 256;  // bytes; longer states are not remembered
  static constexpr std::size_t fewest = 1U << 8, most = 1U << 19;
  static constexpr std::size_t proportion = 8;  // at least so many states are stored for each that is remembered
  static constexpr std::uint64_t share = 16;    // of the memory that is left, it takes no more than one part in so many

  struct Head {
    std::uint32_t check;   // of the hash
    std::uint32_t length;  // 0: there is nothing here
    Answer answer;
    std::uint32_t bound;
  };
  struct Settled {
    Answer ticket = nothing;
    Known known;
  };
  // A place comes from the lower bits.
  static std::uint32_t check_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

  std::size_t stride() const { return sizeof(Head) + room_; }
  std::uint8_t* slot_of(std::uint64_t hash) const { return memory_.begin() + (hash & (count_ - 1)) * stride(); }

  /// Before tickets are given out a second time: none of the first round may be left.
  void forget() {
    std::memset(memory_.begin(), 0, count_ * stride());
    under_way_.fill({});
    tickets_ = 0;
  }

  /// All is forgotten where it grows.
  void grow(std::size_t state_bytes) {
    const std::size_t room = std::max(room_, (state_bytes + 7) / 8 * 8);
    const std::size_t count = room > room_ ? std::max(count_, fewest) : count_ * 4;
    const std::size_t bytes = count * (sizeof(Head) + room);
    PageBlock memory;
    if (count <= most && bytes <= budget_.left() / share) memory = PageBlock::allocate(budget_, bytes);
    if (!memory) {
      most_ = count_;  // this is all that it gets
      return;
    }
    memory_ = std::move(memory);
    room_ = room;
    count_ = count;
    given_ = 0;
  }

  MemoryBudget& budget_;
  PageBlock memory_;       // of slots: a head, and the state
  std::size_t room_ = 0;   // for the state in each
  std::size_t count_ = 0;  // of slots, a power of two
  std::size_t most_ = most;
  std::size_t given_ = 0;  // to remember, since it grew
  std::uint32_t tickets_;
  std::array<Settled, 1024> under_way_;  // by ticket: more than are mostly on their way
};

}  // namespace quotient
