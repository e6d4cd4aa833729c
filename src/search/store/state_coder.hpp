#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "search/store/packing.hpp"
#include "search/store/tree.hpp"

namespace quotient {

/// What is stored of a state. Packed into a few words it is these; else the first is the root of a tree.
struct Code {
  static constexpr std::size_t most_words = 3;

  std::array<std::uint64_t, most_words> words{};
  friend bool operator==(const Code&, const Code&) = default;

  /// Packed or not: the top bit of the first word, since packed words leave it free.
  static constexpr std::uint64_t unpacked_mark = std::uint64_t{1} << 63;
  bool is_packed() const { return (words[0] & unpacked_mark) == 0; }

  /// How many bytes the codes of a packing need. Whole words: what is not needed now is room for values yet to come.
  static std::size_t bytes_for(const Packing& packing) {
    return packing.is_cut_up() ? sizeof(std::uint64_t) : packing.words() * sizeof(std::uint64_t);
  }
};

/// A stored state put together again, and what it was made of: of a step from it, only what differs is looked at.
struct OpenState {
  std::uint32_t length = 0;  // 0: there is none
  std::vector<std::uint8_t> bytes;
  // Of the coder alone.
  bool packed = false;
  std::uint64_t edition = 0;
  std::vector<std::uint64_t> words;
  Tree tree;  // of the words, where there are more than a code has

  StateView state() const { return {bytes.data(), length}; }
};

/// What the coders of all threads share: how states are packed, for each length, and the nodes for those that are still
/// too long. Memory for packings is not counted: they are small, and there are few lengths.
class CodeTables {
 public:
  explicit CodeTables(MemoryBudget& budget) : nodes(budget) {}

  /// Of states as long as this one. Stays until the edition changes.
  Packing& packing(StateView state);

  /// How many bytes the codes of states of this length have, in this edition.
  std::size_t code_bytes(std::uint32_t length);

  /// Changes where all states are coded anew.
  std::uint64_t edition() const { return edition_; }
  /// A state was stored that could not be packed. True where there are so many that all should be packed anew.
  bool note_unpacked(std::uint32_t length);
  /// Packs lengths anew for which that is due, and some others. `recode(packing, next)` does it for all states of a
  /// length and says how many there are; nullopt, and nothing changes, if memory runs out. `sample(packing)` has
  /// some of these states. No other thread may be here.
  template <typename Recode, typename Sample>
  void renew(Recode recode, Sample sample);
  /// Memory is getting scarce: where states have several words, and parts in common, `renew` cuts them up.
  void economise() { economises_ = true; }

  void save(SegmentWriter& out) const;
  /// Fills empty tables. Returns an error message, or nullopt.
  std::optional<std::string> load(SegmentReader& in, Standstill& helpers);
  /// Whether a code of so many bytes stands for a state of this length: only such may be decoded.
  struct Scratch {
    std::vector<std::uint32_t> nodes;
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint64_t> words;
  };
  bool has_meaning(const Code& code, std::size_t bytes, std::uint32_t length, Scratch& scratch) const;

  NodeTables nodes;

 private:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t cheap = 1024;  // so few states can be packed anew at any time

  struct Kind {
    std::unique_ptr<Packing> packing;
    std::atomic<std::uint64_t> unpacked = 0;  // since it was packed anew; relaxed: a count alone
    std::uint64_t most = 64;                  // until that is due
    std::uint64_t states = 0;                 // when it was packed anew
    bool looked_at = false;                   // whether it is worth the while to cut its states up
  };
  /// Done if that takes less memory, or if there is no other way.
  template <typename Sample>
  void cut_up_if_better(Kind& kind, std::unique_ptr<Packing>& next, Sample sample) const;

  std::mutex mutex_;                          // guards `kinds_` while threads are at work
  std::vector<std::unique_ptr<Kind>> kinds_;  // sorted by length
  std::uint64_t edition_ = 1;
  bool economises_ = false;
  std::atomic<bool> too_long_ = false;  // some state is longer than any that is packed; relaxed: it stays so

  std::vector<std::unique_ptr<Kind>>::iterator place_of(std::uint32_t length);
  const Packing* packing_for(std::uint32_t length) const;
};

/// Turns states into codes and back. One for each thread.
class StateCoder {
 public:
  explicit StateCoder(CodeTables& tables) : tables_(tables), trees_(tables.nodes) {}

  /// The code of a state; `source` is a state that it differs little from, or nullptr. Returns nullopt if a table is
  /// full or refuses: `trouble` says which.
  std::optional<Code> encode(StateView state, const OpenState* source);
  RecordTable::Outcome trouble() const { return trees_.trouble(); }
  /// The code if the state can have been stored, else nullopt; adds nothing.
  std::optional<Code> find(StateView state);
  void decode(Code code, std::uint32_t length, OpenState& open);

  /// For many states that differ little from one: what they have in common is looked up once. Valid as long as the
  /// edition, and the source.
  class Nearby {
   public:
    /// False where the state is not like the source, or has values without codes: `encode` can do it all the same.
    bool pack(StateView state, Code& code) const {
      if (packing_ == nullptr || state.size() != packing_->length()) return false;
      code = code_;
      return packing_->pack(state.data(), bytes_, code.words.data());
    }

