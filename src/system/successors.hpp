#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "system/process_set.hpp"

namespace quotient {

using StateView = std::span<const std::uint8_t>;

/// What a step did; opaque for search, in words by System::label.
struct StepLabel {
  std::uint32_t value = 0;
  friend bool operator==(StepLabel, StepLabel) = default;
};

enum class FindingKind : std::uint8_t { none, assertion, deadlock, invariant, progress, acceptance, ltl, runtime };

/// A violation: its kind, and which one (opaque for search, in words by System::describe).
struct Finding {
  FindingKind kind = FindingKind::none;
  std::uint32_t site = 0;
  explicit operator bool() const { return kind != FindingKind::none; }
  friend bool operator==(Finding, Finding) = default;
};

/// One step: where it leads, what it is called, what went wrong on the way. `completed` is false where the step ended
/// in an error that leaves no state behind: `state` is then empty and search must not enter it.
struct Successor {
  StateView state;
  StepLabel label;
  Finding finding;
  bool completed = true;
};

/// What a cycle through a state is judged by.
struct CycleFacts {
  bool accepting = false;
  bool progress = false;
  /// Nothing moves, and no claim watches: the run ends here, and may be taken to stay here for ever.
  bool stands_still = false;
  /// The processes that weak fairness does not let wait for ever.
  ProcessSet waiting;
};

/// The steps from one state, in one block of memory that is used again for the next state.
class Successors {
 public:
  void clear() {
    bytes_.clear();
    entries_.clear();
    findings_.clear();
    cycle_facts = {};
    moved_.clear();
  }

  void add(StateView state, StepLabel label, Finding finding = {}, bool completed = true) {
    const std::size_t begin = bytes_.size();
    bytes_.resize(begin + state.size());
    if (!state.empty()) std::memcpy(bytes_.data() + begin, state.data(), state.size());
    entries_.push_back({begin, static_cast<std::uint32_t>(state.size()), label, finding, completed});
  }

  /// Something wrong in the expanded state itself.
  void add_finding(Finding finding) { findings_.push_back(finding); }

  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  Successor operator[](std::size_t i) const {
    const Entry& e = entries_[i];
    return {StateView(bytes_.data() + e.begin, e.length), e.label, e.finding, e.completed};
  }
  std::span<const Finding> findings() const { return findings_; }

  // Only with a generator made by System::cycle_generator:

  /// Of the expanded state.
  CycleFacts cycle_facts;
  /// To be called once for each step, right after `add`: the processes that moved on it.
  void add_moved(const ProcessSet& processes) { moved_.push_back(processes); }
  const ProcessSet& moved(std::size_t i) const { return moved_[i]; }

 private:
  struct Entry {
    std::size_t begin;
    std::uint32_t length;
    StepLabel label;
    Finding finding;
    bool completed;
  };
  std::vector<std::uint8_t> bytes_;
  std::vector<Entry> entries_;
  std::vector<Finding> findings_;
  std::vector<ProcessSet> moved_;
};

}  // namespace quotient
