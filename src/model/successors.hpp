#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/process_set.hpp"

namespace quotient {

using StateView = std::span<const std::uint8_t>;

/// What a step did; opaque for search, in words by Narrator::label.
struct StepLabel {
  std::uint32_t value = 0;
  friend bool operator==(StepLabel, StepLabel) = default;
};

enum class FindingKind : std::uint8_t { none, assertion, deadlock, invariant, progress, acceptance, ltl, runtime };

/// A violation: its kind, and which one (opaque for search, in words by Narrator::describe).
struct Finding {
  FindingKind kind = FindingKind::none;
  std::uint32_t site = 0;
  explicit operator bool() const { return kind != FindingKind::none; }
  friend bool operator==(Finding, Finding) = default;
};

/// Who takes a step: a process, an operation, a component, numbered as its language does; no_actor where it does not
/// say.
using Actor = std::uint32_t;
inline constexpr Actor no_actor = 0xffff'ffff;

/// One step: where it leads, what it is called, what went wrong on the way. `completed` is false where the step ended
/// in an error that leaves no state behind: `state` is then empty and search must not enter it.
struct Successor {
  StateView state;
  StepLabel label;
  Finding finding;
  bool completed = true;
  Actor actor = no_actor;
};

/// What a cycle through a state is judged by.
struct CycleFacts {
  bool accepting = false;
  bool progress = false;
  /// Whether the claim could come back to an accepting state and then to where it is: otherwise no accepting cycle
  /// passes here, whatever the model does.
  bool recurrent = true;
  /// No step is possible, and there is no claim: the run ends here, and may be taken to stutter for ever.
  bool stands_still = false;
  /// The processes that can move: fairness obliges them to, sooner or later.
  ProcessSet waiting;
};

/// The steps from one state, in one block of memory that is used again for the next state.
class Successors {
 public:
  /// One step, as it lies in memory. Native code writes these too: its layout is part of src/native/abi.hpp.
  struct Entry {
    std::uint64_t begin;  // of the state, in the bytes
    std::uint32_t length;
    StepLabel label;
    Finding finding;
    bool completed;
    Actor actor;
  };

  void clear() {
    used_ = 0;
    count_ = 0;
    findings_.clear();
    cycle_facts = {};
    moved_.clear();
    passed_.clear();
    cut_off_ = false;
    group_ends_.clear();
    shown_groups_ = 0;
    lacks_some_ = false;
  }

  void add(StateView state, StepLabel label, Finding finding = {}, bool completed = true, Actor actor = no_actor) {
    if (capacity_ - used_ < state.size()) grow_bytes(used_ + state.size());
    if (count_ == entry_capacity_) grow_entries(count_ + 1);
    if (!state.empty()) std::memcpy(bytes_.get() + used_, state.data(), state.size());
    entries_[count_++] = {used_, static_cast<std::uint32_t>(state.size()), label, finding, completed, actor};
    used_ += state.size();
  }

  /// Something wrong in the expanded state itself.
  void add_finding(Finding finding) { findings_.push_back(finding); }

  /// The steps of this state were not computed: a StopSignal was raised or, where there is a reason, they are too much
  /// work. What was added before is lost.
  void cut_off(Finding reason = {}) {
    clear();
    cut_off_ = true;
    reason_ = reason;
  }
  bool is_cut_off() const { return cut_off_; }
  Finding cut_off_reason() const { return reason_; }

  /// Partial orders: puts the steps into groups, and shows the first group only. Together with all groups before it
  /// each suffices for now; the search must make sure that no step is ignored for ever, by `advance`.
  /// `group_of(actor)` numbers the groups from 0. Not with a generator for cycles, and not where steps stand for
  /// several.
  template <typename GroupOf>
  void show_first_group(GroupOf group_of) {
    std::stable_sort(entries_.get(), entries_.get() + count_,
                     [&](const Entry& a, const Entry& b) { return group_of(a.actor) < group_of(b.actor); });
    group_ends_.clear();
    for (std::size_t i = 1; i < count_; ++i) {
      if (group_of(entries_[i].actor) != group_of(entries_[i - 1].actor)) group_ends_.push_back(i);
    }
    group_ends_.push_back(count_);
    shown_groups_ = 1;
    count_ = group_ends_.front();
  }
  /// Steps are kept back.
  bool has_more() const { return shown_groups_ < group_ends_.size(); }
  /// Shows the next group in place of those before, which are gone.
  void advance() {
    const std::size_t begin = group_ends_[shown_groups_ - 1], end = group_ends_[shown_groups_];
    std::copy(entries_.get() + begin, entries_.get() + end, entries_.get());
    count_ = end - begin;
    ++shown_groups_;
  }
  /// Shows all of them, in the order of the groups. Not after `advance`.
  void show_all() {
    if (has_more()) count_ = group_ends_.back();
    group_ends_.clear();
    shown_groups_ = 0;
  }