   private:
    friend class StateCoder;
    const Packing* packing_ = nullptr;
    const std::uint8_t* bytes_ = nullptr;
    Code code_;
  };
  Nearby nearby(const OpenState& source);
  /// How the last state of this edition was packed, where its words are its code; else null. Valid as long as the
  /// edition.
  const Packing* packing_in_use() const {
    const bool known = edition_ == tables_.edition() && !packings_.empty();
    return known && !packings_.front()->is_cut_up() ? packings_.front() : nullptr;
  }

  /// A state that is cut up, packed but not yet looked up. Valid as long as the edition, and the source.
  class Draft {
   public:
    std::size_t step = 0;  // for callers that make several

   private:
    friend class StateCoder;
    static constexpr std::size_t most_words = 8;
    StateView packed() const { return {reinterpret_cast<const std::uint8_t*>(words_.data()), bytes_}; }

    const Tree* near_ = nullptr;
    std::size_t bytes_ = 0;
    std::array<std::uint64_t, most_words> words_;
  };
  /// Whether the last state of this edition was cut up.
  bool cuts_up() const { return edition_ == tables_.edition() && !packings_.empty() && packings_.front()->is_cut_up(); }
  // `encode` in three parts, for many states at a time, so that the memory has fetched what the next part reads. The
  // first is false where that is not worth the while, or not possible.
  bool begin(StateView state, const OpenState* source, Draft& draft);
  void approach(const Draft& draft) { trees_.approach(draft.packed(), draft.near_); }
  std::optional<Code> finish(const Draft& draft);

  /// The same with a packing that is not yet, or no longer, that of the tables.
  std::optional<Code> encode(StateView state, const OpenState* source, Packing& packing);
  void decode(Code code, const Packing& packing, OpenState& open);

 private:
  Packing* packing_of(StateView state);
  bool is_near(const OpenState* source, StateView state) const {
    return source != nullptr && source->edition == edition_ && source->packed && source->length == state.size();
  }
  std::optional<Code> encode_unpacked(StateView state);
  void decode_unpacked(Code code, std::uint32_t length, OpenState& open);

  CodeTables& tables_;
  TreeCoder trees_;
  bool learns_ = true;
  std::uint64_t edition_ = 0;
  std::vector<Packing*> packings_;  // of this edition, the one used last at the front
  std::vector<std::uint64_t> words_;
  std::vector<std::uint8_t> padded_;
  Tree unpacked_;
};

template <typename Sample>
void CodeTables::cut_up_if_better(Kind& kind, std::unique_ptr<Packing>& next, Sample sample) const {
  const bool must = next->words() > Code::most_words || kind.packing->is_cut_up();
  const bool may = economises_ && !kind.looked_at && next->words() > 1;
  if (!must && !may) return;
  kind.looked_at = economises_;
  const StateSample some = sample(*kind.packing);
  std::unique_ptr<Packing> cut = next->cut_up(some);
  const auto bytes_saved = static_cast<double>((next->words() - 1) * sizeof(std::uint64_t) * some.of);
  if (must || cut->expected_parts(some) * NodeTables::bytes_per_leaf < bytes_saved) next = std::move(cut);
}

template <typename Recode, typename Sample>
void CodeTables::renew(Recode recode, Sample sample) {
  // Relaxed here: threads stand still.
  const auto unpacked = [](const std::unique_ptr<Kind>& kind) {
    return kind->unpacked.load(std::memory_order_relaxed);
  };
  const auto due = [&](const std::unique_ptr<Kind>& kind) {
    const bool to_look_at = economises_ && !kind->looked_at && kind->most != never && kind->packing->words() > 1;
    return unpacked(kind) >= kind->most || to_look_at;
  };
  if (std::none_of(kinds_.begin(), kinds_.end(), due)) return;
  for (const std::unique_ptr<Kind>& kind : kinds_) {
    const bool few = kind->states <= cheap;
    if (kind->most == never || !(due(kind) || (few && unpacked(kind) != 0))) continue;
    std::unique_ptr<Packing> next = kind->packing->roomier();
    // What is longer than a code is cut up: not for the sake of some few.
    const bool too_long = next->words() > Code::most_words && !kind->packing->is_cut_up();
    if (too_long && !few && !economises_ && unpacked(kind) < kind->states / 2) {
      kind->most *= 2;
      continue;
    }
    cut_up_if_better(*kind, next, sample);
    if (unpacked(kind) == 0 && !next->is_cut_up()) continue;
    const std::optional<std::uint64_t> states = recode(*kind->packing, *next);
    if (!states) {
      kind->most = never;
      continue;
    }
    kind->packing = std::move(next);
    kind->unpacked.store(0, std::memory_order_relaxed);
    kind->states = *states;
    kind->most = std::max<std::uint64_t>(64, *states / 16);
    ++edition_;
  }
  // Trees of states that are packed now, and of no others: they are of no use any more.
  const bool needed = too_long_.load(std::memory_order_relaxed) ||
                      std::any_of(kinds_.begin(), kinds_.end(), [&](const std::unique_ptr<Kind>& kind) {
                        return unpacked(kind) != 0 || kind->packing->is_cut_up();
                      });
  if (needed) return;
  nodes.clear();
  ++edition_;  // a coder that has just encoded a state, and caches a node, has to start over
}

}  // namespace quotient
