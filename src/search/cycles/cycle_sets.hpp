#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/process_set.hpp"
#include "search/store/budget.hpp"

namespace quotient {

/// Numbers sets of processes, so that a set on a stack takes four bytes. There are few different ones: who waits in a
/// state, who moved on a step, and their intersections.
class ProcessSets {
 public:
  using Number = std::uint32_t;
  static constexpr Number everything = 0, nothing = 1;

  explicit ProcessSets(MemoryBudget& budget) : budget_(budget), sets_{ProcessSet::everything(), ProcessSet()} {
    numbers_.emplace(sets_[everything], everything);
    numbers_.emplace(sets_[nothing], nothing);
  }
  ProcessSets(const ProcessSets&) = delete;
  ProcessSets& operator=(const ProcessSets&) = delete;
  ~ProcessSets() { budget_.release((sets_.size() - 2) * bytes_for_each); }

  /// A set was refused by the budget; since then numbers mean nothing.
  bool exhausted() const { return exhausted_; }

  const ProcessSet& operator[](Number number) const { return sets_[number]; }
  Number number(const ProcessSet& set) {
    const auto known = numbers_.find(set);
    if (known != numbers_.end()) return known->second;
    if (exhausted_ || !budget_.reserve(bytes_for_each)) {
      exhausted_ = true;
      return everything;
    }
    numbers_.emplace(set, static_cast<Number>(sets_.size()));
    sets_.push_back(set);
    return static_cast<Number>(sets_.size() - 1);
  }

  Number intersection(Number a, Number b) {
    if (a == b || b == everything || a == nothing) return a;
    if (a == everything || b == nothing) return b;
    ProcessSet set = sets_[a];
    return number(set &= sets_[b]);
  }
  Number difference(Number a, Number b) {
    if (a == nothing || b == nothing) return a;
    ProcessSet set = sets_[a];
    return number(set -= sets_[b]);
  }

 private:
  struct Hash {
    std::size_t operator()(const ProcessSet& set) const { return set.hash(); }
  };
  // A node of the table, its bucket, and an entry of a vector that may be half empty.
  static constexpr std::uint64_t bytes_for_each = 3 * sizeof(ProcessSet) + 4 * sizeof(void*);

  MemoryBudget& budget_;
  std::vector<ProcessSet> sets_;
  std::unordered_map<ProcessSet, Number, Hash> numbers_;
  bool exhausted_ = false;
};

}  // namespace quotient
