#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "system/process_set.hpp"

namespace quotient {

/// Numbers sets of processes, so that a set on a stack takes four bytes. There are few different ones: who waits in a
/// state, who moved on a step, and their intersections.
class ProcessSets {
 public:
  using Number = std::uint32_t;
  static constexpr Number everything = 0, nothing = 1;

  ProcessSets() {
    number(ProcessSet::everything());
    number(ProcessSet());
  }

  Number number(const ProcessSet& set) {
    const auto [at, added] = numbers_.try_emplace(set, static_cast<Number>(sets_.size()));
    if (added) sets_.push_back(set);
    return at->second;
  }
  const ProcessSet& operator[](Number number) const { return sets_[number]; }

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
  std::map<ProcessSet, Number> numbers_;
  std::vector<ProcessSet> sets_;
};

}  // namespace quotient