  /// The same where what is left out is so for good: nobody can ask for it.
  template <typename Wanted>
  void keep_for_good(Wanted wanted) {
    const std::size_t before = count_;
    keep(wanted);
    lacks_some_ = count_ < before;
  }
  /// Steps are kept back, or are left out for good.
  bool is_partial() const { return has_more() || lacks_some_; }

  /// Leaves out the steps for which `wanted` is false. Not where steps are in groups.
  template <typename Wanted>
  void keep(Wanted wanted) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (!wanted((*this)[i])) continue;
      entries_[kept] = entries_[i];
      if (i < moved_.size()) moved_[kept] = moved_[i];
      if (i < passed_.size()) passed_[kept] = passed_[i];
      ++kept;
    }
    count_ = kept;
    if (moved_.size() > kept) moved_.resize(kept);
    if (passed_.size() > kept) passed_.resize(kept);
  }

  /// Leaves out the steps of all others.
  void keep_steps_of(std::span<const Actor> actors) {
    keep([actors](const Successor& step) {
      return std::find(actors.begin(), actors.end(), step.actor) != actors.end();
    });
  }

  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  Successor operator[](std::size_t i) const {
    const Entry& e = entries_[i];
    return {StateView(bytes_.get() + e.begin, e.length), e.label, e.finding, e.completed, e.actor};
  }
  std::span<const Finding> findings() const { return findings_; }

  /// Of a step that stands for several, one after the other: how many there are besides the first. To be called right
  /// after `add`.
  void pass(std::uint32_t steps) {
    if (steps == 0) return;
    passed_.resize(count_, 0);
    passed_.back() = steps;
  }
  /// Whoever does not ask for lengths of runs takes each for a single step.
  void forget_passed() { passed_.clear(); }
  bool has_passed() const { return !passed_.empty(); }
  std::uint32_t passed(std::size_t i) const { return i < passed_.size() ? passed_[i] : 0; }

  // Only with a generator made by System::cycle_generator:

  /// Of the expanded state.
  CycleFacts cycle_facts;
  /// To be called once for each step, right after `add`: the processes that moved on it.
  void add_moved(const ProcessSet& processes) { moved_.push_back(processes); }
  const ProcessSet& moved(std::size_t i) const { return moved_[i]; }

  /// For code that writes states in their place instead of handing them over: all the room there is. What was added
  /// before is lost, as with `clear`.
  struct Room {
    std::span<std::uint8_t> bytes;
    std::span<Entry> entries;
  };
  Room room() {
    clear();
    return {{bytes_.get(), capacity_}, {entries_.get(), entry_capacity_}};
  }
  /// More room than before; what was written into it is lost.
  void enlarge() {
    clear();
    grow_bytes(capacity_ + 1);
    grow_entries(entry_capacity_ + 1);
  }
  /// The first entries of the room are the steps.
  void accept(std::size_t entries) { count_ = entries; }

 private:
  // Not vectors: their growth writes zeros where states are written right after.
  void grow_bytes(std::size_t needed) {
    std::size_t capacity = capacity_ < 2048 ? 4096 : capacity_ * 2;
    if (capacity < needed) capacity = needed;
    auto bytes = std::make_unique_for_overwrite<std::uint8_t[]>(capacity);
    if (used_ > 0) std::memcpy(bytes.get(), bytes_.get(), used_);
    bytes_ = std::move(bytes);
    capacity_ = capacity;
  }
  void grow_entries(std::size_t needed) {
    std::size_t capacity = entry_capacity_ < 16 ? 32 : entry_capacity_ * 2;
    if (capacity < needed) capacity = needed;
    auto entries = std::make_unique_for_overwrite<Entry[]>(capacity);
    for (std::size_t i = 0; i < count_; ++i) entries[i] = entries_[i];
    entries_ = std::move(entries);
    entry_capacity_ = capacity;
  }

  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;
  std::unique_ptr<Entry[]> entries_;
  std::size_t count_ = 0;
  std::size_t entry_capacity_ = 0;
  std::vector<Finding> findings_;
  std::vector<ProcessSet> moved_;
  std::vector<std::uint32_t> passed_;  // of the first few; 0 behind them
  bool cut_off_ = false;
  std::vector<std::size_t> group_ends_;  // where steps are in groups
  std::size_t shown_groups_ = 0;
  bool lacks_some_ = false;
  Finding reason_;
};

}  // namespace quotient
